//! `--from`: files, directories, Lists, and their errors.

use std::fs;
use std::path::Path;

use crate::common::{Run, run, upgrade};

/// Runs in a directory that contains these files.
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

/// Name of the snapshot, files, arguments.
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
        ("empty-directory", &[("d/readme.txt", "")], &["--from", "d"]),
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

/// Packs files into a tar, optionally compressed.
fn archive(files: &[(&str, &str)], compressed: bool) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (name, text) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(text.len() as u64);
        header.set_mode(0o644);
        header.set_entry_type(tar::EntryType::Regular);
        // Names that `append_data` would reject are written as they are.
        header.as_gnu_mut().unwrap().name[..name.len()].copy_from_slice(name.as_bytes());
        header.set_cksum();
        builder.append(&header, text.as_bytes()).unwrap();
    }
    let tar = builder.into_inner().unwrap();
    if !compressed {
        return tar;
    }
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut encoder, &tar).unwrap();
    encoder.finish().unwrap()
}

fn from_bytes(name: &str, bytes: &[u8], words: &[&str]) -> Run {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(name), bytes).unwrap();
    run(&[&["--from", name], words].concat(), |command| {
        command.current_dir(folder.path());
    })
}

const MUST_GATHER: &str = "must-gather/quay-io-image/cluster-scoped-resources/config.openshift.io";

#[test]
fn must_gathers_are_read_as_folder_tar_and_tar_gz() {
    let cv = fixture("steps/cv.yaml");
    let files = [
        (format!("{MUST_GATHER}/clusterversions/version.yaml"), cv.as_str()),
        ("must-gather/quay-io-image/namespaces/default/core/pods.yaml".to_owned(), "not: [yaml"),
        ("must-gather/quay-io-image/host_service_logs/masters/kubelet.log".to_owned(), "text"),
    ];
    let files: Vec<(&str, &str)> =
        files.iter().map(|(name, text)| (name.as_str(), *text)).collect();
    let expected = upgrade(&["--from", "tests/fixtures/steps/cv.yaml"]).stdout;
    assert_eq!(with_files(&files, &["--from", "must-gather"]).stdout, expected);
    assert_eq!(from_bytes("mg.tar", &archive(&files, false), &[]).stdout, expected);
    assert_eq!(from_bytes("mg.tar.gz", &archive(&files, true), &[]).stdout, expected);
    assert_eq!(
        from_bytes("any-name", &archive(&files, true), &[]).stdout,
        expected,
        "a name says nothing"
    );
}

#[test]
fn copies_in_one_tree_are_one_object_and_the_newest_counts() {
    let old = fixture("steps/cv.yaml");
    let new = fixture("none-in-channel/cv.yaml").replace("\"700\"", "\"1000\"");
    let list = format!(
        "apiVersion: v1\nkind: List\nitems:\n- {}",
        new.lines().skip(1).collect::<Vec<_>>().join("\n  ")
    );
    let files = [
        (format!("{MUST_GATHER}/clusterversions/version.yaml"), old.as_str()),
        (format!("{MUST_GATHER}/clusterversions.yaml"), list.as_str()),
    ];
    let files: Vec<(&str, &str)> =
        files.iter().map(|(name, text)| (name.as_str(), *text)).collect();
    let run = from_bytes("mg.tar", &archive(&files, false), &[]);
    assert!(run.stdout.contains("No recommended updates"), "{}{}", run.stdout, run.stderr);
}

#[test]
fn archives_cannot_escape_or_link_and_broken_ones_are_errors() {
    let cv = fixture("steps/cv.yaml");
    let escaping = archive(&[("../../../tmp/cv.yaml", &cv), ("/etc/cv2.yaml", "x: [")], false);
    let run = from_bytes("escaping.tar", &escaping, &[]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("skipped: escaping.tar:/etc/cv2.yaml"), "{}", run.stderr);

    let mut builder = tar::Builder::new(Vec::new());
    let mut header = tar::Header::new_gnu();
    header.set_size(0);
    header.set_entry_type(tar::EntryType::Symlink);
    builder.append_link(&mut header, "cv.yaml", "/etc/passwd").unwrap();
    let links = builder.into_inner().unwrap();
    let run = from_bytes("links.tar", &links, &[]);
    assert!(
        run.stderr.contains("no ClusterVersion named version") && run.code == 1,
        "{}",
        run.stderr
    );

    let whole = archive(&[("cv.yaml", &cv)], true);
    let run = from_bytes("cut.tar.gz", &whole[..whole.len() / 2], &[]);
    assert_eq!(run.code, 1, "{}", run.stdout);
    snap!("source", "archive-cut", run);
}

/// A few hundred kilobytes that would become two hundred megabytes.
#[test]
fn a_bomb_in_an_archive_is_given_up_and_the_rest_is_read() {
    let size: u64 = 200 << 20;
    let mut header = tar::Header::new_gnu();
    header.set_size(size);
    header.set_entry_type(tar::EntryType::Regular);
    let encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    let mut builder = tar::Builder::new(encoder);
    builder
        .append_data(&mut header, "bomb.yaml", std::io::Read::take(std::io::repeat(b' '), size))
        .unwrap();
    let cv = fixture("steps/cv.yaml");
    header.set_size(cv.len() as u64);
    builder.append_data(&mut header, "cv.yaml", cv.as_bytes()).unwrap();
    let bytes = builder.into_inner().unwrap().finish().unwrap();
    assert!(bytes.len() < 1 << 20);
    let run = from_bytes("bomb.tar.gz", &bytes, &[]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.stderr.contains("skipped: bomb.tar.gz:bomb.yaml is too large: larger than 64 MiB"),
        "{}",
        run.stderr
    );
}

#[test]
fn long_names_in_archives_are_read_and_endless_ones_are_not() {
    let cv = fixture("steps/cv.yaml");
    let name = format!("{}/{MUST_GATHER}/clusterversions/version.yaml", "d".repeat(120));
    let mut builder = tar::Builder::new(Vec::new());
    let mut header = tar::Header::new_gnu();
    header.set_size(cv.len() as u64);
    builder.append_data(&mut header, &name, cv.as_bytes()).unwrap();
    let long = builder.into_inner().unwrap();
    assert_eq!(from_bytes("long.tar", &long, &[]).code, 0);

    let mut builder = tar::Builder::new(Vec::new());
    let pax = format!("path={name}\n");
    let record = format!("{} {pax}", pax.len() + 4);
    let mut extension = tar::Header::new_ustar();
    extension.set_size(record.len() as u64);
    extension.set_entry_type(tar::EntryType::XHeader);
    extension.set_cksum();
    builder.append(&extension, record.as_bytes()).unwrap();
    let mut header = tar::Header::new_ustar();
    header.set_size(cv.len() as u64);
    header.set_path("short.txt").unwrap();
    header.set_cksum();
    builder.append(&header, cv.as_bytes()).unwrap();
    let run = from_bytes("pax.tar", &builder.into_inner().unwrap(), &[]);
    assert_eq!(run.code, 0, "{}", run.stderr);
}

#[test]
fn a_folders_own_name_does_not_hide_its_files() {
    let cv = fixture("steps/cv.yaml");
    for folder in ["namespaces/dump", "cluster-scoped-resources/2024"] {
        let file = format!("{folder}/cv.yaml");
        assert_eq!(with_files(&[(&file, &cv)], &["--from", folder]).code, 0, "{folder}");
    }
}

#[test]
fn a_text_of_endless_values_is_refused_before_it_is_taken_in() {
    let run = from_bytes("many.json", format!("[{}1]", "1,".repeat(400_000)).as_bytes(), &[]);
    assert_eq!(run.code, 1);
    let said = "many.json is too large: more than 400000 values";
    assert!(run.stderr.contains(said), "{}", run.stderr);
}

#[test]
fn recorded_alerts_stand_beside_objects() {
    let alerts = r#"{"status": "success", "data": {"alerts": [{"labels": {"alertname": "A"}}]}}"#;
    let files = [("cv.yaml", fixture("steps/cv.yaml")), ("alerts.json", alerts.to_owned())];
    let files: Vec<(&str, &str)> =
        files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let run = with_files(&files, &["--from", "."]);
    assert_eq!(run.code, 0, "{}", run.stderr);
}

#[test]
fn an_invalid_file_in_a_directory_is_skipped() {
    let files =
        [("cv.yaml", fixture("steps/cv.yaml")), ("helm.yaml", "a: {{ .Values }}\n".to_owned())];
    let files: Vec<(&str, &str)> =
        files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let run = with_files(&files, &["--from", "."]);
    assert_eq!(run.code, 0);
    assert!(run.stderr.contains("skipped: ./helm.yaml is neither YAML nor JSON"), "{}", run.stderr);
}

#[test]
fn standard_input_and_wide_text_are_read() {
    let cv = fixture("steps/cv.yaml");
    let wide: Vec<u8> =
        [0xff, 0xfe].into_iter().chain(cv.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    let expected = upgrade(&["--from", "tests/fixtures/steps/cv.yaml"]).stdout;
    assert_eq!(from_bytes("cv.yaml", &wide, &[]).stdout, expected);
    let odd = from_bytes("cv.yaml", &wide[..wide.len() - 1], &[]);
    assert_eq!(odd.code, 1);
    let piped = run(&["--from", "-"], |command| {
        let file = fs::File::open("tests/fixtures/steps/cv.yaml").unwrap();
        command.stdin(file);
    });
    assert_eq!(piped.stdout, expected);
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("x.tgz"), archive(&[("cv.yaml", &cv)], true)).unwrap();
    let piped = run(&["--from", "-"], |command| {
        command.stdin(fs::File::open(folder.path().join("x.tgz")).unwrap());
    });
    assert_eq!(piped.stdout, expected);
}
