//! Help pages: one form for every command, at 80 columns.

use clap::{Arg, Command};

use crate::output::text;
use crate::output::theme::Theme;

/// Columns of a page, whatever the terminal has: help is read in documents and tickets, too.
pub(crate) const WIDTH: usize = 80;

/// How much of a page to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Detail {
    /// `-h`
    Short,
    /// `--help`: with the description
    Long,
}

/// Returns the page of a command that is called as `name`, such as `upgrade graph show`.
pub(crate) fn page(command: &Command, name: &str, detail: Detail, theme: Theme) -> String {
    let (examples, remarks) = after(command, detail);
    let mut sections = vec![description(command, detail)];
    sections.push(section("Usage:", &usage(command, name), theme));
    sections.extend(examples.map(|examples| titled(&examples, theme)));
    sections.extend(subcommands(command, theme));
    sections.extend(arguments(command, theme));
    sections.extend(flags(command, |arg| !arg.is_global_set() && arg.get_id() != OUTPUT, theme));
    sections.extend(closing(command, &remarks));
    sections.join("\n")
}

/// Returns the flags that every command takes, by heading.
pub(crate) fn global_flags(root: &Command, theme: Theme) -> String {
    flags(root, Arg::is_global_set, theme).join("\n")
}

/// The id of `-o`, whose formats differ by command.
pub(crate) const OUTPUT: &str = "output";

/// Returns the description of a command: the first paragraph, or all of them.
fn description(command: &Command, detail: Detail) -> String {
    let about = command.get_long_about().or(command.get_about());
    let about = about.map(ToString::to_string).unwrap_or_default();
    let mut paragraphs = about.split("\n\n");
    let summary = format!("{}\n", paragraphs.next().unwrap_or_default());
    match detail {
        Detail::Short => summary,
        Detail::Long => paragraphs.fold(summary, |text, paragraph| {
            format!("{text}\n{}", text::indented(paragraph, 0, Some(WIDTH)))
        }),
    }
}

/// Returns the lines of usage.
pub(crate) fn usage(command: &Command, name: &str) -> String {
    let own = command.get_positionals().map(positional);
    let required = command.get_opts().filter(|arg| arg.is_required_set());
    let required = required.map(|arg| format!("--{}{}", long(arg), value(arg)));
    let words: Vec<String> = own.chain(required).chain(["[flags]".to_owned()]).collect();
    let own = format!("{name} {}\n", words.join(" "));
    let below = format!("{name} COMMAND [flags]\n");
    match (command.has_subcommands(), command.is_subcommand_required_set()) {
        (false, _) => own,
        (true, true) => below,
        (true, false) => own + &below,
    }
}

fn positional(arg: &Arg) -> String {
    let many = arg.get_num_args().is_some_and(|count| count.max_values() > 1)
        || matches!(arg.get_action(), clap::ArgAction::Append);
    let name = value_name(arg) + if many { "..." } else { "" };
    if arg.is_required_set() { name } else { format!("[{name}]") }
}

/// Returns the examples and what follows the flags.
fn after(command: &Command, detail: Detail) -> (Option<String>, Vec<String>) {
    let long = command.get_after_long_help().filter(|_| detail == Detail::Long);
    let text = long.or(command.get_after_help()).map(ToString::to_string).unwrap_or_default();
    let mut paragraphs = text.split("\n\n").filter(|text| !text.is_empty()).map(str::to_owned);
    let first = paragraphs.next();
    match first {
        Some(examples) if examples.starts_with("Examples:") => {
            (Some(examples), paragraphs.collect())
        }
        first => (None, first.into_iter().chain(paragraphs).collect()),
    }
}

/// Returns the formats of `-o` and the last remarks, such as exit codes.
fn closing(command: &Command, remarks: &[String]) -> Vec<String> {
    let formats = formats(command).map(|formats| format!("Formats: -o {formats}\n"));
    let mut remarks = remarks.iter().map(|remark| format!("{}\n", remark.trim_end()));
    let first = formats.unwrap_or_default() + &remarks.next().unwrap_or_default();
    std::iter::once(first).filter(|text| !text.is_empty()).chain(remarks).collect()
}

/// Lists the formats that a command can print.
pub(crate) fn formats(command: &Command) -> Option<String> {
    let output = command.get_arguments().find(|arg| arg.get_id() == OUTPUT)?;
    let values = output.get_possible_values();
    let names: Vec<&str> = values.iter().map(clap::builder::PossibleValue::get_name).collect();
    Some(enumerated(&names)).filter(|names| !names.is_empty())
}

/// Joins names as in a sentence: `a, b or c`.
pub(crate) fn enumerated(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [name] => (*name).to_owned(),
        [names @ .., last] => format!("{} or {last}", names.join(", ")),
    }
}

fn subcommands(command: &Command, theme: Theme) -> Option<String> {
    let rows: Vec<_> = visible(command).map(row).collect();
    (!rows.is_empty()).then(|| section("Commands:", &columns(&rows, 2), theme))
}

/// Returns the subcommands that are not hidden.
pub(crate) fn visible(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|command| !command.is_hide_set())
}

/// Returns name and summary of a command.
pub(crate) fn row(command: &Command) -> (String, String) {
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    (command.get_name().to_owned(), about)
}

fn arguments(command: &Command, theme: Theme) -> Option<String> {
    let rows: Vec<_> = command
        .get_positionals()
        .filter(|arg| !arg.is_hide_set())
        .map(|arg| (value_name(arg), help(arg)))
        .collect();
    (!rows.is_empty()).then(|| section("Arguments:", &columns(&rows, 3), theme))
}

/// Returns flags by heading; those without one come first.
fn flags(command: &Command, wanted: impl Fn(&Arg) -> bool, theme: Theme) -> Vec<String> {
    let args = command.get_opts().filter(|arg| !arg.is_hide_set() && wanted(arg));
    let args: Vec<&Arg> = args.collect();
    let mut headings = vec![None];
    for heading in args.iter().map(|arg| arg.get_help_heading()) {
        if !headings.contains(&heading) {
            headings.push(heading);
        }
    }
    let sections = headings.into_iter().map(|heading| {
        let mut below: Vec<&Arg> =
            args.iter().copied().filter(|arg| arg.get_help_heading() == heading).collect();
        below.sort_by_key(|arg| long(arg));
        let rows: Vec<_> = below.iter().map(|arg| (flag(arg), help(arg))).collect();
        (format!("{}:", heading.unwrap_or("Flags")), rows)
    });
    let sections = sections.filter(|(_, rows)| !rows.is_empty());
    sections.map(|(title, rows)| section(&title, &columns(&rows, 3), theme)).collect()
}

/// Returns a flag as it is typed, with room for a short one.
fn flag(arg: &Arg) -> String {
    let short = arg.get_short().map_or("    ".to_owned(), |short| format!("-{short}, "));
    format!("{short}--{}{}", long(arg), value(arg))
}

fn long(arg: &Arg) -> &str {
    arg.get_long().unwrap_or_default()
}

/// Returns what follows a flag: `=VALUE` in brackets if the value is optional.
pub(crate) fn value(arg: &Arg) -> String {
    let name = value_name(arg);
    let may_lack = arg.get_num_args().is_some_and(|count| count.min_values() == 0);
    match (arg.get_action().takes_values(), may_lack, arg.is_require_equals_set()) {
        (false, ..) => String::new(),
        _ if name == "BOOL" => String::new(), // a switch, which also takes `=false`
        (true, true, true) => format!("[={name}]"),
        (true, true, false) => format!(" [{name}]"),
        (true, false, _) => format!(" {name}"),
    }
}

fn value_name(arg: &Arg) -> String {
    let names = arg.get_value_names().unwrap_or_default();
    let names: Vec<&str> = names.iter().map(clap::builder::Str::as_str).collect();
    if names.is_empty() { arg.get_id().as_str().to_uppercase() } else { names.join(" ") }
}

/// Returns the description of a flag, with its default.
pub(crate) fn help(arg: &Arg) -> String {
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let default = arg.get_default_values().first().and_then(|value| value.to_str());
    match default.filter(|_| !arg.is_hide_default_value_set() && !help.contains("[default")) {
        Some(default) => format!("{help} [default: {default}]"),
        None => help,
    }
}

/// Returns a titled, indented text.
pub(crate) fn section(title: &str, text: &str, theme: Theme) -> String {
    format!("{}\n{}", theme.heading(title), text::indented(text, 2, None))
}

/// Makes the first line of a text a heading.
fn titled(text: &str, theme: Theme) -> String {
    let (title, rest) = text.split_once('\n').unwrap_or((text, ""));
    format!("{}\n{rest}\n", theme.heading(title))
}

/// Sets rows in two columns; long texts wrap within their column.
pub(crate) fn columns(rows: &[(String, String)], gap: usize) -> String {
    let start = gap + rows.iter().map(|(label, _)| label.len()).max().unwrap_or_default();
    let room = WIDTH - 2; // pages indent it
    let mut out = String::new();
    for (label, about) in rows {
        let about = text::indented(about, start, Some(room));
        out += label;
        out += about.get(label.len()..).filter(|_| about.len() > start).unwrap_or("\n");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Theme = Theme { color: false };

    #[test]
    fn a_page_has_one_form() {
        let command = Command::new("drain")
            .about("Drain a node")
            .after_help("Examples:\n  x drain a\n\nExit codes: 0 ok")
            .arg(Arg::new("node").required(true).value_name("NODE").help("Node to drain"))
            .arg(Arg::new("level").long("level").value_name("N").default_value("3").help("Level"))
            .arg(
                Arg::new("wait")
                    .short('w')
                    .long("wait")
                    .value_name("TIME")
                    .num_args(0..=1)
                    .require_equals(true)
                    .help_heading("Waiting")
                    .help("Wait for it"),
            );
        assert_eq!(
            page(&command, "x drain", Detail::Short, PLAIN),
            "\
Drain a node

Usage:
  x drain NODE [flags]

Examples:
  x drain a

Arguments:
  NODE   Node to drain

Flags:
      --level N   Level [default: 3]

Waiting:
  -w, --wait[=TIME]   Wait for it

Exit codes: 0 ok
"
        );
    }

    #[test]
    fn names_are_joined_as_in_a_sentence() {
        assert_eq!(enumerated(&["a"]), "a");
        assert_eq!(enumerated(&["a", "b", "c"]), "a, b or c");
    }
}
