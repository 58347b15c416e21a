//! `upgrade version`: what the program was built from, with and without git.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{git, succeeds, upgrade};

#[test]
fn version_commit_target_and_features_are_shown() {
    let json = upgrade(&["version", "-o", "json"]).json();
    assert_eq!(
        (&json["kind"], &json["version"]),
        (&"ProgramVersion".into(), &env!("CARGO_PKG_VERSION").into())
    );
    assert!(json["target"].as_str().unwrap().contains('-'), "{json}");
    assert!(json["features"].is_array(), "{json}");
    let checkout = Path::new(env!("CARGO_MANIFEST_DIR"));
    let commit = checkout.join(".git").exists().then(|| head(checkout));
    assert_eq!(json["commit"].as_str(), commit.as_deref());
    let text = upgrade(&["version"]).stdout;
    let shown = commit.unwrap_or_else(|| "unknown".to_owned());
    assert!(text.contains(&format!("\nCommit: {shown}\n")), "{text}");
    assert_eq!(upgrade(&["version", "-o", "version"]).stdout.trim(), env!("CARGO_PKG_VERSION"));
}

/// The build script, run on its own in every kind of checkout.
#[test]
fn the_commit_is_found_in_every_checkout_and_missed_in_none() {
    let folder = tempfile::tempdir().unwrap();
    let script = compiled(folder.path());
    let at = |name: &str| folder.path().join(name);
    let origin = at("origin");
    fs::create_dir(&origin).unwrap();
    succeeds(&mut git(&origin, &["init", "--quiet"]));
    succeeds(&mut git(&origin, &["commit", "--quiet", "--allow-empty", "--message", "first"]));
    let first = head(&origin);
    assert_eq!(commit(&script, &origin), first, "a repository");

    let clone = at("clone");
    let paths = [&origin, &clone].map(|path| path.to_str().unwrap());
    succeeds(&mut git(folder.path(), &["clone", "--quiet", paths[0], paths[1]]));
    assert_eq!(commit(&script, &clone), first, "a fresh clone");

    succeeds(&mut git(&clone, &["commit", "--quiet", "--allow-empty", "--message", "second"]));
    let second = head(&clone);
    assert_eq!(commit(&script, &clone), second, "after a commit");
    succeeds(&mut git(&clone, &["pack-refs", "--all"]));
    assert_eq!(commit(&script, &clone), second, "a branch that is packed");

    let tree = at("tree");
    succeeds(&mut git(
        &clone,
        &["worktree", "add", "--quiet", "-b", "topic", tree.to_str().unwrap(), &first],
    ));
    assert_eq!(commit(&script, &tree), first, "a second work tree");
    succeeds(&mut git(&clone, &["checkout", "--quiet", "--detach", &first]));
    assert_eq!(commit(&script, &clone), first, "no branch");

    let tarball = at("tarball");
    fs::create_dir(&tarball).unwrap();
    assert_eq!(commit(&script, &tarball), "", "files without git");
    let within = origin.join("tarball");
    fs::create_dir(&within).unwrap();
    assert_eq!(commit(&script, &within), "", "files within a repository of something else");
}

fn compiled(folder: &Path) -> PathBuf {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/src/commands/version/build_script.rs");
    let script = folder.join("build-script");
    let compiler = Path::new(env!("CARGO")).with_file_name("rustc");
    succeeds(Command::new(compiler).args(["--edition", "2024", source, "-o"]).arg(&script));
    script
}

/// Returns the commit that the program would be built with.
fn commit(script: &Path, checkout: &Path) -> String {
    let mut command = Command::new(script);
    command.env_clear().env("CARGO_MANIFEST_DIR", checkout).env("TARGET", "x");
    let printed = String::from_utf8(command.output().unwrap().stdout).unwrap();
    let line =
        printed.lines().find_map(|line| line.strip_prefix("cargo::rustc-env=UPGRADE_COMMIT="));
    line.expect("the script sets it").to_owned()
}

fn head(checkout: &Path) -> String {
    let output = git(checkout, &["rev-parse", "HEAD"]).output().unwrap();
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}
