//! `--from`: files, folders, Lists, and what is wrong with them.

use std::fs;
use std::path::Path;

use crate::common::{Run, run, upgrade};

/// Runs in a folder that holds these files.
fn with_files(files: &[(&str, &str)], words: &[&str]) -> Run {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    run(words, |command| {
        command.current_dir(folder.path());
    })
}

/// Name of the snapshot, files, words.
type Case<'a> = (&'a str, &'a [(&'a str, &'a str)], &'a [&'a str]);

fn fixture(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(path))
        .unwrap()
}

#[test]
fn lists_and_documents_are_read_and_the_newest_moment_is_now() {
    let run = upgrade(&["--from", "tests/fixtures/list", "--include-not-recommended"]);
    snap!("source", "list", run);
}

#[test]
fn json_files_are_read_like_yaml() {
    let yaml: serde_json::Value = serde_saphyr::from_str(&fixture("steps/cv.yaml")).unwrap();
    let json = with_files(&[("cv.json", &yaml.to_string())], &["--from", "cv.json"]);
    assert_eq!(json.stdout, upgrade(&["--from", "tests/fixtures/steps/cv.yaml"]).stdout);
}

#[test]
fn several_paths_make_one_cluster() {
    let words = [
        "--from",
        "tests/fixtures/hosted/cv.yaml",
        "--from",
        "tests/fixtures/hosted/infrastructure.yaml",
        "--to",
        "4.10.6",
        "--dry-run",
    ];
    assert_eq!(upgrade(&words).code, 3, "the hosted control plane was seen");
}

#[test]
fn the_newest_copy_of_an_object_counts() {
    let newer = fixture("none-in-channel/cv.yaml").replace("\"700\"", "\"1000\"");
    let files = [("a.yaml", fixture("steps/cv.yaml")), ("b.yaml", newer)];
    let files: Vec<(&str, &str)> =
        files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let run = with_files(&files, &["--from", "."]);
    assert!(run.stdout.contains("No recommended updates"), "{}", run.stdout);
}

#[test]
fn what_is_wrong_with_files_is_said() {
    let cv = fixture("steps/cv.yaml");
    let other = cv.replace("11111111-2222", "22222222-2222");
    let wrong_type =
        cv.replace("clusterID: 99999999-8888-7777-6666-555555555555", "clusterID: [1]");
    let cases: &[Case] = &[
        ("missing-file", &[], &["--from", "nowhere.yaml"]),
        (
            "broken-yaml",
            &[("cv.yaml", "kind: ClusterVersion\nspec: [1, 2\n")],
            &["--from", "cv.yaml"],
        ),
        ("broken-json", &[("cv.json", "{\"kind\": \"ClusterVersion\",\n")], &["--from", "cv.json"]),
        ("broken-json-as-json", &[("cv.json", "{")], &["--from", "cv.json", "-o", "json"]),
        ("no-cluster-version", &[("x.yaml", "kind: Pod\n")], &["--from", "x.yaml"]),
        ("empty-folder", &[("d/readme.txt", "")], &["--from", "d"]),
        ("two-clusters", &[("a.yaml", &cv), ("b.yaml", &other)], &["--from", "."]),
        ("wrong-type", &[("cv.yaml", &wrong_type)], &["--from", "cv.yaml"]),
        ("escape-in-name", &[("\u{1b}[31m.yaml", "[")], &["--from", "\u{1b}[31m.yaml"]),
    ];
    for (name, files, words) in cases {
        let run = with_files(files, words);
        assert_eq!(run.code, 1, "{name}");
        snap!("source", *name, run);
    }
}

#[test]
fn text_that_is_not_utf8_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("cv.yaml"), b"kind: \xff\xfe\n").unwrap();
    let run = run(&["--from", "cv.yaml"], |command| {
        command.current_dir(folder.path());
    });
    snap!("source", "not-utf8", run);
}
