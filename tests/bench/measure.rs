//! Measures whole runs of a program: how long they take, and their largest memory.

use std::fmt::Write;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use nix::sys::resource::{UsageWho, getrusage};

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_upgrade");
/// The first word of a run of this benchmark that only measures the memory of one program.
pub(crate) const PEAK: &str = "--peak-of";

/// Runs of a case, of which the median counts, and how long they may take together.
const RUNS: usize = 41;
const FEWEST: usize = 5;
const PATIENCE: Duration = Duration::from_secs(4);

/// The only table, which grows by a row as soon as something was measured.
pub(crate) struct Table {
    /// The words of another client.
    against: Vec<String>,
    /// A directory with graph-data to check, and a command that checks the one it is run in.
    pub(crate) graph_data: Option<String>,
    pub(crate) validator: Vec<String>,
    previous: Option<Duration>,
}

/// What the command line asks for besides areas.
#[derive(Default)]
pub(crate) struct Options {
    pub(crate) against: Vec<String>,
    pub(crate) graph_data: Option<String>,
    pub(crate) validator: Vec<String>,
}

/// What to run, with variables of its environment, in this directory or another.
#[derive(Clone, Default)]
pub(crate) struct Run {
    pub(crate) directory: Option<String>,
    pub(crate) program: String,
    pub(crate) words: Vec<String>,
    pub(crate) variables: Vec<(&'static str, String)>,
}

/// A row. What is empty was not measured.
#[derive(Default)]
pub(crate) struct Row {
    pub(crate) case: String,
    pub(crate) median: Option<Duration>,
    /// How many times that of the previous size.
    pub(crate) ratio: Option<f64>,
    pub(crate) peak: Option<u64>,
    /// The target, other clients, and what else there is to say.
    pub(crate) note: String,
}

impl Run {
    pub(crate) fn of(program: &str, words: &[&str]) -> Self {
        let words = words.iter().map(|word| (*word).to_owned()).collect();
        Self { program: program.to_owned(), words, ..Self::default() }
    }

    /// A run of our program.
    pub(crate) fn ours(words: &[&str]) -> Self {
        Self::of(PROGRAM, words)
    }

    pub(crate) fn with(mut self, variable: &'static str, value: &str) -> Self {
        self.variables.push((variable, value.to_owned()));
        self
    }

    /// The same words for another client.
    fn by(&self, client: &[String]) -> Option<Self> {
        let (program, first) = client.split_first()?;
        let words = first.iter().chain(&self.words).cloned().collect();
        Some(Self { program: program.clone(), words, ..self.clone() })
    }

    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        let variables = self.variables.iter().map(|(name, value)| (name, value));
        command.args(&self.words).envs(variables);
        command.current_dir(self.directory.as_deref().unwrap_or("."));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// Returns how long one run took; none if it failed.
    fn timed(&self) -> Option<Duration> {
        let start = Instant::now();
        let status = self.command().status().ok()?;
        status.success().then(|| start.elapsed())
    }

    pub(crate) fn median(&self) -> Option<Duration> {
        self.timed()?; // the first run fills the caches of the machine
        let start = Instant::now();
        let mut runs = Vec::new();
        while runs.len() < FEWEST || (runs.len() < RUNS && start.elapsed() < PATIENCE) {
            runs.push(self.timed()?);
        }
        runs.sort_unstable();
        Some(runs[runs.len() / 2])
    }

    /// Returns the medians of two that take turns, so that a busy machine slows both down.
    pub(crate) fn beside(&self, other: &Self) -> Option<(Duration, Duration)> {
        self.timed()?;
        other.timed()?;
        let start = Instant::now();
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        while ours.len() < FEWEST || (ours.len() < RUNS && start.elapsed() < 2 * PATIENCE) {
            ours.push(self.timed()?);
            theirs.push(other.timed()?);
        }
        ours.sort_unstable();
        theirs.sort_unstable();
        Some((ours[ours.len() / 2], theirs[theirs.len() / 2]))
    }

    /// Returns the largest memory of one run, in bytes. A process of its own runs it, because the
    /// system tells the largest of all children that have ended.
    pub(crate) fn peak(&self) -> Option<u64> {
        let mut command = Command::new(std::env::current_exe().ok()?);
        let variables = self.variables.iter().map(|(name, value)| (name, value));
        command.args([PEAK, &self.program]).args(&self.words).envs(variables);
        command.current_dir(self.directory.as_deref().unwrap_or("."));
        let output = command.output().ok()?;
        String::from_utf8(output.stdout).ok()?.trim().parse().ok()
    }
}

/// Runs a program and prints its largest memory.
pub(crate) fn print_peak(words: &[String]) {
    let Some((program, words)) = words.split_first() else { return };
    let mut command = Command::new(program);
    command.args(words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().unwrap();
    let kilobytes = getrusage(UsageWho::RUSAGE_CHILDREN).unwrap().max_rss();
    println!("{}", u64::try_from(kilobytes).unwrap() * 1024);
}

impl Table {
    pub(crate) fn new(options: Options) -> Self {
        let Options { against, graph_data, validator } = options;
        println!("{:<44} {:>10} {:>6} {:>8}  other", "case", "median", "ratio", "peak");
        Self { against, graph_data, validator, previous: None }
    }

    /// Ends a series of sizes.
    pub(crate) fn new_series(&mut self) {
        self.previous = None;
    }

    /// Measures a run, and that of the other client if there is one. The row tells how many times
    /// the previous of the same series it took.
    pub(crate) fn measure(&mut self, case: &str, run: &Run, note: &str) -> Row {
        let other = run.by(&self.against);
        let both = other.as_ref().and_then(|other| run.beside(other));
        let median = both.map(|(ours, _)| ours).or_else(|| run.median());
        let ratio = median.zip(self.previous).map(|(it, before)| times(it, before));
        self.previous = median;
        let mut row =
            Row { case: case.to_owned(), median, ratio, peak: run.peak(), note: note.to_owned() };
        match (other, both) {
            (Some(_), Some((ours, theirs))) => {
                row.say(&format!("against {:.1} ms ({:.2} x)", ms(theirs), times(ours, theirs)));
            }
            (Some(_), None) => row.say("against: failed"),
            (None, _) => {}
        }
        row.print();
        row
    }
}

impl Row {
    /// Prints a row with a fact that is not a run.
    pub(crate) fn fact(case: &str, note: String) {
        Self { case: case.to_owned(), note, ..Self::default() }.print();
    }

    pub(crate) fn print(&self) {
        let Self { case, median, ratio, peak, note } = self;
        let median = median.map(|it| format!("{:.2} ms", ms(it))).unwrap_or_default();
        let ratio = ratio.map(|it| format!("{it:.2}")).unwrap_or_default();
        let peak = peak.map(|it| format!("{:.1} MB", megabytes(it))).unwrap_or_default();
        let line = format!("{case:<44} {median:>10} {ratio:>6} {peak:>8}  {note}");
        println!("{}", line.trim_end());
    }

    pub(crate) fn say(&mut self, more: &str) {
        if !self.note.is_empty() {
            self.note.push_str(", ");
        }
        write!(self.note, "{more}").unwrap();
    }
}

/// A server, which ends with this value.
pub(crate) struct Server(pub(crate) Child);

impl Server {
    /// Bytes that it has in memory.
    pub(crate) fn resident(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.0.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().strip_suffix(" kB").unwrap().parse::<u64>().unwrap() * 1024
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Returns whether a program is on PATH.
pub(crate) fn is_installed(program: &str) -> bool {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&paths).any(|folder| folder.join(program).is_file())
}

pub(crate) fn times(one: Duration, other: Duration) -> f64 {
    one.as_secs_f64() / other.as_secs_f64()
}

pub(crate) fn ms(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}

#[expect(clippy::cast_precision_loss, reason = "a size in megabytes")]
pub(crate) fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}
