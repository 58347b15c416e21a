//! Completion as users use it: in real shells, with the Tab key, and through kubectl.

use std::path::Path;
use std::process::Command;

use crate::common::lab::kubectl;
use crate::common::terminal::Keyboard;
use crate::common::{on_path, run};

/// Runs a shell with the completion of this program, as a user's own settings would load it.
fn shell(name: &str, home: &Path) -> Option<Keyboard> {
    if !on_path(&[name, "setsid"], "UPGRADE_REQUIRE_SHELLS") {
        return None;
    }
    let (words, setup): (&[&str], &str) = match name {
        "bash" => (
            &["--norc", "--noprofile", "-i"],
            "bind 'set show-all-if-ambiguous on'; source <(upgrade completion bash)",
        ),
        "zsh" => (
            &["-f", "-i"],
            "autoload -Uz compinit; compinit -u -D; source <(upgrade completion zsh)",
        ),
        _ => (&["--no-config", "-i"], "upgrade completion fish | source"),
    };
    let mut keyboard = started(name, words, home);
    keyboard.press(&format!("{setup}; echo rea''dy\r"));
    keyboard.wait_for("ready", 1);
    Some(keyboard)
}

/// Starts a shell that has this program in its `PATH`. Shells want their terminal to control them.
fn started(name: &str, words: &[&str], home: &Path) -> Keyboard {
    let bin = Path::new(env!("CARGO_BIN_EXE_upgrade")).parent().unwrap();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let mut command = Command::new("setsid");
    command.args(["--ctty", "--wait", name]).args(words).current_dir(home);
    command.env_clear().env("HOME", home).env("PATH", path).env("TERM", "xterm");
    command.env("UPGRADE_COMPLETION_TIMEOUT", "30s"); // the machine may be slow
    Keyboard::start(command)
}

const SHELLS: [&str; 3] = ["bash", "zsh", "fish"];

#[test]
fn tab_lists_the_versions_that_a_request_takes() {
    for name in SHELLS {
        let home = tempfile::tempdir().unwrap();
        let Some(mut keyboard) = shell(name, home.path()) else { continue };
        keyboard.press("upgrade --lab --to \t\t");
        keyboard.wait_for("4.6.42", 1);
        keyboard.wait_for("4.6.43", 1);
        let screen = keyboard.screen();
        assert!(!screen.contains("4.7.4"), "{name} lists what is not recommended: {screen}");
    }
}

#[test]
fn tab_lists_commands_and_manual_topics_after_help() {
    for name in SHELLS {
        let home = tempfile::tempdir().unwrap();
        std::fs::write(home.path().join("risky.yaml"), "").unwrap();
        let Some(mut keyboard) = shell(name, home.path()) else { continue };
        keyboard.press("upgrade help overr\t");
        keyboard.wait_for("overrides", 1);
        keyboard.press("\u{15}upgrade help \t\t");
        for topic in ["quickstart", "risks", "exit-codes", "from-oc", "disconnected", "recommend"] {
            keyboard.wait_for(topic, 1);
        }
        assert!(!keyboard.screen().contains("risky"), "{name}: {}", keyboard.screen());
    }
}

#[test]
fn tab_completes_a_scenario_behind_an_equals_sign() {
    for name in SHELLS {
        let home = tempfile::tempdir().unwrap();
        let Some(mut keyboard) = shell(name, home.path()) else { continue };
        keyboard.press("upgrade --lab=heal\t");
        keyboard.wait_for("--lab=healthy", 1);
        keyboard.press(" -o version; echo do''ne\r");
        keyboard.wait_for("done", 1);
        let screen = keyboard.screen();
        assert!(!screen.contains("error:"), "{name} made another word of it: {screen}");
    }
}

#[test]
fn tab_offers_files_only_where_files_are_meant() {
    for name in SHELLS {
        let home = tempfile::tempdir().unwrap();
        std::fs::write(home.path().join("precious.yaml"), "").unwrap();
        let Some(mut keyboard) = shell(name, home.path()) else { continue };
        keyboard.press("upgrade --lab channel prec\t");
        keyboard.press("\u{15}echo o''ne\r");
        keyboard.wait_for("one", 1);
        keyboard.press("upgrade --from prec\t");
        keyboard.wait_for("precious.yaml", 1);
        let screen = keyboard.screen();
        let (before, _) = screen.split_once("one").unwrap();
        assert!(!before.contains("precious"), "{name}: {screen}");
    }
}

#[test]
fn an_installed_script_is_found_by_its_shell() {
    if !on_path(&["fish", "setsid"], "UPGRADE_REQUIRE_SHELLS") {
        return;
    }
    let home = tempfile::tempdir().unwrap();
    install(home.path(), &["fish"]);
    let mut keyboard = started("fish", &["-i"], home.path());
    keyboard.press("echo rea''dy\r");
    keyboard.wait_for("ready", 1);
    keyboard.press("upgrade --lab --to \t\t");
    keyboard.wait_for("4.6.42", 1);
}

/// Installs completion for a home directory that has `.local/bin` in its `PATH`.
fn install(home: &Path, shells: &[&str]) -> String {
    let words: Vec<&str> = ["completion", "install"].iter().chain(shells).copied().collect();
    let path = home.join(".local/bin");
    let run = run(&words, |command| {
        command.env("HOME", home).env("PATH", &path);
    });
    assert_eq!(run.code, 0, "{}", run.stderr);
    run.stdout
}

#[test]
fn kubectl_completes_the_plugin() {
    let Some(kubectl) = kubectl() else { return };
    let home = tempfile::tempdir().unwrap();
    install(home.path(), &["bash"]);
    let bin = home.path().join(".local/bin");
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let words = ["__complete", "upgrade", "--lab", "--to", ""];
    let output = Command::new(kubectl)
        .args(words)
        .env_clear()
        .env("HOME", home.path())
        .env("PATH", &path)
        .env("UPGRADE_COMPLETION_TIMEOUT", "30s")
        .output()
        .unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(printed, "4.6.43\trecommended\n4.6.42\trecommended\n:4\n");
    let oc = Command::new(bin.join("oc_complete-upgrade")).args(["--lab=heal"]).output().unwrap();
    let printed = String::from_utf8(oc.stdout).unwrap();
    assert!(printed.starts_with("--lab=healthy\t") && printed.ends_with("\n:4\n"), "{printed}");
}

#[test]
fn a_cluster_that_does_not_answer_is_not_waited_for() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap(); // accepts connections, and never answers
    let server = format!("--server=http://{}", listener.local_addr().unwrap());
    let run = run(&["__complete", "fish", "upgrade", &server, "--to", ""], |_| {});
    assert_eq!((run.stdout.as_str(), run.stderr.as_str(), run.code), ("", "", 0));
}
