//! A message is split as it was joined, or not at all.

mod properties;

use super::*;
use crate::testing::condition;

fn risk(name: &str, message: &str, url: &str) -> ReportedRisk {
    let url = Some(url.to_owned()).filter(|url| !url.is_empty());
    ReportedRisk { message: message.to_owned(), url, ..ReportedRisk::named(name) }
}

fn said(status: Status, reason: &str, message: &str) -> Condition {
    let (reason, message) = (reason.to_owned(), message.to_owned());
    Condition { reason, message, ..condition("Recommended", status) }
}

/// Writes what is reported about each risk: applies, could not be evaluated, not named, or a
/// question mark.
fn letters(condition: &Condition, risks: &[ReportedRisk]) -> String {
    let letter = |mention: &Option<Mention>| match mention {
        Some(Mention::Applies) => 'a',
        Some(Mention::NotEvaluated) => 'u',
        Some(Mention::NotNamed) => '-',
        None => '?',
    };
    mentions(condition, risks).map_or("nothing".to_owned(), |all| all.iter().map(letter).collect())
}

/// What a message tells about A, B and C.
fn abc(status: Status, reason: &str, message: &str) -> String {
    let risks = ["A", "B", "C"].map(|name| risk(name, &format!("{name} hurts."), name));
    letters(&said(status, reason, message), &risks)
}

const UNKNOWN: [&str; 3] = [
    "Could not evaluate exposure to update risk B (a\n\nb)\n  B description: B hurts.\n  B URL: B",
    "Exposure to B is unknown due to an evaluation failure: a\nB hurts. B",
    "Unable to evaluate PromQL to determine if the cluster is impacted by B. B",
];

#[test]
fn texts_are_found_in_any_order_and_wording() {
    assert_eq!(abc(Status::False, "MultipleReasons", "C hurts. C\n\nA hurts. A\n \n"), "a-a");
    for unknown in UNKNOWN {
        assert_eq!(abc(Status::Unknown, "EvaluationFailed", unknown), "-u-", "{unknown}");
        let first = format!("{unknown}\n\nA hurts. A");
        assert_eq!(abc(Status::False, "MultipleReasons", &first), "au-", "{first}");
        let last = format!("A hurts. A\n\n{unknown}\n");
        assert_eq!(abc(Status::False, "MultipleReasons", &last), "au-", "{last}");
    }
}

#[test]
fn what_is_no_whole_text_is_no_reading() {
    for message in [
        "",
        "A hurts.",
        "A hurts. A!",
        "A hurts. A\nB hurts. B",
        "A hurts. A\n\n\nB hurts. B",
        " A hurts. A",
        "A hurts. A\n\nA hurts. A",
        "A hurts. A\n\nB hurts.",
        "Could not evaluate exposure to update risk B (a)",
        "Could not evaluate exposure to update risk D (a)\n  D description: d\n  D URL: d",
        "Exposure to B is unknown due to an evaluation failure: a\nA hurts. A",
        "Exposure to B is unknown due to an evaluation failure: a\nb\nB hurts. B",
    ] {
        for status in [Status::False, Status::Unknown] {
            assert_eq!(abc(status, "", message), "nothing", "{message}");
        }
    }
}

#[test]
fn a_message_must_say_what_status_and_reason_say() {
    assert_eq!(abc(Status::False, "MultipleReasons", UNKNOWN[0]), "nothing");
    assert_eq!(abc(Status::Unknown, "EvaluationFailed", "A hurts. A"), "nothing");
    assert_eq!(abc(Status::False, "A", "A hurts. A"), "a--");
    assert_eq!(abc(Status::False, "B", "A hurts. A"), "nothing");
    assert_eq!(abc(Status::False, "D", "A hurts. A"), "a--");
    // With one that applies it would be False; one that is not named may have been left out.
    let both = format!("{}\n\nA hurts. A", UNKNOWN[0]);
    assert_eq!(abc(Status::Unknown, "EvaluationFailed", &both), "au?");
}

#[test]
fn a_risk_on_which_readings_differ_is_left_open() {
    let alike = [risk("A", "x", "u"), risk("B", "x", "u"), risk("C", "y", "u")];
    assert_eq!(letters(&said(Status::False, "A", "x u"), &alike), "??-");
    assert_eq!(letters(&said(Status::False, "MultipleReasons", "x u\n\nx u"), &alike), "aa-");
    let within = [risk("A", "x", "u"), risk("B", "y", "u"), risk("C", "x u\n\ny", "u")];
    assert_eq!(letters(&said(Status::False, "MultipleReasons", "x u\n\ny u"), &within), "???");
    assert_eq!(letters(&said(Status::False, "A", "x u"), &within), "a--");
    let begins = [risk("A", "x", "u"), risk("B", "x", "u\n\nv")];
    assert_eq!(letters(&said(Status::False, "B", "x u\n\nv"), &begins), "-a");
}

#[test]
fn white_space_at_the_end_of_a_text_may_be_missing_and_a_blank_text_leaves_no_trace() {
    let risks = [risk("A", "x", ""), risk("B", "y", "u"), risk("Blank", "", "")];
    for message in ["x \n\ny u", "x\n\ny u", "y u\n\nx ", "y u\n\nx"] {
        assert_eq!(letters(&said(Status::False, "", message), &risks), "aa?", "{message:?}");
    }
    assert_eq!(letters(&said(Status::False, "", "x \n\n \n\ny u"), &risks), "aaa");
    assert_eq!(letters(&said(Status::False, "", "x  \n\ny u"), &risks), "nothing");
}

/// Parsing stops before it takes long.
#[test]
fn hostile_messages_are_given_up() {
    let repeated = |text: &str, times: usize| vec![text; times].join("\n\n");
    let alike: Vec<ReportedRisk> = (0..40).map(|n| risk(&format!("R{n}"), "x", "u")).collect();
    assert_eq!(letters(&said(Status::False, "", &repeated("x u", 20)), &alike), "nothing");
    let breaks = "\n".repeat(200_000);
    let blank: Vec<ReportedRisk> =
        (0..200).map(|n| risk(&format!("R{n}"), &breaks[..1_000 + n], "")).collect();
    assert_eq!(letters(&said(Status::False, "", &format!("{breaks}.")), &blank), "nothing");
    let many: Vec<ReportedRisk> = (0..=200).map(|n| risk(&format!("R{n}"), "x", "u")).collect();
    assert_eq!(letters(&said(Status::False, "", "x u"), &many), "nothing");
    let start = "Could not evaluate exposure to update risk R (\n\n".repeat(5_000);
    let open = format!("{start}{}", "\n  R URL:\n\n".repeat(20_000));
    let same: Vec<ReportedRisk> = (0..200).map(|_| risk("R", "x", "u")).collect();
    assert_eq!(letters(&said(Status::Unknown, "", &open), &same), "nothing");
    assert_eq!(letters(&said(Status::Unknown, "", &open), &same[..2]), "nothing");
}

/// Writes the texts that a message of A, B and C consists of.
fn parts_of(message: &str) -> Option<Vec<(usize, Option<String>)>> {
    let risks = ["A", "B", "C"].map(|name| risk(name, &format!("{name} hurts."), name));
    let found = parts(message, &risks)?;
    Some(found.into_iter().map(|part| (part.risk, part.failure)).collect())
}

#[test]
fn texts_are_returned_one_by_one_in_order() {
    assert_eq!(parts_of("C hurts. C\n\nA hurts. A\n"), Some(vec![(2, None), (0, None)]));
    for (unknown, failure) in UNKNOWN.into_iter().zip([
        "Could not evaluate exposure to update risk B (a\n\nb)",
        "Exposure to B is unknown due to an evaluation failure: a",
        "Unable to evaluate PromQL to determine if the cluster is impacted by B.",
    ]) {
        let message = format!("{unknown}\n\nA hurts. A");
        let expected = vec![(1, Some(failure.to_owned())), (0, None)];
        assert_eq!(parts_of(&message), Some(expected), "{message}");
    }
}

#[test]
fn a_message_with_anything_else_in_it_has_no_parts() {
    for message in [
        "",
        "A hurts. A\n\nand more",
        "A hurts.",
        // It names B, and describes something else.
        "Could not evaluate exposure to update risk B (a)\n  B description: C hurts.\n  B URL: B",
        "Could not evaluate exposure to update risk B (a)\n  B description: B hurts.\n  B URL: C",
    ] {
        assert_eq!(parts_of(message), None, "{message}");
    }
    let twins = ["A", "B"].map(|name| risk(name, "It hurts.", "u"));
    assert_eq!(parts("It hurts. u", &twins), None, "which of them is not known");
}
