//! Properties of `status` for any cluster: every problem is reported, a stuck update is never
//! called well, and `wait` counts the same.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::Value;

use super::properties::{config, layouts};
use super::rollout::{of_status, of_wait};
use crate::actions::wait::view::{WaitEvent, WaitMoment};
use crate::commands::status::view::{StatusDetail, UpdateStatusReport};
use crate::output::Printable;
use upgrade_core::alert::Alert;
use upgrade_core::cluster::{Cluster, HistoryEntry, Requested};
use upgrade_core::objects::cluster_operator::Operator;
use upgrade_core::objects::machine_config_pool::Pool;
use upgrade_core::objects::node::{Budget, Node, Pod};
use upgrade_core::part::Part;
use upgrade_core::progress::control_plane::Assessment;
use upgrade_core::selector::{Requirement, Selector};
use upgrade_core::snapshot::Snapshot;
use upgrade_core::status::{StatusReport, StatusVerdict, assess};
use upgrade_core::testing::{cluster, now, past};
use upgrade_core::wait::{WaitGoal, WaitLimits, Waiting};
use upgrade_graph::condition::{Condition, Conditions, Status};

const VERSIONS: &[&str] = &["4.6.1", "4.6.2"];
const CONFIGS: &[&str] = &["rendered-1", "rendered-2"];
const ROLES: &[&str] = &["master", "worker", "infra"];

/// Some minutes ago: just now, within every grace period, beyond the first and beyond the last.
fn moment() -> impl Strategy<Value = Timestamp> {
    select(&[0_i64, 3, 7, 30, 300][..]).prop_map(|ago| now() - SignedDuration::from_mins(ago))
}

fn conditions(kinds: &'static [&'static str]) -> impl Strategy<Value = Conditions> {
    let statuses = &[Status::True, Status::False, Status::Unknown][..];
    let said = option::weighted(0.8, (select(statuses), moment()));
    vec(said, kinds.len()).prop_map(|all| {
        let condition = |(kind, said): (&&str, Option<(Status, Timestamp)>)| {
            let (status, since) = said?;
            let (reason, message) = ("Because".to_owned(), "of something".to_owned());
            Some(Condition {
                kind: (*kind).to_owned(),
                status,
                reason,
                message,
                since: Some(since),
            })
        };
        Conditions(kinds.iter().zip(all).filter_map(condition).collect())
    })
}

fn entry() -> impl Strategy<Value = HistoryEntry> {
    let image = select(&["a@sha256:1", "a@sha256:2"][..]);
    (select(VERSIONS), image, any::<bool>(), moment()).prop_map(
        |(version, image, completed, started)| HistoryEntry {
            image: image.to_owned(),
            completed,
            started: Some(started),
            ended: completed.then(now),
            ..past(version)
        },
    )
}

prop_compose! {
    fn clusters()(
        history in vec(entry(), 0..3),
        conditions in conditions(&["Failing", "Progressing", "Invalid", "ReleaseAccepted"]),
        requested in option::of(select(VERSIONS)),
    ) -> Cluster {
        let mut cluster = cluster(history.first().map_or("4.6.1", |newest| newest.version.text()));
        if let Some(newest) = history.first() {
            cluster.desired.image.clone_from(&newest.image);
        }
        let requested = requested.map(|version| Requested {
            version: version.to_owned(),
            ..Requested::default()
        });
        Cluster { history, conditions, requested, ..cluster }
    }
}

fn operator() -> impl Strategy<Value = Operator> {
    let conditions = conditions(&["Available", "Degraded", "Progressing"]);
    ("[a-c]", option::of(select(VERSIONS)), any::<bool>(), conditions).prop_map(
        |(name, version, of_the_platform, conditions)| Operator {
            name,
            version: version.map(str::to_owned),
            image: None,
            of_the_platform,
            conditions,
        },
    )
}

prop_compose! {
    fn pool(name: &'static str)(
        paused in any::<bool>(),
        wanted in select(CONFIGS),
        counts in option::of((0_i64..4, 0_i64..4)),
        conditions in conditions(&["Updated", "Degraded", "RenderDegraded"]),
    ) -> Pool {
        let label = format!("node-role.kubernetes.io/{name}");
        Pool {
            name: name.to_owned(),
            paused,
            machines: counts.map(|(more, updated)| more + updated),
            updated: counts.map(|(_, updated)| updated),
            wanted: Some(wanted.to_owned()),
            conditions,
            selector: Some(Selector(vec![Requirement::Exists(label)])),
            ..Pool::default()
        }
    }
}

prop_compose! {
    fn node()(
        role in select(ROLES),
        configs in (select(CONFIGS), select(CONFIGS)),
        state in select(&["Done", "Working", "Rebooting", "Degraded", "Unreconcilable"][..]),
        drains in (select(&["drain-1", "uncordon-1"][..]), select(&["drain-1", "uncordon-1"][..])),
        unschedulable in any::<bool>(),
        conditions in conditions(&["Ready", "DiskPressure", "MemoryPressure"]),
    ) -> Node {
        Node {
            labels: [(format!("node-role.kubernetes.io/{role}"), String::new())].into(),
            current: configs.0.to_owned(),
            desired: configs.1.to_owned(),
            state: state.to_owned(),
            desired_drain: drains.0.to_owned(),
            last_drain: drains.1.to_owned(),
            unschedulable,
            conditions,
            ..Node::default()
        }
    }
}

fn alert() -> impl Strategy<Value = Alert> {
    let severity = select(&["critical", "warning", "info"][..]);
    let runbook = select(&["", "https://example.com/runbook"][..]);
    ("[A-C]", severity, select(&["firing", "pending"][..]), moment(), runbook).prop_map(
        |(name, severity, state, since, runbook)| Alert {
            name,
            severity: severity.to_owned(),
            state: state.to_owned(),
            since: Some(since),
            runbook: runbook.to_owned(),
            ..Alert::default()
        },
    )
}

/// Known most of the time.
fn part<T: std::fmt::Debug + Clone>(
    items: impl Strategy<Value = Vec<T>>,
) -> impl Strategy<Value = Part<Vec<T>>> {
    (items, proptest::bool::weighted(0.9)).prop_map(|(items, is_known)| {
        if is_known { Part::Known(items) } else { Part::unreadable("forbidden") }
    })
}

prop_compose! {
    fn snapshots()(
        cluster in clusters(),
        operators in part(vec(operator(), 0..4)),
        pools in part((pool("master"), pool("worker"), pool("infra")).prop_map(|(a, b, c)| vec![a, b, c])),
        nodes in part(vec(node(), 0..5)),
        configs in vec(option::of(select(VERSIONS)), CONFIGS.len()),
        alerts in part(vec(alert(), 0..3)),
        allowed in 0_i64..2,
    ) -> Snapshot {
        let nodes = match nodes {
            Part::Known(nodes) => Part::Known(
                nodes
                    .into_iter()
                    .enumerate()
                    .map(|(place, node)| Node { name: format!("n{place}"), ..node })
                    .collect(),
            ),
            unknown => unknown,
        };
        let configs = CONFIGS.iter().zip(configs);
        let configs = configs
            .map(|(name, version)| ((*name).to_owned(), version.map(str::to_owned)))
            .collect();
        let pod = Pod {
            namespace: "shop".into(),
            name: "ledger".into(),
            node: "n0".into(),
            labels: [].into(),
            stays: false,
        };
        let selector = Some(Selector::default());
        let budget = Budget { namespace: "shop".into(), name: "tight".into(), selector, allowed };
        Snapshot {
            operators,
            pools,
            nodes,
            configs: Part::Known(configs),
            alerts,
            pods: Part::Known(vec![pod]),
            budgets: Part::Known(vec![budget]),
            reported: Part::NotServed,
            ..Snapshot::new(cluster)
        }
    }
}

fn view(snapshot: &Snapshot, report: &StatusReport, health: bool) -> UpdateStatusReport {
    let details = StatusDetail { health, ..StatusDetail::default() };
    UpdateStatusReport::new(snapshot, report, details)
}

/// Returns whether the text reports that all is well.
fn says_well(text: &str) -> bool {
    ["proceeding well", "No issues found"].iter().any(|words| text.contains(words))
}

fn said<'a>(conditions: &'a Conditions, kind: &str) -> Option<&'a Condition> {
    conditions.0.iter().find(|condition| condition.kind == kind)
}

fn is(conditions: &Conditions, kind: &str, status: Status) -> bool {
    said(conditions, kind).is_some_and(|said| said.status == status)
}

/// Returns what an insight must be about, by kind and name.
fn wrong(snapshot: &Snapshot) -> Vec<(&'static str, String)> {
    // During an update operators restart, so new problems may pass.
    let old = |since: Option<Timestamp>| {
        since.is_none_or(|since| now().duration_since(since).as_mins() > 5)
    };
    let unwell = |operator: &&Operator| {
        let said = |kind| said(&operator.conditions, kind);
        let available =
            said("Available").is_none_or(|said| said.status != Status::True && old(said.since));
        available
            || said("Degraded").is_some_and(|said| said.status != Status::False && old(said.since))
    };
    let troubled = |pool: &&Pool| {
        let bad = |kind| is(&pool.conditions, kind, Status::True);
        pool.paused || bad("Degraded") || bad("RenderDegraded")
    };
    let degraded = |node: &&Node| ["Degraded", "Unreconcilable"].contains(&node.state.as_str());
    let firing = |alert: &&Alert| alert.severity == "critical" && alert.state == "firing";
    let operators = snapshot.operators.items().iter().filter(unwell);
    let pools = snapshot.pools.items().iter().filter(troubled);
    let nodes = snapshot.nodes.items().iter().filter(degraded);
    let alerts = snapshot.alerts.items().iter().filter(firing);
    let cluster = &snapshot.cluster;
    let refused = cluster.refused().is_some()
        || is(&cluster.conditions, "Invalid", Status::True)
        || !is(&cluster.conditions, "Failing", Status::False);
    operators
        .map(|operator| ("clusteroperators", operator.name.clone()))
        .chain(pools.map(|pool| ("machineconfigpools", pool.name.clone())))
        .chain(nodes.map(|node| ("nodes", node.name.clone())))
        .chain(alerts.map(|alert| ("alerts", alert.name.clone())))
        .chain(refused.then(|| ("clusterversions", "version".to_owned())))
        .collect()
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn nothing_good_is_said_of_an_update_that_is_stuck_or_of_none(snapshot in snapshots()) {
        let report = assess(&snapshot);
        let texts = [false, true].map(|health| view(&snapshot, &report, health).text(&layouts()[0]));
        for text in texts.into_iter().filter(|text| says_well(text)) {
            prop_assert_eq!(report.verdict(), StatusVerdict::Progressing, "{}", text);
            prop_assert!(report.updating && report.control_plane.assessment != Assessment::Stalled);
            prop_assert!(!text.contains("Assessment:      Stalled"), "{}", text);
        }
        if report.verdict() == StatusVerdict::Stuck {
            let grave = report.insights.iter().any(|one| one.insight.stops_update);
            prop_assert!(grave || report.control_plane.assessment == Assessment::Stalled);
        }
    }

    #[test]
    fn everything_that_is_wrong_is_an_insight_in_table_details_and_json(snapshot in snapshots()) {
        let report = assess(&snapshot);
        let json = serde_json::to_value(view(&snapshot, &report, false)).unwrap();
        let insights = json["insights"].as_array().unwrap();
        let about = |kind: &str, name: &str| {
            let is_it = |resource: &Value| {
                let resource = resource.as_str().unwrap();
                resource.starts_with(kind) && resource.ends_with(&format!(": {name}"))
            };
            insights.iter().any(|one| one["resources"].as_array().unwrap().iter().any(is_it))
        };
        for (kind, name) in wrong(&snapshot) {
            prop_assert!(about(kind, &name), "{} {} is not in {:#?}", kind, name, insights);
        }
        let table = view(&snapshot, &report, false).text(&layouts()[0]);
        let details = view(&snapshot, &report, true).text(&layouts()[0]);
        for insight in insights {
            let summary = insight["summary"].as_str().unwrap();
            prop_assert!(table.contains(summary) && details.contains(summary), "{}", summary);
            prop_assert!(!insight["description"].as_str().unwrap().is_empty(), "{}", summary);
        }
    }

    #[test]
    fn wait_counts_what_status_counts(snapshot in snapshots()) {
        let known = snapshot.operators.is_known() && snapshot.pools.is_known();
        let report = view(&snapshot, &assess(&snapshot), false);
        let limits = WaitLimits { timeout: None, stall: None };
        let mut waiting = Waiting::new(WaitGoal::Workers, None, limits);
        let judgement = waiting.judge(&snapshot, Duration::ZERO);
        let begun = WaitMoment { time: now(), elapsed: Duration::ZERO };
        let event = WaitEvent::seen(&waiting, &snapshot, &judgement, begun);
        if known {
            let status = of_status(&serde_json::to_value(&report).unwrap());
            prop_assert_eq!(of_wait(&serde_json::to_value(&event).unwrap()), status);
        }
    }
}
