//! A session: the two streams, how the program was called, and the environment.

use std::io::{self, IsTerminal};

use super::Color;
use crate::cli::environment::can_draw;
use crate::cli::invocation::Invocation;
use crate::connect::config::kubeconfig::Environment;
use crate::output::theme::Theme;
use crate::output::ui::Ui;
use crate::output::{Format, Layout};

/// What a command needs besides its own arguments.
pub(crate) struct Session {
    pub(crate) ui: Ui,
    pub(crate) invocation: Invocation,
    pub(crate) environment: Environment,
}

/// Opens the streams of this process.
pub(crate) fn ui(format: Format, color: Color) -> Ui {
    let layout = |terminal: bool, colored: bool| Layout {
        width: terminal.then(columns),
        theme: Theme {
            color: match color {
                Color::Auto => colored,
                Color::Always => true,
                Color::Never => false,
            },
        },
        wide: format == Format::Wide,
    };
    let (stdout, stderr) = (io::stdout(), io::stderr());
    let colored = |choice: anstream::ColorChoice| choice != anstream::ColorChoice::Never;
    let out = layout(stdout.is_terminal(), colored(anstream::AutoStream::choice(&stdout)));
    Ui {
        out,
        err: layout(stderr.is_terminal(), colored(anstream::AutoStream::choice(&stderr))),
        interactive: io::stdin().is_terminal() && stderr.is_terminal(),
        canvas: Some(out).filter(|_| stdout.is_terminal() && can_draw()),
        stdin: Box::new(io::BufReader::new(io::stdin())),
        stdout: Box::new(stdout),
        stderr: Box::new(stderr),
        format,
        stream: false,
        unread: false,
        changes: Vec::new(),
    }
}

fn columns() -> usize {
    terminal_size::terminal_size().map_or(80, |(terminal_size::Width(columns), _)| columns.into())
}
