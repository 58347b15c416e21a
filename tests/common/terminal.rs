//! The program at a terminal.

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use super::server::Server;

/// Runs the program on a terminal of 80 columns, types `input`, and returns the screen and exit code.
pub(crate) fn at_a_terminal(server: &Server, words: &[&str], input: &str) -> (String, i32) {
    at_a_terminal_of(80, server.home(), words, input)
}

/// Runs the program on a terminal of so many columns.
pub(crate) fn at_a_terminal_of(
    columns: u16,
    home: &Path,
    words: &[&str],
    input: &str,
) -> (String, i32) {
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
    let mut command = Command::new(env!("CARGO_BIN_EXE_upgrade"));
    command.args(words).env_clear().env("HOME", home).env("TERM", "xterm");
    let mut child = command.stdin(open()).stdout(open()).stderr(open()).spawn().unwrap();
    drop(command); // its ends of the terminal, so that reading ends with the child
    let mut master = File::from(master);
    master.write_all(input.as_bytes()).unwrap();
    let mut screen = Vec::new();
    let _ = master.read_to_end(&mut screen); // ends with an error where the other side is closed
    let code = child.wait().unwrap().code().unwrap();
    (String::from_utf8(screen).unwrap().replace("\r\n", "\n"), code)
}

pub(crate) fn plain(screen: &str) -> String {
    anstream::adapter::strip_str(screen).to_string()
}
