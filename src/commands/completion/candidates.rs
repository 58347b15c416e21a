//! Which values fit at the cursor. Used twice: to find which names are needed, and once they are
//! read, to filter them.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::sync::{Arc, Mutex};

use clap_complete::engine::{self, ArgValueCandidates, CompletionCandidate};

use super::words::{Candidate, Question};
use crate::cli::completes::Completes;
use crate::output::text;

const SUMMARY: usize = 60; // columns next to a value

/// The names of each kind that were read.
pub(super) type Names = BTreeMap<Completes, Vec<Candidate>>;

/// Returns the kinds of names that may be at the cursor.
pub(super) fn needed(command: clap::Command, question: &Question) -> BTreeSet<Completes> {
    let asked = Arc::new(Mutex::new(BTreeSet::new()));
    let command = with_names(command, &|kind| {
        let asked = Arc::clone(&asked);
        ArgValueCandidates::new(move || {
            if let Ok(mut asked) = asked.lock() {
                asked.insert(kind);
            }
            Vec::new()
        })
    });
    let _ = complete(command, question);
    asked.lock().map(|asked| asked.clone()).unwrap_or_default()
}

/// Returns what may be at the cursor, best first.
pub(super) fn fitting(
    command: clap::Command,
    question: &Question,
    names: &Names,
) -> Vec<Candidate> {
    let command = with_names(command, &|kind| {
        let names = names.get(&kind).cloned().unwrap_or_default();
        ArgValueCandidates::new(move || names.iter().map(engine_candidate).collect())
    });
    let flags_fit = question.current().as_encoded_bytes().starts_with(b"-");
    let found = complete(command, question).into_iter().filter_map(|candidate| {
        let value = candidate.get_value().to_str()?;
        // Flags are listed only after a dash: otherwise they would bury the values.
        let fits = flags_fit || !value.starts_with('-');
        let safe = !value.chars().any(text::unsafe_char);
        (fits && safe).then(|| Candidate {
            value: value.to_owned(),
            about: candidate.get_help().map(|about| summary(&about.to_string())),
        })
    });
    found.collect()
}

fn complete(mut command: clap::Command, question: &Question) -> Vec<CompletionCandidate> {
    let words = without_bare_flags(&command, question);
    let last = words.len().saturating_sub(1);
    let here = std::env::current_dir().ok();
    engine::complete(&mut command, words, last, here.as_deref()).unwrap_or_default()
}

/// Returns the words without flags such as `--lab` whose value follows `=`: the engine would take
/// the next word as their value.
fn without_bare_flags(command: &clap::Command, question: &Question) -> Vec<OsString> {
    let last = question.words.len().saturating_sub(1);
    let mut current = command;
    let mut kept = Vec::new();
    for (place, word) in question.words.iter().enumerate() {
        if place == last || !is_bare_flag(word, command, current) {
            kept.push(word.clone());
        }
        current = current.find_subcommand(word).unwrap_or(current);
    }
    kept
}

fn is_bare_flag(word: &OsStr, root: &clap::Command, current: &clap::Command) -> bool {
    let Some(long) = word.to_str().and_then(|word| word.strip_prefix("--")) else { return false };
    let global = root.get_arguments().filter(|arg| arg.is_global_set());
    let mut known = current.get_arguments().chain(global);
    known.any(|arg| arg.is_require_equals_set() && arg.get_long() == Some(long))
}

fn with_names(
    command: clap::Command,
    names: &dyn Fn(Completes) -> ArgValueCandidates,
) -> clap::Command {
    command
        .mut_args(|arg| match arg.get::<Completes>().copied() {
            Some(kind) => arg.add(names(kind)),
            None => arg,
        })
        .mut_subcommands(|command| with_names(command, names))
}

fn engine_candidate(candidate: &Candidate) -> CompletionCandidate {
    let about = candidate.about.as_ref().map(|about| about.clone().into());
    CompletionCandidate::new(&candidate.value).help(about)
}

/// Returns one line without control characters.
fn summary(about: &str) -> String {
    text::clipped(&text::sentence(about.lines().next().unwrap_or_default()), SUMMARY)
}
