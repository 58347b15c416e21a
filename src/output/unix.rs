//! Unix: the signals that end a command, and the terminal's keys, modes and size.

use std::io::{self, IsTerminal};

use rustix::io::{ioctl_fionread, read};
use rustix::stdio;
use rustix::termios::{
    LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcgetwinsize, tcsetattr,
};
use tokio::signal::unix::{Signal, SignalKind, signal};

/// The signals that end the program: Ctrl-C, a kill, a closed terminal.
pub(crate) struct EndSignals([Signal; 3]);

impl EndSignals {
    pub(crate) fn listen() -> io::Result<Self> {
        let [interrupt, terminate, hangup] =
            [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()].map(signal);
        Ok(Self([interrupt?, terminate?, hangup?]))
    }

    /// Waits for one of them.
    pub(crate) async fn one(&mut self) {
        let [interrupt, terminate, hangup] = &mut self.0;
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
            _ = hangup.recv() => {}
        }
    }
}

/// Ctrl-C.
pub(crate) struct Interrupt(Signal);

impl Interrupt {
    pub(crate) fn listen() -> io::Result<Self> {
        signal(SignalKind::interrupt()).map(Self)
    }

    pub(crate) async fn wait(&mut self) {
        self.0.recv().await;
    }
}

/// A new size of the terminal.
pub(super) struct Resize(Signal);

impl Resize {
    pub(super) fn listen() -> io::Result<Self> {
        signal(SignalKind::window_change()).map(Self)
    }

    pub(super) async fn wait(&mut self) {
        self.0.recv().await;
    }
}

/// How a terminal treats keys.
#[derive(Clone)]
pub(super) struct KeyModes(Termios);

const DISABLED: u8 = 0; // a key without a function

impl KeyModes {
    pub(super) fn restore(&self) {
        let _ = tcsetattr(stdio::stdin(), OptionalActions::Now, &self.0);
    }
}

/// Hides the `^C` of Ctrl-C. Returns the modes before.
pub(super) fn hide_control_keys() -> Option<KeyModes> {
    let before = tcgetattr(stdio::stdin()).ok()?;
    let mut modes = before.clone();
    modes.local_modes.remove(LocalModes::ECHOCTL);
    KeyModes(modes).restore();
    Some(KeyModes(before))
}

/// Reads keys one by one, without echo. Ctrl-C still sends a signal; Ctrl-Z does not, since it
/// would leave the screen as it is. Returns the modes before, if the user can type.
pub(super) fn take_keyboard() -> Option<KeyModes> {
    if !io::stdin().is_terminal() {
        return None;
    }
    let before = tcgetattr(stdio::stdin()).ok()?;
    let mut modes = before.clone();
    modes.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO);
    // A read returns at once, with what there is.
    modes.special_codes[SpecialCodeIndex::VMIN] = 0;
    modes.special_codes[SpecialCodeIndex::VTIME] = 0;
    modes.special_codes[SpecialCodeIndex::VSUSP] = DISABLED;
    tcsetattr(stdio::stdin(), OptionalActions::Now, &modes).ok()?;
    Some(KeyModes(before))
}

/// Returns the keys since the last time.
pub(super) fn typed() -> Vec<u8> {
    let mut typed = vec![0; 64];
    // Whatever the terminal modes, a read of available bytes returns at once.
    let there = ioctl_fionread(stdio::stdin()).unwrap_or_default() > 0;
    let count = if there { read(stdio::stdin(), &mut typed).unwrap_or_default() } else { 0 };
    typed.truncate(count);
    typed
}

/// Returns the columns and rows of the terminal.
pub(super) fn size() -> Option<(usize, usize)> {
    let size = tcgetwinsize(stdio::stdout()).ok().filter(|size| size.ws_row > 0)?;
    Some((usize::from(size.ws_col), usize::from(size.ws_row)))
}
