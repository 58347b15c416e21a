//! `-o`: the formats of a command, and the error for other formats.

use std::ffi::{OsStr, OsString};

use anyhow::anyhow;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, ValueEnum};

use super::help::{OUTPUT, enumerated};
use super::invocation::quoted;
use super::parse;
use crate::error::Error;
use crate::output::Format;

/// The value of `-o`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum OutputArg {
    Known(Format),
    /// A format of another tool, such as `jsonpath={.items}`.
    Unknown(String),
}

impl OutputArg {
    /// Returns the format to print errors in.
    pub(crate) fn format(&self) -> Format {
        match self {
            Self::Known(format) => *format,
            Self::Unknown(_) => Format::Text,
        }
    }
}

/// Returns `-o` with the formats of one command.
pub(crate) fn output_arg(formats: &'static [Format]) -> Arg {
    Arg::new(OUTPUT)
        .short('o')
        .long(OUTPUT)
        .value_name("FORMAT")
        .help("Output format")
        .value_parser(OutputParser(formats))
}

/// Accepts any value, because the subcommand decides which formats it has, and shows the formats of
/// one command.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OutputParser(pub(crate) &'static [Format]);

impl TypedValueParser for OutputParser {
    type Value = OutputArg;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<OutputArg, clap::Error> {
        let text = clap::builder::StringValueParser::new().parse_ref(command, arg, value)?;
        Ok(match Format::from_str(&text, false) {
            Ok(format) => OutputArg::Known(format),
            Err(_) => OutputArg::Unknown(text),
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().filter_map(Format::to_possible_value)))
    }
}

/// Refuses a format that a command does not have, before the command runs.
pub(crate) fn check(
    output: Option<&OutputArg>,
    path: &[String],
    formats: &[Format],
    words: &[OsString],
) -> Result<(), Error> {
    let asked = match output {
        None => return Ok(()),
        Some(OutputArg::Known(format)) if formats.contains(format) => return Ok(()),
        Some(OutputArg::Known(format)) => format.word(),
        Some(OutputArg::Unknown(text)) => text.clone(),
    };
    let program = parse::program(words.first());
    let command = [&[program], path].concat().join(" ");
    let name = asked.split('=').next().unwrap_or_default();
    let names: Vec<PossibleValue> = formats.iter().filter_map(Format::to_possible_value).collect();
    let names: Vec<&str> = names.iter().map(PossibleValue::get_name).collect();
    let error = Error::usage(anyhow!("`{command}` does not support -o {name}"));
    Err(match jq(&asked) {
        Some(filter) if formats.contains(&Format::Json) => {
            let command = with_json(words);
            error.hint_run("to select fields", format!("{command} | jq -r {}", quoted(&filter)))
        }
        _ => error,
    }
    .hint(if names.is_empty() {
        "it prints text only".to_owned()
    } else {
        format!("available formats: {}", enumerated(&names))
    }))
}

/// Translates a simple kubectl template into a jq filter. Templates with more than fields and
/// indexes select everything, as a start.
fn jq(asked: &str) -> Option<String> {
    let (name, template) = asked.split_once('=').unwrap_or((asked, ""));
    let within = |start: &str, end: &str| {
        let inner = template.strip_prefix(start).and_then(|rest| rest.strip_suffix(end));
        field(inner.unwrap_or(template))
    };
    let fields = match name {
        "jsonpath" | "jsonpath-as-json" => within("{", "}"),
        "go-template" | "template" => within("{{", "}}"),
        "custom-columns" => {
            let fields: Option<Vec<String>> =
                template.split(',').map(|column| field(column.split_once(':')?.1)).collect();
            fields.map(|fields| format!("[{}] | @tsv", fields.join(", ")))
        }
        "jsonpath-file" | "go-template-file" | "templatefile" | "custom-columns-file" => None,
        _ => return None,
    };
    Some(fields.unwrap_or_else(|| ".".to_owned()))
}

/// Translates a path of fields: `.a.b[0].c[*]` is the same in jq, except for the star.
fn field(path: &str) -> Option<String> {
    let path = path.trim().replace("[*]", "[]");
    let plain = |c: char| c.is_ascii_alphanumeric() || "._[]-".contains(c);
    let path = path.strip_prefix('$').unwrap_or(&path).to_owned();
    (path.starts_with('.')
        && !path.contains("..")
        && !path.contains('-')
        && path.chars().all(plain))
    .then_some(path)
}

/// Returns the command line with `-o json` instead of the given format.
fn with_json(words: &[OsString]) -> String {
    let mut line = vec![parse::program(words.first())];
    let mut rest = words.iter().skip(1).map(|word| word.to_string_lossy());
    while let Some(word) = rest.next() {
        if word == "-o" || word == "--output" {
            rest.next();
        } else if !word.starts_with("--output=")
            && (!word.starts_with("-o") || word.starts_with("--"))
        {
            line.push(quoted(&word));
        }
    }
    line.join(" ") + " -o json"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_of_kubectl_become_filters_of_jq() {
        let cases = [
            ("jsonpath={.recommended[0].version}", Some(".recommended[0].version")),
            ("jsonpath={.recommended[*].version}", Some(".recommended[].version")),
            ("jsonpath={range .items[*]}{.a}{end}", Some(".")),
            ("go-template={{.cluster.version}}", Some(".cluster.version")),
            (
                "custom-columns=V:.cluster.version,C:.cluster.channel",
                Some("[.cluster.version, .cluster.channel] | @tsv"),
            ),
            ("custom-columns-file=x", Some(".")),
            ("jsonpath", Some(".")),
            ("table", None),
        ];
        for (asked, filter) in cases {
            assert_eq!(jq(asked).as_deref(), filter, "{asked}");
        }
    }

    #[test]
    fn the_command_is_repeated_with_json() {
        let words = ["upgrade", "-o", "jsonpath={.a}", "--lab", "--output=x", "-oy", "status"];
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        assert_eq!(with_json(&words), "upgrade --lab status -o json");
    }
}
