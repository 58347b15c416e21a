//! View → text: for people, or as JSON and YAML for scripts; and pictures of graphs.

mod drawing;
mod escape;
mod human;
mod outline;
mod report;
mod table;
pub(crate) mod text;
pub(crate) mod theme;

use serde::Serialize;

use theme::Theme;

/// What `-o` asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub(crate) enum Format {
    /// For people (the default)
    #[default]
    #[value(skip)]
    Text,
    /// For programs; `upgrade schema` has the schema
    Json,
    /// The same, as YAML
    Yaml,
    /// For people, with URLs and channels
    Wide,
    /// Bare versions, one a line
    Version,
    /// `clusterversion.config.openshift.io/version`, as kubectl prints names
    Name,
    /// A picture; for `graph show` alone
    Svg,
    /// For Graphviz to draw; for `graph show` alone
    Dot,
    /// For Mermaid to draw, in Markdown; for `graph show` alone
    Mermaid,
    /// For code scanning; for `graph lint` alone
    Sarif,
    /// Annotations of a GitHub workflow; for `graph lint` alone
    Github,
    /// For a pull request; for `graph diff` alone
    Markdown,
}

/// The language of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Drawing {
    Svg,
    Dot,
    Mermaid,
}

/// The language of a report for tools that show findings beside the lines they are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Report {
    Sarif,
    Github,
}

impl Format {
    /// Returns whether a program reads the answer, so that nothing but the answer may be printed.
    pub(crate) fn structured(self) -> bool {
        matches!(self, Self::Json | Self::Yaml)
    }

    /// Returns the language of the picture that is asked for, if one is.
    pub(crate) fn drawing(self) -> Option<Drawing> {
        match self {
            Self::Svg => Some(Drawing::Svg),
            Self::Dot => Some(Drawing::Dot),
            Self::Mermaid => Some(Drawing::Mermaid),
            _ => None,
        }
    }

    /// Returns the language of the report that is asked for, if one is.
    pub(crate) fn report(self) -> Option<Report> {
        match self {
            Self::Sarif => Some(Report::Sarif),
            Self::Github => Some(Report::Github),
            _ => None,
        }
    }

    /// Returns the word after `-o`.
    pub(crate) fn word(self) -> String {
        let value = clap::ValueEnum::to_possible_value(&self);
        value.map_or("text".to_owned(), |value| value.get_name().to_owned())
    }
}

/// What the text must fit.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Layout {
    /// The terminal's columns; none in a pipe, where nothing is wrapped.
    pub(crate) width: Option<usize>,
    pub(crate) theme: Theme,
    pub(crate) wide: bool,
}

/// A view that people can read.
pub(crate) trait Human {
    fn human(&self, layout: &Layout) -> String;

    /// The answer to `-o version`; none where it has no meaning.
    fn versions(&self) -> Option<Vec<String>> {
        None
    }

    /// The answer to `-o name`.
    fn names(&self) -> Vec<String> {
        vec!["clusterversion.config.openshift.io/version".to_owned()]
    }

    /// The picture; none where there is nothing to draw.
    fn drawing(&self, _: Drawing) -> Option<String> {
        None
    }

    /// The report; none where there are no findings to report.
    fn report(&self, _: Report) -> Option<String> {
        None
    }

    /// The answer to `-o markdown`; none where it has no meaning.
    fn markdown(&self) -> Option<String> {
        None
    }
}

/// Renders a view; none where the format has no meaning for it.
pub(crate) fn render<V: Serialize + Human>(
    view: &V,
    format: Format,
    layout: &Layout,
) -> Option<String> {
    let lines = |lines: Vec<String>| {
        lines.iter().map(|text| text::line(text).into_owned() + "\n").collect()
    };
    match format {
        Format::Json | Format::Yaml => Some(structured(view, format)),
        Format::Text | Format::Wide => Some(view.human(layout)),
        Format::Version => view.versions().map(lines),
        Format::Name => Some(lines(view.names())),
        Format::Svg => view.drawing(Drawing::Svg),
        Format::Dot => view.drawing(Drawing::Dot),
        Format::Mermaid => view.drawing(Drawing::Mermaid),
        Format::Sarif => view.report(Report::Sarif),
        Format::Github => view.report(Report::Github),
        Format::Markdown => view.markdown(),
    }
}

/// Renders for programs: YAML where asked for, else JSON.
pub(crate) fn structured<V: Serialize>(view: &V, format: Format) -> String {
    if format == Format::Yaml { escape::yaml(view) } else { json(view) }
}

/// Renders one of several documents: a line of JSON, or YAML set off from what was before.
pub(crate) fn document<V: Serialize>(view: &V, format: Format) -> String {
    if format == Format::Yaml {
        format!("---\n{}", escape::yaml(view))
    } else {
        escape::json_line(view) + "\n"
    }
}

pub(crate) fn json<V: Serialize>(view: &V) -> String {
    escape::json(view) + "\n"
}
