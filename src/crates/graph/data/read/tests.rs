//! What is read from graph-data, and the findings about the rest.

use super::*;
use crate::data::{Block, BlockEffect, BlockReading};
use crate::model::{Risk, Rule};

fn file(path: &str, text: &str) -> DataFile {
    DataFile { path: path.to_owned(), text: Ok(text.to_owned()) }
}

/// Reads files next to a version file.
fn read(files: &[(&str, &str)]) -> GraphData {
    let version = std::iter::once(file("version", "1.1.0\n"));
    graph_data("test", version.chain(files.iter().map(|(path, text)| file(path, text))).collect())
}

fn block(text: &str) -> (Option<Block>, Vec<String>) {
    let mut data = read(&[("blocked-edges/4.7.4-x.yaml", text)]);
    (data.blocks.pop(), described(&data))
}

/// Writes findings as `FILE:LINE:COLUMN CODE: PROBLEM`.
fn described(data: &GraphData) -> Vec<String> {
    let tell = |finding: &LintFinding| {
        let LintFinding { code, file, spot, problem, fix } = finding;
        assert!(!fix.is_empty() && !problem.ends_with('.'), "{finding:?}");
        format!("{file}:{}:{} {}: {problem}", spot.line, spot.column, code.name())
    };
    data.findings.iter().map(tell).collect()
}

const RISK: &str = "\
to: 4.7.4
from: 4[.]6[.].*
fixedIn: 4.7.5
autoExtend: https://example.com/who
url: https://example.com/risk
name: SomeRisk
message: |-
  Something
  happens.
matchingRules:
- type: PromQL
  promql:
    promql: max(metric)
- type: Always
";

#[test]
fn many_files_come_out_in_the_order_of_their_names() {
    let name = |place: usize| format!("blocked-edges/4.7.{place:03}.yaml");
    let text = |place: usize| match place % 50 {
        7 => "to: 4.7\nfrom: .*\n".to_owned(),
        _ => format!("to: 4.7.{place} # why\nfrom: .*\n"),
    };
    let file = |place: usize| DataFile { path: name(place), text: Ok(text(place)) };
    let files = (0..450).rev().map(file).collect();
    let data = graph_data("here", files);
    let found: Vec<&str> = data.blocks.iter().map(|block| block.file.as_str()).collect();
    let wanted: Vec<String> = (0..450).filter(|place| place % 50 != 7).map(name).collect();
    assert_eq!(found, wanted);
    assert_eq!((data.files.len(), data.comments.len(), data.findings.len()), (450, 441, 10));
}

#[test]
fn a_risk_is_read_with_all_its_properties() {
    let (block, told) = block(RISK);
    let block = block.unwrap();
    assert!(told.is_empty(), "{told:?}");
    assert_eq!(block.to.value.text(), "4.7.4");
    assert_eq!(block.from.value.text, "4[.]6[.].*");
    assert_eq!(block.fixed_in.as_ref().unwrap().value.text(), "4.7.5");
    assert_eq!(block.auto_extend.as_ref().unwrap().value, "https://example.com/who");
    assert_eq!(block.reading, BlockReading::Risk);
    let rules = vec![Rule::PromQl("max(metric)".to_owned()), Rule::Always];
    let risk = Risk {
        name: "SomeRisk".to_owned(),
        message: "Something\nhappens.".to_owned(),
        url: "https://example.com/risk".to_owned(),
        rules,
    };
    assert_eq!(block.effect(), BlockEffect::Risk(risk));
    let query = &block.rules.unwrap().value[0];
    assert_eq!((query.spot.line, query.spot.column), (13, 13));
}

#[test]
fn a_plain_block_has_nothing_but_its_ends() {
    let (block, told) = block("to: 4.7.4\nfrom: .*\n# because\n");
    let block = block.unwrap();
    assert!(told.is_empty(), "{told:?}");
    assert_eq!((block.effect(), block.reading), (BlockEffect::Block, BlockReading::Block));
    assert_eq!(block.identity(), "blocked-edges/4.7.4-x.yaml");
}

#[test]
fn early_forms_are_understood_here_and_nowhere_else() {
    let rules_of = |text: &str| {
        let block = block(text).0.unwrap();
        assert_eq!(block.reading, BlockReading::Nothing, "{text}");
        match block.effect() {
            BlockEffect::Risk(risk) => (risk.name, risk.rules),
            other => panic!("{other:?}"),
        }
    };
    let query = || Rule::PromQl("max(a)".to_owned());
    let platforms = || Rule::Platforms(vec!["VSphere".to_owned(), "None".to_owned()]);
    let documented = "to: 4.7.4\nfrom: .*\nurl: https://e\nreason: R\nmessage: m\n";
    for (clusters, rule) in [
        ("", Rule::Always),
        ("clusters:\n", Rule::Always),
        ("clusters: {}\n", Rule::Always),
        ("clusters: {promql: ''}\n", Rule::Always),
        ("clusters: {promql: max(a)}\n", query()),
        ("clusters: {platforms: [VSphere, None]}\n", platforms()),
        (
            "clusters: {platforms: [VSphere, None], promql: max(a)}\n",
            Rule::AnyOf(vec![platforms(), query()]),
        ),
    ] {
        let (name, rules) = rules_of(&format!("{documented}{clusters}"));
        assert_eq!((name.as_str(), rules), ("R", vec![rule]), "{clusters}");
    }
    let (name, rules) = rules_of("to: 4.7.4\nfrom: .*\nclusters: {platforms: [VSphere, None]}\n");
    assert_eq!((name.as_str(), rules), ("Unnamed-4.7.4-x", vec![platforms()]));
}

#[test]
fn an_incomplete_risk_is_reported_and_blocks() {
    for (text, missing, reading) in [
        ("url: https://e\n", &["name", "message", "matchingRules"][..], BlockReading::Nothing),
        ("url: https://e\nname: A\nmessage: m\n", &["matchingRules"], BlockReading::Nothing),
        (
            "url: https://e\nname: A\nmessage: m\nmatchingRules: []\n",
            &["matchingRules"],
            BlockReading::Risk,
        ),
        ("message: m\nmatchingRules: [{type: Always}]\n", &["url", "name"], BlockReading::Nothing),
    ] {
        let (block, told) = block(&format!("to: 4.7.4\nfrom: .*\n{text}"));
        let block = block.unwrap();
        assert_eq!(block.effect(), BlockEffect::Incomplete { missing: missing.to_vec() }, "{text}");
        assert_eq!(block.reading, reading, "{text}");
        assert_eq!(told.len(), 1, "{told:?}");
        let wanted = "blocked-edges/4.7.4-x.yaml:3:1 incomplete-risk: the risk has no `";
        assert!(told[0].starts_with(wanted), "{told:?}");
        let open = told[0].ends_with("ignores the file and recommends the update");
        assert_eq!(open, reading == BlockReading::Nothing, "{told:?}");
    }
}

#[test]
fn a_risk_without_texts_is_an_error_and_stays_a_risk() {
    for (texts, missing) in [
        ("message: m\n", "`url`"),
        ("url: https://e\n", "`message`"),
        ("url:\nmessage: ' '\n", "`url`, `message`"),
    ] {
        let rules = "matchingRules: [{type: PromQL, promql: {promql: max(a)}}]\n";
        let (block, told) = block(&format!("to: 4.7.4\nfrom: .*\nname: A\n{texts}{rules}"));
        assert!(matches!(block.unwrap().effect(), BlockEffect::Risk(_)), "{texts}");
        let wanted = format!(
            "blocked-edges/4.7.4-x.yaml:3:1 incomplete-risk: the risk has no {missing}. Cincinnati ignores the file and recommends the update"
        );
        assert_eq!(told, [wanted]);
    }
}

#[test]
fn other_keys_make_the_service_drop_a_plain_block() {
    let (block, told) = block("to: 4.7.4\nfrom: .*\nfixedIn: 4.7.5\n");
    let block = block.unwrap();
    assert_eq!((block.effect(), block.reading), (BlockEffect::Block, BlockReading::Nothing));
    assert!(told.is_empty(), "{told:?}");
}

#[test]
fn every_error_of_every_file_is_reported_with_its_place() {
    let data = read(&[
        ("blocked-edges/a.yaml", "to: 4.x\nfrom: 4[.\nto_: 1\n"),
        ("blocked-edges/b.yaml", "to: 4.7.4\nto: 4.7.5\nfrom: .*\n"),
        ("blocked-edges/c.yaml", "to: [4.7.4\nfrom: .*\n"),
        ("blocked-edges/d.yaml", "- to\n"),
        ("blocked-edges/e.yaml", "message: 12\n"),
        ("blocked-edges/f.yaml", "to: 4.7.4\nfrom: .*\n---\nto: 4.7.5\n"),
        (
            "channels/stable-4.7.yaml",
            "name: stable-4.7\nversions:\n- 4.7.0\n- 4.7\n- v4.7.2\n- {a: 1}\n",
        ),
        (
            "channels/stable-4.8.yaml",
            "versions: 4.8.0\nfeeder: {delay: P1M, filter: '(', errata: soon, from: x}\n",
        ),
        (
            "raw/metadata.json",
            "{\"4.1\": {}, \"4.1.0\": {\"a\": 1}, \"4.1.1\": {\"a\": \"b\", \"a\": \"c\"}}",
        ),
    ]);
    let wanted = "\
blocked-edges/a.yaml:1:5 bad-version: `to` is not a SemVer version: `4.x`
blocked-edges/a.yaml:2:7 bad-regex: `from` is not a regular expression: unclosed character class
blocked-edges/a.yaml:3:1 unknown-key: unknown key `to_`
blocked-edges/b.yaml:2:1 duplicate-key: duplicate key `to`
blocked-edges/c.yaml:2:5 syntax: illegal placement of ':' indicator
blocked-edges/d.yaml:1:1 wrong-type: the file must be a map of keys and values, not a list
blocked-edges/e.yaml:1:1 missing-key: `to` is missing
blocked-edges/e.yaml:1:1 missing-key: `from` is missing
blocked-edges/e.yaml:1:10 wrong-type: `message` must be text, not the value 12
blocked-edges/f.yaml:4:1 syntax: multiple YAML documents detected
channels/stable-4.7.yaml:4:3 bad-version: an item of `versions` is not a SemVer version: `4.7`
channels/stable-4.7.yaml:5:3 bad-version: an item of `versions` is not a SemVer version: `v4.7.2`
channels/stable-4.7.yaml:6:3 wrong-type: an item of `versions` must be text, not a map
channels/stable-4.8.yaml:1:1 missing-key: `name` is missing
channels/stable-4.8.yaml:1:11 wrong-type: `versions` must be a list, not text
channels/stable-4.8.yaml:2:9 missing-key: `feeder` has no `name`
channels/stable-4.8.yaml:2:17 bad-delay: `P1M` is not a duration of a fixed length
channels/stable-4.8.yaml:2:30 bad-regex: `feeder.filter` is not a regular expression: unclosed group
channels/stable-4.8.yaml:2:43 bad-errata: `feeder.errata` is `soon`: only `public` is supported
channels/stable-4.8.yaml:2:49 unknown-key: unknown key `from`
raw/metadata.json:1:52 duplicate-key: duplicate key `a`";
    assert_eq!(described(&data).join("\n"), wanted);
    assert_eq!(data.faults().count(), data.findings.len() - 4);
}

#[test]
fn invalid_rules_are_kept_as_such() {
    let rules_of = |rules: &str| {
        let text = format!(
            "to: 4.7.4\nfrom: .*\nurl: https://e\nname: A\nmessage: m\nmatchingRules:\n{rules}"
        );
        let (block, told) = block(&text);
        let rules = block.unwrap().rules.unwrap().value;
        (rules.into_iter().map(|rule| rule.value).collect::<Vec<_>>(), told)
    };
    let unknown = |kind: &str| vec![Rule::Unknown(kind.to_owned())];
    for (rules, kept, place) in [
        ("- Always\n", unknown(""), "7:3"),
        ("- promql: {promql: a}\n", unknown(""), "7:3"),
        ("- type: Never\n", unknown("Never"), "7:9"),
        ("- type: Always\n  promql: {promql: a}\n", unknown("Always"), "8:3"),
        ("- type: PromQL\n", unknown("PromQL"), "7:9"),
        ("- type: PromQL\n  promql: a\n", unknown("PromQL"), "8:11"),
        ("- type: PromQL\n  promql: {}\n", unknown("PromQL"), "7:9"),
        ("- type: PromQL\n  promql: {promql: ''}\n", unknown("PromQL"), "8:20"),
        (
            "- type: PromQL\n  promql: {promql: a, more: b}\n",
            vec![Rule::PromQl("a".to_owned())],
            "8:23",
        ),
        (
            "- type: PromQL\n  promql: {promql: a}\n  more: b\n",
            vec![Rule::PromQl("a".to_owned())],
            "9:3",
        ),
        ("- type: PromQL\n  promql: {PromQL: a}\n", vec![Rule::PromQl("a".to_owned())], "8:12"),
        ("- type: Always\n- type: Always\n", vec![Rule::Always, Rule::Always], "8:9"),
    ] {
        let (found, told) = rules_of(rules);
        assert_eq!(found, kept, "{rules}");
        assert_eq!(told.len(), 1, "{rules}{told:?}");
        let wanted = format!("blocked-edges/4.7.4-x.yaml:{place} bad-rule: ");
        assert!(told[0].starts_with(&wanted), "{rules}{told:?}");
    }
}

#[test]
fn a_name_and_a_reason_that_differ_are_reported_and_the_name_counts() {
    let text = RISK.replace("message: |-", "reason: OtherRisk\nmessage: |-");
    let (block, told) = block(&text);
    assert_eq!(block.unwrap().identity(), "SomeRisk");
    assert_eq!(told.len(), 1);
    assert!(told[0].contains(":7:9 name-and-reason: "), "{told:?}");
}

#[test]
fn a_channel_is_read_with_its_feeder_and_tombstones() {
    let text = "\
name: fast-4.7
feeder: {name: candidate-4.7, delay: P1DT12H, errata: public, filter: '4[.]7[.][0-9]+'}
tombstones:
# broken
- 4.7.2
versions:
- 4.7.0
- 4.7.1+amd64
- 4.7.2
";
    let data = read(&[
        ("channels/fast-4.7.yaml", text),
        ("internal-channels/fast.yaml", "name: fast\nversions: []\n"),
    ]);
    assert!(data.findings.is_empty(), "{:?}", described(&data));
    let channel = data.channel("fast-4.7").unwrap();
    assert!(channel.served);
    assert_eq!(channel.parts(), Some(("fast", (4, 7))));
    let listed: Vec<&str> = channel.versions.iter().map(|listed| listed.value.text()).collect();
    assert_eq!(listed, ["4.7.0", "4.7.1+amd64", "4.7.2"]);
    assert_eq!(channel.tombstones[0].value.text(), "4.7.2");
    let feeder = channel.feeder.as_ref().unwrap();
    assert_eq!(feeder.delay.as_ref().unwrap().value.duration().as_secs(), 36 * 3600);
    let filter = &feeder.filter.as_ref().unwrap().value;
    assert!(filter.is_match("4.7.10") && !filter.is_match("4.7.10-rc.1"));
    assert_eq!(data.comments["channels/fast-4.7.yaml"][0].value, "broken");
    assert_eq!(data.internal[0].name.value, "fast");
}

#[test]
fn a_channel_is_lost_to_the_service_by_what_the_service_reads_of_it() {
    let served = |text: &str| {
        let data = read(&[("channels/fast-4.7.yaml", text)]);
        data.channels.first().is_some_and(|channel| channel.served)
    };
    assert!(served("name: a\nversions: [4.7.0]\ntombstones: 3\nfeeder: []\nmore: 1\n"));
    assert!(!served("name: a\nversions: [4.7.0, 4.7]\n"));
    assert!(!served("name: 3\nversions: [4.7.0]\n"));
    assert!(!served("name: a\n"));
}

#[test]
fn a_channel_cannot_be_named_so_that_it_is_several() {
    for name in ["fast-4.7,stable-4.7", "fast 4.7", "Fast-4.7", "''"] {
        let text = format!("name: {name}\nversions: [4.7.0]\n");
        let data = read(&[("channels/fast-4.7.yaml", &text)]);
        let codes: Vec<LintCode> = data.faults().map(|finding| finding.code).collect();
        assert_eq!(codes, [LintCode::BadName], "{name}");
    }
}

#[test]
fn the_version_of_the_layout_follows_the_rule_of_the_layout() {
    let read = |text: &str| graph_data("test", vec![file("version", text)]);
    for (text, code) in [
        ("1.0.0\n", None),
        ("1.1.0", None),
        ("1.1.7\n", None),
        ("1.2.0\n", Some(LintCode::NewerSchema)),
        ("2.0.0\n", Some(LintCode::SchemaVersion)),
        ("0.9.0\n", Some(LintCode::SchemaVersion)),
        ("1.1\n", Some(LintCode::SchemaVersion)),
        ("", Some(LintCode::SchemaVersion)),
    ] {
        let found = read(text).findings.pop().map(|finding| finding.code);
        assert_eq!(found, code, "{text:?}");
    }
    let without = graph_data("test", vec![file("channels/a.yaml", "name: a-1\nversions: []\n")]);
    assert_eq!(without.faults().count(), 1);
}

#[test]
fn badly_named_files_are_reported_and_blocks_among_them_block() {
    let (plain, channel) = ("to: 4.7.4\nfrom: .*\n", "name: a-4.7\nversions: []\n");
    for (path, told_of, blocks, reading) in [
        ("blocked-edges/a.yaml", false, 1, Some(BlockReading::Block)),
        ("blocked-edges/a.yml", true, 1, Some(BlockReading::Nothing)),
        ("blocked-edges/a.yaml~", true, 1, Some(BlockReading::Block)),
        ("blocked-edges/a.yaaaml", true, 1, Some(BlockReading::Block)),
        ("blocked-edges/sub/a.yaml", true, 1, Some(BlockReading::Nothing)),
        ("blocked-edges/a", true, 0, None),
        ("blocked-edges/a.json", true, 0, None),
        ("blocked-edges/.yaml", true, 0, None),
    ] {
        let data = read(&[(path, plain)]);
        assert_eq!(data.findings.len(), usize::from(told_of), "{path}");
        assert!(data.findings.iter().all(|finding| finding.code == LintCode::FileName));
        assert_eq!(data.blocks.len(), blocks, "{path}");
        assert_eq!(data.blocks.first().map(|block| block.reading), reading, "{path}");
    }
    for (path, told_of, channels) in [
        ("channels/a-4.7.yaml", false, 1),
        ("channels/a-4.7.yml", true, 0),
        ("channels/OWNERS", true, 0),
        ("channels/sub/a-4.7.yaml", true, 0),
        ("internal-channels/a.yml", true, 0),
        ("internal-channels/README.md", false, 0),
    ] {
        let data = read(&[(path, channel)]);
        assert_eq!(data.findings.len(), usize::from(told_of), "{path}");
        assert_eq!(data.channels.len() + data.internal.len(), channels, "{path}");
    }
}

#[test]
fn metadata_of_old_releases_is_read_from_json_however_it_is_indented() {
    for indent in ["\t", "    ", ""] {
        let text = format!(
            "{{\n{indent}\"4.1.0\": {{\n{indent}{indent}\"k\": \"4.1.0-rc.4,4.1.0-rc.9\"\n{indent}}}\n}}\n"
        );
        let data = read(&[("raw/metadata.json", &text)]);
        assert!(data.findings.is_empty(), "{:?}", described(&data));
        let Amendment { release, key, value } = &data.raw[0];
        assert_eq!((release.value.text(), key.as_str()), ("4.1.0", "k"));
        assert_eq!(value.value, "4.1.0-rc.4,4.1.0-rc.9");
    }
}

#[test]
fn a_file_that_is_not_text_is_reported() {
    let bad =
        DataFile { path: "channels/a-4.7.yaml".to_owned(), text: Err("not a string".to_owned()) };
    let data = graph_data("test", vec![file("version", "1.1.0"), bad]);
    assert_eq!(described(&data), ["channels/a-4.7.yaml:1:1 unreadable: not a string"]);
}

#[test]
fn text_that_others_take_for_something_else_needs_quotes() {
    for (name, told_of) in [
        ("Yes", Some("a boolean")),
        ("On", Some("a boolean")),
        ("2024-01-31", Some("a date")),
        ("190:20:30", Some("a number")),
        ("'Yes'", None),
        ("\"On\"", None),
        ("Yesterday", None),
    ] {
        let (block, told) = block(&RISK.replace("name: SomeRisk", &format!("name: {name}")));
        let written = name.trim_matches(['\'', '"']);
        assert_eq!(block.unwrap().identity(), written, "it is text to the update service");
        let wanted = told_of.map(|other| {
            format!(
                "blocked-edges/4.7.4-x.yaml:6:7 ambiguous-text: some YAML parsers read `{name}` as {other}"
            )
        });
        assert_eq!(told, Vec::from_iter(wanted), "{name}");
    }
    let (_, told) = block(&RISK.replace("max(metric)", "on"));
    assert_eq!(told.len(), 1, "{told:?}");
    let channel = read(&[("channels/no.yaml", "name: no\nversions: []\n")]);
    assert_eq!(channel.findings[0].code, LintCode::AmbiguousText);
}

#[test]
fn what_is_no_text_is_no_name() {
    for name in ["12", "4.10", "true", "[a]", "{a: b}"] {
        let (_, told) = block(&RISK.replace("name: SomeRisk", &format!("name: {name}")));
        let is_told = |told: &String| told.contains(" wrong-type: `name` must be text");
        assert!(told.iter().any(is_told), "{name}: {told:?}");
    }
    let (_, told) = block(&RISK.replace("name: SomeRisk", "name: ~"));
    assert!(told[0].contains(" incomplete-risk: the risk has no `name`"), "{told:?}");
}

#[test]
fn tags_are_reported_and_do_not_decide() {
    for (text, tag, place) in [
        ("to: !!str 4.7.4\nfrom: .*\n", "!!str", "1:11"),
        ("to: 4.7.4\nfrom: !!binary Lio=\n", "!!binary", "2:16"),
        ("to: 4.7.4\nfrom: !regex .*\n", "!regex", "2:14"),
        ("!block\nto: 4.7.4\nfrom: .*\n", "!block", "2:1"),
        ("to: 4.7.4\nfrom: .*\nmatchingRules: !!set [a]\n", "!!set", "3:22"),
    ] {
        let data = read(&[("blocked-edges/4.7.4-x.yaml", text)]);
        let told = described(&data);
        let wanted = format!(
            "blocked-edges/4.7.4-x.yaml:{place} yaml-tag: YAML parsers interpret the tag `{tag}` differently"
        );
        assert!(told.contains(&wanted), "{text}{told:?}");
        assert!(data.faults().any(|finding| finding.code == LintCode::YamlTag));
    }
}

#[test]
fn characters_that_yaml_does_not_allow_are_reported() {
    let (block, told) = block("to: 4.7.4\nfrom: '\u{1b}.*'\n");
    assert!(block.is_none());
    let wanted =
        "blocked-edges/4.7.4-x.yaml:2:8 syntax: the character U+001B is not allowed in YAML";
    assert_eq!(told, [wanted]);
}

#[test]
fn white_space_that_other_parsers_reject_is_reported() {
    for (text, told_of) in [
        ("to: 4.7.4\nfrom:\t.*\n", Some("2:6 ambiguous-text: some YAML parsers reject a tab here")),
        (
            "to: 4.7.4\nfrom: .*\n\t\n",
            Some("3:1 ambiguous-text: some YAML parsers reject a tab here"),
        ),
        ("to: 4.7.4 #\twhy\nfrom: '.*\t'\n", None),
        ("to: 4.7.4\nfrom: |-\n  .*\t\n", None),
        (
            "to: 4.7.4\nfrom: a\u{2028}b\n",
            Some("2:8 ambiguous-text: some YAML parsers read U+2028 as a line break"),
        ),
    ] {
        let (block, told) = block(text);
        assert!(block.is_some(), "{text:?}");
        let wanted = told_of.map(|told| format!("blocked-edges/4.7.4-x.yaml:{told}"));
        assert_eq!(told, Vec::from_iter(wanted), "{text:?}");
    }
}
