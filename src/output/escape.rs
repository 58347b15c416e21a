//! JSON and YAML with control, DEL, C1 and bidi characters as `\u` escapes, and text for XML and HTML.

use std::io;

use serde::Serialize;
use serde_json::ser::{CharEscape, CompactFormatter, Formatter, PrettyFormatter};

use super::text::{line, unsafe_char};

/// Escapes text for XML and HTML, after it was made safe as for a terminal: nothing in it is taken
/// for markup, and all of it may stand there.
pub(crate) fn markup(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in line(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            c => out.push(c),
        }
    }
    out
}

pub(crate) fn json<V: Serialize>(view: &V) -> String {
    written(view, Escaping { layout: PrettyFormatter::new(), yaml: false })
}

/// Writes JSON on one line.
pub(crate) fn json_line<V: Serialize>(view: &V) -> String {
    written(view, Escaping { layout: CompactFormatter, yaml: false })
}

fn written<V: Serialize>(view: &V, format: Escaping<impl Formatter>) -> String {
    let mut out = Vec::new();
    let mut serializer = serde_json::Serializer::with_formatter(&mut out, format);
    view.serialize(&mut serializer).expect("views hold only strings, numbers, lists and maps");
    String::from_utf8(out).expect("serde_json writes UTF-8")
}

/// If the YAML writer would print an unsafe character, the document is written in YAML's JSON-like
/// form, with every string quoted and escaped.
pub(crate) fn yaml<V: Serialize>(view: &V) -> String {
    // Folded lines would separate digests and links from their keys.
    let options = serde_saphyr::ser_options! { folded_wrap_chars: usize::MAX };
    let text = serde_saphyr::to_string_with_options(view, options)
        .expect("views hold only strings, numbers, lists and maps");
    if text.chars().all(|c| c == '\n' || !unsafe_char(c)) {
        return text;
    }
    written(view, Escaping { layout: PrettyFormatter::new(), yaml: true }) + "\n"
}

/// A layout of serde_json that also escapes these characters.
struct Escaping<F> {
    layout: F,
    /// YAML has no surrogate pairs.
    yaml: bool,
}

impl<F: Formatter> Formatter for Escaping<F> {
    fn write_string_fragment<W: ?Sized + io::Write>(
        &mut self,
        out: &mut W,
        text: &str,
    ) -> io::Result<()> {
        let mut start = 0;
        for (place, c) in text.char_indices().filter(|(_, c)| unsafe_char(*c)) {
            out.write_all(&text.as_bytes()[start..place])?;
            if self.yaml {
                write!(out, "\\U{:08x}", c as u32)?;
            } else {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    write!(out, "\\u{unit:04x}")?;
                }
            }
            start = place + c.len_utf8();
        }
        out.write_all(&text.as_bytes()[start..])
    }

    fn write_char_escape<W: ?Sized + io::Write>(
        &mut self,
        out: &mut W,
        escape: CharEscape,
    ) -> io::Result<()> {
        self.layout.write_char_escape(out, escape)
    }

    fn begin_array<W: ?Sized + io::Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.layout.begin_array(out)
    }

    fn end_array<W: ?Sized + io::Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.layout.end_array(out)
    }

    fn begin_array_value<W: ?Sized + io::Write>(
        &mut self,
        out: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.layout.begin_array_value(out, first)
    }

    fn end_array_value<W: ?Sized + io::Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.layout.end_array_value(out)
    }

    fn begin_object<W: ?Sized + io::Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.layout.begin_object(out)
    }

    fn end_object<W: ?Sized + io::Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.layout.end_object(out)
    }

    fn begin_object_key<W: ?Sized + io::Write>(
        &mut self,
        out: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.layout.begin_object_key(out, first)
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.layout.begin_object_value(out)
    }

    fn end_object_value<W: ?Sized + io::Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.layout.end_object_value(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_escaped_and_reads_back_the_same() {
        let hostile = "\u{1b}[31m\u{7f}\u{9b}\u{202e}\u{e0001}\n\t\"\\ → fine";
        let written = json(&hostile);
        assert_eq!(written, r#""\u001b[31m\u007f\u009b\u202e\udb40\udc01\n\t\"\\ → fine""#);
        assert_eq!(serde_json::from_str::<String>(&written).unwrap(), hostile);
        assert_eq!(json_line(&[hostile]), format!("[{written}]"));
    }

    #[test]
    fn yaml_reads_back_the_same_and_carries_no_control_character() {
        for hostile in [
            "plain",
            "two\nlines\n",
            "\u{1b}[31m\u{7f}\u{9b}\u{202e}\u{e0001}",
            "yes",
            "4.20",
            ": #",
        ] {
            let written = yaml(&[hostile]);
            assert!(written.chars().all(|c| c == '\n' || !unsafe_char(c)), "{written:?}");
            let read: Vec<String> = serde_saphyr::from_str(&written).unwrap();
            assert_eq!(read, [hostile]);
        }
    }
}
