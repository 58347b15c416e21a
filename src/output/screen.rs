//! The whole screen, during a watch, restored at the end.

use std::io::{self, Write};
use std::sync::{Mutex, Once, PoisonError};
use std::time::Duration;

use super::ui::Ui;
use super::unix::{self, EndSignals, KeyModes, Resize};
use crate::error::{Error, Result};
use crate::output::Layout;
use crate::secrets;

pub(crate) struct Screen {
    layout: Layout,
    /// Whether the user can type.
    has_keys: bool,
    ends: EndSignals,
    resized: Resize,
    /// The last frame, and the size of the screen it was drawn on.
    drawn: Option<(usize, usize, String)>,
}

/// What happened to the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ScreenEvent {
    End,
    /// It was resized, or time has passed.
    Redraw,
}

const FRAME: Duration = Duration::from_millis(500);
/// The alternate screen, so that the current one stays; no cursor, no wrapping.
const ENTER: &str = "\u{1b}[?1049h\u{1b}[?25l\u{1b}[?7l";
const LEAVE: &str = "\u{1b}[?7h\u{1b}[?25h\u{1b}[?1049l";
const BETWEEN_KEYS: Duration = Duration::from_millis(50);
const CTRL_C: u8 = 3; // if the terminal does not make a signal of it
const CTRL_D: u8 = 4;
const DEFAULT_ROWS: usize = 24;

/// The terminal modes before; none if it is not ours.
static FOUND: Mutex<Option<ScreenInput>> = Mutex::new(None);

struct ScreenInput {
    /// None if the user cannot type.
    modes: Option<KeyModes>,
}

/// Returns how many rows a terminal has.
pub(crate) fn rows_of_the_terminal() -> usize {
    unix::size().map_or(DEFAULT_ROWS, |(_, rows)| rows)
}

impl Ui {
    /// Takes over the screen, if there is one; `steady` prints lines nevertheless.
    pub(crate) fn screen(&self, steady: bool) -> Result<Option<Screen>> {
        let Some(layout) = self.canvas.filter(|_| !steady && !self.format.structured()) else {
            return Ok(None);
        };
        Screen::open(layout).map(Some).map_err(|error| Error::new("Failed", error))
    }
}

impl Screen {
    fn open(layout: Layout) -> io::Result<Self> {
        let (ends, resized) = (EndSignals::listen()?, Resize::listen()?);
        restore_on_panic();
        let before = unix::take_keyboard();
        let has_keys = before.is_some();
        *FOUND.lock().unwrap_or_else(PoisonError::into_inner) = Some(ScreenInput { modes: before });
        let screen = Self { layout, has_keys, ends, resized, drawn: None };
        write(ENTER)?;
        Ok(screen)
    }

    /// Waits until the user quits, or until the next redraw.
    pub(crate) async fn touched(&mut self) -> ScreenEvent {
        tokio::select! {
            () = self.ends.one() => ScreenEvent::End,
            () = self.resized.wait() => ScreenEvent::Redraw,
            () = asked_to_end(self.has_keys) => ScreenEvent::End,
            () = tokio::time::sleep(FRAME) => ScreenEvent::Redraw,
        }
    }

    /// Draws what fits the current screen: the arguments are the layout and its rows.
    pub(crate) fn draw(&mut self, frame: impl FnOnce(&Layout, usize) -> String) -> Result<()> {
        let (columns, rows) =
            unix::size().unwrap_or((self.layout.width.unwrap_or(80), DEFAULT_ROWS));
        let layout = Layout { width: Some(columns.max(1)), ..self.layout };
        let frame = frame(&layout, rows);
        let frame = secrets::redact(&frame);
        let mut text = "\u{1b}[H".to_owned();
        for (place, line) in frame.lines().take(rows).enumerate() {
            text += if place == 0 { "\u{1b}[2K" } else { "\r\n\u{1b}[2K" };
            text += line;
        }
        text += "\u{1b}[J";
        let drawn = Some((columns, rows, text));
        if self.drawn == drawn {
            return Ok(());
        }
        self.drawn = drawn;
        let written = self.drawn.as_ref().map_or(Ok(()), |(_, _, text)| write(text));
        written.map_err(|error| {
            Error::new("Output", anyhow::Error::new(error).context("cannot write to the terminal"))
        })
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// Returns when the user quits; never if there are no keys. Keys are polled: a blocking read would
/// outlive the rest.
async fn asked_to_end(has_keys: bool) {
    if !has_keys {
        return std::future::pending().await;
    }
    loop {
        if unix::typed().iter().any(|key| matches!(key, b'q' | b'Q' | &CTRL_C | &CTRL_D)) {
            return;
        }
        tokio::time::sleep(BETWEEN_KEYS).await;
    }
}

/// A panic may end the program without any drop.
fn restore_on_panic() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            restore();
            usual(panic);
        }));
    });
}

/// Restores the terminal, once.
fn restore() {
    let Some(found) = FOUND.lock().unwrap_or_else(PoisonError::into_inner).take() else { return };
    let _ = write(LEAVE);
    if let Some(modes) = found.modes {
        modes.restore();
    }
}

fn write(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}
