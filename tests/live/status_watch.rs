//! Watching an update: on a terminal that is restored, and through an outage.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags};
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Termios, Winsize, tcgetattr, tcsetwinsize};
use serde_json::Value;
use upgrade_lab::Store;

use crate::common::rollout::operator;
use crate::common::server::{Hand, Server, Step, infrastructure, served, version};
use crate::common::terminal::plain;
use crate::common::until;

const ENTER: &str = "\u{1b}[?1049h\u{1b}[?25l";
const LEAVE: &str = "\u{1b}[?25h\u{1b}[?1049l";

/// A cluster that updates from 4.10.5 to 4.10.6.
fn cluster(hand: Hand) -> Server {
    let objects = [version(), infrastructure(), operator("dns"), operator("etcd")];
    let server = Server::serve(Store::new(objects), hand, None);
    server.take_up();
    server
}

/// A user at a terminal.
struct Seat {
    terminal: OwnedFd,
    child: Child,
    screen: Arc<Mutex<Vec<u8>>>,
    before: Termios,
}

fn size(columns: u16, rows: u16) -> Winsize {
    Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 }
}

impl Seat {
    fn take(words: &[&str]) -> Self {
        Self::new(Command::new(env!("CARGO_BIN_EXE_upgrade")).args(words))
    }

    fn new(command: &mut Command) -> Self {
        let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&terminal).unwrap();
        unlockpt(&terminal).unwrap();
        tcsetwinsize(&terminal, size(80, 24)).unwrap();
        let name = ptsname(&terminal, Vec::new()).unwrap();
        let open = || {
            let flags = OFlags::RDWR | OFlags::NOCTTY;
            File::from(rustix::fs::open(&name, flags, Mode::empty()).unwrap())
        };
        let before = tcgetattr(&terminal).unwrap();
        command.env_clear().env("TERM", "xterm").env("NO_COLOR", "1").env("HOME", "/nonexistent");
        command.stdin(open()).stdout(open()).stderr(open());
        let child = command.spawn().unwrap();
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let screen = Arc::new(Mutex::new(Vec::new()));
        let (mut reader, drawn) = (File::from(terminal.try_clone().unwrap()), screen.clone());
        std::thread::spawn(move || {
            let mut buffer = [0; 1 << 12];
            while let Ok(count @ 1..) = reader.read(&mut buffer) {
                drawn.lock().unwrap().extend(&buffer[..count]);
            }
        });
        Self { terminal, child, screen, before }
    }

    fn screen(&self) -> String {
        String::from_utf8_lossy(&self.screen.lock().unwrap()).into_owned()
    }

    /// Returns the frames drawn so far, line by line.
    fn frames(&self) -> Vec<Vec<String>> {
        let screen = self.screen();
        let whole = screen.split("\u{1b}[H").skip(1).filter(|frame| frame.contains("\u{1b}[J"));
        let frame = |frame: &str| {
            let drawn = frame.split("\u{1b}[J").next().unwrap();
            plain(drawn).lines().map(|line| line.trim_end_matches('\r').to_owned()).collect()
        };
        whole.map(frame).collect()
    }

    fn until_shown(&self, text: &str) {
        let start = Instant::now();
        while !self.frames().last().is_some_and(|frame| frame.join("\n").contains(text)) {
            let late = start.elapsed() > Duration::from_mins(1);
            assert!(!late, "{text:?} was never shown: {:#?}", self.frames().last());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    fn type_in(&self, keys: &str) {
        File::from(self.terminal.try_clone().unwrap()).write_all(keys.as_bytes()).unwrap();
    }

    fn modes(&self) -> LocalModes {
        tcgetattr(&self.terminal).unwrap().local_modes
    }

    /// Waits for the end, checks that the terminal is restored, and returns the exit code and what
    /// is left on the screen.
    fn end(mut self) -> (i32, String) {
        let code = self.child.wait().unwrap().code().unwrap();
        let after = tcgetattr(&self.terminal).unwrap();
        assert_eq!(after.local_modes, self.before.local_modes, "the modes are not restored");
        assert_eq!(
            format!("{:?}", after.special_codes),
            format!("{:?}", self.before.special_codes)
        );
        until("the screen is left", || self.screen().contains(LEAVE));
        std::thread::sleep(Duration::from_millis(50)); // for what is read last
        let screen = self.screen();
        assert_eq!((screen.matches(ENTER).count(), screen.matches(LEAVE).count()), (1, 1));
        (code, screen.split(LEAVE).last().unwrap().replace("\r\n", "\n"))
    }
}

#[test]
fn a_terminal_shows_the_update_until_q_and_is_left_as_it_was() {
    let seat = Seat::take(&["status", "--lab=updating", "--watch"]);
    seat.until_shown("Cluster version is 4.6.43");
    assert!(!seat.modes().intersects(LocalModes::ICANON | LocalModes::ECHO));
    assert!(seat.modes().contains(LocalModes::ISIG));
    let frames = seat.frames();
    assert!(frames.len() > 10, "it was hardly ever drawn: {}", frames.len());
    let mut before = 0;
    for frame in &frames {
        assert!(frame.len() <= 24 && frame.iter().all(|line| line.chars().count() <= 80));
        let operators = frame.iter().find(|line| line.starts_with("  operators [")).unwrap();
        let percent = operators.split(['%', ']']).nth(1).unwrap().trim();
        let percent: u32 = percent.parse().unwrap();
        assert!(percent >= before, "it went back from {before} to {percent}");
        before = percent;
        assert!(frame.last().unwrap().starts_with("Press q to quit."), "{frame:?}");
    }
    assert_eq!(before, 100);
    assert!(frames[0][0].starts_with("Update to 4.6.43 (from 4.6.23)"), "{:#?}", frames[0]);
    let last = frames.last().unwrap().join("\n");
    for said in [
        "worker    [########################################] 100% 3/3",
        "Events (UTC)",
        " pool worker is updated",
    ] {
        assert!(last.contains(said), "{said:?} is not in {last}");
    }
    seat.type_in("x"); // which is nothing
    seat.type_in("q");
    let (code, left) = seat.end();
    assert_eq!(code, 0);
    assert_eq!(left.lines().count(), 1, "{left:?}");
    assert!(left.contains(" operators 31/31, master 3/3, worker 3/3: "), "{left:?}");
}

#[test]
fn another_size_is_another_frame() {
    let seat = Seat::take(&["status", "--lab=paused-pool", "--watch"]);
    seat.until_shown("Press q to quit.");
    for (columns, rows) in [(40, 10), (20, 4), (7, 1), (120, 50)] {
        let drawn = seat.frames().len();
        tcsetwinsize(&seat.terminal, size(columns, rows)).unwrap();
        until("it is drawn again", || seat.frames().len() > drawn);
        let frame = seat.frames().pop().unwrap();
        assert!(frame.len() <= usize::from(rows), "{frame:#?}");
        let wide = frame.iter().find(|line| line.chars().count() > usize::from(columns));
        assert_eq!(wide, None);
    }
    seat.type_in("q");
    assert_eq!(seat.end().0, 0);
}

#[test]
fn signals_leave_the_terminal_as_it_was() {
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        let seat = Seat::take(&["status", "--lab=paused-pool", "--watch"]);
        seat.until_shown("Press q to quit.");
        kill_process(Pid::from_child(&seat.child), signal).unwrap();
        assert_eq!(seat.end().0, 0);
    }
}

#[test]
fn ctrl_c_ends_it_with_the_code_of_what_was_seen_last() {
    let program = env!("CARGO_BIN_EXE_upgrade");
    let mut command = Command::new("setsid");
    command.args(["--ctty", "--wait", program, "status", "--watch", "--exit-code"]);
    let server = cluster(served());
    let config = server.home().join(".kube/config");
    command.arg("--kubeconfig").arg(config);
    if Command::new("setsid").arg("--version").output().is_err() {
        return; // there is no other way to a terminal of one's own
    }
    let seat = Seat::new(&mut command);
    seat.until_shown("Update to 4.10.6 (from 4.10.5)");
    tcsetwinsize(&seat.terminal, size(60, 12)).unwrap();
    seat.type_in("\u{3}");
    let (code, left) = seat.end();
    assert_eq!(code, 7, "{left}");
}

#[test]
fn an_outage_is_said_at_the_terminal_and_what_was_seen_stays() {
    let away = Arc::new(AtomicBool::new(false));
    let gone = away.clone();
    let server =
        cluster(Arc::new(
            move |_, _, _| {
                if gone.load(Ordering::SeqCst) { Step::Vanish } else { Step::Serve }
            },
        ));
    server.take_up();
    let mut command = Command::new(env!("CARGO_BIN_EXE_upgrade"));
    command.args(["status", "--watch", "--kubeconfig"]).arg(server.home().join(".kube/config"));
    let seat = Seat::new(&mut command);
    seat.until_shown("operators [");
    until("nodes are watched", || {
        server.requests().iter().any(|line| line.contains("/nodes?") && line.contains("watch"))
    });
    away.store(true, Ordering::SeqCst);
    server.update_operator("dns");
    seat.until_shown("cannot reach http://127.0.0.1");
    let frame = seat.frames().pop().unwrap().join("\n");
    assert!(frame.contains("0% 0/2"), "{frame}");
    away.store(false, Ordering::SeqCst);
    seat.until_shown("50% 1/2");
    seat.until_shown("reconnected to ");
    seat.type_in("q");
    let (code, left) = seat.end();
    assert_eq!(code, 0);
    assert!(left.contains("operators 1/2"), "{left}");
}

#[test]
fn an_outage_is_one_line_and_the_return_another() {
    for format in ["text", "json"] {
        let away = Arc::new(AtomicBool::new(false));
        let misses = Arc::new(AtomicUsize::new(0));
        let (gone, missed) = (away.clone(), misses.clone());
        let server = cluster(Arc::new(move |request, _, _| {
            if !gone.load(Ordering::SeqCst) {
                return Step::Serve;
            }
            // A watch that ends is not an outage yet: only a read without an answer is.
            let watches = request.uri().query().is_some_and(|query| query.contains("watch"));
            missed.fetch_add(usize::from(!watches), Ordering::SeqCst);
            Step::Vanish
        }));
        let words = ["status", "--watch", "-o", "json"];
        let words = if format == "json" { &words[..] } else { &words[..2] };
        let run = server.run_while(words, || {
            away.store(true, Ordering::SeqCst);
            server.update_operator("dns");
            until("it has missed something", || misses.load(Ordering::SeqCst) > 2);
            server.update_operator("etcd");
            server.complete();
            away.store(false, Ordering::SeqCst);
        });
        assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
        let lost = format!("cannot reach {}: ", server.url());
        assert_eq!(run.stdout.matches(&lost).count(), 1, "{}", run.stdout);
        let last = run.stdout.lines().last().unwrap();
        if format == "json" {
            assert_eq!(run.stderr, "");
            let last: Value = serde_json::from_str(last).unwrap();
            let operators = last["controlPlane"]["operators"].as_array().unwrap();
            assert!(operators.iter().all(|operator| operator["updated"] == true), "{last}");
            assert_eq!(last["updating"], false);
        } else {
            assert!(last.contains("reconnected to "), "{last}");
            assert!(last.contains("the control plane is updated to 4.10.6"), "{last}");
            assert!(last.ends_with("no update is in progress"), "{last}");
        }
    }
}

#[test]
fn a_first_read_that_fails_is_an_error() {
    let server = cluster(Arc::new(|_, _, _| Step::Vanish));
    let run = server.run(&["status", "--watch"]);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""));
    assert!(run.stderr.starts_with("error: cannot read clusterversions"), "{}", run.stderr);
}

#[test]
fn a_reader_that_goes_away_ends_the_watch() {
    use std::io::{BufRead, BufReader};
    let server = cluster(served());
    let mut command = Command::new(env!("CARGO_BIN_EXE_upgrade"));
    command.args(["status", "--watch"]).env_clear().env("HOME", server.home());
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.contains(" operators 0/2: Update to 4.10.6 (from 4.10.5): "), "{line}");
    server.update_operator("dns");
    assert_eq!(child.wait().unwrap().code(), Some(1));
}
