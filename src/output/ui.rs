//! The two streams: documents go to stdout, everything else to stderr.

use std::io::{self, BufRead, Write};

use crate::error::{Error, ExitStatus, Hint, Result};
use crate::output::parts::error::ErrorDocument;
use crate::output::{self, Format, Layout, Printable, text};
use crate::secrets;

pub(crate) struct Ui {
    pub(crate) stdout: Box<dyn Write>,
    pub(crate) stderr: Box<dyn Write>,
    pub(crate) stdin: Box<dyn BufRead>,
    /// The layouts of stdout and stderr, which may be different devices.
    pub(crate) out: Layout,
    pub(crate) err: Layout,
    pub(crate) format: Format,
    /// Whether a user can see a question and answer it.
    pub(crate) interactive: bool,
    /// The layout of stdout if it is a terminal that can be redrawn.
    pub(crate) canvas: Option<Layout>,
    /// Whether several documents follow one another.
    pub(crate) stream: bool,
    /// Whether stdout was closed.
    pub(crate) unread: bool,
    /// What this command has changed so far, as clauses: no later failure may look as if nothing
    /// had changed.
    pub(crate) changes: Vec<String>,
}

impl Ui {
    /// Writes the document.
    pub(crate) fn show<V: Printable>(&mut self, view: &V) -> Result<()> {
        if self.stream && self.format.structured() {
            return self.print(&output::document(view, self.format));
        }
        let text = view.print(self.format, &self.out).ok_or_else(|| {
            let format = self.format.word();
            Error::usage(anyhow::anyhow!("this command has no -o {format}"))
        })?;
        self.print(&text)
    }

    /// Writes a refusal: a document for scripts, an error for people.
    pub(crate) fn refuse<V: Printable>(&mut self, view: &V) -> Result<()> {
        if self.format.structured() {
            return self.show(view);
        }
        let text = view.text(&self.err);
        self.complain(&text);
        Ok(())
    }

    /// Writes the result of a change, as intended or not.
    pub(crate) fn tell<V: Printable>(&mut self, view: &V, status: ExitStatus) -> Result<()> {
        match status {
            ExitStatus::Success => self.show(view),
            _ => self.refuse(view),
        }
    }

    /// Records a successful write, such as `the channel was set to stable-4.7`.
    pub(crate) fn record_change(&mut self, change: impl Into<String>) {
        self.changes.push(change.into());
    }

    /// Writes text to stdout. A closed pipe is fine, unless the reader would not learn about a
    /// change.
    pub(crate) fn print(&mut self, text: &str) -> Result<()> {
        let text = secrets::redact(text);
        let written = self.stdout.write_all(text.as_bytes()).and_then(|()| self.stdout.flush());
        match written {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe && self.changes.is_empty() => {
                self.unread = true;
                Ok(())
            }
            Err(error) => Err(Error::new(
                "Output",
                anyhow::Error::new(error).context("cannot write to stdout"),
            )),
        }
    }

    /// Writes warnings for people; scripts find them in the document.
    pub(crate) fn warn<'a>(&mut self, warnings: impl IntoIterator<Item = &'a String>) {
        if self.format.structured() {
            return;
        }
        let label = self.err.theme.warning("warning:");
        for warning in warnings {
            self.complain(&labelled(&label, warning, &self.err));
        }
    }

    /// Writes notes for people; scripts find them in the document.
    pub(crate) fn note<'a>(&mut self, notes: impl IntoIterator<Item = &'a String>) {
        if self.format.structured() {
            return;
        }
        let label = self.err.theme.hint("note:");
        for note in notes {
            self.complain(&labelled(&label, note, &self.err));
        }
    }

    /// Writes what to do next, on stderr.
    pub(crate) fn advise(&mut self, hint: &Hint) {
        self.complain(&hint.text(&self.err));
    }

    /// Asks the user; anything but a clear yes is no.
    pub(crate) fn confirm(&mut self, question: &str) -> bool {
        self.complain(&format!("{question}Continue? [y/N] "));
        let mut answer = String::new();
        let read = self.stdin.read_line(&mut answer);
        read.is_ok() && matches!(answer.trim().to_lowercase().as_str(), "y" | "yes")
    }

    /// Writes an error and returns the exit code.
    pub(crate) fn fail(&mut self, error: &Error) -> ExitStatus {
        let applied = error.status == ExitStatus::Failure && !self.changes.is_empty();
        let message = if applied {
            let changes = self.changes.join(" and ");
            format!("{changes}, but the command failed: {}", error.message())
        } else {
            error.message()
        };
        if self.format.structured() {
            let failure = ErrorDocument::new(error.code, message, &error.hints, applied);
            let text = output::structured(&failure, self.format);
            self.complain(&text);
        } else {
            let label = self.err.theme.bad("error:");
            self.complain(&labelled(&label, &message, &self.err));
            for hint in &error.hints {
                self.complain(&hint.text(&self.err));
            }
        }
        error.status
    }

    /// There is no one to tell that stderr does not work.
    fn complain(&mut self, text: &str) {
        let text = secrets::redact(text);
        let _ = self.stderr.write_all(text.as_bytes()).and_then(|()| self.stderr.flush());
    }
}

/// Writes a sentence after its label; on a terminal it wraps between words.
pub(super) fn labelled(label: &str, sentence: &str, layout: &Layout) -> String {
    text::indented(&format!("{label} {}", text::sentence(sentence)), 0, layout.width)
}
