//! Available updates with rules about platforms.

use super::*;
use crate::build::tests::chain;
use crate::build::{BuildMode, ServedQuery, build};
use crate::data::Block;
use crate::data::testing::{at, block, channel, data, risk};
use crate::served::Served;

fn on(names: &[&str]) -> Rule {
    Rule::Platforms(names.iter().map(|&name| name.to_owned()).collect())
}

fn query(text: &str) -> Rule {
    Rule::PromQl(text.to_owned())
}

fn guarded(name: &str, rule: Rule) -> Block {
    Block { rules: Some(at(vec![at(rule)])), ..risk("4.7.0", ".*", name) }
}

/// Returns what is served for one update: `plain`, `gone`, or the risks with their rules.
fn served(blocks: Vec<Block>, platform: Option<&str>) -> String {
    let data = data(vec![channel("stable-4.7", &["4.6.1", "4.7.0"])], blocks);
    let built = build(chain(&["4.6.1+amd64", "4.7.0+amd64"]), &data, BuildMode::Closed).unwrap();
    let query = ServedQuery { channel: Some("stable-4.7"), arch: Some("amd64") };
    let Served { edges, conditional, .. } = built.for_platform(platform).served(query);
    let risks = conditional.iter().flat_map(|(_, risks)| risks);
    let told: Vec<String> = risks.map(|risk| format!("{} {:?}", risk.name, risk.rules)).collect();
    match (edges.len(), told.is_empty()) {
        (0, true) => "gone".to_owned(),
        (1, true) => "plain".to_owned(),
        (0, false) => told.join(", "),
        other => unreachable!("{other:?}"),
    }
}

#[test]
fn an_update_blocked_on_some_platforms_is_plain_on_others_and_gone_without_a_platform() {
    let blocks = || vec![guarded("R", on(&["VSphere", "None"]))];
    for (platform, offered) in [
        (None, "gone"),
        (Some("VSphere"), "gone"),
        (Some("vsphere"), "gone"),
        (Some("None"), "gone"),
        (Some("AWS"), "plain"),
    ] {
        assert_eq!(served(blocks(), platform), offered, "{platform:?}");
    }
}

#[test]
fn what_else_is_said_of_the_update_stays() {
    let blocks = |more: Block| vec![guarded("R", on(&["AWS"])), more];
    let asked = || guarded("Q", query("up"));
    assert_eq!(served(blocks(asked()), None), "gone");
    assert_eq!(served(blocks(asked()), Some("AWS")), "gone");
    assert_eq!(served(blocks(asked()), Some("GCP")), r#"Q [PromQl("up")]"#);
    assert_eq!(served(blocks(block("4.7.0", ".*")), Some("GCP")), "gone");
    assert_eq!(served(blocks(risk("4.7.0", ".*", "A")), Some("GCP")), "A [Always]");
}

#[test]
fn of_a_rule_that_asks_for_more_the_rest_is_left_to_the_cluster() {
    let any = |rules: &[Rule]| vec![guarded("R", Rule::AnyOf(rules.to_vec()))];
    let both = || any(&[query("up"), on(&["AWS"])]);
    assert_eq!(served(both(), None), "gone");
    assert_eq!(served(both(), Some("AWS")), "gone");
    assert_eq!(served(both(), Some("GCP")), r#"R [PromQl("up")]"#);
    let two = any(&[query("up"), query("down"), on(&["AWS"])]);
    assert_eq!(served(two, Some("GCP")), "gone", "clusters do not support any-of rules");
    assert_eq!(served(any(&[on(&["AWS"]), on(&["None"])]), Some("GCP")), "plain");
}

#[test]
fn an_empty_list_blocks_for_all_clusters() {
    for platform in [None, Some("AWS")] {
        assert_eq!(served(vec![guarded("R", on(&[]))], platform), "gone");
        assert_eq!(served(vec![guarded("R", Rule::AnyOf(Vec::new()))], platform), "gone");
        assert_eq!(served(vec![guarded("R", Rule::Unknown("X".to_owned()))], platform), "gone");
    }
}

#[test]
fn a_rule_that_no_file_of_ours_has_stays_as_it_is() {
    let rules = vec![at(query("up")), at(on(&["AWS"]))];
    let block = || Block { rules: Some(at(rules.clone())), ..risk("4.7.0", ".*", "R") };
    for platform in [None, Some("AWS"), Some("GCP")] {
        assert_eq!(served(vec![block()], platform), "gone");
    }
}

#[test]
fn a_risk_without_texts_does_not_matter_where_it_does_not_apply() {
    let mut early = guarded("R", on(&["AWS"]));
    (early.url, early.message, early.early) = (None, None, true);
    assert_eq!(served(vec![early.clone()], Some("GCP")), "plain");
    assert_eq!(served(vec![early.clone()], Some("AWS")), "gone");
    let rule = Rule::AnyOf(vec![query("up"), on(&["AWS"])]);
    early.rules = Some(at(vec![at(rule)]));
    assert_eq!(served(vec![early], Some("GCP")), "R [PromQl(\"up\")]");
}

#[test]
fn the_platforms_that_matter_are_known() {
    let any = Rule::AnyOf(vec![query("up"), on(&["AWS", "gcp"])]);
    let blocks = vec![guarded("R", on(&["VSphere", "AWS"])), guarded("Q", any)];
    let data = data(Vec::new(), blocks);
    let built = build(chain(&["4.6.1+amd64", "4.7.0+amd64"]), &data, BuildMode::Closed).unwrap();
    assert_eq!(built.platforms().into_iter().collect::<Vec<_>>(), ["aws", "gcp", "vsphere"]);
}
