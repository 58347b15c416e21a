//! The sources of graph-data.

#![allow(
    clippy::disallowed_methods,
    clippy::print_stderr,
    reason = "tests write what they read, and say what they skip"
)]

use std::fs;
use std::path::PathBuf;

use super::*;
use upgrade_graph::data::{BlockEffect, BlockReading, LintCode};

const CHANNEL: &str = "name: stable-4.7\nversions:\n- 4.7.0\n";

/// Writes files below a directory.
fn write(root: &Path, files: &[(&str, &str)]) {
    for (path, text) in files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

fn small(root: &Path) {
    write(
        root,
        &[
            ("version", "1.1.0\n"),
            ("channels/stable-4.7.yaml", CHANNEL),
            ("blocked-edges/4.7.0.yaml", "to: 4.7.0\nfrom: .*\n"),
            ("internal-channels/fast.yaml", "name: fast\nversions: []\n"),
            ("raw/metadata.json", "{}"),
            ("hack/channels/other.yaml", "name: other-1\nversions: []\n"),
            ("README.md", "# Graph-data\n"),
        ],
    );
}

fn shape(data: &GraphData) -> (usize, usize, usize, usize) {
    (data.channels.len(), data.internal.len(), data.blocks.len(), data.findings.len())
}

fn run(program: &str, folder: &Path, arguments: &[&str]) {
    let mut command = Command::new(program);
    command.current_dir(folder).args(arguments);
    for (key, value) in [("NAME", "A"), ("EMAIL", "a@example.com")] {
        command.env(format!("GIT_AUTHOR_{key}"), value).env(format!("GIT_COMMITTER_{key}"), value);
    }
    let output = command.env("GIT_CONFIG_GLOBAL", "/dev/null").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_directory_and_archives_of_it_are_the_same() {
    let home = tempfile::tempdir().unwrap();
    let root = home.path().join("graph-data");
    small(&root);
    let wanted = (1, 1, 1, 0);
    assert_eq!(shape(&load(&root, None).unwrap()), wanted);
    for (archive, folder, what) in [
        ("in.tar.gz", home.path(), "graph-data"),
        ("at.tar.gz", &root, "."),
        ("in.tar", home.path(), "graph-data"),
    ] {
        let path = home.path().join(archive);
        let flags = if archive.ends_with("gz") { "czf" } else { "cf" };
        run("tar", folder, &[flags, path.to_str().unwrap(), what]);
        let data = load(&path, None).unwrap();
        assert_eq!(shape(&data), wanted, "{archive}");
        assert_eq!(data.channels[0].file, "channels/stable-4.7.yaml");
    }
}

#[test]
fn a_revision_is_what_was_committed() {
    let home = tempfile::tempdir().unwrap();
    let root = home.path();
    small(root);
    write(root, &[(".gitattributes", "blocked-edges/* export-ignore\n")]);
    run("git", root, &["init", "--quiet"]);
    run("git", root, &["add", "."]);
    run("git", root, &["commit", "--quiet", "-m", "first"]);
    write(root, &[("channels/stable-4.7.yaml", "name: stable-4.7\nversions:\n- 4.7.0\n- 4.7.1\n")]);
    run("git", root, &["commit", "--quiet", "-am", "second"]);
    write(root, &[("channels/stable-4.7.yaml", "name: stable-4.7\nversions: []\n")]);
    let versions = |revision| load(root, revision).unwrap().channels[0].versions.len();
    assert_eq!((versions(Some("HEAD~1")), versions(Some("HEAD")), versions(None)), (1, 2, 0));
    assert_eq!(load(root, Some("HEAD")).unwrap().blocks.len(), 1, "attributes hide nothing");
    let error = load(root, Some("nowhere")).unwrap_err().message();
    assert!(error.starts_with("git cannot read ") && error.contains("nowhere"), "{error}");
    assert!(
        load(root, Some("--output=/tmp/x")).unwrap_err().message().contains("not a git revision")
    );
}

#[test]
fn what_is_no_graph_data_is_said_to_be_none() {
    let home = tempfile::tempdir().unwrap();
    let root = home.path();
    let error = |path: &Path| load(path, None).unwrap_err().message();
    assert!(error(root).ends_with(" contains no graph-data"));
    write(root, &[("a.yaml", "to: 4.7.0\n")]);
    assert!(
        error(&root.join("a.yaml")).ends_with("neither a directory nor an archive of graph-data")
    );
    assert!(error(&root.join("missing")).contains("cannot read"));
}

#[test]
fn a_file_that_is_not_utf8_costs_that_file_only() {
    let home = tempfile::tempdir().unwrap();
    small(home.path());
    fs::write(home.path().join("blocked-edges/4.7.1.yaml"), [0x74, 0x6f, 0xff]).unwrap();
    let data = load(home.path(), None).unwrap();
    assert_eq!(shape(&data), (1, 1, 1, 1));
    assert_eq!(data.findings[0].code, LintCode::Unreadable);
}

#[test]
fn upstream_reads_utf8_and_nothing_else() {
    let block = "to: 4.7.1\nfrom: .*\n";
    for (mark, unit) in
        [([0xff, 0xfe], u16::to_le_bytes as fn(u16) -> [u8; 2]), ([0xfe, 0xff], u16::to_be_bytes)]
    {
        let home = tempfile::tempdir().unwrap();
        small(home.path());
        let wide = block.encode_utf16().flat_map(unit);
        let bytes: Vec<u8> = mark.into_iter().chain(wide).collect();
        fs::write(home.path().join("blocked-edges/4.7.1.yaml"), bytes).unwrap();
        run("tar", home.path(), &["czf", "in.tar.gz", "version", "channels", "blocked-edges"]);
        for path in [home.path(), &home.path().join("in.tar.gz")] {
            let data = load(path, None).unwrap();
            let told: Vec<(LintCode, &str)> =
                data.findings.iter().map(|it| (it.code, it.problem.as_str())).collect();
            let why = "blocked-edges/4.7.1.yaml is UTF-16 text, not UTF-8 text";
            assert_eq!(told, [(LintCode::Unreadable, why)]);
        }
    }
}

#[test]
fn what_is_no_file_is_named_and_not_waited_for() {
    let home = tempfile::tempdir().unwrap();
    let root = home.path();
    small(root);
    let pipe = |name: &str| run("mkfifo", root, &[name]);
    pipe("blocked-edges/4.7.1.yaml");
    pipe("internal-channels/other.yaml");
    fs::remove_file(root.join("version")).unwrap();
    pipe("version");
    fs::create_dir(root.join("channels/fast-4.7.yaml")).unwrap();
    let _socket = unix::socket(&root.join("blocked-edges/4.7.2.yaml")).unwrap();
    unix::symlink(Path::new("/dev/null"), &root.join("blocked-edges/4.7.3.yaml")).unwrap();
    let data = load(root, None).unwrap();
    let shown = root.display().to_string();
    let told = data.findings.iter().map(|it| {
        assert_eq!(it.code, LintCode::Unreadable);
        let problem = it.problem.strip_prefix(&shown).unwrap().trim_start_matches('/');
        assert!(problem.starts_with(&it.file), "{problem}");
        problem
    });
    let wanted = [
        "blocked-edges/4.7.1.yaml is a named pipe, not a file",
        "blocked-edges/4.7.2.yaml is a socket, not a file",
        "blocked-edges/4.7.3.yaml is a device, not a file",
        "channels/fast-4.7.yaml is a directory, not a file",
        "internal-channels/other.yaml is a named pipe, not a file",
        "version is a named pipe, not a file",
    ];
    assert_eq!(told.collect::<Vec<_>>(), wanted);
}

#[test]
fn a_checkout_is_recognized_by_what_no_update_service_serves() {
    let home = tempfile::tempdir().unwrap();
    let root = home.path().join("graph-data");
    small(&root);
    fs::remove_dir_all(root.join("hack")).unwrap();
    let pack = |name: &str, folder: &Path, what: &str| {
        let path = home.path().join(name);
        run("tar", folder, &["czf", path.to_str().unwrap(), what]);
        path
    };
    let checkout = |path: &Path| load(path, None).unwrap().checkout;
    assert_eq!(checkout(&root), None);
    assert_eq!(checkout(&pack("a.tar.gz", &root, ".")), None);
    write(&root, &[("channels/hack/README.md", "")]);
    assert_eq!(checkout(&pack("b.tar.gz", home.path(), "graph-data")), None, "not beside the data");
    write(&root, &[("build-suggestions/4.7.yaml", "default: {}\n")]);
    let wanted = Some("build-suggestions".to_owned());
    assert_eq!(checkout(&root), wanted);
    assert_eq!(checkout(&pack("c.tar.gz", &root, ".")), wanted);
    assert_eq!(checkout(&pack("d.tar.gz", home.path(), "graph-data")), wanted);
    run("git", &root, &["init", "--quiet"]);
    assert_eq!(checkout(&root).as_deref(), Some(".git"));
    run("git", &root, &["add", "."]);
    run("git", &root, &["commit", "--quiet", "-m", "first"]);
    assert_eq!(load(&root, Some("HEAD")).unwrap().checkout.as_deref(), Some(".git"));
}

/// Puts a link into graph-data, and returns the errors for a directory, an archive and a revision.
fn linked(link: &str, to: &str) -> Vec<String> {
    let home = tempfile::tempdir().unwrap();
    let root = home.path().join("graph-data");
    small(&root);
    write(&home.path().join("more"), &[("4.7.9.yaml", "to: 4.7.9\nfrom: .*\n")]);
    fs::create_dir_all(root.join(link).parent().unwrap()).unwrap();
    let _ = fs::remove_dir_all(root.join(link));
    unix::symlink(Path::new(to), &root.join(link)).unwrap();
    run("tar", home.path(), &["czf", "in.tar.gz", "graph-data"]);
    run("git", &root, &["init", "--quiet"]);
    run("git", &root, &["add", "."]);
    run("git", &root, &["commit", "--quiet", "-m", "first"]);
    let archive = home.path().join("in.tar.gz");
    let places = [(root.as_path(), None), (&archive, None), (&root, Some("HEAD"))];
    let told = places.map(|(path, revision)| match load(path, revision) {
        Ok(data) => format!("{} blocks", data.blocks.len()),
        Err(error) => error.message(),
    });
    told.map(|told| told.replace(&home.path().display().to_string(), "HOME")).to_vec()
}

#[test]
fn what_a_link_leads_to_is_not_lost() {
    let refused = |place: &str| format!("{place} is a symbolic link or not a regular file");
    let name = "blocked-edges/4.7.9.yaml";
    let archived = |path: &str| refused(&format!("HOME/in.tar.gz:graph-data/{path}"));
    let committed = |path: &str| refused(&format!("{path} at HEAD"));
    let told = linked(name, "../../more/4.7.9.yaml");
    assert_eq!(told, ["2 blocks".to_owned(), archived(name), committed(name)]);
    let name = "blocked-edges/more";
    let folder = refused("HOME/graph-data/blocked-edges/more");
    assert_eq!(linked(name, "../../more"), [folder, archived(name), committed(name)]);
    let name = "blocked-edges";
    assert_eq!(linked(name, "../more"), ["1 blocks".to_owned(), archived(name), committed(name)]);
    assert_eq!(linked("hack/blocked-edges", "../blocked-edges"), ["1 blocks"; 3]);
}

#[test]
fn of_two_files_of_one_name_the_last_counts() {
    let home = tempfile::tempdir().unwrap();
    small(home.path());
    run("tar", home.path(), &["cf", "twice.tar", "version", "channels"]);
    write(home.path(), &[("channels/stable-4.7.yaml", "name: stable-4.7\nversions: []\n")]);
    run("tar", home.path(), &["rf", "twice.tar", "channels"]);
    let data = load(&home.path().join("twice.tar"), None).unwrap();
    assert_eq!((data.channels.len(), data.channels[0].versions.len()), (1, 0));
}

/// Returns real graph-data, which is not part of the project.
fn real(name: &str) -> Option<GraphData> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/graph").join(name);
    if !path.exists() {
        eprintln!("skipped: there is no {}", path.display());
        return None;
    }
    Some(load(&path, None).unwrap())
}

fn count(data: &GraphData, wanted: fn(&BlockEffect) -> bool) -> usize {
    data.blocks.iter().filter(|block| wanted(&block.effect())).count()
}

#[test]
fn real_graph_data_of_2021_is_read_whole() {
    let Some(data) = real("graph-data-2021-11-24") else { return };
    assert_eq!(shape(&data), (29, 0, 89, 0));
    assert_eq!(count(&data, |effect| matches!(effect, BlockEffect::Block)), 86);
    assert_eq!(count(&data, |effect| matches!(effect, BlockEffect::Risk(_))), 3);
    assert_eq!(data.raw.len(), 4);
}

#[test]
fn real_graph_data_of_2025_is_read_whole() {
    let Some(data) = real("graph-data-2025-10-31.tar.gz") else { return };
    assert_eq!(shape(&data), (69, 3, 1606, 0), "{:?}", data.findings);
    let risks = count(&data, |effect| matches!(effect, BlockEffect::Risk(_)));
    assert_eq!(count(&data, |effect| matches!(effect, BlockEffect::Block)) + risks, 1606);
    assert!(data.blocks.iter().all(|block| block.reading != BlockReading::Nothing));
}

#[test]
fn both_ways_of_reading_yaml_read_the_same() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    for (path, least) in [
        ("tests/fixtures/graph-data/sound", 5),
        ("tests/fixtures/graph-data/promote", 4),
        ("../shared/graph/graph-data-2021-11-24", 100),
        ("../shared/graph/graph-data-2025-10-31.tar.gz", 1600),
    ] {
        let path = root.join(path);
        if !path.exists() {
            eprintln!("skipped: there is no {}", path.display());
            continue;
        }
        let data = read(&path, None).unwrap();
        let texts = data.files.iter().filter_map(|file| file.text.as_ref().ok());
        let compared = texts.filter(|text| read::testing::same(text)).count();
        assert!(compared >= least, "{compared} of {}", path.display());
    }
}
