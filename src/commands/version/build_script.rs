//! Build script: the commit, target and features that `upgrade version` shows.
//!
//! The commit is read from the files of git, so that git itself is not needed. Without a checkout, it is
//! that of the variable UPGRADE_COMMIT, if any.
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a build script reads the environment and files, and tells cargo on standard output"
)]

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    println!("cargo::rerun-if-changed=src/commands/version/build_script.rs");
    println!("cargo::rerun-if-env-changed=UPGRADE_COMMIT");
    let given = || env::var("UPGRADE_COMMIT").ok().and_then(|commit| hash(&commit));
    let commit = git_folder(&root).and_then(|git| commit(&git)).or_else(given).unwrap_or_default();
    println!("cargo::rustc-env=UPGRADE_COMMIT={commit}");
    let target = env::var("TARGET").unwrap_or_default();
    println!("cargo::rustc-env=UPGRADE_TARGET={target}");
    println!("cargo::rustc-env=UPGRADE_FEATURES={}", features().join(","));
}

/// Returns the git directory. In a linked worktree, `.git` is a file that names it.
fn git_folder(root: &Path) -> Option<PathBuf> {
    let git = root.join(".git");
    if git.is_dir() {
        return Some(git);
    }
    let text = fs::read_to_string(&git).ok()?;
    Some(root.join(text.strip_prefix("gitdir:")?.trim())).filter(|folder| folder.is_dir())
}

/// Returns the commit of HEAD, and tells cargo to rebuild when HEAD or a branch moves.
fn commit(git: &Path) -> Option<String> {
    let common = fs::read_to_string(git.join("commondir")).ok();
    let common = common.map_or_else(|| git.to_owned(), |path| git.join(path.trim()));
    for path in [git.join("HEAD"), common.join("refs/heads"), common.join("packed-refs")] {
        if path.exists() {
            println!("cargo::rerun-if-changed={}", path.display());
        }
    }
    let head = fs::read_to_string(git.join("HEAD")).ok()?;
    let Some(branch) = head.strip_prefix("ref:").map(str::trim) else {
        return hash(&head);
    };
    let loose = fs::read_to_string(common.join(branch)).ok();
    loose.as_deref().and_then(hash).or_else(|| packed(&common, branch))
}

/// Returns the commit of a packed branch.
fn packed(common: &Path, branch: &str) -> Option<String> {
    let text = fs::read_to_string(common.join("packed-refs")).ok()?;
    let line = text.lines().find(|line| line.split(' ').nth(1) == Some(branch))?;
    hash(line.split(' ').next()?)
}

fn hash(text: &str) -> Option<String> {
    let text = text.trim();
    let whole = text.len() >= 40 && text.chars().all(|c| c.is_ascii_hexdigit());
    whole.then(|| text.to_owned())
}

/// Returns the enabled features of the package.
fn features() -> Vec<String> {
    let names =
        env::vars().filter_map(|(name, _)| name.strip_prefix("CARGO_FEATURE_").map(str::to_owned));
    let mut names: Vec<String> = names.map(|name| name.to_lowercase().replace('_', "-")).collect();
    names.sort();
    names
}
