//! `upgrade graph diff`: what changed between two revisions of graph-data.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

use crate::common::{Run, git, run, succeeds, upgrade};

const OLD: &str = "tests/fixtures/graph-data/diff-old";
const NEW: &str = "tests/fixtures/graph-data/diff-new";
const RELEASES: &str = "tests/fixtures/graph-data/diff-releases.json";

fn diff(words: &[&str]) -> Run {
    upgrade(&[&["graph", "diff"], words].concat())
}

#[test]
fn the_difference_is_printed_as_text_markdown_and_json() {
    snap!("graph-diff", "text", diff(&[OLD, NEW]));
    snap!("graph-diff", "markdown", diff(&[OLD, NEW, "-o", "markdown"]));
    snap!("graph-diff", "json", diff(&[OLD, NEW, "-o", "json"]));
}

#[test]
fn the_other_way_round_everything_is_undone() {
    snap!("graph-diff", "back", diff(&[NEW, OLD]));
}

#[test]
fn nothing_is_reported_if_nothing_changed() {
    let run = diff(&[OLD, OLD]);
    assert!(run.stdout.ends_with("\n\nNo differences.\n"), "{}", run.stdout);
    assert_eq!((run.stderr.as_str(), run.code), ("", 0));
    let run = diff(&[OLD, OLD, "-o", "markdown"]);
    assert!(run.stdout.ends_with("\n\nNo differences.\n"), "{}", run.stdout);
}

#[test]
fn the_impact_on_a_cluster_is_shown() {
    let of = |version: &str, channel: &str, more: &[&str]| {
        diff(&[&[OLD, NEW, "--version", version, "--channel", channel], more].concat())
    };
    let tail = |run: &Run| {
        let start = run.stdout.find("\nFor ").unwrap();
        run.stdout[start..].to_owned()
    };
    let wanted = "
For 4.14.0 (amd64) in fast-4.14:

  Changes in graph-data. To see which of these updates exist, add --releases:

  4.14.2
    Gained, with risks: NewCiphers

  4.14.1
    Still conditional, other risks: LostRoutes, SlowDisks → LostRoutes
";
    assert_eq!(tail(&of("4.14.0", "fast-4.14", &[])), wanted);
    let wanted = "
For 4.13.10 (amd64) in candidate-4.14:

  Changed updates:

  4.14.2
    Now conditional: SlowDisks

  4.14.1
    Still conditional, changed text of LostRoutes, SlowDisks
";
    assert_eq!(tail(&of("4.13.10", "candidate-4.14", &["--releases", RELEASES])), wanted);
    let wanted = "
For 4.13.9 (amd64) in stable-4.14:

  The version was removed from the channel: clusters on it get VersionNotFound. Changes in graph-data. To see which of these updates exist, add --releases:

  4.14.0
    Lost: no longer in the channel
";
    assert_eq!(tail(&of("4.13.9", "stable-4.14", &[])), wanted);
    let exact = of("4.13.10", "candidate-4.14", &["--releases", RELEASES, "-o", "json"]);
    let impact = &exact.json()["impact"];
    assert_eq!((&impact["exact"], &impact["before"]), (&true.into(), &"inChannel".into()));
    assert_eq!(impact["updates"][0]["change"], "nowConditional");
    assert_eq!(impact["updates"][0]["after"]["risks"], serde_json::json!(["SlowDisks"]));
    let stranded = of("4.13.9", "stable-4.14", &["-o", "markdown"]);
    assert!(
        stranded.stdout.contains("The version was removed from the channel"),
        "{}",
        stranded.stdout
    );
}

#[test]
fn channels_and_versions_that_are_not_there_are_named_with_their_neighbours() {
    let of = |version: &str, channel: &str, more: &[&str]| {
        diff(&[&[OLD, NEW, "--version", version, "--channel", channel], more].concat())
    };
    snap!("graph-diff", "no-channel", of("4.14.0", "stabel-4.14", &[]));
    snap!("graph-diff", "no-version", of("4.14.9", "stable-4.14", &[]));
    let unseen = of("4.14.0", "stable-4.14", &["--releases", RELEASES, "--arch", "s390x"]);
    assert_eq!(unseen.code, 4);
    assert!(unseen.stderr.contains("4.14.0+s390x is not among the releases"), "{}", unseen.stderr);
}

#[test]
fn invalid_arguments_are_usage_errors() {
    for words in [
        &[][..],
        &[OLD, NEW, "--version", "4.14.0"],
        &[OLD, NEW, "--channel", "stable-4.14"],
        &[OLD, NEW, "--version", "4.14", "--channel", "stable-4.14"],
        &[OLD, NEW, "--version", "4.14.0", "--channel", "stable-4.14", "--arch", "a b"],
        &["-", "-"],
        &["-", NEW, "--version", "4.14.0", "--channel", "stable-4.14", "--releases", "-"],
        &[OLD, NEW, "-o", "version"],
        &[OLD, NEW, "-o", "svg"],
    ] {
        let run = diff(words);
        assert_eq!((run.stdout.as_str(), run.code), ("", 2), "{words:?}: {}", run.stderr);
    }
    let elsewhere = upgrade(&["--lab", "-o", "markdown"]);
    assert_eq!((elsewhere.stdout.as_str(), elsewhere.code), ("", 2));
    assert!(elsewhere.stderr.contains("does not support -o markdown"), "{}", elsewhere.stderr);
}

#[test]
fn what_cannot_be_read_is_not_compared() {
    let run = diff(&["no-such-revision-or-folder", NEW, "--repo", "/nonexistent"]);
    assert_eq!((run.stdout.as_str(), run.code), ("", 1));
    assert!(run.stderr.contains("is neither a file nor a revision"), "{}", run.stderr);
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("channels")).unwrap();
    fs::write(folder.path().join("version"), "1.1.0\n").unwrap();
    let channel = "name: fast-4.14\nversions:\n- 4.14.0\n- 4.14\n";
    fs::write(folder.path().join("channels/fast-4.14.yaml"), channel).unwrap();
    for sides in [[folder.path().to_str().unwrap(), NEW], [OLD, folder.path().to_str().unwrap()]] {
        let run = diff(&sides);
        assert_eq!((run.stdout.as_str(), run.code), ("", 1));
        assert!(
            run.stderr.contains("channels/fast-4.14.yaml:4:3: an item of `versions` is not"),
            "{}",
            run.stderr
        );
    }
}

/// A repository of graph-data, if there is git.
struct Repository(TempDir);

impl Repository {
    fn new() -> Option<Self> {
        let repository = Self(tempfile::tempdir().unwrap());
        if Command::new("git").arg("--version").output().is_err() {
            eprintln!("skipped: there is no git");
            return None;
        }
        repository.git(&["init", "--quiet", "--initial-branch", "main"]);
        Some(repository)
    }

    fn path(&self) -> &str {
        self.0.path().to_str().unwrap()
    }

    fn git(&self, words: &[&str]) {
        succeeds(&mut git(self.0.path(), words));
    }

    /// Replaces the content with a fixture.
    fn put(&self, fixture: &str) {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(fixture);
        for part in ["channels", "blocked-edges"] {
            let to = self.0.path().join(part);
            let _ = fs::remove_dir_all(&to);
            fs::create_dir(&to).unwrap();
            for entry in fs::read_dir(root.join(part)).unwrap() {
                let from = entry.unwrap().path();
                fs::copy(&from, to.join(from.file_name().unwrap())).unwrap();
            }
        }
        fs::copy(root.join("version"), self.0.path().join("version")).unwrap();
    }

    fn commit(&self, message: &str) {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--message", message]);
    }

    fn diff(&self, words: &[&str]) -> Run {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let words = [&["graph", "diff", "--repo", self.path()], words].concat();
        run(&words, |command| _ = command.env("PATH", path))
    }
}

/// Returns a difference without the names of what was compared.
fn nameless(run: &Run) -> Value {
    assert_eq!(run.code, 0, "{}", run.stderr);
    let mut json = run.json();
    for side in ["before", "after"] {
        assert!(json[side].is_string(), "{json}");
        json[side] = Value::Null;
    }
    json
}

#[test]
fn revisions_are_compared_as_they_were_committed() {
    let Some(repository) = Repository::new() else { return };
    repository.put(OLD);
    repository.commit("old");
    repository.git(&["tag", "before"]);
    repository.put(NEW);
    repository.commit("new");
    let wanted = nameless(&diff(&[OLD, NEW, "-o", "json"]));
    for sides in [&["HEAD~1", "HEAD"][..], &["before", "main"], &["before"], &[OLD, "main"]] {
        let found = repository.diff(&[sides, &["-o", "json"]].concat());
        assert_eq!(nameless(&found), wanted, "{sides:?}");
    }
    let named = repository.diff(&["before", "main", "-o", "json"]).json();
    assert_eq!(named["before"], format!("{} at before", repository.path()));
    // The working tree is not what is committed.
    repository.put(OLD);
    let edited = repository.diff(&["before"]);
    assert!(edited.stdout.ends_with("No differences.\n"), "{}", edited.stdout);
    assert_eq!(nameless(&repository.diff(&["before", "HEAD", "-o", "json"])), wanted);
    let archive = repository.0.path().join("new.tar.gz");
    repository.git(&["archive", "--output", archive.to_str().unwrap(), "--prefix=x/", "main"]);
    let packed = repository.diff(&["before", archive.to_str().unwrap(), "-o", "json"]);
    assert_eq!(nameless(&packed), wanted);
}

#[test]
fn a_revision_with_a_link_in_it_is_refused() {
    let Some(repository) = Repository::new() else { return };
    repository.put(OLD);
    let link = repository.0.path().join("blocked-edges/more.yaml");
    std::os::unix::fs::symlink("/nonexistent", link).unwrap();
    repository.commit("a link");
    let run = repository.diff(&[OLD, "HEAD"]);
    assert_eq!((run.stdout.as_str(), run.code), ("", 1));
    let why = "blocked-edges/more.yaml at HEAD is a symbolic link or not a regular file";
    assert!(run.stderr.contains(why), "{}", run.stderr);
}

#[test]
fn real_data_of_two_days_is_compared() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/graph");
    if !root.exists() {
        eprintln!("skipped: there is no {}", root.display());
        return;
    }
    let path = |name: &str| root.join(name).to_str().unwrap().to_owned();
    let (old, new) = (path("graph-data-2021-11-24"), path("graph-data-2025-10-31.tar.gz"));
    let of = |sides: [&str; 2]| {
        let run = diff(&[sides[0], sides[1], "-o", "json"]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        let mut channels = run.json()["channels"].as_array().unwrap().clone();
        channels.retain(|channel| channel["name"] == "stable-4.9");
        let warned = run.json()["warnings"].to_string().contains("removed from stable-4.9: ");
        (channels.remove(0), warned)
    };
    let (channel, warned) = of([&old, &new]);
    let added = channel["added"].as_array().unwrap();
    assert!(added.contains(&"4.9.59".into()) && !warned, "{channel}");
    let (channel, warned) = of([&new, &old]);
    let removed = channel["removed"].as_array().unwrap();
    assert!(removed.len() == added.len() && warned, "{channel}");
}
