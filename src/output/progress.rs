//! Progress of something that takes a while: a display that is redrawn, or line after line.

use std::io::{self, Write};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::ui::{self, Ui};
use super::unix::{self, KeyModes};
use crate::output::Layout;
use crate::secrets;

/// Shows progress on stderr.
pub(crate) enum ProgressLine {
    /// On a terminal.
    Display(ProgressBar, Layout),
    Lines(Layout),
    /// Scripts read the output.
    Nothing,
}

impl Ui {
    /// Starts to show progress; `steady` prints lines on a terminal, too.
    pub(crate) fn progress(&self, steady: bool) -> ProgressLine {
        if self.format.structured() {
            return ProgressLine::Nothing;
        }
        if steady || self.err.width.is_none() {
            return ProgressLine::Lines(self.err);
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template("{spinner} {msg}").expect("the template is valid");
        bar.set_style(style);
        ProgressLine::Display(bar, self.err)
    }
}

impl ProgressLine {
    pub(crate) fn is_display(&self) -> bool {
        matches!(self, Self::Display(..))
    }

    /// Keeps Ctrl-C from being shown as `^C`: that would move the cursor away from the display, of which
    /// a part would stay.
    pub(crate) fn quiet_keys(&self) -> QuietKeys {
        QuietKeys(self.is_display().then(unix::hide_control_keys).flatten())
    }

    /// Shows the state: as a line, or as lines that are replaced later.
    pub(crate) fn tell(&self, line: &str, display: impl FnOnce(&Layout) -> String) {
        match self {
            Self::Display(..) => self.draw(display),
            Self::Lines(_) => write(line),
            Self::Nothing => {}
        }
    }

    /// Redraws the display, if there is one.
    pub(crate) fn draw(&self, display: impl FnOnce(&Layout) -> String) {
        if let Self::Display(bar, layout) = self {
            bar.set_message(secrets::redact(&display(layout)).into_owned());
            bar.tick();
        }
    }

    /// Writes a line that stays.
    pub(crate) fn notify(&self, label: &str, remark: &str) {
        match self {
            Self::Display(bar, layout) => bar.suspend(|| write(&labelled(label, remark, layout))),
            Self::Lines(layout) => write(&labelled(label, remark, layout)),
            Self::Nothing => {}
        }
    }

    /// Removes the display.
    pub(crate) fn end(&self) {
        if let Self::Display(bar, _) = self {
            bar.finish_and_clear();
        }
    }
}

/// Leaves the terminal as it was found; none where there is nothing to restore.
pub(crate) struct QuietKeys(Option<KeyModes>);

impl Drop for QuietKeys {
    fn drop(&mut self) {
        if let Some(modes) = &self.0 {
            modes.restore();
        }
    }
}

fn labelled(label: &str, remark: &str, layout: &Layout) -> String {
    let text = ui::labelled(&layout.theme.warning(label), remark, layout);
    text.trim_end().to_owned()
}

/// There is no one to tell that stderr does not work.
fn write(line: &str) {
    let _ = io::stderr().write_all(secrets::redact(&format!("{line}\n")).as_bytes());
}
