//! Promotion: timing, filters, tombstones, the check of risks, and unfit graph-data.

use std::collections::BTreeMap;

use super::*;
use crate::data::testing::{at, block, channel, feeder, name};
use crate::data::{LintFinding, testing};

const NOW: &str = "2024-03-10T12:00:00Z";

fn time(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn data<const C: usize, const B: usize>(channels: [Channel; C], blocks: [Block; B]) -> GraphData {
    testing::data(channels.into(), blocks.into())
}

fn risk(called: &str, to: &str) -> Block {
    testing::risk(to, ".*", called)
}

/// What is known, as a builder.
#[derive(Default)]
struct Described {
    history: History,
    errata: Errata,
}

impl Described {
    fn entered(mut self, channel: &str, versions: &[(&str, &str)]) -> Self {
        let entry = |(version, at): &(&str, &str)| {
            let entry = ChannelEntry { at: time(at), commit: None };
            ((*version).to_owned(), Entered::At(entry))
        };
        self.history.add(channel, Ok(versions.iter().map(entry).collect()));
        self
    }

    fn public(mut self, version: &str) -> Self {
        self.errata.add(&name(version), Publicity::Public(None));
        self
    }

    fn promotions<'a>(&self, data: &'a GraphData, ways: &ExitGraph<'_>) -> Vec<FeederReport<'a>> {
        let (history, errata) = (&self.history, &self.errata);
        promotions(data, &PromotionInputs { now: time(NOW), history, errata, ways })
    }

    /// Describes the outcomes for a channel in one line.
    fn outcomes(&self, data: &GraphData, called: &str) -> String {
        self.outcomes_by(data, called, &ExitGraph::Waived)
    }

    fn outcomes_by(&self, data: &GraphData, called: &str, ways: &ExitGraph<'_>) -> String {
        let fed = self.promotions(data, ways);
        let fed = fed.iter().find(|fed| fed.channel.name.value == called).unwrap();
        let told = |candidate: &PromotionCandidate| {
            let outcome = match candidate.outcome {
                PromotionOutcome::Promote => "promote".to_owned(),
                PromotionOutcome::Wait(None) => "wait".to_owned(),
                PromotionOutcome::Wait(Some(until)) => format!("wait {until}"),
                PromotionOutcome::Blocked => "blocked".to_owned(),
            };
            format!("{} {outcome}", candidate.version)
        };
        fed.candidates.iter().map(told).collect::<Vec<_>>().join(", ")
    }
}

/// Returns what blocks the only candidate.
fn obstacles(data: &GraphData, ways: &ExitGraph<'_>) -> Vec<Obstacle> {
    let mut fed = Described::default().public("4.14.2").promotions(data, ways);
    assert_eq!(fed[0].candidates.len(), 1);
    fed[0].candidates.pop().unwrap().obstacles
}

/// A stable channel with these versions, fed by a fast one with these.
fn fed(own: &[&str], feeding: &[&str], terms: &[&str]) -> [Channel; 2] {
    let stable = channel("stable-4.14", own).fed_by(feeder("fast-4.14", terms));
    [channel("fast-4.14", feeding), stable]
}

#[test]
fn time_in_the_feeder_is_enough() {
    let data = data(fed(&[], &["4.14.0", "4.14.1", "4.14.2", "4.14.3"], &["PT48H"]), []);
    let told = Described::default().entered(
        "fast-4.14",
        &[
            ("4.14.0", "2024-03-01T00:00:00Z"),
            ("4.14.1", "2024-03-08T12:00:00Z"), // just now
            ("4.14.2", "2024-03-08T12:00:01Z"),
            ("4.14.3", "2024-03-11T00:00:00Z"), // by a clock that is ahead
        ],
    );
    assert_eq!(
        told.outcomes(&data, "stable-4.14"),
        "4.14.0 promote, 4.14.1 promote, 4.14.2 wait 2024-03-10T12:00:01Z, \
         4.14.3 wait 2024-03-13T00:00:00Z"
    );
}

#[test]
fn what_is_not_known_to_have_been_there_waits() {
    let data = data(fed(&[], &["4.14.0", "4.14.1"], &["PT0H"]), []);
    assert_eq!(Described::default().outcomes(&data, "stable-4.14"), "4.14.0 wait, 4.14.1 wait");
    let told = Described::default().entered("fast-4.14", &[("4.14.0", "2024-03-01T00:00:00Z")]);
    assert_eq!(told.outcomes(&data, "stable-4.14"), "4.14.0 promote, 4.14.1 wait");
    let mut told = Described::default();
    let uncommitted = Entered::Unknown("it is not committed".to_owned());
    let entered = BTreeMap::from([("4.14.0".to_owned(), uncommitted)]);
    told.history.add("fast-4.14", Ok(entered));
    assert_eq!(told.outcomes(&data, "stable-4.14"), "4.14.0 wait, 4.14.1 wait");
    told.history.add("fast-4.14", Err("there is no git here".to_owned()));
    let fed = told.promotions(&data, &ExitGraph::Waived);
    let entered = fed[0].candidates[0].timing.entered.clone();
    assert_eq!(entered, Some(Entered::Unknown("there is no git here".to_owned())));
}

#[test]
fn a_delay_beyond_all_time_never_ends() {
    let data = data(fed(&[], &["4.14.0"], &["P1000000W"]), []);
    let told = Described::default().entered("fast-4.14", &[("4.14.0", "2024-03-01T00:00:00Z")]);
    assert_eq!(told.outcomes(&data, "stable-4.14"), "4.14.0 wait");
}

#[test]
fn a_public_errata_is_enough_and_so_is_either() {
    let versions = ["4.14.0", "4.14.1", "4.14.2"];
    let told = || {
        let entered = [("4.14.0", "2024-03-01T00:00:00Z"), ("4.14.1", "2024-03-10T00:00:00Z")];
        Described::default().entered("fast-4.14", &entered).public("4.14.1")
    };
    let errata = data(fed(&[], &versions, &["public"]), []);
    assert_eq!(told().outcomes(&errata, "stable-4.14"), "4.14.0 wait, 4.14.1 promote, 4.14.2 wait");
    let either = data(fed(&[], &versions, &["public", "PT48H"]), []);
    assert_eq!(
        told().outcomes(&either, "stable-4.14"),
        "4.14.0 promote, 4.14.1 promote, 4.14.2 wait"
    );
}

#[test]
fn without_terms_people_promote() {
    let data = data(fed(&[], &["4.14.0"], &[]), []);
    let told = Described::default().entered("fast-4.14", &[("4.14.0", "2020-01-01T00:00:00Z")]);
    assert_eq!(told.public("4.14.0").outcomes(&data, "stable-4.14"), "4.14.0 wait");
    let fed = Described::default().promotions(&data, &ExitGraph::Waived);
    assert!(fed[0].candidates[0].timing.is_by_hand());
}

#[test]
fn what_is_public_stays_public_and_of_every_architecture() {
    let mut errata = Errata::default();
    errata.add(&name("4.14.0"), Publicity::Public(None));
    errata.add(&name("4.14.0+amd64"), Publicity::NotPublic(None));
    assert_eq!(errata.publicity(&name("4.14.0+s390x")), Publicity::Public(None));
    errata.add(&name("4.14.1"), Publicity::Unknown("why".to_owned()));
    errata.add(&name("4.14.1"), Publicity::NotPublic(None));
    assert_eq!(errata.publicity(&name("4.14.1")), Publicity::NotPublic(None));
    assert!(matches!(errata.publicity(&name("4.14.2")), Publicity::Unknown(_)));
}

#[test]
fn the_filter_holds_from_the_first_character_to_the_last() {
    let filter = r"4\.[0-9]+\.[0-9]+(.*hotfix.*|\+amd64|-s390x)?";
    let versions =
        ["4.14.0-rc.5", "4.14.0-0.hotfix-2020-09-19-234758", "4.14.1-s390x", "4.14.2+amd64"];
    let data = data(fed(&[], &versions, &["public", filter]), []);
    let fed = Described::default().promotions(&data, &ExitGraph::Waived);
    let candidates: Vec<&str> =
        fed[0].candidates.iter().map(|candidate| candidate.version.text()).collect();
    assert_eq!(candidates, [versions[1], versions[2], versions[3]]);
    assert_eq!(fed[0].filtered, [name("4.14.0-rc.5")]);
}

#[test]
fn what_is_there_is_no_candidate() {
    let own = ["4.14.0", "4.14.1+amd64"];
    let feeding = ["4.14.0", "4.14.0+amd64", "4.14.1+amd64", "4.14.1", "4.14.2", "4.14.2"];
    let data = data(fed(&own, &feeding, &["public"]), []);
    // The second of them would add the other architectures.
    assert_eq!(Described::default().outcomes(&data, "stable-4.14"), "4.14.1 wait, 4.14.2 wait");
}

#[test]
fn a_tombstone_of_the_feeder_blocks_and_one_of_the_channel_does_not() {
    let mut channels = fed(&["4.14.0"], &["4.14.0", "4.14.1", "4.14.2"], &["public"]);
    channels[0] = channels[0].clone().with_tombstones(&["4.14.0", "4.14.1+s390x"]);
    channels[1] = channels[1].clone().with_tombstones(&["4.14.2"]);
    let data = data(channels, []);
    let told = Described::default().public("4.14.1").public("4.14.2");
    assert_eq!(told.outcomes(&data, "stable-4.14"), "4.14.1 blocked, 4.14.2 promote");
    let fed = told.promotions(&data, &ExitGraph::Waived);
    assert_eq!(fed[0].candidates[0].obstacles, [Obstacle::Tombstone]);
    assert_eq!(fed[0].zombies, [name("4.14.0")]);
}

#[test]
fn a_risk_of_the_previous_patch_must_be_extended_or_fixed() {
    let of = |blocks: Vec<Block>| {
        let channels = fed(&["4.14.0", "4.14.1"], &["4.14.0", "4.14.1", "4.14.2"], &["public"]);
        obstacles(&testing::data(channels.into(), blocks), &ExitGraph::Waived)
    };
    let unfixed = |fixed_in: Option<&str>| {
        vec![Obstacle::Risk(Unfixed {
            risk: "A".to_owned(),
            plain: false,
            previous: name("4.14.1"),
            fixed_in: fixed_in.map(name),
            auto_extend: None,
        })]
    };
    assert_eq!(of(vec![]), []);
    assert_eq!(of(vec![risk("A", "4.14.1")]), unfixed(None));
    assert_eq!(of(vec![risk("A", "4.14.1"), risk("B", "4.14.2")]), unfixed(None));
    assert_eq!(of(vec![risk("A", "4.14.1"), risk("A", "4.14.2")]), []);
    assert_eq!(of(vec![risk("A", "4.14.1").until("4.14.2")]), []);
    assert_eq!(of(vec![risk("A", "4.14.1").until("4.14.3")]), unfixed(Some("4.14.3")));
    assert_eq!(of(vec![risk("A", "4.14.1").until("4.15.0")]), unfixed(Some("4.15.0")));
    // One that is fixed before its target is invalid.
    assert_eq!(of(vec![risk("A", "4.14.1").until("4.14.0")]), unfixed(Some("4.14.0")));
    // What precedes the previous patch, or is in another minor version, does not matter.
    assert_eq!(of(vec![risk("A", "4.14.0")]), []);
    assert_eq!(of(vec![risk("A", "4.13.9")]), []);
    // Of two files of one risk, both must be fixed.
    let two = vec![risk("A", "4.14.1").until("4.14.2"), risk("A", "4.14.1")];
    assert_eq!(of(two), unfixed(None));
    let mut deferred = risk("A", "4.14.1");
    deferred.auto_extend = Some(at("https://example.com/who".to_owned()));
    let [Obstacle::Risk(unfixed)] = &of(vec![deferred])[..] else { panic!() };
    assert_eq!(unfixed.auto_extend.as_deref(), Some("https://example.com/who"));
}

#[test]
fn the_previous_patch_may_be_a_candidate_itself() {
    let told = Described::default().public("4.14.1").public("4.14.2");
    let channels = || fed(&["4.14.0"], &["4.14.0", "4.14.1", "4.14.2"], &["public"]);
    let data = data(channels(), [risk("A", "4.14.1")]);
    assert_eq!(told.outcomes(&data, "stable-4.14"), "4.14.1 promote, 4.14.2 blocked");
}

#[test]
fn numbers_of_pre_releases_compare_as_numbers() {
    let own = ["4.14.0-rc.9", "4.14.0-rc.10"];
    let names: Vec<ReleaseName> = own.iter().map(|text| name(text)).collect();
    let previous = risks::previous(&name("4.14.0"), names.iter());
    assert_eq!(previous.map(ReleaseName::text), Some("4.14.0-rc.10"));
    assert_eq!(risks::previous(&name("4.13.0"), names.iter()), None);
}

#[test]
fn a_risk_of_one_architecture_is_extended_for_that_one() {
    let of = |version: &str, blocks: [Block; 2]| {
        let own = ["4.14.1"];
        let channels = fed(&own, &["4.14.1", version], &["public"]);
        let fed = data(channels, blocks);
        Described::default().public("4.14.2").outcomes(&fed, "stable-4.14")
    };
    let a = |to: &str| risk("A", to);
    assert_eq!(of("4.14.2", [a("4.14.1+s390x"), a("4.14.2+s390x")]), "4.14.2 promote");
    assert_eq!(of("4.14.2", [a("4.14.1+s390x"), a("4.14.2")]), "4.14.2 promote");
    assert_eq!(of("4.14.2", [a("4.14.1"), a("4.14.2+s390x")]), "4.14.2 blocked");
    assert_eq!(of("4.14.2+amd64", [a("4.14.1"), a("4.14.2+amd64")]), "4.14.2+amd64 promote");
    assert_eq!(of("4.14.2+amd64", [a("4.14.1"), a("4.14.2+s390x")]), "4.14.2+amd64 blocked");
    let elsewhere = [a("4.14.1+s390x"), a("4.13.0")];
    assert_eq!(of("4.14.2+amd64", elsewhere), "4.14.2+amd64 promote");
}

#[test]
fn a_plain_block_is_extended_by_one_that_blocks_as_much() {
    let of = |blocks: [Block; 2]| {
        let channels = fed(&["4.14.0", "4.14.1"], &["4.14.0", "4.14.1", "4.14.2"], &["public"]);
        let data = data(channels, blocks);
        Described::default().public("4.14.2").outcomes(&data, "stable-4.14")
    };
    let blocked = || block("4.14.1", "4[.]14[.]0");
    assert_eq!(of([blocked(), block("4.14.0", ".*")]), "4.14.2 blocked");
    assert_eq!(of([blocked(), block("4.14.2", ".*")]), "4.14.2 promote");
    assert_eq!(of([blocked(), block("4.14.2", "4[.]14[.]1")]), "4.14.2 blocked");
    // A risk is weaker than a block.
    assert_eq!(of([blocked(), risk("A", "4.14.2")]), "4.14.2 blocked");
}

#[test]
fn what_the_service_would_not_read_is_not_relied_on() {
    let mut unread = risk("A", "4.14.2");
    unread.reading = BlockReading::Nothing;
    let channels = fed(&[], &["4.14.2"], &["public"]);
    let found = obstacles(&data(channels, [unread]), &ExitGraph::Waived);
    let file = "blocked-edges/4.14.2-A.yaml".to_owned();
    assert_eq!(found, [Obstacle::Unserved { file, spot: Location::START }]);
}

#[test]
fn only_what_is_not_decided_by_time_is_asked_for() {
    let versions = ["4.14.0-rc.1", "4.14.0", "4.14.1", "4.14.2"];
    let mut channels = fed(&["4.14.0"], &versions, &["PT48H", "public", r"4\.14\.\d+"]);
    channels[0] = channels[0].clone().with_tombstones(&[]);
    let fast = channel("other-4.14", &[]).fed_by(feeder("fast-4.14", &["PT48H"]));
    let [feeding, stable] = channels;
    let data = data([feeding, stable, fast], []);
    let told = Described::default().entered("fast-4.14", &[("4.14.1", "2024-03-01T00:00:00Z")]);
    assert_eq!(questions(&data, time(NOW), &told.history), [name("4.14.2")]);
}

fn finding(code: crate::data::LintCode, file: &str) -> LintFinding {
    LintFinding {
        code,
        file: file.to_owned(),
        spot: Location { line: 3, column: 1 },
        problem: "it is odd".to_owned(),
        fix: "make it even".to_owned(),
    }
}

#[test]
fn data_that_may_mean_something_else_is_unfit() {
    use crate::data::LintCode;
    for (code, file, is_unfit) in [
        (LintCode::UnknownKey, "channels/a-4.1.yaml", true),
        (LintCode::UnknownKey, "internal-channels/a.yaml", true),
        (LintCode::UnknownKey, "blocked-edges/a.yaml", false),
        (LintCode::BadDelay, "channels/a-4.1.yaml", true),
        (LintCode::BadErrata, "channels/a-4.1.yaml", true),
        (LintCode::NewerSchema, "version", false),
        (LintCode::BadVersion, "channels/a-4.1.yaml", true),
        (LintCode::FileName, "channels/OWNERS", false),
        (LintCode::IncompleteRisk, "blocked-edges/a.yaml", false),
    ] {
        let data = GraphData { findings: vec![finding(code, file)], ..GraphData::default() };
        let faults = unfit(&data, PromotionUse::Report);
        assert_eq!(!faults.is_empty(), is_unfit, "{code:?} {file}");
    }
}

#[test]
fn data_of_a_newer_schema_can_be_reported_but_not_written() {
    let newer = finding(crate::data::LintCode::NewerSchema, "version");
    let data = GraphData { findings: vec![newer], ..GraphData::default() };
    assert_eq!(unfit(&data, PromotionUse::Report), []);
    let faults = unfit(&data, PromotionUse::Write);
    assert_eq!((faults.len(), faults[0].file.as_str()), (1, "version"));
}

#[test]
fn channels_that_cannot_be_distinguished_or_fed_are_unfit() {
    let problems = |data: &GraphData| {
        let told = unfit(data, PromotionUse::Report)
            .into_iter()
            .map(|fault| format!("{}: {}", fault.file, fault.problem));
        told.collect::<Vec<_>>()
    };
    let mut twin = channel("fast-4.14", &[]);
    twin.file = "internal-channels/fast-4.14.yaml".to_owned();
    let data = GraphData {
        channels: vec![
            channel("fast-4.14", &[]).fed_by(feeder("fast-4.14", &[])),
            channel("stable-4.14", &[]).fed_by(feeder("missing", &[])),
        ],
        internal: vec![twin],
        ..GraphData::default()
    };
    assert_eq!(
        problems(&data),
        [
            "channels/fast-4.14.yaml: `fast-4.14` feeds itself",
            "channels/stable-4.14.yaml: the feeder `missing` does not exist",
            "internal-channels/fast-4.14.yaml: channels/fast-4.14.yaml also defines the channel `fast-4.14`",
        ]
    );
}
