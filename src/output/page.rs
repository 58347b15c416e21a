//! A document as one page for a browser: no scripts, nothing from elsewhere, all outside text as text.

use std::fmt::Write;

use super::escape::markup;
use super::outline::{OutlineSection, Span, plain};
use super::text::sentence;

/// What a page consists of.
pub(crate) struct Page<'a> {
    pub(crate) title: &'a [Span],
    /// Sentences below the title.
    pub(crate) summary: &'a [String],
    pub(crate) warnings: &'a [String],
    /// A picture in SVG, with its own styles.
    pub(crate) picture: Option<String>,
    pub(crate) sections: &'a [OutlineSection],
}

/// A browser runs no script and loads nothing, whatever the text contains.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// The system chooses the colors, by day, by night, and in print.
const STYLE: &str = "\
:root { color-scheme: light dark }
body { margin: 0 auto; max-width: 72rem; padding: 2rem 1.25rem 4rem; font: 1rem/1.55 system-ui, sans-serif; background: Canvas; color: CanvasText; overflow-wrap: anywhere }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .75rem }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .75rem; padding-bottom: .25rem; border-bottom: 1px solid GrayText }
h3 { font-size: 1.05rem; margin: 1.5rem 0 .5rem }
p { margin: .5rem 0 }
ul { margin: .25rem 0; padding-left: 1.25rem }
li { margin: .25rem 0 }
li.alarming > b { text-decoration: underline }
code, pre { font-family: ui-monospace, monospace; font-size: .9em }
pre { margin: .25rem 0 .5rem; padding: .5rem .75rem; border-left: 3px solid GrayText; white-space: pre-wrap }
.warning { border: 1px solid; padding: .5rem .75rem }
figure { margin: 1.5rem 0; overflow-x: auto }
figure svg { max-width: 100%; height: auto }
@media print {
  :root { color-scheme: light }
  body { max-width: none; padding: 0; font-size: 10pt }
  h2, h3 { break-after: avoid }
  li, pre, figure { break-inside: avoid }
}
";

impl Page<'_> {
    pub(crate) fn html(&self) -> String {
        let title: String = self.title.iter().map(plain).collect();
        let title = markup(&title);
        let mut out = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\"/>\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
             <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
             <h1>{title}</h1>\n"
        );
        for said in self.summary {
            let _ = writeln!(out, "<p>{}</p>", markup(&sentence(said)));
        }
        for warning in self.warnings {
            let warning = markup(&sentence(warning));
            let _ = writeln!(out, "<p class=\"warning\"><b>Warning:</b> {warning}</p>");
        }
        if let Some(picture) = &self.picture {
            let _ = writeln!(out, "<figure>\n{picture}</figure>");
        }
        out.extend(self.sections.iter().map(OutlineSection::html));
        out + "</main>\n</body>\n</html>\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::outline::{Fact, OutlineEntry};

    #[test]
    fn no_text_of_others_counts_as_markup() {
        let bad = "</title><script>alert(1)</script>\u{1b}[31m\u{202e}&lt;";
        let entry = OutlineEntry {
            title: vec![Span::untrusted(bad), Span::link("javascript:alert(1)")],
            facts: vec![
                Fact::Text { label: "Message", text: format!("{bad}\n{bad}") },
                Fact::Line {
                    label: "Link:",
                    parts: vec![Span::link("https://x/?a=\"&b=<")],
                    alarming: true,
                },
            ],
        };
        let (title, warnings) = ([Span::untrusted(bad)], [bad.to_owned()]);
        let sections = [OutlineSection::new("Heading", vec![entry])];
        let (summary, picture) = ([bad.to_owned()], None);
        let page = Page {
            title: &title,
            summary: &summary,
            warnings: &warnings,
            picture,
            sections: &sections,
        };
        let html = page.html();
        assert!(!html.contains("<script") && !html.contains("href=\"javascript"), "{html}");
        assert!(!html.contains('\u{1b}') && !html.contains('\u{202e}'), "{html}");
        assert!(html.contains("<a href=\"https://x/?a=&quot;&amp;b=&lt;\">"), "{html}");
        assert_eq!(html.matches("&lt;script&gt;").count(), 7, "{html}");
    }
}
