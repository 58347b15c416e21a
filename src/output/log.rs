//! The log: what happens while a command runs, on stderr. It receives every event of `tracing`.

use std::fmt::{Debug, Write as _};
use std::io::{self, Write as _};

use clap::ValueEnum;
use jiff::Timestamp;
use serde_json::{Map, Value};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

use super::ui::labelled;
use super::{Format, Layout, document};
use crate::{secrets, topic};

/// The formats of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum LogFormat {
    /// Lines for people
    #[default]
    Text,
    /// One JSON document per line
    Json,
}

pub(crate) struct Log {
    pub(crate) format: LogFormat,
    /// The level of `-v`.
    pub(crate) verbosity: u32,
    /// Whether a program reads the output, so that nothing else may be printed.
    pub(crate) quiet: bool,
    /// The layout of stderr.
    pub(crate) layout: Layout,
    pub(crate) now: fn() -> Timestamp,
}

impl Log {
    /// Receives the events of this process from now on.
    pub(crate) fn start(self) {
        // Only tests in one process do this twice.
        let _ = tracing::subscriber::set_global_default(self);
    }

    fn shows(&self, about: &Metadata<'_>) -> bool {
        let from = topic::verbosity(about.target());
        !self.quiet && !about.is_span() && from.is_some_and(|from| self.verbosity >= from)
    }

    /// Returns the line of an event. Secrets are not in it.
    fn line(&self, topic: &str, level: Level, said: Said) -> String {
        let Said { message, mut fields } = said;
        match self.format {
            LogFormat::Text => {
                let theme = self.layout.theme;
                let label = match level {
                    Level::ERROR => theme.bad("error:"),
                    Level::WARN => theme.warning("warning:"),
                    _ if topic == topic::HINT => theme.hint("hint:"),
                    _ => theme.warning(&format!("{topic}:")),
                };
                secrets::redact(&labelled(&label, &message, &self.layout)).into_owned()
            }
            LogFormat::Json => {
                fields.insert("time".to_owned(), (self.now)().to_string().into());
                fields.insert("level".to_owned(), level.as_str().to_lowercase().into());
                fields.insert("topic".to_owned(), topic.into());
                fields.insert("message".to_owned(), message.into());
                document(&Value::Object(fields), Format::Json)
            }
        }
    }
}

impl Subscriber for Log {
    fn enabled(&self, about: &Metadata<'_>) -> bool {
        self.shows(about)
    }

    fn event(&self, event: &Event<'_>) {
        let mut said = Said::default();
        event.record(&mut said);
        let line = self.line(event.metadata().target(), *event.metadata().level(), said);
        let _ = io::stderr().write_all(line.as_bytes());
    }

    // There are no spans.
    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// What an event says: a sentence for people, which has all that the fields repeat for machines.
#[derive(Default)]
struct Said {
    message: String,
    fields: Map<String, Value>,
}

impl Said {
    fn add(&mut self, field: &Field, value: Value) {
        self.fields.insert(field.name().to_owned(), value);
    }
}

impl Visit for Said {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        if field.name() == "message" {
            let _ = write!(self.message, "{value:?}");
        } else {
            self.add(field, format!("{value:?}").into());
        }
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.add(field, value.into());
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.add(field, value.into());
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.add(field, value.into());
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.add(field, value.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::theme::Theme;

    fn log(format: LogFormat) -> Log {
        let layout = Layout { width: None, theme: Theme { color: false }, wide: false };
        Log { format, verbosity: 1, quiet: false, layout, now: || Timestamp::UNIX_EPOCH }
    }

    fn said(message: &str) -> Said {
        let fields = Map::from_iter([("status".to_owned(), 200.into())]);
        Said { message: message.to_owned(), fields }
    }

    #[test]
    fn people_read_a_label_and_a_sentence() {
        let line =
            |topic: &str, level| log(LogFormat::Text).line(topic, level, said("a\u{1b}[31mb"));
        let warning = line(topic::SERVE, Level::WARN);
        assert!(warning.starts_with("warning: a") && warning.ends_with("b\n"), "{warning}");
        assert!(!warning.contains('\u{1b}'), "{warning:?}");
        assert!(line(topic::SERVE, Level::ERROR).starts_with("error: "));
        assert!(line(topic::SERVE, Level::INFO).starts_with("serve: "));
    }

    #[test]
    fn machines_read_one_document_per_line() {
        let line = log(LogFormat::Json).line(topic::REQUEST, Level::DEBUG, said("GET /\n\u{1b}"));
        assert_eq!(line.matches('\n').count(), 1, "{line}");
        let read: Value = serde_json::from_str(&line).unwrap();
        let expected = serde_json::json!({
            "time": "1970-01-01T00:00:00Z", "level": "debug", "topic": "request",
            "message": "GET /\n\u{1b}", "status": 200,
        });
        assert_eq!(read, expected);
    }

    #[test]
    fn secrets_are_in_no_line() {
        const TOKEN: &str = "sha256~log-line-secret-0123456789abcdef";
        secrets::remember(&TOKEN.to_owned().into());
        for format in [LogFormat::Text, LogFormat::Json] {
            let line = log(format).line(topic::BODY, Level::TRACE, said(&format!("a {TOKEN} b")));
            assert!(!line.contains("0123456789"), "{line}");
        }
    }

    #[test]
    fn each_level_adds_a_topic_and_libraries_are_silent() {
        let shown = |level: u32| {
            let topics = [topic::CONTROLLER, topic::REQUEST, topic::DECISION, topic::BODY];
            topics.iter().filter(|topic| topic::verbosity(topic).unwrap() <= level).count()
        };
        assert_eq!([0, 1, 2, 3].map(shown), [1, 2, 3, 4]);
        assert_eq!(topic::verbosity("kube_client::client"), None);
    }
}
