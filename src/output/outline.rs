//! A text of sections and entries that can be printed for a terminal, as Markdown and as HTML.

use std::fmt::Write;

use super::Layout;
use super::escape::markup;
use super::text::{self, line, unsafe_char};
use upgrade_graph::web::is_web_address;

/// A heading and its content.
pub(crate) struct OutlineSection {
    pub(crate) heading: String,
    /// A sentence of ours before the entries.
    pub(crate) remark: Option<String>,
    pub(crate) entries: Vec<OutlineEntry>,
}

/// A named entry and its details.
pub(crate) struct OutlineEntry {
    pub(crate) title: Vec<Span>,
    pub(crate) facts: Vec<Fact>,
}

pub(crate) enum Fact {
    Line {
        label: &'static str,
        parts: Vec<Span>,
        alarming: bool,
    },
    /// Text from outside, of any length.
    Text {
        label: &'static str,
        text: String,
    },
    /// A text before and after.
    Change {
        title: Vec<Span>,
        before: Option<String>,
        after: Option<String>,
    },
}

/// Text of this program, or from outside.
#[derive(Clone)]
pub(crate) enum Span {
    Trusted(String),
    Untrusted(String),
    /// An address from outside: a link, if a browser may open it.
    Link(String),
}

impl Span {
    pub(crate) fn trusted(text: impl Into<String>) -> Self {
        Self::Trusted(text.into())
    }

    pub(crate) fn untrusted(text: impl Into<String>) -> Self {
        Self::Untrusted(text.into())
    }

    pub(crate) fn link(address: impl Into<String>) -> Self {
        Self::Link(address.into())
    }
}

impl OutlineSection {
    pub(crate) fn new(heading: &str, entries: Vec<OutlineEntry>) -> Self {
        Self { heading: heading.to_owned(), remark: None, entries }
    }

    /// Prints for people; nothing if it is empty.
    pub(crate) fn human(&self, layout: &Layout) -> String {
        if self.entries.is_empty() && self.remark.is_none() {
            return String::new();
        }
        let mut out = format!("\n{}\n", layout.theme.heading(&format!("{}:", self.heading)));
        if let Some(remark) = &self.remark {
            out.push('\n');
            out += &text::indented(remark, 2, layout.width);
        }
        for entry in &self.entries {
            let title: String = entry.title.iter().map(plain).collect();
            let _ = write!(out, "\n  {}\n", layout.theme.version(&title));
            out.extend(entry.facts.iter().map(|fact| fact.human(layout)));
        }
        out
    }

    /// Prints as Markdown, with text from outside as code, so that it is not interpreted.
    pub(crate) fn markdown(&self) -> String {
        if self.entries.is_empty() && self.remark.is_none() {
            return String::new();
        }
        let mut out = format!("\n### {}\n", self.heading);
        if let Some(remark) = &self.remark {
            let _ = write!(out, "\n{remark}\n");
        }
        for entry in &self.entries {
            let title: String = entry.title.iter().map(marked).collect();
            let _ = write!(out, "\n#### {title}\n\n");
            out.extend(entry.facts.iter().map(Fact::markdown));
        }
        out.trim_end().to_owned() + "\n"
    }
}

impl OutlineSection {
    /// Prints as HTML, with text from outside as text.
    pub(crate) fn html(&self) -> String {
        if self.entries.is_empty() && self.remark.is_none() {
            return String::new();
        }
        let mut out = format!("<section>\n<h2>{}</h2>\n", markup(&self.heading));
        if let Some(remark) = &self.remark {
            let _ = writeln!(out, "<p>{}</p>", markup(remark));
        }
        for entry in &self.entries {
            let title: String = entry.title.iter().map(in_html).collect();
            let _ = writeln!(out, "<h3>{title}</h3>");
            if !entry.facts.is_empty() {
                let facts: String = entry.facts.iter().map(Fact::html).collect();
                let _ = writeln!(out, "<ul>\n{facts}</ul>");
            }
        }
        out + "</section>\n"
    }
}

impl Fact {
    fn html(&self) -> String {
        match self {
            Self::Line { label, parts, alarming } => {
                let said: String = parts.iter().map(in_html).collect();
                let class = if *alarming { " class=\"alarming\"" } else { "" };
                let label =
                    if label.is_empty() { String::new() } else { format!("<b>{label}</b> ") };
                format!("<li{class}>{label}{said}</li>\n")
            }
            Self::Text { label, text } => {
                format!("<li><b>{label}:</b> {}</li>\n", lines_in_html(text))
            }
            Self::Change { title, before, after } => {
                let title: String = title.iter().map(in_html).collect();
                let given =
                    |text: &Option<String>| lines_in_html(text.as_deref().unwrap_or("(none)"));
                format!(
                    "<li>{title} <b>before:</b> {} <b>after:</b> {}</li>\n",
                    given(before),
                    given(after)
                )
            }
        }
    }

    fn human(&self, layout: &Layout) -> String {
        match self {
            Self::Line { label, parts, alarming } => {
                let said: String = parts.iter().map(plain).collect();
                let text = format!("{label} {said}");
                let text = text::indented(text.trim_end(), 4, layout.width);
                match alarming {
                    true => text.replacen(label, &layout.theme.warning(label), 1),
                    false => text,
                }
            }
            Self::Text { label, text } => text::labelled(label, text, 4, layout.width),
            Self::Change { title, before, after } => {
                let title: String = title.iter().map(plain).collect();
                let mut out = text::indented(&title, 4, layout.width);
                for (sign, given) in [("- ", before), ("+ ", after)] {
                    let given = text::message(given.as_deref().unwrap_or("(none)"));
                    let signed: Vec<String> =
                        given.lines().map(|line| format!("{sign}{line}\n")).collect();
                    out += &text::indented(&signed.concat(), 6, layout.width);
                }
                out
            }
        }
    }

    fn markdown(&self) -> String {
        match self {
            Self::Line { label, parts, alarming } => {
                let said: String = parts.iter().map(marked).collect();
                match alarming {
                    true => format!("- **{label}** {said}"),
                    false => format!("- {label} {said}"),
                }
                .trim_end()
                .to_owned()
                    + "\n"
            }
            Self::Text { label, text } => {
                let text = text::message(text);
                if text.contains('\n') {
                    format!("- {label}:\n{}", fenced("", &text))
                } else {
                    format!("- {label}: {}\n", code(&text))
                }
            }
            Self::Change { title, before, after } => {
                let title: String = title.iter().map(marked).collect();
                let mut lines = String::new();
                for (sign, given) in [('-', before), ('+', after)] {
                    let given = text::message(given.as_deref().unwrap_or("(none)"));
                    lines.extend(given.lines().map(|line| format!("{sign} {line}\n")));
                }
                format!("- {title}\n{}", fenced("diff", &lines))
            }
        }
    }
}

/// Prints a title and warnings before the sections of a Markdown text.
pub(crate) fn preamble(title: &[Span], warnings: &[String]) -> String {
    let title: String = title.iter().map(marked).collect();
    let mut out = format!("## {title}\n");
    if !warnings.is_empty() {
        out += "\n> [!WARNING]\n";
        for warning in warnings {
            let _ = writeln!(out, "> - {}", code(&text::sentence(warning)));
        }
    }
    out
}

pub(crate) fn plain(part: &Span) -> String {
    match part {
        Span::Trusted(text) => text.clone(),
        Span::Untrusted(text) | Span::Link(text) => line(text).into_owned(),
    }
}

fn marked(part: &Span) -> String {
    match part {
        Span::Trusted(text) => text.clone(),
        Span::Untrusted(text) => code(text),
        // Between angle brackets it is a link, unless it contains one of them or a space.
        Span::Link(address) => match opened(address).filter(|it| !it.contains(['<', '>', ' '])) {
            Some(address) => format!("<{address}>"),
            None => code(address),
        },
    }
}

fn in_html(part: &Span) -> String {
    match part {
        Span::Trusted(text) => markup(text),
        Span::Untrusted(text) => format!("<code>{}</code>", markup(&text::sentence(text))),
        Span::Link(address) => match opened(address) {
            Some(address) => format!("<a href=\"{0}\">{0}</a>", markup(address)),
            None => format!("<code>{}</code>", markup(address)),
        },
    }
}

/// Returns text on several lines.
fn lines_in_html(text: &str) -> String {
    let lines: Vec<String> = text::message(text).lines().map(markup).collect();
    format!("<pre>{}</pre>", lines.join("\n"))
}

/// Returns an address if a browser may open it.
fn opened(address: &str) -> Option<&str> {
    Some(address).filter(|it| is_web_address(it) && line(it) == **it)
}

/// Returns text between more backticks than it contains, on one line.
fn code(text: &str) -> String {
    let text = text::sentence(text);
    let ticks = "`".repeat(longest_run(&text) + 1);
    // Markdown strips a space at both ends, and a backtick needs one next to it.
    let pad = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{ticks}{pad}{text}{pad}{ticks}")
}

/// Returns lines as a code block within a list.
fn fenced(language: &str, text: &str) -> String {
    let ticks = "`".repeat((longest_run(text) + 1).max(3));
    let lines = text.lines().map(|line| line.replace(unsafe_char, " "));
    let lines: Vec<String> = lines.map(|line| format!("  {line}\n")).collect();
    let lines = lines.concat();
    format!("\n  {ticks}{language}\n{lines}  {ticks}\n\n")
}

fn longest_run(text: &str) -> usize {
    text.split(|letter| letter != '`').map(str::len).max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_of_others_counts_as_markdown() {
        assert_eq!(code("plain"), "`plain`");
        assert_eq!(code("a`b``c"), "```a`b``c```");
        assert_eq!(code("`@team"), "`` `@team ``");
        assert_eq!(code("a\nb"), "`a b`");
        assert_eq!(fenced("diff", "- ```\n+ x"), "\n  ````diff\n  - ```\n  + x\n  ````\n\n");
    }
}
