//! `upgrade graph diff`: what changed between two states of graph-data.

use crate::common::{Run, upgrade};

const OLD: &str = "tests/fixtures/graph-data/diff-old";
const NEW: &str = "tests/fixtures/graph-data/diff-new";
const RELEASES: &str = "tests/fixtures/graph-data/diff-releases.json";

fn diff(words: &[&str]) -> Run {
    upgrade(&[&["graph", "diff"], words].concat())
}

#[test]
fn the_difference_is_told_as_text_markdown_and_json() {
    snap!("graph-diff", "text", diff(&[OLD, NEW]));
    snap!("graph-diff", "markdown", diff(&[OLD, NEW, "-o", "markdown"]));
    snap!("graph-diff", "json", diff(&[OLD, NEW, "-o", "json"]));
}

#[test]
fn the_other_way_round_everything_is_undone() {
    snap!("graph-diff", "back", diff(&[NEW, OLD]));
}

#[test]
fn nothing_is_told_where_nothing_changed() {
    let run = diff(&[OLD, OLD]);
    assert!(run.stdout.ends_with("\n\nThere is no difference.\n"), "{}", run.stdout);
    assert_eq!((run.stderr.as_str(), run.code), ("", 0));
    let run = diff(&[OLD, OLD, "-o", "markdown"]);
    assert!(run.stdout.ends_with("\n\nThere is no difference.\n"), "{}", run.stdout);
}

#[test]
fn it_is_told_what_it_means_for_a_cluster() {
    let of = |version: &str, channel: &str, more: &[&str]| {
        diff(&[&[OLD, NEW, "--version", version, "--channel", channel], more].concat())
    };
    let tail = |run: &Run| {
        let start = run.stdout.find("\nFor ").unwrap();
        run.stdout[start..].to_owned()
    };
    let wanted = "
For 4.14.0 (amd64) in fast-4.14:

  What changed by graph-data alone; --releases tells which of these updates there are:

  4.14.2
    Gained, with risks: NewCiphers

  4.14.1
    Conditional by other risks: LostRoutes, SlowDisks → LostRoutes
";
    assert_eq!(tail(&of("4.14.0", "fast-4.14", &[])), wanted);
    let wanted = "
For 4.13.10 (amd64) in candidate-4.14:

  Its updates that changed:

  4.14.2
    Now conditional: SlowDisks

  4.14.1
    Conditional as before, with other words on LostRoutes, SlowDisks
";
    assert_eq!(tail(&of("4.13.10", "candidate-4.14", &["--releases", RELEASES])), wanted);
    let wanted = "
For 4.13.9 (amd64) in stable-4.14:

  The version left the channel: clusters there are told VersionNotFound. What changed by graph-data alone; --releases tells which of these updates there are:

  4.14.0
    Lost: not in the channel any more
";
    assert_eq!(tail(&of("4.13.9", "stable-4.14", &[])), wanted);
    let exact = of("4.13.10", "candidate-4.14", &["--releases", RELEASES, "-o", "json"]);
    let impact = &exact.json()["impact"];
    assert_eq!((&impact["exact"], &impact["before"]), (&true.into(), &"inChannel".into()));
    assert_eq!(impact["updates"][0]["change"], "nowConditional");
    assert_eq!(impact["updates"][0]["after"]["risks"], serde_json::json!(["SlowDisks"]));
    let stranded = of("4.13.9", "stable-4.14", &["-o", "markdown"]);
    assert!(stranded.stdout.contains("The version left the channel"), "{}", stranded.stdout);
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
fn what_makes_no_sense_is_a_usage_error() {
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
    assert!(elsewhere.stderr.contains("-o markdown has no meaning here"), "{}", elsewhere.stderr);
}

#[test]
fn what_cannot_be_read_is_not_compared() {
    let run = diff(&["no-such-revision-or-folder", NEW, "--repo", "/nonexistent"]);
    assert_eq!((run.stdout.as_str(), run.code), ("", 1));
    assert!(run.stderr.contains("it is no revision that can be read"), "{}", run.stderr);
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("channels")).unwrap();
    std::fs::write(folder.path().join("version"), "1.1.0\n").unwrap();
    let channel = "name: fast-4.14\nversions:\n- 4.14.0\n- 4.14\n";
    std::fs::write(folder.path().join("channels/fast-4.14.yaml"), channel).unwrap();
    for sides in [[folder.path().to_str().unwrap(), NEW], [OLD, folder.path().to_str().unwrap()]] {
        let run = diff(&sides);
        assert_eq!((run.stdout.as_str(), run.code), ("", 1));
        assert!(
            run.stderr.contains("channels/fast-4.14.yaml:4:3: `4.14` is not"),
            "{}",
            run.stderr
        );
    }
}
