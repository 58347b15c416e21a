//! The words that a shell passes, and the answer in the form that it reads.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use crate::cli::invocation::quoted;

/// The shell that asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asker {
    Bash,
    Zsh,
    Fish,
    /// kubectl or oc, for the plugin.
    Kubectl,
}

/// A command line up to the cursor.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Question {
    pub(super) asker: Asker,
    /// All words, the program first; the last one is being typed and may be empty.
    pub(super) words: Vec<OsString>,
    /// The part of the last word that the shell keeps: bash ends words at `=` and `:`.
    kept: String,
}

/// One value, and what it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) value: String,
    pub(super) about: Option<String>,
}

/// The first argument of a command line that requests completion.
const COMPLETE: &str = "__complete";

/// Tells kubectl not to complete files.
// spf13/cobra: completions.go, ShellCompDirectiveNoFileComp
const NO_FILES: &str = ":4";

impl Question {
    /// Finds the completion request in the arguments of this process.
    pub(super) fn read(process: &[OsString]) -> Option<Self> {
        let program = process.first().map(Path::new).and_then(Path::file_stem)?;
        if program == "kubectl_complete-upgrade" || program == "oc_complete-upgrade" {
            let typed = process.iter().skip(1).cloned();
            let words = std::iter::once(OsString::from("upgrade")).chain(typed).collect();
            return Some(Self { asker: Asker::Kubectl, words, kept: String::new() });
        }
        let (marker, rest) = process.get(1..)?.split_first()?;
        let (shell, words) = rest.split_first()?;
        if marker != COMPLETE {
            return None;
        }
        let (asker, words, kept) = match shell.to_str()? {
            "bash" => {
                let (words, kept) = joined(words);
                (Asker::Bash, words, kept)
            }
            "zsh" => (Asker::Zsh, words.to_vec(), String::new()),
            "fish" => (Asker::Fish, words.to_vec(), String::new()),
            _ => return None,
        };
        Some(Self { asker, words, kept })
    }

    /// Returns the word that is being typed.
    pub(super) fn current(&self) -> &OsStr {
        self.words.last().map_or(OsStr::new(""), OsString::as_os_str)
    }

    /// Returns what this shell reads.
    pub(super) fn answer(&self, candidates: &[Candidate]) -> String {
        let lines = candidates.iter().map(|candidate| self.line(candidate) + "\n");
        let mut answer: String = lines.collect();
        if self.asker == Asker::Kubectl {
            answer.push_str(NO_FILES);
            answer.push('\n');
        }
        answer
    }

    fn line(&self, Candidate { value, about }: &Candidate) -> String {
        let about = about.as_deref().unwrap_or_default();
        match self.asker {
            Asker::Bash => {
                let rest = value.strip_prefix(&self.kept).unwrap_or(value);
                if rest.is_empty() { String::new() } else { quoted(rest) }
            }
            Asker::Zsh | Asker::Fish | Asker::Kubectl if about.is_empty() => value.clone(),
            Asker::Zsh | Asker::Fish | Asker::Kubectl => format!("{value}\t{about}"),
        }
    }
}

/// Undoes bash's splitting: `--lab`, `=`, `healthy` is one word. Also returns the text before the
/// part of the last word that bash replaces.
fn joined(parts: &[OsString]) -> (Vec<OsString>, String) {
    let is_break = |part: &OsString| part == "=" || part == ":";
    let mut words: Vec<OsString> = Vec::new();
    let mut kept = String::new();
    let mut open = false; // whether the next part belongs to the last word
    for part in parts {
        match words.last_mut() {
            Some(word) if open || (is_break(part) && words_go_on(word)) => {
                kept = word.to_string_lossy().into_owned();
                word.push(part);
                if is_break(part) {
                    kept = word.to_string_lossy().into_owned();
                }
            }
            _ => {
                words.push(part.clone());
                kept = String::new();
            }
        }
        open = is_break(part);
    }
    (words, kept)
}

/// An empty word ends there: what follows is a new one.
fn words_go_on(word: &OsStr) -> bool {
    !word.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str]) -> Option<Question> {
        Question::read(&words.iter().map(OsString::from).collect::<Vec<_>>())
    }

    fn candidate(value: &str, about: &str) -> Candidate {
        let about = Some(about.to_owned()).filter(|about| !about.is_empty());
        Candidate { value: value.to_owned(), about }
    }

    #[test]
    fn an_ordinary_command_line_asks_nothing() {
        assert_eq!(read(&["upgrade", "--to", "4.6.43"]), None);
        assert_eq!(read(&["upgrade"]), None);
        assert_eq!(read(&["upgrade", "__complete", "tcsh", "upgrade", ""]), None);
    }

    #[test]
    fn bash_splits_words_that_are_one() {
        let question =
            read(&["upgrade", "__complete", "bash", "upgrade", "--lab", "=", "he"]).unwrap();
        assert_eq!(question.words, ["upgrade", "--lab=he"]);
        assert_eq!(question.answer(&[candidate("--lab=healthy", "x")]), "healthy\n");

        let bare = read(&["upgrade", "__complete", "bash", "upgrade", "--lab", "="]).unwrap();
        assert_eq!(bare.words, ["upgrade", "--lab="]);
        assert_eq!(bare.answer(&[candidate("--lab=healthy", "")]), "healthy\n");

        let words = ["upgrade", "__complete", "bash", "upgrade", "--context", "a/api", ":", "64"];
        let colon = read(&words).unwrap();
        assert_eq!(colon.words, ["upgrade", "--context", "a/api:64"]);
        assert_eq!(colon.answer(&[candidate("a/api:6443/admin", "")]), "6443/admin\n");
    }

    #[test]
    fn bash_keeps_words_that_are_several() {
        let question = read(&["upgrade", "__complete", "bash", "upgrade", "--to", ""]).unwrap();
        assert_eq!(question.words, ["upgrade", "--to", ""]);
        assert_eq!(question.answer(&[candidate("prod eu", "")]), "'prod eu'\n");
    }

    #[test]
    fn only_bash_shows_no_descriptions() {
        let about = candidate("a:b", "recommended");
        let answer = |shell: &str| {
            let question = read(&["upgrade", "__complete", shell, "upgrade", ""]).unwrap();
            question.answer(std::slice::from_ref(&about))
        };
        assert_eq!(answer("bash"), "a:b\n");
        assert_eq!(answer("zsh"), "a:b\trecommended\n");
        assert_eq!(answer("fish"), "a:b\trecommended\n");
    }

    #[test]
    fn kubectl_asks_for_the_plugin() {
        for program in ["/usr/local/bin/kubectl_complete-upgrade", "oc_complete-upgrade"] {
            let question = read(&[program, "--to", ""]).unwrap();
            assert_eq!(question.words, ["upgrade", "--to", ""]);
            assert_eq!(question.answer(&[candidate("4.6.43", "new")]), "4.6.43\tnew\n:4\n");
        }
    }
}
