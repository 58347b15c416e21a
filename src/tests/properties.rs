//! Properties of any ClusterVersion, however odd: nothing panics, nothing is recommended by
//! accident, nothing unsafe is printed, and text, JSON and decision agree.

use std::collections::BTreeSet;
use std::time::Duration;

use jiff::Timestamp;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde_json::{Value, json};

use crate::actions::list_updates::view::UpdateList;
use crate::actions::request::view::UpdateRequest;
use crate::actions::set::outcome::SetOutcome;
use crate::actions::wait::view::{WaitEvent, WaitMoment};
use crate::cli::invocation::Invocation;
pub(crate) use crate::commands::accept::list_view::RiskList;
pub(crate) use crate::commands::ack::list_view::GateList;
pub(crate) use crate::commands::ack::view::GateAcknowledgement;
use crate::commands::recommend::view::{self, Show};
use crate::output::text::unsafe_char;
use crate::output::theme::Theme;
use crate::output::{self, Format, Layout, Printable};
use upgrade_core::admin_gates::{self, GateSelection};
use upgrade_core::cluster::{Cluster, Origin};
use upgrade_core::condition_type::ClusterVersionCondition;
use upgrade_core::gates::{self, Waivers};
use upgrade_core::objects::config_map::{AckMap, GateMaps};
use upgrade_core::objects::{cluster_operator, cluster_version, machine_config_pool, prometheus};
use upgrade_core::part::Part;
use upgrade_core::recommend::Recommendation;
use upgrade_core::request::decide::{self, Decision, Request, RequestTarget};
use upgrade_core::settings::SettingPatch;
use upgrade_core::settings::accepted_risks::{self, AcceptRisksEdit};
use upgrade_core::snapshot::Snapshot;
use upgrade_core::updates::Updates;
use upgrade_core::wait::{WaitGoal, WaitLimits, Waiting};
use upgrade_graph::condition::Status;

/// Text as an attacker would write it.
pub(crate) fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "[A-Za-z0-9 .,:/_-]{0,12}",
        1 => "[\u{0}-\u{1f}\u{7f}-\u{9f}\u{200b}-\u{202e}\u{2066}-\u{2069}\u{feff}\u{e0001}a\n]{0,6}",
        1 => Just("\u{1b}[31m\u{1b}]0;x\u{7}".to_owned()),
    ]
}

fn version() -> impl Strategy<Value = Value> {
    prop_oneof![
        6 => (4_u64..6, 5_u64..9, 0_u64..6).prop_map(|(a, b, c)| json!(format!("{a}.{b}.{c}"))),
        1 => Just(json!("4.6.0-rc.1")),
        1 => text().prop_map(|text| json!(text)),
        1 => Just(Value::Null),
    ]
}

fn image() -> impl Strategy<Value = Value> {
    prop_oneof![
        5 => (0_u8..6).prop_map(|digit| json!(format!("quay.io/a/b@sha256:{}", digit.to_string().repeat(64)))),
        1 => (0_u8..6).prop_map(|digit| json!(format!("mirror.example/c@sha256:{}", digit.to_string().repeat(64)))),
        1 => text().prop_map(|text| json!(text)),
        1 => Just(Value::Null),
    ]
}

fn status() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!("True")),
        Just(json!("False")),
        Just(json!("Unknown")),
        Just(json!(false)),
        Just(json!("true")),
        Just(Value::Null),
    ]
}

fn release() -> impl Strategy<Value = Value> {
    (version(), image(), text()).prop_map(|(version, image, url)| {
        json!({"version": version, "image": image, "url": url, "channels": [url]})
    })
}

fn condition(kinds: &'static [&'static str]) -> impl Strategy<Value = Value> {
    (proptest::sample::select(kinds), status(), text(), text()).prop_map(
        |(kind, status, reason, message)| {
            json!({"type": kind, "status": status, "reason": reason, "message": message,
                   "lastTransitionTime": "2021-08-28T01:00:00Z"})
        },
    )
}

fn risk() -> impl Strategy<Value = Value> {
    let name = prop_oneof![3 => "[A-C]", 1 => text()];
    let conditions = proptest::collection::vec(condition(&["Applies"]), 0..2);
    (name, text(), conditions).prop_map(|(name, message, conditions)| {
        json!({"name": name, "message": message, "url": message, "conditions": conditions})
    })
}

fn conditional() -> impl Strategy<Value = Value> {
    let conditions =
        proptest::collection::vec(condition(&["Recommended", "Recommended", "Other"]), 0..3);
    let names = proptest::collection::vec("[A-D]", 0..3);
    (release(), proptest::collection::vec(risk(), 0..3), conditions, names).prop_map(
        |(release, risks, conditions, names)| {
            json!({"release": release, "risks": risks, "conditions": conditions, "riskNames": names})
        },
    )
}

const KINDS: &[&str] =
    &["Failing", "Progressing", "Upgradeable", "RetrievedUpdates", "Invalid", "ReleaseAccepted"];

prop_compose! {
    pub(super) fn object()(
        desired in release(),
        available in proptest::collection::vec(release(), 0..5),
        conditional in proptest::collection::vec(conditional(), 0..5),
        conditions in proptest::collection::vec(condition(KINDS), 0..7),
        requested in proptest::option::of(release()),
        history in proptest::collection::vec((release(), any::<bool>()), 0..3),
        risks in proptest::collection::vec(risk(), 0..3),
        generations in (proptest::option::of(0_i64..3), proptest::option::of(0_i64..3)),
        words in (text(), text(), text()),
    ) -> Value {
        let history: Vec<Value> = history
            .into_iter()
            .map(|(release, done)| json!({
                "version": release["version"], "image": release["image"],
                "state": if done { "Completed" } else { "Partial" },
            }))
            .collect();
        json!({
            "metadata": {"resourceVersion": "1", "generation": generations.0},
            "spec": {"clusterID": words.0, "channel": words.1, "upstream": words.2, "desiredUpdate": requested},
            "status": {
                "observedGeneration": generations.1, "desired": desired, "history": history,
                "conditions": conditions, "availableUpdates": available,
                "conditionalUpdates": conditional, "conditionalUpdateRisks": risks,
            },
        })
    }
}

pub(crate) fn read(object: &Value) -> Cluster {
    let now: Timestamp = "2021-08-28T02:00:00Z".parse().unwrap();
    cluster_version::cluster(object, Origin::default(), Some(now)).unwrap()
}

pub(crate) fn invocation() -> Invocation {
    Invocation::new("upgrade".into(), vec!["--from".into(), "\u{1b}[31m".into()])
}

pub(crate) fn layouts() -> [Layout; 2] {
    let theme = Theme { color: false };
    [Layout { width: None, theme, wide: false }, Layout { width: Some(40), theme, wide: true }]
}

/// The entries of the raw object that are against a version or image: those whose `Recommended` is
/// not True.
fn is_objected_to(object: &Value, version: &str, image: &str) -> bool {
    let entries = object["status"]["conditionalUpdates"].as_array().unwrap();
    entries.iter().any(|entry| {
        let text = |field: &str| entry["release"][field].as_str().unwrap_or_default().trim();
        let digest = |image: &str| image.rsplit_once('@').map(|(_, digest)| digest.to_owned());
        let same_image = digest(text("image")).is_some() && digest(text("image")) == digest(image);
        let concerns = (!version.is_empty() && text("version") == version) || same_image;
        let said = entry["conditions"].as_array().unwrap().iter();
        let said: Vec<_> = said.filter(|condition| condition["type"] == "Recommended").collect();
        let recommended =
            !said.is_empty() && said.iter().all(|condition| condition["status"] == "True");
        concerns && !recommended
    })
}

/// The same cases every time, so that a test never fails by chance; `PROPTEST_CASES=20000 cargo
/// test properties` searches for new ones.
pub(crate) fn config() -> ProptestConfig {
    let default = ProptestConfig::default();
    let searching = default.cases != 256;
    let rng_seed = if searching { default.rng_seed } else { RngSeed::Fixed(4_006_023) };
    ProptestConfig { rng_seed, failure_persistence: None, ..default }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn nothing_is_recommended_by_accident(object in object()) {
        let cluster = read(&object);
        for update in Updates::new(&cluster).recommended {
            let (version, image) = (update.release.version.text(), &update.release.image);
            prop_assert!(!is_objected_to(&object, version, image), "{version} {image}");
            prop_assert!(!version.is_empty() && !image.is_empty());
        }
    }

    #[test]
    fn text_json_and_decision_agree(object in object()) {
        let cluster = read(&object);
        let updates = Updates::new(&cluster);
        let view = UpdateList::new(&Snapshot::new(cluster.clone()), &updates, true, &invocation());
        let json = serde_json::to_value(&view).unwrap();
        let recommended = json["recommended"].as_array().unwrap();
        let not_recommended = json["notRecommended"].as_array().unwrap();
        prop_assert_eq!(recommended.len(), updates.recommended.len());
        prop_assert_eq!(not_recommended.len(), updates.not_recommended.len());
        let versions = recommended.iter().chain(not_recommended).map(|entry| entry["version"].as_str().unwrap());
        for version in versions {
            let request = Request { target: RequestTarget::Version(version.into()), waivers: Waivers::default() };
            let listed = |list: &[Value]| list.iter().any(|entry| entry["version"] == version);
            if let Decision::Judged(proposal) = decide::decide(&Snapshot::new(cluster.clone()), &request) {
                let objects = proposal.findings.iter().any(|judged| judged.finding.code().as_str() == "NotRecommended");
                prop_assert_eq!(objects, listed(not_recommended), "{}", version);
                prop_assert!(!(proposal.passes() && listed(not_recommended)));
                let refused = proposal.findings.iter().any(|judged| judged.finding.code().as_str() == "NotUpgradeable");
                let marked = recommended.iter().chain(not_recommended).find(|entry| entry["version"] == version);
                prop_assert_eq!(marked.map(|entry| &entry["blockedByUpgradeable"]), Some(&Value::Bool(refused)));
            }
        }
        let shown = view.text(&layouts()[0]);
        let blocks = shown.matches("\n  Version: ").count();
        prop_assert_eq!(blocks, not_recommended.len());
    }

    #[test]
    fn no_unsafe_character_is_printed_and_none_is_lost(object in object(), target in version()) {
        let cluster = read(&object);
        let view = UpdateList::new(&Snapshot::new(cluster.clone()), &Updates::new(&cluster), true, &invocation());
        let target = target.as_str().unwrap_or_default().to_owned();
        let request = Request { target: RequestTarget::Version(target), waivers: Waivers::default() };
        let answer = match decide::decide(&Snapshot::new(cluster.clone()), &request) {
            Decision::Judged(proposal) => Some(UpdateRequest::judged(&cluster, &proposal, &request)),
            Decision::Settled(settled) => Some(UpdateRequest::settled(&cluster, &settled)),
            _ => None,
        };
        let safe = |text: &str| text.chars().all(|c| c == '\n' || !unsafe_char(c));
        for layout in layouts() {
            for format in [Format::Text, Format::Wide, Format::Version, Format::Name, Format::Json, Format::Yaml] {
                prop_assert!(safe(&view.print(format, &layout).unwrap()));
                if let Some(answer) = &answer {
                    prop_assert!(safe(&answer.print(format, &layout).unwrap()));
                    prop_assert!(safe(&answer.question(&layout)));
                }
            }
        }
        let json: Value = serde_json::from_str(&output::json(&view)).unwrap();
        prop_assert_eq!(&json, &serde_json::to_value(&view).unwrap());
    }

    #[test]
    fn a_recommendation_agrees_with_the_overview(object in object(), name in text(), severity in text()) {
        let cluster = read(&object);
        let alert = json!({"labels": {"alertname": name, "severity": severity, "openShiftUpdatePrecheck": "true"}});
        let answer = json!({"status": "success", "data": {"alerts": [alert]}});
        let alerts = Part::Known(prometheus::alerts(&answer).unwrap());
        let snapshot = Snapshot { alerts, ..Snapshot::new(cluster.clone()) };
        let found = Recommendation::new(&snapshot, &BTreeSet::new());
        let updates = Updates::new(&cluster);
        prop_assert_eq!(found.targets().count(), updates.all().count(), "nothing is lost");
        let held = cluster.conditions.is(ClusterVersionCondition::Upgradeable, Status::False)
            || updates.recommended.iter().any(|update| gates::too_far(&cluster, update).is_some());
        let clean = found.targets().filter(|target| target.verdict.is_none()).count();
        prop_assert!(clean == updates.recommended.len() || (held && clean < updates.recommended.len()));
        for target in found.targets() {
            prop_assert_eq!(target.verdict.is_some(), !target.issues.is_empty());
        }
        let asked = found.targets().map(|target| Show::Target(target.release.version.to_string()));
        for show in asked.chain([Show::Newest, Show::All]) {
            let view = view::Recommendation::new(&snapshot, &found, &show, &invocation());
            prop_assert!(view.is_found());
            for (layout, format) in layouts().into_iter().zip([Format::Text, Format::Version]) {
                let text = view.print(format, &layout).unwrap();
                prop_assert!(text.chars().all(|c| c == '\n' || !unsafe_char(c)), "{text:?}");
            }
        }
    }

    #[test]
    fn risks_and_gates_are_listed_safely_and_accepting_all_settles_all(object in object(), name in text(), value in text()) {
        let mut cluster = read(&object);
        let known = accepted_risks::known(&cluster);
        let risks = RiskList::new(&cluster, &known, &invocation());
        let gates = [(name.clone(), value.clone()), (format!("ack-4.6-{name}"), value.clone())];
        let acks = AckMap { values: [(name, value)].into(), ..AckMap::default() };
        let maps = GateMaps { gates: Some(gates.into()), acks: Some(acks), oddities: Vec::new() };
        let gates = GateList::new(&cluster, &maps, &invocation());
        let admin_gates::AckDecision::Judged(judged) = admin_gates::decide(&cluster, &maps, &GateSelection::All) else {
            return Err(TestCaseError::fail("all gates are known"));
        };
        let answer = GateAcknowledgement::new(&cluster, &maps, &judged, SetOutcome::Set, json!({}));
        let answer = answer.with_hold(&cluster, judged.hold(&cluster), "2m");
        let safe = |text: &str| text.chars().all(|c| c == '\n' || !unsafe_char(c));
        for layout in layouts() {
            prop_assert!(safe(&answer.question(&layout)));
            for format in [Format::Text, Format::Wide, Format::Name, Format::Json, Format::Yaml] {
                prop_assert!(safe(&risks.print(format, &layout).unwrap()));
                prop_assert!(safe(&gates.print(format, &layout).unwrap()));
                prop_assert!(safe(&answer.print(format, &layout).unwrap()));
            }
        }
        let names = known.iter().map(|known| known.risk.name.clone()).collect();
        let setting = accepted_risks::decide(&Snapshot::new(cluster.clone()), &AcceptRisksEdit::Replace(names), false).unwrap();
        prop_assert!(setting.passes(), "what is known needs no other word");
        if let SettingPatch::AcceptRisks { names, .. } = &setting.change {
            cluster.requested.get_or_insert_default().accept_risks.clone_from(names);
        }
        prop_assert!(setting.change.is_in(&cluster));
        prop_assert!(accepted_risks::known(&cluster).iter().all(|known| known.risk.accepted));
    }

    #[test]
    fn a_wait_has_a_safe_word_for_everything(object in object(), name in text(), seconds in 0_i64..9_999) {
        let named = json!({"metadata": {"name": name}, "spec": {"paused": true}, "status": object["status"]});
        let look = Snapshot {
            operators: Part::Known(vec![cluster_operator::operator(name.clone(), &named)]),
            pools: Part::Known(vec![machine_config_pool::pool(name, &named)]),
            ..Snapshot::new(read(&object))
        };
        let elapsed = Duration::from_secs(seconds.try_into().unwrap());
        let now = WaitMoment { time: Timestamp::from_second(seconds).unwrap(), elapsed };
        let patience = WaitLimits { timeout: None, stall: Some(Duration::from_hours(1)) };
        for goal in [WaitGoal::Accepted, WaitGoal::Completed, WaitGoal::Workers] {
            let mut waiting = Waiting::new(goal, None, patience);
            waiting.judge(&look, Duration::ZERO);
            let judgement = waiting.judge(&look, elapsed);
            let event = WaitEvent::seen(&waiting, &look, &judgement, now);
            let one_line = |text: &str| !text.chars().any(unsafe_char);
            prop_assert!(one_line(&event.line()), "{:?}", event.line());
            for layout in layouts() {
                prop_assert!(event.display(&layout, seconds).lines().all(one_line));
                for format in [Format::Text, Format::Version, Format::Name, Format::Json, Format::Yaml] {
                    let text = event.print(format, &layout).unwrap();
                    prop_assert!(text.chars().all(|c| c == '\n' || !unsafe_char(c)), "{text:?}");
                }
            }
            prop_assert_eq!(output::document(&event, Format::Json).lines().count(), 1);
        }
    }

    #[test]
    fn a_sentence_stays_one_safe_line(text in text(), more in text()) {
        let sentence = output::text::sentence(&format!("{text}{more}"));
        prop_assert!(!sentence.chars().any(unsafe_char), "{sentence:?}");
    }
}
