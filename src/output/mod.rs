//! View → text: for people, or as JSON and YAML for scripts; and pictures of graphs.

pub(crate) mod escape;
mod hint;
pub(crate) mod log;
pub(crate) mod outline;
pub(crate) mod page;
pub(crate) mod parts;
pub(crate) mod progress;
pub(crate) mod screen;
pub(crate) mod table;
pub(crate) mod text;
pub(crate) mod theme;
pub(crate) mod ui;
#[cfg(unix)]
mod unix;

use std::borrow::Cow;

use serde::Serialize;
use serde_json::Value;

use crate::secrets;
use theme::Theme;

#[cfg(unix)]
pub(crate) use unix::{EndSignals, Interrupt};

/// The formats of `-o`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub(crate) enum Format {
    /// Text for people (the default)
    #[default]
    #[value(skip)]
    Text,
    /// JSON for programs
    Json,
    /// YAML for programs
    Yaml,
    /// Text with more details
    Wide,
    /// Versions, one per line
    Version,
    /// Names, as kubectl prints them
    Name,
    /// A picture
    Svg,
    /// Input for Graphviz
    Dot,
    /// A Mermaid diagram for Markdown
    Mermaid,
    /// SARIF for code scanning
    Sarif,
    /// Annotations for GitHub Actions
    Github,
    /// Markdown for a ticket or a pull request
    Markdown,
    /// One page for a browser or for print
    Html,
}

impl Format {
    /// The formats of every document.
    pub(crate) const GENERAL: &[Self] =
        &[Self::Text, Self::Json, Self::Yaml, Self::Wide, Self::Name];
    /// The same, for documents about releases.
    pub(crate) const WITH_VERSIONS: &[Self] =
        &[Self::Text, Self::Json, Self::Yaml, Self::Wide, Self::Version, Self::Name];

    /// Returns whether a program reads the output, so that nothing else may be printed.
    pub(crate) fn structured(self) -> bool {
        matches!(self, Self::Json | Self::Yaml)
    }

    /// Returns whether it is a picture, or has one.
    pub(crate) fn is_drawing(self) -> bool {
        matches!(self, Self::Svg | Self::Dot | Self::Mermaid | Self::Html)
    }

    /// Returns its name, as `-o` takes it.
    pub(crate) fn word(self) -> String {
        let value = clap::ValueEnum::to_possible_value(&self);
        value.map_or("text".to_owned(), |value| value.get_name().to_owned())
    }
}

/// What the text must fit.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Layout {
    /// The columns of the terminal; none in a pipe, where nothing is wrapped.
    pub(crate) width: Option<usize>,
    pub(crate) theme: Theme,
    pub(crate) wide: bool,
}

/// A document that can be printed.
pub(crate) trait Printable: Serialize + Sized {
    /// Returns the text for people.
    fn text(&self, layout: &Layout) -> String;

    /// Returns the document in a format; none if it does not have that. Documents with more formats
    /// than `general` override this.
    fn print(&self, format: Format, layout: &Layout) -> Option<String> {
        general(self, format, layout)
    }
}

/// Prints a document in the general formats.
pub(crate) fn general<V: Printable>(view: &V, format: Format, layout: &Layout) -> Option<String> {
    match format {
        Format::Text | Format::Wide => Some(view.text(layout)),
        Format::Json | Format::Yaml => Some(structured(view, format)),
        Format::Name => Some(lines(["clusterversion.config.openshift.io/version"])),
        Format::Version
        | Format::Svg
        | Format::Dot
        | Format::Mermaid
        | Format::Sarif
        | Format::Github
        | Format::Markdown
        | Format::Html => None,
    }
}

/// Prints each text on a line of its own.
pub(crate) fn lines(texts: impl IntoIterator<Item: AsRef<str>>) -> String {
    texts.into_iter().map(|text| text::line(text.as_ref()).into_owned() + "\n").collect()
}

/// Renders for programs: as YAML if requested, else as JSON.
pub(crate) fn structured<V: Serialize>(view: &V, format: Format) -> String {
    if format == Format::Yaml {
        without_secrets(view, escape::yaml, escape::yaml)
    } else {
        json(view)
    }
}

/// Renders one of several documents: a line of JSON, or YAML with a separator.
pub(crate) fn document<V: Serialize>(view: &V, format: Format) -> String {
    if format == Format::Yaml {
        format!("---\n{}", without_secrets(view, escape::yaml, escape::yaml))
    } else {
        without_secrets(view, escape::json_line, escape::json_line) + "\n"
    }
}

pub(crate) fn json<V: Serialize>(view: &V) -> String {
    without_secrets(view, escape::json, escape::json) + "\n"
}

/// Writes a document, without any secret that a server has put into it: string by string, so that
/// the rest stays readable.
fn without_secrets<V: Serialize>(
    view: &V,
    write: impl Fn(&V) -> String,
    write_value: impl Fn(&Value) -> String,
) -> String {
    let text = write(view);
    if matches!(secrets::redact(&text), Cow::Borrowed(_)) {
        return text;
    }
    let mut value = serde_json::to_value(view).unwrap_or_default();
    redact(&mut value);
    write_value(&value)
}

fn redact(value: &mut Value) {
    match value {
        Value::String(text) => *text = secrets::redact(text).into_owned(),
        Value::Array(items) => items.iter_mut().for_each(redact),
        Value::Object(fields) => fields.values_mut().for_each(redact),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
