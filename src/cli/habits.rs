//! Habits from other tools, and typos: the command that was most likely meant.

use std::ffi::OsString;

use super::invocation::quoted;
use super::parse::program;
use super::values;
use crate::error::Hint;
use upgrade_graph::suggest;

/// Returns a command that can be run as it is, in place of arguments that do not parse.
pub(crate) fn meant(command: &clap::Command, words: &[OsString]) -> Option<Hint> {
    let typed: Vec<String> =
        words.iter().skip(1).map(|word| word.to_str().map(str::to_owned)).collect::<Option<_>>()?;
    let typed = Typed { command, words: typed };
    let readings = typed.readings(&typed.words);
    let parsed = readings.iter().find(|words| typed.parses(words)).cloned();
    let meant = parsed.or_else(|| {
        let mut twice = readings.iter().flat_map(|words| typed.readings(words));
        twice.find(|words| typed.parses(words))
    })?;
    let program = program(words.first());
    let line = std::iter::once(program).chain(meant.iter().map(|word| quoted(word)));
    Some(Hint::meant(line.collect::<Vec<_>>().join(" ")))
}

/// Commands of other tools, and their equivalents here.
const COMMANDS: &[(&[&str], &[&str])] = &[
    (&["list", "ls", "get", "show", "updates", "available", "versions", "overview"], &[]),
    (&["update", "upgrade", "apply", "install", "request", "to", "set"], &[]),
    (&["latest"], &["--to-latest"]),
    (&["cancel", "abort", "clear", "stop"], &["--clear"]),
    (&["watch", "progress", "follow"], &["status", "--watch"]),
    (&["log", "logs", "past"], &["history"]),
    (&["undo", "revert", "downgrade"], &["rollback"]),
    (&["explain", "describe"], &["why"]),
    (&["check", "precheck", "prechecks", "pre-check", "preflight"], &["pre-checks"]),
    (&["channels"], &["channel"]),
    (&["risks", "risk"], &["accept"]),
    (&["gates", "gate", "acks", "acknowledge"], &["ack"]),
    (&["recommended", "recommendations"], &["recommend"]),
    (&["paths", "route"], &["path"]),
    (&["scenarios", "labs"], &["lab", "list"]),
];

/// Flags of other tools that take a value, and their equivalents here.
const WITH_VALUE: &[(&[&str], &str)] = &[
    (&["--target", "--to-version", "--desired", "--target-version", "-t"], "--to"),
    (&["--image", "--release-image"], "--to-image"),
    (&["-f", "--filename", "--file", "--must-gather"], "--from"),
    (&["--kube-context"], "--context"),
];

/// Flags of other tools without a value: equivalents on a subcommand, or none.
const ALONE: &[(&[&str], Option<&str>, &[&str])] = &[
    (&["-A", "-a", "--all", "--all-namespaces"], Some("status"), &["--details=all"]),
    (&["-A", "-a", "--all", "--all-namespaces"], None, &["--include-not-recommended"]),
    (&["-w", "-f", "--follow"], Some("status"), &["--watch"]),
    (&["-w", "--watch", "--follow"], None, &["status", "--watch"]),
    (&["--latest"], None, &["--to-latest"]),
    (&["--cancel", "--abort"], None, &["--clear"]),
    (&["--details"], None, &["status", "--details"]),
    (&["--history"], None, &["history"]),
    (&["--rollback"], None, &["rollback"]),
];

struct Typed<'a> {
    command: &'a clap::Command,
    /// Without the name of the program.
    words: Vec<String>,
}

impl Typed<'_> {
    fn parses(&self, words: &[String]) -> bool {
        let program = std::iter::once("upgrade".to_owned());
        *words != self.words
            && self.command.clone().try_get_matches_from(program.chain(words.to_vec())).is_ok()
    }

    /// Returns what the arguments may mean, the most likely first.
    fn readings(&self, words: &[String]) -> Vec<Vec<String>> {
        let words = self.without_the_reference_client(words);
        let bare = self.bare(&words);
        let first = bare.first().copied();
        let mut readings = vec![words.clone()];
        readings.extend(Self::other_command(&words, first));
        readings.extend(Self::flags_with_value(&words, first));
        readings.extend(self.flags_alone(&words, first));
        readings.extend(Self::target_elsewhere(&words, first));
        readings.extend(self.value_without_equals(&words));
        readings.extend(self.near_command(&words, first));
        readings.extend(self.near_flags(&words));
        readings
    }

    /// `oc adm upgrade …` and `control-plane start` are earlier names of these commands.
    fn without_the_reference_client(&self, words: &[String]) -> Vec<String> {
        let mut words = words.to_vec();
        for foreign in ["oc", "adm", "upgrade", "control-plane"] {
            if let Some(&place) = self.bare(&words).first()
                && words[place] == foreign
            {
                words.remove(place);
            }
        }
        words
    }

    /// Returns the indexes of the words that are neither flags nor values of flags.
    fn bare(&self, words: &[String]) -> Vec<usize> {
        let is_value = |place: usize| {
            let before = place.checked_sub(1).map(|before| words[before].as_str());
            before.is_some_and(|flag| self.takes_a_word(flag))
        };
        let places = words.iter().enumerate().filter(|(_, word)| !word.starts_with('-'));
        places.map(|(place, _)| place).filter(|place| !is_value(*place)).collect()
    }

    /// Returns whether the word after a flag is its value.
    fn takes_a_word(&self, flag: &str) -> bool {
        let named = |arg: &&clap::Arg| {
            arg.get_long().is_some_and(|long| flag.strip_prefix("--") == Some(long))
                || arg.get_short().is_some_and(|short| flag == format!("-{short}"))
        };
        let below = self.command.get_subcommands().flat_map(clap::Command::get_arguments);
        let mut known = self.command.get_arguments().chain(below);
        let takes = |arg: &clap::Arg| {
            arg.get_action().takes_values()
                && !arg.is_require_equals_set()
                && !matches!(arg.get_num_args(), Some(count) if count.min_values() == 0)
        };
        known.find(named).map_or_else(
            || WITH_VALUE.iter().any(|(flags, _)| flags.contains(&flag)) || flag == "--channel",
            takes,
        )
    }

    /// A command of another tool, or a version without a command.
    fn other_command(words: &[String], first: Option<usize>) -> Vec<Vec<String>> {
        let Some(first) = first else { return Vec::new() };
        let mut readings = Vec::new();
        if let Some(target) = target(&words[first]) {
            readings.push(replaced(words, first..=first, &target));
        }
        let known = COMMANDS.iter().find(|(names, _)| names.contains(&words[first].as_str()));
        if let Some((_, instead)) = known {
            let instead: Vec<String> = instead.iter().map(|&word| word.to_owned()).collect();
            let next = words.get(first + 1).and_then(|next| target(next));
            if let Some(next) = next.filter(|_| instead.is_empty()) {
                readings.push(replaced(words, first..=first + 1, &next));
            }
            readings.push(replaced(words, first..=first, &instead));
            // The word that followed may not fit there.
            if words.get(first + 1).is_some_and(|next| target(next).is_some()) {
                readings.push(replaced(words, first..=first + 1, &instead));
            }
        }
        readings
    }

    /// Flags with another name here, `--channel`, and `--to latest`.
    fn flags_with_value(words: &[String], first: Option<usize>) -> Vec<Vec<String>> {
        let mut readings = Vec::new();
        for place in 0..words.len() {
            let (flag, value, end) = match words[place].split_once('=') {
                Some((flag, value)) => (flag, value.to_owned(), place),
                None => match words.get(place + 1) {
                    Some(value) => (words[place].as_str(), value.clone(), place + 1),
                    None => continue,
                },
            };
            let known = WITH_VALUE.iter().find(|(names, _)| names.contains(&flag));
            if let Some((_, name)) = known {
                readings.push(replaced(words, place..=end, &[(*name).to_owned(), value.clone()]));
            }
            if flag == "--channel" {
                let preview = ["channel".to_owned(), "--preview".to_owned(), value.clone()];
                let set = ["channel".to_owned(), value.clone()];
                match first.filter(|&first| !(place..=end).contains(&first)) {
                    None => readings.push(replaced(words, place..=end, &set)),
                    Some(first) => {
                        let moved = replaced(words, place..=end, &[]);
                        let first = if first > end { first - (end - place + 1) } else { first };
                        readings.push(replaced(&moved, first..=first, &preview));
                    }
                }
            }
            if flag == "--to" || known.is_some_and(|(_, name)| *name == "--to") {
                readings.extend(target(&value).map(|meant| replaced(words, place..=end, &meant)));
            }
        }
        readings
    }

    fn flags_alone(&self, words: &[String], first: Option<usize>) -> Vec<Vec<String>> {
        let mut readings = Vec::new();
        let command = first.map(|first| words[first].as_str());
        let known = command.and_then(|command| self.command.find_subcommand(command));
        let is_known = |word: &str| {
            let mut flags = known.into_iter().flat_map(clap::Command::get_arguments);
            flags.any(|arg| arg.get_long().is_some() && arg.get_long() == word.strip_prefix("--"))
        };
        for (place, word) in words.iter().enumerate() {
            for (names, of, instead) in ALONE {
                if !names.contains(&word.as_str()) || is_known(word) {
                    continue;
                }
                let instead: Vec<String> = instead.iter().map(|&word| word.to_owned()).collect();
                match (of, first) {
                    (Some(of), _) if command == Some(of) => {
                        readings.push(replaced(words, place..=place, &instead));
                    }
                    (None, None) => readings.push(replaced(words, place..=place, &instead)),
                    // On a command without such a flag: once without the one, once without the
                    // other.
                    (None, Some(first)) => {
                        let alone = replaced(words, place..=place, &[]);
                        if instead.first().is_some_and(|word| !word.starts_with('-')) {
                            readings.push(replaced(&alone, first..=first, &instead));
                        }
                        readings.push(alone);
                    }
                    (Some(_), _) => {}
                }
            }
        }
        readings
    }

    /// A target on a command that takes none, or before the command that takes it.
    fn target_elsewhere(words: &[String], first: Option<usize>) -> Vec<Vec<String>> {
        let Some(first) = first else { return Vec::new() };
        let flag = words.iter().position(|word| word == "--to" || word.starts_with("--to="));
        let (flag, end, version) = match flag {
            Some(place) => match words[place].split_once('=') {
                Some((_, version)) => (place, place, version.to_owned()),
                None => match words.get(place + 1) {
                    Some(version) => (place, place + 1, version.clone()),
                    None => return Vec::new(),
                },
            },
            None => match words.get(first + 1).filter(|next| target(next).is_some()) {
                Some(version) => (first + 1, first + 1, version.clone()),
                None => return Vec::new(),
            },
        };
        let without = replaced(words, flag..=end, &[]);
        let command = if flag < first { first - (end - flag + 1) } else { first };
        let mut with = without.clone();
        with.insert(command + 1, version);
        vec![with, without]
    }

    /// A value after a flag that takes one only with `=`.
    fn value_without_equals(&self, words: &[String]) -> Vec<Vec<String>> {
        let below = self.command.get_subcommands().flat_map(clap::Command::get_arguments);
        let known: Vec<&str> = (self.command.get_arguments().chain(below))
            .filter(|arg| arg.is_require_equals_set())
            .filter_map(clap::Arg::get_long)
            .collect();
        let takes = |flag: &str| flag.strip_prefix("--").is_some_and(|flag| known.contains(&flag));
        (1..words.len())
            .filter(|&place| takes(&words[place - 1]) && !words[place].starts_with('-'))
            .filter(|&place| words[place - 1] != "--lab" || is_scenario(&words[place]))
            .map(|place| {
                let joined = format!("{}={}", words[place - 1], words[place]);
                replaced(words, place - 1..=place, &[joined])
            })
            .collect()
    }

    fn near_command(&self, words: &[String], first: Option<usize>) -> Option<Vec<String>> {
        let first = first?;
        let names: Vec<&str> =
            self.command.get_subcommands().map(clap::Command::get_name).collect();
        let near = near(&words[first], &names)?;
        Some(replaced(words, first..=first, &[near.to_owned()]))
    }

    fn near_flags(&self, words: &[String]) -> Vec<Vec<String>> {
        let below = self.command.get_subcommands().flat_map(clap::Command::get_arguments);
        let known: Vec<&str> =
            self.command.get_arguments().chain(below).filter_map(clap::Arg::get_long).collect();
        let mut readings = Vec::new();
        for (place, word) in words.iter().enumerate() {
            let Some(flag) = word.strip_prefix("--") else { continue };
            let (name, value) = flag.split_once('=').map_or((flag, None), |(a, b)| (a, Some(b)));
            let Some(near) = near(name, &known).filter(|near| *near != name) else { continue };
            let meant = value.map_or(format!("--{near}"), |value| format!("--{near}={value}"));
            readings.push(replaced(words, place..=place, &[meant]));
        }
        readings
    }
}

fn is_scenario(name: &str) -> bool {
    upgrade_lab::Scenario::find(name).is_some()
}

/// Returns the arguments for a word that was typed as a target.
fn target(word: &str) -> Option<Vec<String>> {
    let bare = word.trim_start_matches(['v', 'V']);
    if semver::Version::parse(bare).is_ok() {
        Some(vec!["--to".to_owned(), bare.to_owned()])
    } else if word.eq_ignore_ascii_case("latest") {
        Some(vec!["--to-latest".to_owned()])
    } else {
        values::minor(bare).map(|_| vec!["path".to_owned(), bare.to_owned()])
    }
}

/// Returns the known word that differs by a typo or two; anything further is a guess.
fn near<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    suggest::slip(word, known.iter().copied())
}

fn replaced(
    words: &[String],
    place: std::ops::RangeInclusive<usize>,
    instead: &[String],
) -> Vec<String> {
    let mut words = words.to_vec();
    words.splice(place, instead.iter().cloned());
    words
}
