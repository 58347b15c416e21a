//! Differences of graph-data.

use super::*;
use crate::data::testing::{amendment, at, block, channel, feeder, name};
use crate::data::{Block, Channel, testing};

fn data<const C: usize, const B: usize>(channels: [Channel; C], blocks: [Block; B]) -> GraphData {
    testing::data(channels.into(), blocks.into())
}

fn risk(called: &str, to: &str, from: &str) -> Block {
    testing::risk(to, from, called)
}

fn diff(before: &GraphData, after: &GraphData) -> DataDiff {
    DataDiff::new(before, after, &KnownReleases::new(&[before, after]))
}

fn texts<'a>(names: impl IntoIterator<Item = &'a ReleaseName>) -> String {
    names.into_iter().map(ReleaseName::text).collect::<Vec<_>>().join(" ")
}

/// Returns the only change of a risk.
fn change(before: &GraphData, after: &GraphData) -> RiskChange {
    let mut found = diff(before, after);
    assert_eq!(found.risks.len(), 1, "{found:#?}");
    found.risks.pop().unwrap()
}

const KNOWN: &[&str] = &["4.13.9", "4.13.10", "4.14.0", "4.14.1", "4.14.2", "4.14.3", "4.14.30"];

fn with_risks<const N: usize>(risks: [Block; N]) -> GraphData {
    data([channel("fast-4.14", KNOWN)], risks)
}

#[test]
fn what_is_the_same_has_no_difference() {
    let one = || with_risks([risk("A", "4.14.1", ".*"), block("4.14.2", "4[.]13[.]9")]);
    assert!(diff(&one(), &one()).is_empty());
    // Neither the order of a list nor duplicates in it are a difference.
    let before = data([channel("a-4.1", &["4.1.0", "4.1.1"])], []);
    let after = data([channel("a-4.1", &["4.1.1", "4.1.0", "4.1.1"])], []);
    assert!(diff(&before, &after).is_empty());
}

#[test]
fn versions_come_into_channels_and_leave_them() {
    let before =
        data([channel("fast-4.1", &["4.1.0", "4.1.1"]), channel("old-4.1", &["4.1.0"])], []);
    let after = data([channel("fast-4.1", &["4.1.1", "4.1.2"]), channel("new-4.1", &[])], []);
    let found = diff(&before, &after);
    let told = |change: &ChannelChange| {
        let removed = change.removed.iter().map(|removal| &removal.version);
        let (added, removed) = (texts(&change.added), texts(removed));
        format!("{} {:?} +{added} -{removed}", change.name, change.presence)
    };
    let told: Vec<String> = found.channels.iter().map(told).collect();
    assert_eq!(told, ["fast-4.1 Kept +4.1.2 -4.1.0", "new-4.1 New + -", "old-4.1 Gone + -4.1.0"]);
}

#[test]
fn a_version_of_one_architecture_is_part_of_the_version() {
    let of = |before: &[&str], after: &[&str]| {
        let side = |versions| data([channel("a-4.2", versions)], []);
        let found = diff(&side(before), &side(after));
        let change = found.channels.first();
        let added = change.map(|change| texts(&change.added)).unwrap_or_default();
        let removed = change
            .into_iter()
            .flat_map(|change| &change.removed)
            .map(|removal| format!("{} left {}", removal.version, texts(&removal.left)));
        (added, removed.collect::<Vec<_>>().join(" "))
    };
    let (wide, narrow) = (["4.2.14"], ["4.2.14+amd64"]);
    assert_eq!(of(&wide, &narrow), (String::new(), "4.2.14 left 4.2.14+amd64".to_owned()));
    assert_eq!(of(&narrow, &wide), ("4.2.14".to_owned(), String::new()));
    let beside = of(&["4.2.14"], &["4.2.14", "4.2.14+amd64"]);
    assert_eq!(beside, (String::new(), String::new()));
}

#[test]
fn internal_channels_are_reported_as_such() {
    let side = |versions: &[&str]| GraphData {
        internal: vec![channel("fast", versions)],
        ..GraphData::default()
    };
    let found = diff(&side(&["4.1.0", "4.1.1"]), &side(&["4.1.1"]));
    assert_eq!((found.channels.len(), found.channels[0].internal), (1, true));
}

#[test]
fn terms_and_tombstones_are_compared() {
    let side = |terms: &[&str], tombstones: &[&str]| {
        let fed = channel("stable-4.1", &["4.1.0"]).fed_by(feeder("fast-4.1", terms));
        data([fed.with_tombstones(tombstones)], [])
    };
    let found = diff(&side(&["PT48H"], &["4.1.0"]), &side(&["P1W", "public"], &["4.1.1"]));
    let change = &found.channels[0];
    assert_eq!(
        (texts(&change.tombstoned), texts(&change.revived)),
        ("4.1.1".into(), "4.1.0".into())
    );
    let Changes { before, after } = change.feeder.as_ref().unwrap();
    assert_eq!(before.as_ref().unwrap().delay.as_deref(), Some("PT48H"));
    let after = after.as_ref().unwrap();
    assert_eq!((after.delay.as_deref(), after.errata.as_deref()), (Some("P1W"), Some("public")));
}

#[test]
fn a_new_risk_is_reported_with_its_targets_and_known_sources() {
    let after = with_risks([
        risk("A", "4.14.1", "4[.]13[.].*"),
        risk("A", "4.14.2", "4[.]13[.].*"),
        risk("A", "4.14.3", ".*").until("4.14.30"),
    ]);
    let change = change(&with_risks([]), &after);
    assert_eq!(change.presence, Presence::New);
    assert_eq!(
        (change.message.as_deref(), change.rules),
        (Some("A may happen."), vec!["Always".into()])
    );
    let reach =
        |reach: &RiskReach| (texts(&reach.targets), reach.from.clone(), texts(&reach.sources));
    let all = KNOWN.join(" ");
    let reaches: Vec<_> = change.extended.iter().map(reach).collect();
    assert_eq!(
        reaches,
        [
            ("4.14.1 4.14.2".to_owned(), "4[.]13[.].*".to_owned(), "4.13.9 4.13.10".to_owned()),
            ("4.14.3".to_owned(), ".*".to_owned(), all),
        ]
    );
    assert_eq!(change.fixed[0].fixed_in.after, Some(name("4.14.30")));
}

#[test]
fn a_risk_is_extended_to_the_next_patch() {
    let before = with_risks([risk("A", "4.14.1", ".*")]);
    let after = with_risks([risk("A", "4.14.1", ".*"), risk("A", "4.14.2", ".*")]);
    let change = change(&before, &after);
    assert_eq!(
        (change.presence, texts(&change.extended[0].targets)),
        (Presence::Kept, "4.14.2".into())
    );
    assert!(change.fixed.is_empty() && change.dropped.is_empty() && change.reworded.is_empty());
}

#[test]
fn a_fix_is_reported_when_it_is_declared_moved_or_removed() {
    let plain = || risk("A", "4.14.1", ".*");
    for (before, after) in
        [(None, Some("4.14.2")), (Some("4.14.2"), Some("4.14.3")), (Some("4.14.2"), None)]
    {
        let side = |fixed: Option<&str>| {
            with_risks([match fixed {
                Some(fixed) => plain().until(fixed),
                None => plain(),
            }])
        };
        let change = change(&side(before), &side(after));
        let fix = &change.fixed[0];
        assert_eq!(fix.target.text(), "4.14.1");
        assert_eq!(fix.fixed_in.before.as_ref().map(ReleaseName::text), before);
        assert_eq!(fix.fixed_in.after.as_ref().map(ReleaseName::text), after);
    }
}

#[test]
fn a_target_that_is_gone_is_dropped_unless_it_has_the_fix() {
    let one = |to| risk("A", to, ".*");
    let dropped = |before: &GraphData, after: &GraphData| {
        let change = change(before, after);
        let told = |dropped: &Dropped| {
            let fix = dropped.fixed_in.as_ref().map_or("-", ReleaseName::text);
            format!("{} {fix}", dropped.target)
        };
        change.dropped.iter().map(told).collect::<Vec<_>>().join(", ")
    };
    let both = with_risks([one("4.14.1"), one("4.14.2")]);
    assert_eq!(dropped(&both, &with_risks([])), "4.14.1 -, 4.14.2 -");
    assert_eq!(dropped(&both, &with_risks([one("4.14.2")])), "4.14.1 -");
    let fixed = with_risks([one("4.14.1").until("4.14.2")]);
    assert_eq!(dropped(&both, &fixed), "4.14.2 4.14.2");
    // Its own fix is not in it.
    assert_eq!(dropped(&fixed, &with_risks([])), "4.14.1 -");
    // A fix of another minor version does not count, and one before its own target is invalid.
    let elsewhere = with_risks([one("4.13.9").until("4.13.10")]);
    let before = with_risks([one("4.13.9").until("4.13.10"), one("4.14.2")]);
    assert_eq!(dropped(&before, &elsewhere), "4.14.2 -");
    let absurd = with_risks([one("4.14.3").until("4.14.0")]);
    let before = with_risks([one("4.14.3").until("4.14.0"), one("4.14.2")]);
    assert_eq!(dropped(&before, &absurd), "4.14.2 -");
}

#[test]
fn changed_sources_are_reported_as_sets_of_known_versions() {
    let before = with_risks([risk("A", "4.14.1", "4[.]14[.]3"), risk("A", "4.14.2", "4[.]14[.]3")]);
    let after = with_risks([
        risk("A", "4.14.1", "^4[.]14[.]3[+]"),
        risk("A", "4.14.2", "^4[.]14[.][23][+]"),
    ]);
    let change = change(&before, &after);
    let told = |change: &SourceChange| {
        format!("{} +{} -{}", texts(&change.targets), texts(&change.gained), texts(&change.lost))
    };
    let told: Vec<String> = change.sources.iter().map(told).collect();
    assert_eq!(told, ["4.14.1 + -4.14.30", "4.14.2 +4.14.2 -4.14.30"]);
}

#[test]
fn sources_that_lose_an_architecture_show_it() {
    let before = with_risks([risk("A", "4.14.1", "4[.]13[.]9")]);
    let after = with_risks([risk("A", "4.14.1", "4[.]13[.]9[+](amd64|arm64|multi|ppc64le)")]);
    let change = change(&before, &after);
    assert_eq!(texts(&change.sources[0].lost), "4.13.9+s390x");
    assert!(change.sources[0].gained.is_empty());
}

#[test]
fn a_changed_text_is_reported_once_for_all_targets_that_share_it() {
    let of = |to| risk("A", to, ".*");
    let before = with_risks([of("4.14.1"), of("4.14.2"), of("4.14.3")]);
    let after = with_risks([
        of("4.14.1").saying("It hurts.").asking("max(up)"),
        of("4.14.2").saying("It hurts.").asking("max(up)"),
        of("4.14.3"),
    ]);
    let change = change(&before, &after);
    let told = |rewording: &Rewording| {
        let Changes { before, after } = &rewording.text;
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let targets = texts(&rewording.targets);
        format!("{targets} {:?}: {} → {}", rewording.field, text(before), text(after))
    };
    let told: Vec<String> = change.reworded.iter().map(told).collect();
    assert_eq!(
        told,
        [
            "4.14.1 4.14.2 Message: A may happen. → It hurts.",
            "4.14.1 4.14.2 Rules: Always → PromQL: max(up)"
        ]
    );
}

#[test]
fn two_files_of_one_risk_and_target_are_one_declaration() {
    let two = || {
        let mut second = risk("A", "4.14.1", "4[.]14[.]0");
        second.file = "blocked-edges/4.14.1-A-more.yaml".to_owned();
        with_risks([risk("A", "4.14.1", "4[.]13[.]9"), second])
    };
    assert!(diff(&two(), &two()).is_empty());
    let change = change(&two(), &with_risks([risk("A", "4.14.1", "4[.]13[.]9")]));
    assert_eq!(texts(&change.sources[0].lost), "4.14.0");
    assert!(change.dropped.is_empty() && change.reworded.is_empty());
}

#[test]
fn plain_blocks_are_reported_by_target_whatever_their_file_names() {
    let mut renamed = block("4.14.1", ".*");
    renamed.file = "blocked-edges/other.yaml".to_owned();
    let before =
        with_risks([block("4.14.1", ".*"), block("4.14.2", "4[.]13[.]9"), block("4.14.3", ".*")]);
    let after =
        with_risks([renamed, block("4.14.2", "4[.]13[.](9|10)"), block("4.14.0", "4[.]13[.]9")]);
    let found = diff(&before, &after);
    assert!(found.risks.is_empty());
    let told = |change: &BlockChange| {
        format!(
            "{} {:?} +{} -{}",
            change.target,
            change.presence,
            texts(&change.gained),
            texts(&change.lost)
        )
    };
    let told: Vec<String> = found.blocks.iter().map(told).collect();
    let gone = format!("4.14.3 Gone + -{}", KNOWN.join(" "));
    assert_eq!(told, ["4.14.0 New +4.13.9 -", "4.14.2 Kept +4.13.10 -", gone.as_str()]);
}

#[test]
fn a_block_that_gets_a_name_becomes_a_risk() {
    let found =
        diff(&with_risks([block("4.14.1", ".*")]), &with_risks([risk("A", "4.14.1", ".*")]));
    assert_eq!(
        (found.blocks[0].presence, found.risks[0].presence),
        (Presence::Gone, Presence::New)
    );
}

#[test]
fn a_risk_without_a_name_goes_by_its_file() {
    let mut unnamed = risk("A", "4.14.1", ".*");
    unnamed.name = None;
    let found = diff(&with_risks([]), &with_risks([unnamed]));
    assert_eq!(found.risks[0].name, "blocked-edges/4.14.1-A.yaml");
}

#[test]
fn the_layout_and_the_metadata_of_old_releases_are_compared() {
    let side = |schema: &str, value: &str| GraphData {
        schema: Some(at(name(schema))),
        raw: vec![amendment("4.1.0", "previous.add", value)],
        ..GraphData::default()
    };
    let found = diff(&side("1.0.0", "a"), &side("1.1.0", "b"));
    assert_eq!(found.schema.unwrap().after, Some(name("1.1.0")));
    assert_eq!(found.amendments[0].values.after.as_deref(), Some("b"));
    let found = diff(&side("1.0.0", "a"), &GraphData::default());
    assert_eq!(found.amendments[0].values.after, None);
}

fn impact(before: &GraphData, after: &GraphData) -> UpdateImpact {
    let aim = ImpactScope { release: name("4.13.9+amd64"), channel: "fast-4.14".to_owned() };
    let (old, new) =
        (OffersByVersion::allowed(before, &aim), OffersByVersion::allowed(after, &aim));
    UpdateImpact::between(aim, &old, &new)
}

fn described(impact: &UpdateImpact) -> String {
    let told = |change: &UpdateChange| format!("{} {:?}", change.to, change.kind().unwrap());
    impact.updates.iter().map(told).collect::<Vec<_>>().join(", ")
}

#[test]
fn updates_are_gained_lost_and_made_conditional() {
    let before = with_risks([
        risk("A", "4.14.0", ".*"),
        risk("A", "4.14.1", ".*"),
        block("4.14.2", "4[.]13[.]9"),
        risk("Elsewhere", "4.14.30", "4[.]13[.]10"),
    ]);
    let after = with_risks([
        risk("B", "4.14.1", ".*"),
        risk("A", "4.14.3", ".*"),
        block("4.14.30", ".*"),
        block("4.13.10", "4[.]12[.].*"),
    ]);
    let impact = impact(&before, &after);
    assert_eq!(
        described(&impact),
        "4.14.30 Lost, 4.14.3 NowConditional, 4.14.2 Gained, 4.14.1 OtherRisks, 4.14.0 NoLongerConditional"
    );
    assert_eq!(impact.standing.after, ChannelMembership::InChannel);
}

#[test]
fn a_risk_that_asks_something_else_is_another_risk() {
    let before = with_risks([risk("A", "4.14.1", ".*").asking("a")]);
    let after = with_risks([risk("A", "4.14.1", ".*").asking("b")]);
    assert_eq!(described(&impact(&before, &after)), "4.14.1 OtherRisks");
}

#[test]
fn a_block_beside_a_risk_blocks() {
    let before = with_risks([risk("A", "4.14.1", ".*")]);
    let after = with_risks([risk("A", "4.14.1", ".*"), block("4.14.1", ".*")]);
    assert_eq!(described(&impact(&before, &after)), "4.14.1 Lost");
    let mut incomplete = risk("A", "4.14.1", ".*");
    incomplete.rules = None;
    assert_eq!(described(&impact(&before, &with_risks([incomplete]))), "4.14.1 Lost");
}

#[test]
fn a_version_that_leaves_its_channel_is_stranded() {
    let before = with_risks([]);
    let after = data([channel("fast-4.14", &KNOWN[1..])], []);
    let impact = impact(&before, &after);
    assert_eq!(impact.standing.before, ChannelMembership::InChannel);
    assert_eq!(impact.standing.after, ChannelMembership::NotInChannel);
    assert!(impact.updates.iter().all(|change| change.kind() == Some(ChangeKind::Lost)));
    assert_eq!(impact.updates.len(), KNOWN.len() - 1);
}

#[test]
fn only_what_one_update_may_reach_counts_and_only_of_the_architecture() {
    let side = |versions: &[&str]| data([channel("fast-4.14", versions)], []);
    let before = side(&["4.13.9"]);
    let after = side(&["4.13.8", "4.13.9", "4.14.0+amd64", "4.14.1+s390x", "4.15.0", "5.0.0"]);
    assert_eq!(described(&impact(&before, &after)), "5.0.0 Gained, 4.14.0 Gained");
}
