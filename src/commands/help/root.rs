//! The page of bare `upgrade`: commands by purpose, and the most important flags.

use clap::Command;

use crate::cli::help::{columns, formats, help, row, section, value, visible};
use crate::output::theme::Theme;

/// The commands by group. Others are named below the last group.
const GROUPS: [(&str, &[&str]); 3] = [
    ("Plan:", &["recommend", "path", "why", "pre-checks", "accept", "ack", "channel", "upstream"]),
    ("Update:", &["start", "status", "wait", "history", "rollback", "pools", "fleet"]),
    ("Tools:", &["explore", "graph", "controller", "lab"]),
];

/// The flags of the page; `upgrade start -h` has the others.
const FLAGS: [&str; 5] = ["to", "to_latest", "clear", "include_not_recommended", "output"];

const EXAMPLES: &str = "\
upgrade                       List recommended updates
upgrade --to 4.6.43 --wait    Update and wait for the control plane
upgrade why 4.7.28            Explain why a version is not available
upgrade --lab                 Try it on a practice cluster
";

const POINTERS: &str = "\
Use \"upgrade start -h\" for all request flags and overrides.
Use \"upgrade options\" for connection flags.
Use \"upgrade help\" for manual topics.
";

pub(super) fn page(command: &Command, theme: Theme) -> String {
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let usage = "upgrade [flags]\nupgrade COMMAND [flags]\n";
    let mut sections = vec![
        format!("{about}\n"),
        section("Usage:", usage, theme),
        section("Examples:", EXAMPLES, theme),
    ];
    sections.extend(groups(command, theme));
    sections.push(section("Flags:", &columns(&flags(command), 2), theme));
    sections.push(POINTERS.to_owned());
    sections.join("\n")
}

/// Returns the groups of commands, each with its title.
pub(super) fn groups(command: &Command, theme: Theme) -> Vec<String> {
    let in_groups = |name: &str| GROUPS.iter().any(|(_, names)| names.contains(&name));
    let others = visible(command).map(Command::get_name);
    let mut others: Vec<&str> = others.filter(|name| !in_groups(name) && *name != "help").collect();
    others.sort_unstable();
    let widest = GROUPS.iter().flat_map(|(_, names)| *names).map(|name| name.len()).max();
    let group = |(title, names): &(&str, &[&str])| {
        let rows: Vec<_> = names
            .iter()
            .filter_map(|name| command.find_subcommand(name))
            .map(row)
            .map(|(name, about)| (format!("{name:<0$}", widest.unwrap_or_default()), about))
            .collect();
        let last = *title == GROUPS[GROUPS.len() - 1].0 && !others.is_empty();
        let also = if last { format!("Also: {}\n", others.join(", ")) } else { String::new() };
        section(title, &(columns(&rows, 2) + &also), theme)
    };
    GROUPS.iter().map(group).collect()
}

fn flags(command: &Command) -> Vec<(String, String)> {
    let find = |id: &&str| command.get_arguments().find(|arg| arg.get_id().as_str() == *id);
    let row = |arg: &clap::Arg| {
        let short = arg.get_short().map(|short| format!("-{short}, ")).unwrap_or_default();
        let long = arg.get_long().unwrap_or_default();
        let about = if arg.get_id() == "output" { formats(command) } else { Some(help(arg)) };
        (format!("{short}--{long}{}", value(arg)), about.unwrap_or_default())
    };
    FLAGS.iter().filter_map(find).map(row).collect()
}
