//! The program at a terminal.

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags};
use rustix::process::Pid;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use super::server::Server;

/// Runs the program on a terminal of 80 columns, types `input`, and returns the screen and exit code.
pub(crate) fn at_a_terminal(server: &Server, words: &[&str], input: &str) -> (String, i32) {
    at_a_terminal_of(80, server.home(), words, input)
}

/// Runs the program on a terminal of 80 columns while something happens to it or its cluster.
pub(crate) fn at_a_terminal_while(
    server: &Server,
    words: &[&str],
    act: impl FnOnce(Pid) + Send,
) -> (String, i32) {
    let mut command = program(server.home(), words);
    command.env("TERM", "xterm");
    let (master, child) = start(command, 80);
    let program = Pid::from_child(&child);
    std::thread::scope(|scope| {
        scope.spawn(move || act(program));
        at_the_end(master, child)
    })
}

/// Runs the program on a terminal with this many columns.
pub(crate) fn at_a_terminal_of(
    columns: u16,
    home: &Path,
    words: &[&str],
    input: &str,
) -> (String, i32) {
    let mut command = program(home, words);
    command.env("TERM", "xterm");
    let (mut master, child) = start(command, columns);
    master.write_all(input.as_bytes()).unwrap();
    at_the_end(master, child)
}

/// Runs the program with its output on a terminal that cannot be redrawn, and without a user, in
/// the directory of the graph-data fixtures: what is printed is what people copy into documents.
pub(crate) fn printed_on(columns: u16, home: &Path, words: &[&str]) -> (String, i32) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/graph-data");
    let mut command = program(home, words);
    command.env("TERM", "dumb").current_dir(folder);
    let (master, child) = start_with(command, columns, Some(Stdio::null()));
    at_the_end(master, child)
}

fn program(home: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_upgrade"));
    command.args(words).env_clear().env("HOME", home);
    command
}

/// Returns the screen at the end, and the exit code.
fn at_the_end(mut master: File, mut child: Child) -> (String, i32) {
    let mut screen = Vec::new();
    let _ = master.read_to_end(&mut screen); // fails if the other side is closed
    let code = child.wait().unwrap().code().unwrap();
    (String::from_utf8(screen).unwrap().replace("\r\n", "\n"), code)
}

/// Starts a command on a terminal of its own, and returns the other end of that terminal.
fn start(command: Command, columns: u16) -> (File, Child) {
    start_with(command, columns, None)
}

/// The same, optionally with another standard input.
fn start_with(mut command: Command, columns: u16, stdin: Option<Stdio>) -> (File, Child) {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&master).unwrap();
    unlockpt(&master).unwrap();
    let size = Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&master, size).unwrap();
    let name = ptsname(&master, Vec::new()).unwrap();
    let open = || {
        Stdio::from(File::from(
            rustix::fs::open(&name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap(),
        ))
    };
    let child =
        command.stdin(stdin.unwrap_or_else(open)).stdout(open()).stderr(open()).spawn().unwrap();
    drop(command); // its ends of the terminal, so that reading ends with the child
    (File::from(master), child)
}

/// A program on a terminal of 80 columns that is typed to.
pub(crate) struct Keyboard {
    master: File,
    child: Child,
    screen: Arc<Mutex<Vec<u8>>>,
}

impl Keyboard {
    pub(crate) fn start(command: Command) -> Self {
        let (master, child) = start(command, 80);
        let screen = Arc::new(Mutex::new(Vec::new()));
        let (mut output, seen) = (master.try_clone().unwrap(), Arc::clone(&screen));
        std::thread::spawn(move || {
            let mut chunk = [0; 4096];
            while let Ok(read) = output.read(&mut chunk) {
                seen.lock().unwrap().extend_from_slice(&chunk[..read]);
            }
        });
        Self { master, child, screen }
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.master.write_all(keys.as_bytes()).unwrap();
    }

    /// Returns everything that was printed, without colors.
    pub(crate) fn screen(&self) -> String {
        plain(&String::from_utf8_lossy(&self.screen.lock().unwrap()))
    }

    /// Waits until a text was printed this many times.
    pub(crate) fn wait_for(&self, text: &str, times: usize) {
        let wait = Instant::now();
        while self.screen().matches(text).count() < times {
            assert!(wait.elapsed() < PATIENCE, "no {text:?} on the screen: {}", self.screen());
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Keyboard {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// However slow the machine is.
const PATIENCE: Duration = Duration::from_mins(1);

pub(crate) fn plain(screen: &str) -> String {
    anstream::adapter::strip_str(screen).to_string()
}
