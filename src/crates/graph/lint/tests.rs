//! What is found, and what is not.

use super::*;
use crate::data::testing::{at, block, channel, data, name, pattern, risk};
use crate::data::{BlockReading, Channel, Delay, Feeder, WithLocation};
use crate::releases::Scraped;

const VERSIONS: [&str; 9] = [
    "4.14.0-rc.1",
    "4.14.0",
    "4.14.3",
    "4.14.4",
    "4.14.30",
    "4.14.31",
    "4.15.0",
    "4.15.1",
    "4.15.2",
];

fn known() -> Vec<Channel> {
    vec![channel("candidate-4.15", &VERSIONS)]
}

/// Writes the findings about files with these names as `CODE FILE: PROBLEM`.
fn found(data: &GraphData) -> Vec<String> {
    let all = lint(data, &BTreeMap::new(), None);
    all.iter().map(|one| format!("{} {}: {}", one.code.name(), one.file, one.problem)).collect()
}

/// Lints blocks next to one valid channel.
fn findings_of(blocks: Vec<Block>) -> Vec<String> {
    found(&data(known(), blocks))
}

/// Lints channels alone.
fn among(channels: Vec<Channel>) -> Vec<String> {
    found(&data(channels, Vec::new()))
}

/// A risk that applies to few clusters, so that there are no other findings.
fn quiet(to: &str, from: &str, called: &str) -> Block {
    let rule = Rule::PromQl("max(a)".to_owned());
    Block { rules: Some(at(vec![at(rule)])), ..risk(to, from, called) }
}

#[test]
fn sound_data_is_left_alone() {
    let blocks = vec![block("4.14.4", "^4[.]14[.]3[+].*$"), quiet("4.15.2", "4[.]14[.].*", "Slow")];
    assert_eq!(findings_of(blocks), [""; 0]);
}

#[test]
fn expressions_that_match_by_accident_are_reported_with_their_matches() {
    let told = findings_of(vec![block("4.15.0", "4[.]14[.][3-8]")]);
    let wanted = "from-overmatch blocked-edges/4.15.0.yaml: `4[.]14[.][3-8]` is not anchored: it also matches 4.14.30, 4.14.31";
    assert_eq!(told, [wanted]);
    for from in ["^4[.]14[.][3-8][+].*$", "4[.]14[.][3-8][+]", "^4[.]14[.]", ".*", "4[.]14[.]3.*"] {
        assert_eq!(findings_of(vec![block("4.15.0", from)]), [""; 0], "{from}");
    }
    // They have no edge to older ones.
    assert_eq!(findings_of(vec![block("4.14.4", "4[.]14[.]3")]), [""; 0]);
}

#[test]
fn unescaped_dots_are_reported() {
    let channels = vec![channel("candidate-4.15", &["4.4.14", "4.14.3", "4.15.0", "4.15.1"])];
    let told = |from: &str| found(&data(channels.clone(), vec![block("4.15.0", from)]));
    let wanted = "from-dot blocked-edges/4.15.0.yaml: an unescaped dot in `4.14.*` matches any character: it also matches 4.4.14";
    assert_eq!(told("4.14.*"), [wanted]);
    for from in ["4.14[.].*", "4.14.3", "4[.]14.3"] {
        assert_eq!(told(from), [""; 0], "{from} hits nothing else");
    }
}

#[test]
fn expressions_that_match_nothing_are_reported() {
    let told = findings_of(vec![block("4.15.0", "4[.]13[.].*")]);
    let wanted =
        "from-nothing blocked-edges/4.15.0.yaml: `4[.]13[.].*` matches no version of any channel";
    assert_eq!(told, [wanted]);
    assert_eq!(
        findings_of(vec![block("4.15.0", "[+]s390x$")]),
        [""; 0],
        "other architectures count"
    );
}

#[test]
fn a_target_in_no_channel_is_reported() {
    let told = findings_of(vec![block("4.15.9", ".*")]);
    let wanted = "target-in-no-channel blocked-edges/4.15.9.yaml: 4.15.9 is in no channel";
    assert_eq!(told, [wanted]);
    assert_eq!(findings_of(vec![block("4.15.1+s390x", ".*")]), [""; 0]);
}

#[test]
fn what_is_fixed_is_fixed_later() {
    let fixed = |text: &str| {
        let fixed_in = Some(at(name(text)));
        findings_of(vec![Block { fixed_in, ..quiet("4.15.1", "4[.]14[.].*", "Slow") }])
    };
    assert_eq!(fixed("4.15.2"), [""; 0]);
    for text in ["4.15.1", "4.15.0", "4.15.1-rc.1"] {
        let told = fixed(text);
        assert!(told[0].starts_with("fixed-in blocked-edges/4.15.1-Slow.yaml: "), "{told:?}");
    }
}

#[test]
fn a_risk_that_the_next_patch_lacks_is_reported_unless_it_is_fixed() {
    let told = findings_of(vec![quiet("4.15.0", ".*", "Slow"), quiet("4.15.1", ".*", "Slow")]);
    let wanted = "risk-gap blocked-edges/4.15.1-Slow.yaml: 4.15.2, the next version after 4.15.1, does not have risk Slow";
    assert_eq!(told, [wanted]);
    let fixed_in = Some(at(name("4.15.2")));
    let last = Block { fixed_in, ..quiet("4.15.1", ".*", "Slow") };
    assert_eq!(findings_of(vec![quiet("4.15.0", ".*", "Slow"), last]), [""; 0]);
    // Fixed later than the next one: the next one must have it.
    let fixed_in = Some(at(name("4.15.7")));
    let early = Block { fixed_in, ..quiet("4.15.1", ".*", "Slow") };
    assert_eq!(findings_of(vec![early]).len(), 1);
    // For a release candidate, this is the risk that it is one.
    let candidate = |called: &str| findings_of(vec![quiet("4.14.0-rc.1", ".*", called)]);
    assert_eq!(candidate("PreRelease"), [""; 0]);
    assert_eq!(candidate("Slow").len(), 1, "another risk does not end with the release");
    let told = findings_of(vec![quiet("4.14.4", ".*", "PreRelease")]);
    assert_eq!(told.len(), 1, "{told:?}");
    // The next minor has risks of its own.
    assert_eq!(findings_of(vec![quiet("4.14.31", ".*", "Slow")]), [""; 0]);
}

#[test]
fn files_of_one_risk_say_the_same() {
    let url = Some(at("https://example.com/other".to_owned()));
    let odd = Block { url, ..quiet("4.15.2", ".*", "Slow") };
    let blocks = vec![quiet("4.15.0", ".*", "Slow"), quiet("4.15.1", ".*", "Slow"), odd.clone()];
    let wanted = "risk-diverges blocked-edges/4.15.2-Slow.yaml: `url` of risk Slow differs from blocked-edges/4.15.0-Slow.yaml";
    assert_eq!(findings_of(blocks), [wanted]);
    let rules = Some(at(vec![at(Rule::PromQl("max(b)".to_owned()))]));
    let odd = Block { rules, ..quiet("4.15.2", ".*", "Slow") };
    let told = findings_of(vec![quiet("4.15.1", ".*", "Slow"), odd]);
    assert!(told[0].contains("`matchingRules` of risk Slow"), "{told:?}");
}

#[test]
fn a_risk_has_readable_fields() {
    let mut bad = quiet("4.15.2", "4[.]14[.].*", "slow-disks");
    bad.url = Some(at("http://example.com".to_owned()));
    bad.file = "blocked-edges/slow.yaml".to_owned();
    let told = findings_of(vec![bad]);
    let wanted = [
        "risk-file-name blocked-edges/slow.yaml: the file name does not start with the target 4.15.2",
        "risk-url blocked-edges/slow.yaml: `http://example.com` is not an https URL",
        "risk-name blocked-edges/slow.yaml: `slow-disks` is not CamelCase: it is not valid as a condition reason",
    ];
    assert_eq!(told, wanted);
}

#[test]
fn a_risk_of_one_architecture_is_reported() {
    let told = findings_of(vec![quiet("4.15.2+s390x", "4[.]14[.].*", "Slow")]);
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].starts_with("risk-arch blocked-edges/4.15.2+s390x-Slow.yaml: "));
}

#[test]
fn queries_are_reported_at_their_files() {
    let blocks = vec![quiet("4.15.2", "4[.]14[.].*", "Slow")];
    let data = data(known(), blocks);
    assert_eq!(queries(&data).into_iter().collect::<Vec<_>>(), ["max(a)"]);
    for (fault, code) in [
        (QueryFault::Syntax("not PromQL".to_owned()), LintCode::PromqlSyntax),
        (QueryFault::Series("several".to_owned()), LintCode::PromqlSeries),
    ] {
        let faults = BTreeMap::from([("max(a)".to_owned(), fault)]);
        let told = lint(&data, &faults, None);
        assert_eq!(told.iter().map(|one| one.code).collect::<Vec<_>>(), [code]);
    }
}

#[test]
fn what_cincinnati_ignores_is_reported() {
    let extra = Block { reading: BlockReading::Nothing, ..block("4.15.2", "4[.]14[.].*") };
    let early = Block {
        early: true,
        reading: BlockReading::Nothing,
        ..quiet("4.15.1", "4[.]14[.].*", "Slow")
    };
    let fixed_in = Some(at(name("4.15.2")));
    let told = findings_of(vec![extra, Block { fixed_in, ..early }]);
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told.iter().all(|one| one.starts_with("fails-open ")), "{told:?}");
}

#[test]
fn conflicting_files_are_reported() {
    let second = Block {
        file: "blocked-edges/more.yaml".to_owned(),
        ..block("4.15.2", "^4[.]14[.]4[+].*$")
    };
    let told = findings_of(vec![block("4.15.2", "^4[.]14[.]3[+].*$"), second.clone()]);
    assert!(told[0].starts_with("two-blocks blocked-edges/more.yaml: "), "{told:?}");
    let told = findings_of(vec![second.clone(), quiet("4.15.2", "4[.]14[.].*", "Slow")]);
    assert!(told[0].starts_with("block-ignored blocked-edges/more.yaml: "), "{told:?}");
    assert_eq!(findings_of(vec![second, quiet("4.15.2", "^4[.]14[.]3[+].*$", "Slow")]), [""; 0]);
    let again = Block {
        file: "blocked-edges/4.15.2-again.yaml".to_owned(),
        ..quiet("4.15.2", ".*", "Slow")
    };
    let told = findings_of(vec![quiet("4.15.2", "4[.]14[.].*", "Slow"), again]);
    assert!(told[0].starts_with("risk-twice blocked-edges/4.15.2-again.yaml: "), "{told:?}");
}

#[test]
fn releases_that_are_never_recommended_are_noted() {
    let told = findings_of(vec![risk("4.15.2", ".*", "Broken")]);
    let wanted = "never-recommended blocked-edges/4.15.2-Broken.yaml: 4.15.2 is never recommended: Broken applies to all clusters";
    assert_eq!(told, [wanted]);
    assert_eq!(findings_of(vec![risk("4.15.2", "4[.]14[.].*", "Broken")]), [""; 0]);
}

#[test]
fn channels_are_named_and_ordered() {
    let mut other = channel("fast-4.15", &["4.15.0"]);
    other.file = "channels/fast-4.16.yaml".to_owned();
    let told = among(vec![channel("candidate-4.15", &["4.15.0"]), other]);
    assert_eq!(
        told,
        [
            "channel-name channels/fast-4.16.yaml: the channel is named fast-4.15, its file fast-4.16"
        ]
    );
    let told = among(vec![channel("nightly", &["4.15.0"])]);
    assert!(told[0].starts_with("channel-name channels/nightly.yaml: "), "{told:?}");
    let told = among(vec![channel(
        "candidate-4.15",
        &["4.15.0-rc.3", "4.15.0", "4.15.0-rc.2", "4.15.2", "4.15.1", "4.15.1"],
    )]);
    let wanted = [
        "channel-order channels/candidate-4.15.yaml: 4.15.0-rc.2 is listed after 4.15.0-rc.3. 2 more versions are out of order",
        "channel-twice channels/candidate-4.15.yaml: 4.15.1 is listed twice",
    ];
    assert_eq!(told, wanted);
    assert_eq!(
        among(vec![channel(
            "candidate-4.2",
            &["4.2.10", "4.2.10-s390x", "4.2.11+amd64", "4.2.11+s390x"]
        )]),
        [""; 0]
    );
}

#[test]
fn any_order_that_is_in_use_is_an_order() {
    for versions in [
        // SemVer
        &["4.21.3", "4.22.0-ec.0", "4.22.0-rc.9", "4.22.0-rc.10", "4.22.0", "4.22.1"][..],
        // the tool that promotes
        &["4.21.3", "4.22.0", "4.22.0-ec.0", "4.22.0-rc.10", "4.22.0-rc.9", "4.22.1"],
        // an addition to what the tool wrote
        &["4.21.3", "4.22.0", "4.22.0-ec.0", "4.22.0-rc.9", "4.22.0-rc.10", "4.22.1"],
    ] {
        assert_eq!(among(vec![channel("candidate-4.22", versions)]), [""; 0], "{versions:?}");
    }
    let as_they_come = channel("candidate", &["4.21.3", "4.22.0-ec.0", "4.20.9", "4.21.2"]);
    let internal = Channel { file: "internal-channels/candidate.yaml".to_owned(), ..as_they_come };
    let data = GraphData { internal: vec![internal], ..data(Vec::new(), Vec::new()) };
    assert_eq!(found(&data), [""; 0]);
}

#[test]
fn a_channel_is_defined_once() {
    let mut internal = channel("fast-4.15", &["4.15.0"]);
    internal.file = "internal-channels/fast-4.15.yaml".to_owned();
    let channels = vec![channel("candidate-4.15", &["4.15.0"]), channel("fast-4.15", &["4.15.0"])];
    let data = GraphData { internal: vec![internal], ..data(channels, Vec::new()) };
    let wanted = "duplicate-channel internal-channels/fast-4.15.yaml: channels/fast-4.15.yaml also defines the channel fast-4.15";
    assert_eq!(found(&data), [wanted]);
}

#[test]
fn releases_come_to_stable_by_way_of_candidate_and_fast() {
    let told = among(vec![
        channel("candidate-4.15", &["4.15.0"]),
        channel("fast-4.15", &["4.15.0", "4.15.1"]),
    ]);
    assert_eq!(
        told,
        ["channel-subset channels/fast-4.15.yaml: candidate-4.15 does not list 4.15.1"]
    );
    let told = among(vec![channel("stable-4.15", &["4.15.0"])]);
    assert_eq!(
        told,
        [
            "channel-subset channels/stable-4.15.yaml: channel fast-4.15 is missing. Its releases must be there first"
        ]
    );
    assert_eq!(
        among(vec![channel("stable-4.1", &["4.1.0"]), channel("eus-4.14", &["4.14.0"])]),
        [""; 0]
    );
}

/// A channel that feeds another.
fn fed(called: &str, by: &str, versions: &[&str]) -> Channel {
    let feeder = Feeder {
        name: at(by.to_owned()),
        delay: Delay::parse("P1W").map(at),
        errata: None,
        filter: None,
    };
    Channel { feeder: Some(feeder), ..channel(called, versions) }
}

#[test]
fn feeders_are_there_and_keep_what_they_keep() {
    let told = among(vec![fed("candidate-4.15", "nowhere-4.15", &["4.15.0"])]);
    assert_eq!(
        told,
        ["unknown-feeder channels/candidate-4.15.yaml: the feeder nowhere-4.15 does not exist"]
    );
    let mut idle = fed("fast-4.15", "candidate-4.15", &["4.15.0"]);
    idle.feeder.as_mut().unwrap().delay = None;
    let told = among(vec![channel("candidate-4.15", &["4.15.0"]), idle]);
    assert!(told[0].starts_with("idle-feeder channels/fast-4.15.yaml: "), "{told:?}");
    let tombstones = vec![at(name("4.15.1"))];
    let candidate =
        Channel { tombstones, ..channel("candidate-4.15", &["4.15.0", "4.15.1", "4.15.2"]) };
    let told =
        among(vec![candidate.clone(), fed("fast-4.15", "candidate-4.15", &["4.15.0", "4.15.1"])]);
    assert_eq!(
        told,
        ["tombstone-promoted channels/fast-4.15.yaml: candidate-4.15 has tombstones for: 4.15.1"]
    );
    let skips = fed("fast-4.15", "candidate-4.15", &["4.15.0", "4.15.2"]);
    assert_eq!(among(vec![candidate.clone(), skips]), [""; 0], "a tombstone is a reason to skip");
    let skips = channel("stable-4.15", &["4.15.0", "4.15.2"]);
    let fast = fed("fast-4.15", "candidate-4.15", &["4.15.0", "4.15.2"]);
    let told = among(vec![candidate, fast, skips]);
    assert_eq!(told, [""; 0], "also in a channel that nothing feeds");
}

#[test]
fn every_release_with_a_tombstone_in_the_feeder_is_reported() {
    let all = ["4.15.0", "4.15.1", "4.15.2", "4.15.3", "4.15.4", "4.15.5", "4.15.6"];
    let internal = Channel {
        file: "internal-channels/candidate.yaml".to_owned(),
        ..channel("candidate", &all).with_tombstones(&all[..6])
    };
    let one_arch = fed("candidate-4.15", "candidate", &["4.15.0+amd64", "4.15.6"]);
    let whole = fed("candidate-4.16", "candidate", &all);
    let data = GraphData { internal: vec![internal], ..data(vec![one_arch, whole], Vec::new()) };
    let wanted = "tombstone-promoted channels/candidate-4.16.yaml: candidate has tombstones for: 4.15.0, 4.15.1, 4.15.2, 4.15.3, 4.15.4, 4.15.5";
    assert_eq!(found(&data), [wanted], "one architecture is not all");
}

#[test]
fn a_channel_does_not_feed_itself() {
    let told = among(vec![fed("candidate-4.15", "candidate-4.15", &["4.15.0"])]);
    let wanted = "feeder-cycle channels/candidate-4.15.yaml: the channel feeds itself";
    assert_eq!(told, [wanted]);
    let told = among(vec![
        fed("a-4.15", "b-4.15", &["4.15.0"]),
        fed("b-4.15", "c-4.15", &["4.15.0"]),
        fed("c-4.15", "b-4.15", &["4.15.0"]),
    ]);
    let wanted = [
        "feeder-cycle channels/b-4.15.yaml: the channel feeds itself through c-4.15",
        "feeder-cycle channels/c-4.15.yaml: the channel feeds itself through b-4.15",
    ];
    assert_eq!(told, wanted, "a-4.15 is only fed by them");
}

#[test]
fn feeders_that_no_update_service_hands_out_are_noted_once() {
    let channels = || {
        vec![
            fed("candidate-4.15", "candidate", &["4.15.0", "4.15.1", "4.15.2"]),
            fed("fast-4.15", "fast", &["4.15.0", "4.15.2"]),
        ]
    };
    let wanted = "feeder-not-checked internal-channels: the directory is missing, as in data from update services. Feeders, tombstones and skipped versions are not checked (2 channels: candidate, fast)";
    assert_eq!(among(channels()), [wanted]);
    // A public channel is served.
    let mut more = channels();
    more.push(fed("eus-4.16", "stable-4.16", &["4.15.2"]));
    let told = among(more);
    let lost = "unknown-feeder channels/eus-4.16.yaml: the feeder stable-4.16 does not exist";
    assert_eq!(told, [lost, wanted]);
    // Of three internal channels two are left.
    let files = vec!["internal-channels/stable.yaml".to_owned()];
    let internal = channel("stable", &["4.15.0"]);
    let internal = Channel { file: files[0].clone(), ..internal };
    let some = GraphData { files, internal: vec![internal], ..data(channels(), Vec::new()) };
    let told = found(&some);
    let unknown = told.iter().filter(|one| one.starts_with("unknown-feeder ")).count();
    assert_eq!(unknown, 2, "{told:?}");
}

#[test]
fn a_checkout_that_lost_its_internal_channels_is_an_error() {
    let channels = vec![fed("candidate-4.15", "candidate", &["4.15.0"])];
    let data = GraphData { checkout: Some(".git".to_owned()), ..data(channels, Vec::new()) };
    let wanted = "unknown-feeder internal-channels: the directory is missing from this checkout (found .git). It feeds 1 channel: candidate";
    assert_eq!(found(&data), [wanted]);
}

#[test]
fn a_version_is_left_out_with_a_reason() {
    let candidate = || channel("candidate-4.15", &["4.15.0", "4.15.1", "4.15.3"]);
    let fast = || fed("fast-4.15", "candidate-4.15", &["4.15.0", "4.15.3"]);
    let told = among(vec![candidate(), fast()]);
    assert_eq!(
        told,
        [
            "skipped-version channels/fast-4.15.yaml: no comment explains why these are skipped: 4.15.1"
        ]
    );
    let mut data = data(vec![candidate(), fast()], Vec::new());
    let comment = |text: &str| vec![at(text.to_owned())];
    data.comments
        .insert("channels/fast-4.15.yaml".to_owned(), comment("no 4.15.1 because it is slow"));
    assert_eq!(found(&data), [""; 0]);
    let mut filtered = fast();
    filtered.feeder.as_mut().unwrap().filter = Some(at(pattern("^4[.]15[.][03]$")));
    assert_eq!(among(vec![candidate(), filtered]), [""; 0], "the filter is a reason");
}

#[test]
fn releases_are_compared_with_those_there_are() {
    let node = |text: &str, url: &str| {
        let mut node = Scraped::unseen(name(text));
        node.payload = Some("p".to_owned());
        node.metadata.insert("url".to_owned(), url.to_owned());
        node
    };
    let errata = "https://access.redhat.com/errata/RHBA-2024:1234";
    let nodes = vec![
        node("4.15.0+amd64", errata),
        node("4.15.1+amd64", "https://example.com"),
        Scraped::unseen(name("4.15.2+amd64")),
    ];
    let releases = Releases { nodes, edges: BTreeSet::from([(0, 1)]) };
    let channels = vec![channel("candidate-4.15", &["4.15.0-rc.1", "4.15.0", "4.15.1", "4.15.2"])];
    let data = data(channels, vec![block("4.15.2", ".*")]);
    let told = lint(&data, &BTreeMap::new(), Some(&releases));
    let told: Vec<String> =
        told.iter().map(|one| format!("{} {}", one.code.name(), one.problem)).collect();
    let wanted = [
        "unknown-release release 4.15.2 does not exist",
        "unknown-release release 4.15.0-rc.1 does not exist",
        "unknown-release release 4.15.2 does not exist",
        "no-errata release 4.15.1 has no errata URL",
    ];
    assert_eq!(told, wanted);
}

#[test]
fn comments_allow_findings_of_their_file() {
    let file = "blocked-edges/4.15.0.yaml";
    let allows = |comment: &str| {
        let mut data = data(known(), vec![block("4.15.0", "4[.]14[.][3-8]")]);
        let comment =
            WithLocation { value: comment.to_owned(), spot: Location { line: 3, column: 1 } };
        data.comments.insert(file.to_owned(), vec![comment]);
        let all = lint(&data, &BTreeMap::new(), None);
        let left = all.iter().filter(|finding| !is_allowed(&data, finding));
        left.map(|finding| finding.code).collect::<Vec<_>>()
    };
    assert_eq!(allows("because"), [LintCode::FromOvermatch]);
    assert_eq!(allows("lint: allow from-overmatch"), []);
    assert_eq!(allows("lint: allow from-dot, from-overmatch since all are meant"), []);
    assert_eq!(allows("lint: allow from-dot"), [LintCode::FromOvermatch]);
    assert_eq!(allows("lint: allow everything"), [LintCode::FromOvermatch, LintCode::UnknownAllow]);
}
