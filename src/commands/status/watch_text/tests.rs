//! Frames and lines of a watched update.

use jiff::{SignedDuration, Timestamp};

use super::*;
use crate::commands::status::view::{OperatorView, StatusDetail, UpdateStatusReport};
use crate::output::theme::Theme;
use upgrade_core::part::Part;
use upgrade_core::status::assess;
use upgrade_core::status::testing::updating;
use upgrade_core::testing::{cluster, condition, with};
use upgrade_graph::condition::Status;

/// An update that started ten minutes ago: dns is updated, etcd is updating, worker-0 is draining.
fn report() -> UpdateStatusReport {
    let mut snapshot = updating();
    snapshot.now = snapshot.now.map(|now| now + SignedDuration::from_mins(10));
    if let Part::Known(operators) = &mut snapshot.operators {
        operators[0].version = Some("4.6.2".into());
        let etcd = &mut operators[1].conditions.0;
        etcd.retain(|one| one.kind != "Progressing");
        etcd.push(condition("Progressing", Status::True));
    }
    if let Part::Known(nodes) = &mut snapshot.nodes {
        nodes[0].desired = "rendered-new".into();
        nodes[0].desired_drain = "drain-rendered-new".into();
        nodes[0].last_drain = "uncordon-rendered-old".into();
    }
    UpdateStatusReport::new(&snapshot, &assess(&snapshot), StatusDetail::default())
}

/// The same, and the cluster is failing.
fn failing() -> UpdateStatusReport {
    let mut snapshot = updating();
    snapshot.cluster = with(snapshot.cluster, "Failing", Status::True);
    UpdateStatusReport::new(&snapshot, &assess(&snapshot), StatusDetail::default())
}

fn layout(columns: usize) -> Layout {
    Layout { width: Some(columns), theme: Theme { color: false }, wide: false }
}

fn events(count: i64) -> Vec<EventView> {
    let noon: Timestamp = "2021-08-28T12:00:00Z".parse().unwrap();
    let event = |second| {
        let text = format!("operator number-{second} is updated");
        EventView::said(text, Tone::Good, noon + SignedDuration::from_secs(second))
    };
    (0..count).map(event).collect()
}

#[test]
fn a_usual_screen_shows_all_of_it() {
    let expected = "\
Update to 4.6.2 (from 4.6.1)
  Progressing, 10m (Est. Time Remaining: 19m)
  operators [####################....................]  50% 1/2, 1 updating
  worker    [........................................]   0% 0/2, 1 draining
  Updating: etcd
  Nodes: worker-0 draining
Health
  Update is proceeding well
Events (UTC)
  12:00:01 operator number-1 is updated
  12:00:02 operator number-2 is updated
  12:00:03 operator number-3 is updated
  12:00:04 operator number-4 is updated
  12:00:05 operator number-5 is updated
  12:00:06 operator number-6 is updated
  12:00:07 operator number-7 is updated
  12:00:08 operator number-8 is updated
Press q to quit. The update continues.";
    assert_eq!(report().frame(&events(9), &layout(80), 24), expected);
}

#[test]
fn a_small_screen_shows_what_matters() {
    let expected = "\
Update to 4.6.2 (from 4.6.1)
  Progressing, 10m (Est. Time …
  operators [##...]  50% 1/2, 1 updating
  worker    [.....]   0% 0/2, 1 draining
  Updating: etcd
  Nodes: worker-0 draining
Events (UTC)
  12:00:07 operator number-7 is updated
  12:00:08 operator number-8 is updated
Press q to quit. The update continues.";
    assert_eq!(report().frame(&events(9), &layout(40), 10), expected);
    let frame = failing().frame(&events(9), &layout(40), 8);
    assert!(frame.contains("Health\n  now Warning: Cluster Version"), "{frame}");
    assert!(!frame.contains("Events"), "{frame}");
}

#[test]
fn no_operator_that_is_waited_for_is_cut_away_at_80_columns() {
    let mut view = report();
    let names =
        ["kube-controller-manager", "openshift-controller-manager", "machine-config", "etcd"];
    view.control_plane.operators = names
        .iter()
        .map(|name| OperatorView {
            name: (*name).to_owned(),
            updating: true,
            ..view.control_plane.operators[1].clone()
        })
        .collect();
    let frame = view.frame(&[], &layout(80), 24);
    assert!(names.iter().all(|name| frame.contains(name)), "{frame}");
    assert!(!frame.contains('…'), "{frame}");
}

#[test]
fn nothing_is_said_about_an_update_when_none_runs() {
    let mut snapshot = updating();
    snapshot.cluster = cluster("4.6.1");
    let view = UpdateStatusReport::new(&snapshot, &assess(&snapshot), StatusDetail::default());
    for said in [view.frame(&[], &layout(80), 24), view.line("12:10:00", &[])] {
        assert!(!said.to_lowercase().contains("updat"), "{said}");
        assert!(said.contains("Cluster version is 4.6.1"), "{said}");
    }
}

#[test]
fn insights_are_folded_if_there_is_room_and_cut_between_words_if_not() {
    let view = failing();
    let said = summary(view.insights.iter().max_by_key(|one| one.summary.len()).unwrap());
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let roomy = view.frame(&events(2), &layout(50), 40);
    assert!(said.len() > 50 && !roomy.contains('…'), "{roomy}");
    assert!(words(&roomy).join(" ").contains(&said), "{roomy}");
    let tight = view.frame(&events(20), &layout(50), 12);
    let cut: Vec<&str> = tight.lines().filter_map(|line| line.strip_suffix('…')).collect();
    assert!(!cut.is_empty(), "{tight}");
    for line in cut {
        let last = line.split_whitespace().last().unwrap().to_owned();
        assert!(words(&roomy).contains(&last), "{last} is not a word: {tight}");
    }
}

#[test]
fn no_frame_is_larger_than_its_screen() {
    for columns in [1, 2, 7, 13, 20, 40, 80, 200] {
        for rows in 1..30 {
            for view in [report(), failing()] {
                let frame = view.frame(&events(20), &layout(columns), rows);
                assert!(frame.lines().count() <= rows, "{columns}x{rows}: {frame}");
                let wide = frame.lines().find(|line| line.chars().count() > columns);
                assert_eq!(wide, None, "{columns}x{rows}");
            }
        }
    }
}

#[test]
fn a_line_has_the_counts_and_the_news_or_the_state() {
    let view = report();
    assert_eq!(
        view.line("12:10:00", &events(2)),
        "12:10:00 operators 1/2, worker 0/2: operator number-0 is updated; operator number-1 is updated\n"
    );
    assert_eq!(
        view.line("12:10:00", &[]),
        "12:10:00 operators 1/2, worker 0/2: Update to 4.6.2 (from 4.6.1): Progressing, 10m (Est. Time Remaining: 19m)\n"
    );
}

#[test]
fn what_others_say_does_not_steer_the_terminal() {
    let mut view = failing();
    view.insights[0].summary = "red\u{1b}[31m\nand more".into();
    view.notes.push("a\u{7}b".into());
    let frame = view.frame(&[], &layout(200), 24);
    assert!(frame.chars().all(|c| c == '\n' || !c.is_control()), "{frame:?}");
    assert!(frame.contains("red\\u001b[31m and more"), "{frame}");
}
