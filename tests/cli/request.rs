//! `upgrade --to`: every gate, every override, every outcome.

use serde_json::json;

use crate::common::{run, upgrade};

#[test]
fn a_recommended_target_goes_through_without_a_question() {
    snap!("request", "recommended", upgrade(&["--lab", "--to", "4.6.43"]));
    snap!("request", "recommended-json", upgrade(&["--lab", "--to", "4.6.43", "-o", "json"]));
}

#[test]
fn a_conditional_target_is_refused_with_each_risk_and_the_command_that_goes_through() {
    snap!("request", "not-recommended", upgrade(&["--lab", "--to", "4.7.4"]));
    snap!("request", "not-recommended-json", upgrade(&["--lab", "--to", "4.7.4", "-o", "json"]));
    snap!("request", "not-recommended-unknown", upgrade(&["--lab", "--to", "4.6.99-example"]));
}

#[test]
fn the_waiver_of_a_conditional_target_is_said_aloud() {
    let words = ["--lab", "--to", "4.7.4", "--allow-not-recommended"];
    snap!("request", "allow-not-recommended", upgrade(&words));
}

#[test]
fn the_command_in_the_refusal_does_go_through() {
    let refused = upgrade(&["--lab", "--to", "4.7.4", "--force"]);
    let command = refused.stderr.lines().last().unwrap().trim().to_owned();
    let words: Vec<&str> = command.split(' ').skip(1).collect();
    assert_eq!(upgrade(&words).code, 0, "{command}");
}

#[test]
fn no_other_flag_waives_what_is_not_recommended() {
    let words = [
        "--lab",
        "--to",
        "4.7.4",
        "--force",
        "--allow-upgrade-with-warnings",
        "--allow-not-upgradeable",
        "--allow-downgrade",
        "-y",
    ];
    assert_eq!(upgrade(&words).code, 3);
}

#[test]
fn accepted_names_narrow_the_waiver() {
    let accept = |names: &str| {
        upgrade(&["--lab", "--to", "4.7.4", "--allow-not-recommended", "--accept", names])
    };
    snap!("request", "accept-some", accept("VSphereNodeNameChanges"));
    let all = "VSphereNodeNameChanges,VSphereHW14CrossNodeNetworkingError,AuthOAuthProxyLeakedConnections";
    assert_eq!(accept(all).code, 0);
    snap!("request", "accept-unknown", accept("VSphereNodenameChange"));
    let json =
        ["--lab", "--to", "4.6.30", "--allow-not-recommended", "--accept", "Nope", "-o", "json"];
    snap!("request", "accept-unknown-json", upgrade(&json));
    let recommended = ["--lab", "--to", "4.6.43", "--allow-not-recommended", "--accept", "X"];
    snap!("request", "accept-without-risks", upgrade(&recommended));
}

#[test]
fn a_risk_that_does_not_apply_or_is_accepted_on_the_cluster_needs_no_acceptance() {
    let accept = |names: &str| {
        let from = ["--from", "tests/fixtures/accepted-risks", "--dry-run=client"];
        let to = ["--to", "4.10.8", "--allow-not-recommended", "--accept", names];
        upgrade(&[from.as_slice(), to.as_slice()].concat()).code
    };
    assert_eq!(accept("A"), 0, "B is accepted on the cluster, C does not apply");
    assert_eq!(accept("B,C"), 3);
}

/// All risks that apply or are Unknown must be accepted, and no others.
#[test]
fn what_applies_or_is_unknown_by_the_message_must_be_accepted_and_nothing_else() {
    let ask = |to: &str, accept: &[&str]| {
        let from = ["--from", "tests/fixtures/risk-messages", "--dry-run=client", "-o", "json"];
        let names = accept.join(",");
        let accept = ["--allow-not-recommended", "--accept", &names];
        upgrade(&[&from[..], &["--to", to], &accept].concat())
    };
    let risks = ["DiskStall", "NetFlap", "SlowBoot"];
    for (to, needed) in [
        ("4.12.51", &risks[2..]),
        ("4.12.50", &risks[1..]),
        ("4.12.49", &risks[..2]),
        ("4.12.48", &risks[..2]),
        ("4.12.46", &risks),
        ("4.12.45", &risks[1..2]),
    ] {
        assert_eq!(ask(to, needed).code, 0, "{to}: {needed:?}");
        for left_out in needed {
            let others: Vec<&str> =
                risks.into_iter().filter(|name| name != left_out && to != "4.12.45").collect();
            let others = if others.is_empty() { vec!["DiskStall"] } else { others };
            assert_eq!(ask(to, &others).code, 3, "{to} without {left_out}");
        }
    }
}

#[test]
fn a_refusal_shows_the_clusters_own_message() {
    let from = ["--from", "tests/fixtures/risk-messages", "--dry-run=client"];
    for to in ["4.12.46", "4.12.48", "4.12.45"] {
        let name = format!("message-{to}");
        snap!("request", name, upgrade(&[&from[..], &["--to", to]].concat()));
    }
    let json = |words: &[&str]| upgrade(&[&from[..2], words, &["-o", "json"]].concat()).json();
    let listed = json(&[]);
    for update in listed["notRecommended"].as_array().unwrap() {
        let version = update["version"].as_str().unwrap();
        let refused = json(&["--dry-run=client", "--to", version]);
        let told = refused["findings"][0]["message"].as_str().unwrap();
        let said = update["conditions"][0]["message"].as_str().unwrap();
        assert!(told.contains(said), "{version}: {told}");
        let why = json(&["why", version]);
        assert!(why["message"].as_str().unwrap().contains(said), "{version}: {why}");
    }
}

#[test]
fn an_unknown_version_names_its_neighbours() {
    snap!("request", "unknown-version", upgrade(&["--lab", "--to", "4.6.44"]));
    snap!("request", "unknown-version-json", upgrade(&["--lab", "--to", "4.6.44", "-o", "json"]));
    let nothing = ["--from", "tests/fixtures/none-in-channel", "--dry-run", "--to", "4.10.6"];
    snap!("request", "unknown-version-of-none", upgrade(&nothing));
}

#[test]
fn being_there_updating_there_or_having_asked_is_fine() {
    snap!("request", "already-there", upgrade(&["--lab", "--to", "4.6.23"]));
    snap!("request", "already-updating", upgrade(&["--lab=updating", "--to", "4.6.43"]));
    let words = ["--from", "tests/fixtures/pending-request", "--dry-run", "--to", "4.10.6"];
    snap!("request", "already-requested", upgrade(&words));
    let json =
        ["--from", "tests/fixtures/pending-request", "--dry-run", "--to", "4.10.6", "-o", "json"];
    snap!("request", "already-requested-json", upgrade(&json));
}

#[test]
fn another_request_is_not_replaced_unasked() {
    let words = ["--from", "tests/fixtures/pending-request", "--dry-run", "--to", "4.10.7"];
    snap!("request", "another-request", upgrade(&words));
}

#[test]
fn a_cluster_that_fails_or_updates_needs_the_warnings_flag() {
    snap!("request", "failing", upgrade(&["--lab=failing", "--to", "4.7.28"]));
    snap!("request", "updating", upgrade(&["--lab=updating", "--to", "4.6.44"]));
    let words = ["--lab=failing", "--to", "4.7.28", "--allow-upgrade-with-warnings"];
    snap!("request", "failing-allowed", upgrade(&words));
}

#[test]
fn a_later_minor_is_held_while_the_cluster_is_not_upgradeable() {
    snap!("request", "not-upgradeable", upgrade(&["--lab=not-upgradeable", "--to", "4.8.2"]));
    assert_eq!(upgrade(&["--lab=not-upgradeable", "--to", "4.7.28"]).code, 0);
    let words = ["--lab=not-upgradeable", "--to", "4.8.2", "--allow-not-upgradeable"];
    snap!("request", "not-upgradeable-allowed", upgrade(&words));
}

#[test]
fn steps_down_and_far_ahead_are_distinguished() {
    let to =
        |version: &str| upgrade(&["--from", "tests/fixtures/steps", "--dry-run", "--to", version]);
    snap!("request", "downgrade", to("4.10.4"));
    snap!("request", "downgrade-across-minor", to("4.9.9"));
    snap!("request", "too-far", to("4.12.1"));
    let waived = |flags: &[&str]| {
        let words = ["--from", "tests/fixtures/steps", "--dry-run", "--to", "4.12.1"];
        upgrade(&[&words, flags].concat())
    };
    let allow = "--allow-upgrade-with-warnings";
    snap!("request", "too-far-allowed", waived(&[allow]));
    snap!("request", "too-far-forced", waived(&[allow, "--force"]));
    snap!("request", "too-far-forced-json", waived(&[allow, "--force", "-o", "json"]));
    snap!("request", "upgradeable-unknown", to("4.11.0"));
    snap!("request", "ambiguous", to("4.10.7"));
    assert_eq!(to("5.0.0").code, 0);
    let allowed =
        ["--from", "tests/fixtures/steps", "--dry-run", "--to", "4.10.4", "--allow-downgrade"];
    assert_eq!(upgrade(&allowed).code, 0);
}

#[test]
fn stale_lists_need_the_warnings_flag() {
    for name in ["stale-lists", "unobserved", "minimal"] {
        let folder = format!("tests/fixtures/{name}");
        let run = upgrade(&["--from", &folder, "--dry-run", "--to", "4.10.6"]);
        snap!("request", format!("{name}"), run);
        let allowed =
            ["--from", &folder, "--dry-run", "--to", "4.10.6", "--allow-upgrade-with-warnings"];
        assert_eq!(upgrade(&allowed).code, 0);
    }
}

#[test]
fn a_channel_that_is_observed_late_is_a_caution_to_every_command() {
    let late = ["--from", "tests/fixtures/observed-late"];
    let upgrade = |words: &[&str]| upgrade(&[&late, words].concat());
    snap!("request", "observed-late", upgrade(&["--dry-run", "--to", "4.10.6"]));
    snap!("request", "observed-late-json", upgrade(&["--dry-run", "--to", "4.10.6", "-o", "json"]));
    let image = image("quay.io/openshift-release-dev/ocp-release", "6");
    for words in [
        &["--dry-run", "--to-latest"][..],
        &["--dry-run", "--to-image", &image],
        &["--dry-run", "--to-multi-arch"],
        &["rollback", "--dry-run"],
        &["why", "4.10.6"],
        &["recommend"],
        &[],
    ] {
        let run = upgrade(words);
        let cautions = run.stderr.matches("available updates may be stale").count();
        assert_eq!((run.code, cautions), (0, 1), "{words:?}: {}", run.stderr);
    }
    let checks = upgrade(&["pre-checks", "--version", "4.10.6", "-o", "json"]).json();
    let about = |value: &serde_json::Value| value.to_string().contains("may be stale");
    assert!(checks["warnings"].as_array().unwrap().iter().any(about), "{checks}");
    assert!(!checks["insights"].as_array().unwrap().iter().any(about), "{checks}");
}

#[test]
fn all_findings_come_at_once() {
    let words = ["--from", "tests/fixtures/all-gates", "--dry-run", "--to", "4.11.0"];
    snap!("request", "all-gates", upgrade(&words));
    let json = ["--from", "tests/fixtures/all-gates", "--dry-run", "--to", "4.11.0", "-o", "json"];
    snap!("request", "all-gates-json", upgrade(&json));
}

#[test]
fn a_hosted_control_plane_is_refused_whatever_the_flags() {
    let words = [
        "--from",
        "tests/fixtures/hosted",
        "--dry-run",
        "--to",
        "4.10.6",
        "--force",
        "--allow-not-recommended",
        "--allow-upgrade-with-warnings",
        "--allow-not-upgradeable",
        "--allow-downgrade",
        "-y",
    ];
    snap!("request", "hosted", upgrade(&words));
}

#[test]
fn a_dry_run_prints_the_exact_patch() {
    snap!("request", "dry-run-client", upgrade(&["--lab", "--to", "4.6.43", "--dry-run"]));
    snap!("request", "dry-run-server", upgrade(&["--lab", "--to", "4.6.43", "--dry-run=server"]));
    let json = upgrade(&["--lab", "--to", "4.6.43", "--dry-run", "-o", "json"]).json();
    assert_eq!((&json["applied"], &json["outcome"]), (&json!(false), &json!("DryRunClient")));
    let server = upgrade(&["--lab", "--to", "4.6.43", "--dry-run=server", "-o", "json"]).json();
    assert_eq!(server["patch"], json["patch"]);
    assert_eq!(server["cluster"]["requested"], json!(null));
    assert_eq!(
        upgrade(&["--lab", "--to", "4.6.43", "--dry-run=none"]).stdout.lines().next(),
        Some("Requested update from 4.6.23 to 4.6.43")
    );
}

#[test]
fn leftovers_of_an_earlier_request_are_overwritten_and_mode_is_taken_away() {
    let words = ["--from", "tests/fixtures/leftovers", "--dry-run", "--to", "4.10.6", "-o", "json"];
    let patch = &upgrade(&words).json()["patch"];
    let image = format!("quay.io/openshift-release-dev/ocp-release@sha256:{}", "6".repeat(64));
    assert_eq!(
        *patch,
        json!({
            "metadata": {"resourceVersion": "700"},
            "spec": {"desiredUpdate": {
                "version": "4.10.6", "image": image, "architecture": "", "force": false, "mode": null,
            }},
        })
    );
}

#[test]
fn force_is_sent_with_a_loud_word() {
    snap!("request", "force", upgrade(&["--lab", "--to", "4.6.43", "--force"]));
    let json = upgrade(&["--lab", "--to", "4.6.43", "--force", "-o", "json"]).json();
    assert_eq!(json["patch"]["spec"]["desiredUpdate"]["force"], true);
    assert_eq!(json["cluster"]["requested"]["force"], true);
    assert_eq!(json["warnings"].as_array().unwrap().len(), 1);
}

#[test]
fn short_answers_for_pipes() {
    snap!("request", "version", upgrade(&["--lab", "--to", "4.6.43", "-o", "version"]));
    snap!("request", "name", upgrade(&["--lab", "--to", "4.6.43", "-o", "name"]));
    snap!("request", "yaml", upgrade(&["--lab", "--to", "4.6.30", "-o", "yaml"]));
}

#[test]
fn files_cannot_be_asked_for_an_update() {
    snap!("request", "from-files", upgrade(&["--from", "tests/fixtures/steps", "--to", "4.10.6"]));
    let server = ["--from", "tests/fixtures/steps", "--to", "4.10.6", "--dry-run=server"];
    assert_eq!(upgrade(&server).code, 2);
}

#[test]
fn a_closed_pipe_is_no_failure() {
    let piped = run(&["--lab", "--include-not-recommended"], |command| {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        command.stdout(writer);
    });
    assert_eq!((piped.code, piped.stderr.as_str()), (0, ""));
}

/// What it prevents: a result that could not be printed looked as if nothing had been requested.
#[test]
fn a_full_disk_does_not_hide_that_the_update_was_requested() {
    let full = |words: &[&str]| {
        run(words, |command| {
            let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
            command.stdout(full);
        })
    };
    let run = full(&["--lab", "--to", "4.6.43"]);
    let said = "error: the update to 4.6.43 was requested, but the command failed: ";
    assert!(run.code == 1 && run.stderr.contains(said), "{}", run.stderr);
    let run = full(&["--lab", "--to", "4.6.43", "--dry-run"]);
    assert!(run.code == 1 && !run.stderr.contains("was requested"), "{}", run.stderr);
}

/// The fixtures' image of this digit.
fn image(host: &str, digit: &str) -> String {
    format!("{host}@sha256:{}", digit.repeat(64))
}

fn steps(words: &[&str]) -> crate::common::Run {
    upgrade(&[&["--from", "tests/fixtures/steps", "--dry-run"], words].concat())
}

/// What it prevents: `--to-latest` beside `--to` picked a wrong target.
#[test]
fn two_targets_at_once_are_a_usage_error() {
    for words in [
        ["--to", "4.10.6", "--to-latest"].as_slice(),
        &["--to", "4.10.6", "--to-image", "quay.io/a/b:c"],
        &["--to-multi-arch", "--to-latest"],
        &["--clear", "--to", "4.10.6"],
    ] {
        assert_eq!(steps(words).code, 2, "{words:?}");
    }
    snap!("request", "two-targets", steps(&["--to", "4.10.6", "--to-latest"]));
}

/// What it prevents: `--to-latest` had no lower bound and crossed minors.
#[test]
fn the_latest_is_of_this_minor_unless_more_is_asked_for() {
    snap!("request", "latest", upgrade(&["--lab", "--to-latest"]));
    let version = |words: &[&str]| steps(&[words, &["-o", "version"]].concat()).stdout;
    let patched = ["--from", "tests/fixtures/evaluations", "--dry-run"];
    assert_eq!(
        upgrade(&[patched.as_slice(), &["--to-latest", "-o", "version"]].concat()).stdout,
        "4.10.6\n"
    );
    assert_eq!(version(&["--to-latest=minor"]), "4.11.0\n");
    assert_eq!(version(&["--to-latest=any"]), "5.0.0\n");
    assert_eq!(
        upgrade(&["--lab", "--to-latest=true", "--dry-run", "-o", "version"]).stdout,
        "4.6.43\n"
    );
    let off = upgrade(&["--lab", "--to-latest=false"]);
    assert!(off.stdout.starts_with("Cluster version is"));
}

#[test]
fn the_latest_never_skips_a_minor_version() {
    let folder = tempfile::tempdir().unwrap();
    let steps = std::fs::read_to_string("tests/fixtures/steps/cv.yaml").unwrap();
    let far = steps.lines().filter(|line| {
        !line.starts_with("  - {version: ") || line.starts_with("  - {version: 4.12.1")
    });
    let far: Vec<&str> = far.collect();
    std::fs::write(folder.path().join("cv.yaml"), far.join("\n")).unwrap();
    for reach in ["--to-latest", "--to-latest=minor", "--to-latest=any"] {
        let from = ["--from", folder.path().to_str().unwrap(), "--dry-run", reach, "-o", "json"];
        let run = upgrade(&from);
        assert_eq!(run.code, 0, "{}", run.stderr);
        let json = run.json();
        assert_eq!(json["outcome"], "NothingNewer", "{json}");
        assert!(json["note"].as_str().unwrap().contains("4.12.1 is more than one"), "{json}");
    }
}

/// What it prevents: stale updates were used silently.
#[test]
fn the_latest_of_a_stale_list_is_refused() {
    let words = ["--from", "tests/fixtures/stale-lists", "--dry-run", "--to-latest"];
    assert_eq!(upgrade(&words).code, 3);
    let empty = ["--from", "tests/fixtures/cannot-retrieve", "--dry-run", "--to-latest"];
    snap!("request", "latest-cannot-retrieve", upgrade(&empty));
}

/// What it prevents: nothing newer was an error or a success depending on other flags.
#[test]
fn nothing_newer_is_fine_and_only_not_recommended_ones_are_not() {
    let nothing = ["--from", "tests/fixtures/none-in-channel", "--dry-run", "--to-latest"];
    snap!("request", "latest-nothing", upgrade(&nothing));
    let only = ["--from", "tests/fixtures/early-schema", "--dry-run", "--to-latest"];
    snap!("request", "latest-only-not-recommended", upgrade(&only));
    let json = ["--from", "tests/fixtures/early-schema", "--dry-run", "--to-latest", "-o", "json"];
    snap!("request", "latest-only-not-recommended-json", upgrade(&json));
    let flags = ["--lab", "--to-latest", "--allow-not-recommended"];
    snap!("request", "latest-not-recommended", upgrade(&flags));
}

/// What it prevents: a mirror's pull spec was replaced, or not recognized.
#[test]
fn a_mirror_is_recognised_and_kept() {
    let mirror = image("mirror.example:5000/ocp/release", "6");
    snap!("request", "image-mirror", steps(&["--to-image", &mirror]));
    let current = image("mirror.example:5000/ocp/release", "5");
    let run = steps(&["--to-image", &current]);
    assert!(run.stdout.starts_with("The cluster is already on 4.10.5"), "{}", run.stdout);
    let conditional = image("mirror.example/x", "8");
    let words =
        ["--from", "tests/fixtures/accepted-risks", "--dry-run", "--to-image", &conditional];
    assert_eq!(upgrade(&words).code, 3, "conditional whichever way it is named");
}

/// What it prevents: the hint named a flag that does not suffice, and flags that did nothing were ignored.
#[test]
fn an_image_that_is_not_listed_says_every_flag_it_needs() {
    let unknown = image("quay.io/a/b", "f");
    let refused = steps(&["--to-image", &unknown]);
    snap!("request", "image-not-listed", refused);
    let command = refused.stderr.lines().last().unwrap().trim().to_owned();
    let words: Vec<&str> = command.split(' ').skip(1).collect();
    assert_eq!(upgrade(&words).code, 0, "{command}");
    let ignored = steps(&["--to", "4.10.6", "--allow-explicit-upgrade"]);
    snap!("request", "explicit-with-version", ignored);
}

#[test]
fn an_image_of_unknown_version_needs_one_flag_where_the_operator_checks_the_order() {
    let unknown = image("quay.io/a/b", "f");
    let to = |folder: &str, flags: &[&str]| {
        let from = ["--from", folder, "--dry-run", "--to-image", &unknown];
        upgrade(&[&from, flags].concat())
    };
    let explicit = "--allow-explicit-upgrade";
    let checked = "tests/fixtures/disconnected";
    let refused = to(checked, &[]);
    snap!("request", "image-disconnected", refused);
    let command = refused.stderr.lines().last().unwrap().trim().to_owned();
    let words: Vec<&str> = command.split(' ').skip(1).collect();
    assert_eq!(upgrade(&words).code, 0, "{command}");
    snap!("request", "image-disconnected-allowed", to(checked, &[explicit]));
    snap!("request", "image-disconnected-forced", to(checked, &[explicit, "--force"]));
    let all = [explicit, "--force", "--allow-downgrade", "--allow-not-upgradeable"];
    assert_eq!(to(checked, &all).code, 0);
    assert_eq!(to("tests/fixtures/steps", &[explicit]).code, 3, "an older operator does not check");
}

#[test]
fn an_image_by_tag_needs_force_which_is_never_our_advice() {
    let refused = steps(&["--to-image", "quay.io/a/b:latest"]);
    snap!("request", "image-by-tag", refused);
    let command = refused.stderr.lines().last().unwrap();
    assert!(!command.contains("--force"));
    let all = [
        "--to-image",
        "quay.io/a/b:latest",
        "--force",
        "--allow-explicit-upgrade",
        "--allow-downgrade",
    ];
    snap!("request", "image-by-tag-forced", steps(&all));
}

#[test]
fn what_is_no_pull_spec_is_a_usage_error() {
    for text in
        ["", "4.10.6", "quay.io/a/b", "quay.io/A/b:c", "b@sha256:12", "quay.io/a/b@sha256:12"]
    {
        assert_eq!(steps(&["--to-image", text]).code, 2, "{text}");
    }
    snap!("request", "image-malformed", steps(&["--to-image", "quay.io/a/b"]));
}

/// What it prevents: repeating a request was an error, and a multi-architecture cluster got a
/// request nevertheless.
#[test]
fn several_architectures_are_asked_for_by_version() {
    snap!("request", "multi-arch", steps(&["--to-multi-arch"]));
    let json = steps(&["--to-multi-arch", "-o", "json"]).json();
    assert_eq!(
        json["patch"]["spec"]["desiredUpdate"],
        json!({"version": "4.10.5", "image": "", "architecture": "Multi", "force": false})
    );
}

/// What it prevents: `--clear` claimed to cancel, printed `<unknown>`, repeated its patch and ignored flags.
#[test]
fn clearing_is_honest_and_idempotent() {
    snap!("request", "clear-nothing", upgrade(&["--lab", "--clear"]));
    snap!("request", "clear-too-late", upgrade(&["--lab=updating", "--clear"]));
    let pending = ["--from", "tests/fixtures/pending-request", "--clear", "--dry-run"];
    snap!("request", "clear-pending", upgrade(&pending));
    let leftovers = ["--from", "tests/fixtures/leftovers", "--clear", "--dry-run", "-o", "json"];
    assert_eq!(
        upgrade(&leftovers).json()["patch"]["spec"]["desiredUpdate"],
        json!({"version": "", "image": "", "architecture": "", "force": false, "mode": null}),
        "accepted risks are not named, so they stay"
    );
    let accepted = ["--from", "tests/fixtures/accepted-risks", "--clear", "--dry-run"];
    assert!(upgrade(&accepted).stdout.starts_with("No pending request"));
    snap!("request", "clear-with-waiver", upgrade(&["--lab", "--clear", "--force"]));
    let json = upgrade(&["--lab=updating", "--clear", "-o", "json"]).json();
    assert_eq!((&json["outcome"], &json["applied"]), (&json!("ClearedTooLate"), &json!(true)));
}

#[test]
fn a_hosted_control_plane_is_not_cleared_either() {
    let text = std::fs::read_to_string("tests/fixtures/hosted/cv.yaml").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let asking = text.replace("status:\n", "  desiredUpdate: {version: 4.10.6}\nstatus:\n");
    std::fs::write(folder.path().join("cv.yaml"), asking).unwrap();
    std::fs::copy("tests/fixtures/hosted/infrastructure.yaml", folder.path().join("i.yaml"))
        .unwrap();
    let run = upgrade(&["--from", folder.path().to_str().unwrap(), "--clear", "--dry-run"]);
    assert_eq!(run.code, 3, "{}", run.stderr);
}

#[test]
fn a_warning_is_not_shown_for_a_request_that_is_refused() {
    let run = upgrade(&["--lab", "--to", "4.7.4", "--force"]);
    assert!(!run.stderr.contains("warning:"), "{}", run.stderr);
}

#[test]
fn an_update_without_a_recommendation_can_be_seen_and_taken_knowingly() {
    let to = |words: &[&str]| {
        upgrade(
            &[&["--lab=hostile", "--to", "4.6.39", "--allow-upgrade-with-warnings"], words]
                .concat(),
        )
        .code
    };
    assert_eq!(to(&[]), 3);
    assert_eq!(to(&["--allow-not-recommended"]), 0);
}

#[test]
fn what_a_dry_run_waives_is_said_too() {
    let words = ["--lab", "--to", "4.7.4", "--allow-not-recommended", "--dry-run"];
    snap!("request", "dry-run-waived", upgrade(&words));
}
