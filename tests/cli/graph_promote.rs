//! `upgrade graph promote`: the versions to promote from feeders into channels.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{Run, git, run, upgrade};

const DATA: &str = "tests/fixtures/graph-data/promote";
const RELEASES: [&str; 2] = ["--releases", "tests/fixtures/graph-data/promote-releases.json"];
const ERRATA: [&str; 2] = ["--errata", "tests/fixtures/graph-data/promote-errata.txt"];
const ENTERED: [&str; 2] = ["--entered", "tests/fixtures/graph-data/promote-entered.txt"];
const NOW: [&str; 2] = ["--now", "2024-03-10T12:00:00Z"];

fn promote(words: &[&[&str]]) -> Run {
    upgrade(&[&["graph", "promote"], words.concat().as_slice()].concat())
}

fn all(more: &[&str]) -> Run {
    promote(&[&[DATA], &RELEASES, &ERRATA, &ENTERED, &NOW, more])
}

/// Writes the outcomes as `CHANNEL VERSION OUTCOME`.
fn outcomes(run: &Run) -> Vec<String> {
    let json = run.json();
    let channels = json["channels"].as_array().unwrap().iter();
    let told = channels.flat_map(|channel| {
        let candidates = channel["candidates"].as_array().unwrap().iter();
        candidates.map(|it| {
            format!("{} {} {}", channel["name"], it["version"], it["outcome"]).replace('"', "")
        })
    });
    told.collect()
}

#[test]
fn what_is_due_waits_or_is_blocked_is_listed_with_the_reason() {
    snap!("graph-promote", "text", all(&[]));
    snap!("graph-promote", "json", all(&["-o", "json"]));
}

#[test]
fn what_is_not_known_is_not_taken_for_granted() {
    snap!("graph-promote", "nothing-known", promote(&[&[DATA], &ENTERED, &NOW]));
    let waived = ["--allow-unchecked-way-out", "-o", "json"];
    let run = promote(&[&[DATA], &ERRATA, &ENTERED, &NOW, &waived]);
    assert_eq!(run.json()["wayOut"], "waived");
    assert_eq!(
        outcomes(&run),
        [
            "fast-4.14 4.13.7 promote",
            "fast-4.14 4.13.9 promote",
            "fast-4.14 4.14.2 blocked",
            // Its errata is in the list, but only the releases tell which one it is.
            "fast-4.14 4.14.3 wait",
            "fast-4.14 4.14.4 blocked",
            "stable-4.14 4.13.8 promote",
            "stable-4.14 4.14.0 promote",
            "stable-4.14 4.14.1 wait",
        ]
    );
}

#[test]
fn check_ends_with_three_if_something_is_due() {
    assert_eq!((all(&["--check"]).code, all(&[]).code), (3, 0));
    assert_eq!(all(&["--check", "-o", "json"]).code, 3);
    let before = ["--now", "2024-02-01T00:00:00Z", "--check"];
    let run = promote(&[&[DATA], &RELEASES, &ENTERED, &before]);
    assert_eq!(run.code, 0, "{}", run.stdout);
}

/// A copy of the fixture that can be written to.
struct Copy(tempfile::TempDir);

impl Copy {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(DATA);
        for part in ["", "channels", "blocked-edges"] {
            fs::create_dir_all(folder.path().join(part)).unwrap();
            for entry in fs::read_dir(source.join(part)).unwrap() {
                let path = entry.unwrap().path();
                if path.is_file() {
                    let to = folder.path().join(part).join(path.file_name().unwrap());
                    fs::copy(&path, to).unwrap();
                }
            }
        }
        Self(folder)
    }

    fn path(&self) -> &str {
        self.0.path().to_str().unwrap()
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.file(name)).unwrap()
    }

    fn edit(&self, name: &str, from: &str, to: &str) {
        let text = self.text(name);
        assert!(text.contains(from), "{name} has no {from:?}");
        fs::write(self.file(name), text.replacen(from, to, 1)).unwrap();
    }

    fn promote(&self, words: &[&[&str]]) -> Run {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let words = [&["graph", "promote", self.path()], words.concat().as_slice()].concat();
        run(&words, |command| _ = command.env("PATH", path))
    }

    /// Runs git at a given time; none if there is no git.
    fn git(&self, time: &str, words: &[&str]) -> Option<()> {
        let mut command = git(self.0.path(), words);
        command.env("GIT_COMMITTER_DATE", time).env("GIT_AUTHOR_DATE", "2001-01-01T00:00:00Z");
        match command.output() {
            Err(_) => {
                eprintln!("skipped: there is no git");
                None
            }
            Ok(output) => {
                let said = String::from_utf8_lossy(&output.stderr);
                assert!(output.status.success(), "git {words:?}: {said}");
                Some(())
            }
        }
    }

    fn commit(&self, time: &str, message: &str) -> Option<()> {
        self.git(time, &["add", "--all"])?;
        self.git(time, &["commit", "--quiet", "--message", message])
    }
}

#[test]
fn files_are_written_line_by_line() {
    let copy = Copy::new();
    let words = [&RELEASES[..], &ERRATA, &ENTERED, &NOW];
    let written = copy.promote(&[&words.concat(), &["--write", "-o", "json"]]);
    assert_eq!(written.code, 0, "{}", written.stderr);
    let files = serde_json::json!(["channels/fast-4.14.yaml", "channels/stable-4.14.yaml"]);
    assert_eq!(written.json()["written"], files);
    assert_eq!(
        copy.text("channels/fast-4.14.yaml"),
        "\
name: fast-4.14
feeder:
  name: candidate-4.14
  errata: public
  filter: 4[.]1[34][.][0-9]+
versions:
- 4.13.8
- 4.13.9
# 4.13.9 waits for the bridge to 4.14
- 4.14.0   # the first of 4.14
- 4.14.1
# no 4.14.2: it fails to install
- 4.14.3
"
    );
    assert_eq!(
        copy.text("channels/stable-4.14.yaml"),
        "\
# One week in the fast channel, or what is urgent by hand.
feeder:
  name: fast-4.14
  delay: P1W
name: stable-4.14
versions:
- 4.14.0
"
    );
    let names: Vec<_> = fs::read_dir(copy.file("channels")).unwrap().collect();
    assert_eq!(names.len(), 3, "nothing is left behind");
    // What was promoted is no longer due, and what waited for it is.
    let again = copy.promote(&[&words.concat(), &["--write", "-o", "json"]]);
    assert_eq!(
        again.json()["written"],
        serde_json::json!(["channels/fast-4.14.yaml", "channels/stable-4.14.yaml"])
    );
    let due = |run: &Run| {
        outcomes(run).into_iter().filter(|it| it.ends_with("promote")).collect::<Vec<_>>()
    };
    assert_eq!(due(&again), ["fast-4.14 4.13.7 promote", "stable-4.14 4.13.8 promote"]);
    let last = copy.promote(&[&words.concat(), &["--write"]]);
    assert!(last.stdout.contains("0 due"), "{}", last.stdout);
}

#[test]
fn what_cannot_be_written_by_lines_leaves_all_files_alone() {
    let copy = Copy::new();
    copy.edit("channels/stable-4.14.yaml", "versions: []", "versions: [4.14.0-rc.1]");
    let words = [&RELEASES[..], &ERRATA, &ENTERED, &NOW, &["--write"]].concat();
    let before = copy.text("channels/fast-4.14.yaml");
    let run = copy.promote(&[&words]);
    assert_eq!((run.stdout.as_str(), run.code), ("", 1), "{}", run.stderr);
    assert!(
        run.stderr.contains("channels/stable-4.14.yaml: line 6 is not a list item"),
        "{}",
        run.stderr
    );
    assert_eq!(copy.text("channels/fast-4.14.yaml"), before);
}

#[test]
fn time_in_the_feeder_is_from_the_first_parents_of_git() {
    let copy = Copy::new();
    let history = || -> Option<()> {
        copy.git("2024-01-01T00:00:00Z", &["init", "--quiet", "."])?;
        copy.commit("2024-01-01T00:00:00Z", "Begin")?;
        // A pull request: the line was written on the third and merged on the eighth.
        copy.git("2024-03-03T00:00:00Z", &["checkout", "--quiet", "-b", "topic"])?;
        copy.edit("channels/fast-4.14.yaml", "- 4.14.1\n", "- 4.14.1\n- 4.14.5\n");
        copy.commit("2024-03-03T00:00:00Z", "Promote 4.14.5")?;
        copy.git("2024-03-08T00:00:00Z", &["checkout", "--quiet", "main"])?;
        let merge = ["merge", "--quiet", "--no-ff", "topic", "--message", "Merge 4.14.5"];
        copy.git("2024-03-08T00:00:00Z", &merge)?;
        // A line that is not committed.
        copy.edit("channels/fast-4.14.yaml", "- 4.14.5\n", "- 4.14.5\n- 4.14.6\n");
        Some(())
    };
    if history().is_none() {
        return;
    }
    let run = copy.promote(&[&NOW, &["--allow-unchecked-way-out", "-o", "json"]]);
    let stable: Vec<_> = outcomes(&run).into_iter().filter(|it| it.starts_with("stable")).collect();
    assert_eq!(
        stable,
        [
            "stable-4.14 4.13.8 promote",
            "stable-4.14 4.14.0 promote",
            "stable-4.14 4.14.1 promote",
            "stable-4.14 4.14.5 wait",
            "stable-4.14 4.14.6 wait",
        ]
    );
    let json = run.json();
    let channel =
        json["channels"].as_array().unwrap().iter().find(|it| it["name"] == "stable-4.14");
    let candidates = channel.unwrap()["candidates"].as_array().unwrap();
    assert_eq!(candidates[3]["entered"]["at"], "2024-03-08T00:00:00Z");
    assert_eq!(candidates[3]["entered"]["summary"], "Merge 4.14.5");
    assert_eq!(candidates[3]["until"], "2024-03-15T00:00:00Z");
    assert_eq!(candidates[4]["entered"], serde_json::Value::Null);
    let why = candidates[4]["reasons"][0]["message"].as_str().unwrap();
    assert!(why.ends_with("in fast-4.14: its line is not committed"), "{why}");
}

#[test]
fn without_history_nothing_is_promoted_by_time() {
    let copy = Copy::new();
    let run = copy.promote(&[&NOW, &["--allow-unchecked-way-out", "-o", "json"]]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(!outcomes(&run).iter().any(|told| told.ends_with("promote")), "{:?}", outcomes(&run));
    assert!(run.stdout.contains("unknown how long it is in fast-4.14"), "{}", run.stdout);
}

#[test]
fn data_that_may_mean_something_else_is_refused() {
    let fast = "channels/fast-4.14.yaml";
    let stable = "channels/stable-4.14.yaml";
    for (file, from, to, problem) in [
        (stable, "delay: P1W", "delay: P1M", ":4:10: `P1M` is not a duration"),
        (stable, "delay: P1W", "delay: 90m", ":4:10: `90m` is not a duration"),
        (fast, "errata: public", "errata: soon", ":4:11: `feeder.errata` is `soon`"),
        (
            stable,
            "name: fast-4.14",
            "name: fats-4.14",
            ":3:9: the feeder `fats-4.14` does not exist",
        ),
        (
            stable,
            "name: stable-4.14",
            "name: fast-4.14",
            ":5:7: channels/fast-4.14.yaml also defines",
        ),
        ("channels/candidate-4.14.yaml", "tombstones:", "tombstone:", ":2:1: unknown key"),
        (
            fast,
            "- 4.14.1\n",
            "- 4.14\n",
            ":10:3: an item of `versions` is not a SemVer version: `4.14`",
        ),
        ("version", "1.1.0", "2.0.0", ":1:1: schema version 2.0.0"),
        ("version", "1.1.0", "1.9.0", ":1:1: schema version 1.9.0"),
    ] {
        let copy = Copy::new();
        copy.edit(file, from, to);
        let words = [&RELEASES[..], &ERRATA, &ENTERED, &NOW, &["--write"]].concat();
        let before = copy.text(fast);
        let run = copy.promote(&[&words]);
        assert_eq!((run.stdout.as_str(), run.code), ("", 1), "{file} {to}: {}", run.stderr);
        assert!(run.stderr.contains(&format!("{file}{problem}")), "{to}: {}", run.stderr);
        assert_eq!(copy.text(fast), before);
    }
}

#[test]
fn a_layout_with_more_than_is_known_is_warned_of() {
    let copy = Copy::new();
    copy.edit("version", "1.1.0", "1.9.0");
    let run = copy.promote(&[&[&RELEASES[..], &ERRATA, &ENTERED, &NOW].concat()]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let warning = "warning: version:1:1: schema version 1.9.0";
    assert!(run.stderr.contains(warning), "{}", run.stderr);
}

#[test]
fn a_delay_may_be_given_in_minutes() {
    let copy = Copy::new();
    copy.edit("channels/stable-4.14.yaml", "delay: P1W", "delay: PT90M");
    let folder = copy.0.path().to_str().unwrap();
    let lint = upgrade(&["graph", "lint", folder, "-o", "json"]);
    assert!(!lint.stdout.contains("bad-delay"), "{}", lint.stdout);
    for (now, outcome) in [("2024-03-09T13:29:59Z", "wait"), ("2024-03-09T13:30:00Z", "promote")] {
        let entered = copy.0.path().join("entered.txt");
        fs::write(&entered, "fast-4.14 4.14.1 2024-03-09T12:00:00Z\n").unwrap();
        let words = ["--entered", entered.to_str().unwrap(), "--now", now, "-o", "json"];
        let run = copy.promote(&[&RELEASES, &words]);
        let wanted = format!("stable-4.14 4.14.1 {outcome}");
        assert!(outcomes(&run).contains(&wanted), "{now}: {:?}", outcomes(&run));
    }
}

#[test]
fn a_risk_that_the_service_would_not_read_blocks() {
    let copy = Copy::new();
    let (from, to) =
        ("blocked-edges/4.14.3-LostRoutes.yaml", "blocked-edges/4.14.3-LostRoutes.yml");
    fs::rename(copy.file(from), copy.file(to)).unwrap();
    let run = copy.promote(&[&[&RELEASES[..], &ERRATA, &ENTERED, &NOW].concat()]);
    let told = "Cincinnati ignores blocked-edges/4.14.3-LostRoutes.yml:3, which is about it";
    assert!(run.stdout.contains(told), "{}", run.stdout);
    assert!(run.stderr.contains("skips files that do not end in `.yaml`"), "{}", run.stderr);
}

#[test]
fn invalid_lists_are_refused_with_the_line() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("list.txt");
    fs::write(&list, "# public\n4.14\n").unwrap();
    let list = list.to_str().unwrap();
    for flag in ["--errata", "--entered"] {
        let run = promote(&[&[DATA, flag, list]]);
        assert_eq!((run.stdout.as_str(), run.code), ("", 1));
        assert!(run.stderr.contains("list.txt:2: \"4.14\" is n"), "{}", run.stderr);
    }
}

#[test]
fn invalid_arguments_are_usage_errors() {
    for words in [
        &[][..],
        &[DATA, "--now", "yesterday"],
        &[DATA, "--check", "--write"],
        &[DATA, "--check-errata"],
        &[DATA, "--allow-unchecked-way-out", "--releases", RELEASES[1]],
        &[DATA, "-o", "markdown"],
        &[DATA, "--write", "--now", "2024-03-10T12:00:00Z", "-o", "version"],
    ] {
        let run = promote(&[words]);
        assert_eq!((run.stdout.as_str(), run.code), ("", 2), "{words:?}: {}", run.stderr);
    }
    assert_eq!(promote(&[&["/nonexistent"]]).code, 1);
}

/// Real graph-data, if it is next to the project.
fn real(name: &str) -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/graph").join(name);
    if !path.exists() {
        eprintln!("skipped: {} is not there", path.display());
        return None;
    }
    Some(path.to_str().unwrap().to_owned())
}

#[test]
fn the_real_data_of_a_day_is_promoted_as_it_was() {
    let (Some(data), Some(releases)) =
        (real("graph-data-2021-11-24"), real("releases-2021-11-24.json"))
    else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("public.txt");
    fs::write(&list, "4.6.50\n4.7.38\n4.8.22\n4.9.9\n4.4.0\n").unwrap();
    let words = [&data, "--releases", &releases, "--errata", list.to_str().unwrap(), "-o", "json"];
    let run = promote(&[&words, &["--now", "2021-11-24T12:00:00Z"]]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let all = outcomes(&run);
    let due: Vec<_> = all.iter().filter(|told| told.ends_with("promote")).collect();
    assert_eq!(
        due,
        [
            "fast-4.6 4.6.50 promote",
            "fast-4.7 4.7.38 promote",
            "fast-4.8 4.8.22 promote",
            "fast-4.9 4.9.9 promote",
        ]
    );
    // These have no update path before the above are in their channels.
    for told in ["fast-4.7 4.6.50 blocked", "fast-4.8 4.7.38 blocked", "fast-4.9 4.8.22 blocked"] {
        assert!(all.iter().any(|it| it == told), "{told}: {all:?}");
    }
    assert!(all.contains(&"stable-4.9 4.9.8 wait".to_owned()), "{all:?}");
}

#[test]
fn the_real_data_of_another_day_is_read_and_nothing_is_due_without_history() {
    let Some(data) = real("graph-data-2025-10-31.tar.gz") else { return };
    let run = promote(&[&[&data, "-o", "json"]]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let all = outcomes(&run);
    assert!(all.len() > 100 && !all.iter().any(|told| told.ends_with("promote")), "{all:?}");
    assert!(all.contains(&"stable 4.18.27 wait".to_owned()), "{all:?}");
}
