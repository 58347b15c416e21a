//! Files of `blocked-edges/` → blocks and risks, in the current and earlier forms.

use std::collections::BTreeSet;

use super::reader::{BlockReader, Entries, quoted, spot};
use crate::data::read::tree::{Key, Tree, TreeNode};
use crate::data::{Block, BlockReading, LintCode, Location, WithLocation};
use crate::model::Rule;

const KEYS: [&str; 8] =
    ["to", "from", "url", "name", "message", "matchingRules", "fixedIn", "autoExtend"];
const RISK_KEYS: [&str; 6] = ["url", "name", "message", "matchingRules", "reason", "clusters"];

/// Returns the block; none if its target or its sources cannot be determined.
pub(super) fn block(reader: &mut BlockReader<'_>, served: bool) -> Option<Block> {
    let root = reader.parse()?;
    let entries = reader.map(&root, "the file")?;
    let get = |wanted: &str| entries.iter().find(|(key, _)| key.value == wanted);
    let node = |wanted: &str| get(wanted).map(|(_, node)| node);
    for key in ["to", "from"] {
        if node(key).is_none_or(|node| matches!(node.value, Tree::Null)) {
            reader.missing(key);
        }
    }
    let to = node("to").and_then(|node| reader.release(node, "`to`"));
    let from = node("from").and_then(|node| reader.pattern(node, "from", false));
    let mut text = |key| node(key).and_then(|node| reader.text(node, key));
    let (url, message, auto_extend) = (text("url"), text("message"), text("autoExtend"));
    let (name, reason) = (text("name"), text("reason"));
    let fixed_in = node("fixedIn").and_then(|node| reader.release(node, "`fixedIn`"));
    for (key, _) in entries {
        if !KEYS.contains(&key.value.as_str()) && !RISK_KEYS.contains(&key.value.as_str()) {
            reader.unknown(key, &KEYS);
        }
    }
    two_names(reader, name.as_ref(), reason.as_ref());
    let declares = entries.iter().find(|(key, _)| RISK_KEYS.contains(&key.value.as_str()));
    let rules = node("matchingRules").and_then(|node| rules(reader, node));
    let early =
        node("matchingRules").is_none() && (get("reason").is_some() || get("clusters").is_some());
    let rules = if early { Some(early_rules(reader, get("clusters"))) } else { rules };
    let block = Block {
        file: reader.file.to_owned(),
        to: to?,
        from: from?,
        name: name.or(reason),
        url,
        message,
        rules,
        fixed_in,
        auto_extend,
        declares: declares.map(|(key, _)| spot(key)),
        early,
        reading: if served { reading(entries) } else { BlockReading::Nothing },
    };
    incomplete(reader, &block);
    Some(block)
}

/// Returns how Cincinnati reads a file with a valid target and valid sources.
fn reading(entries: &Entries) -> BlockReading {
    let is_text = |wanted: &str| {
        let is = |(key, node): &(_, TreeNode)| {
            is_key(key, wanted) && matches!(node.value, Tree::Text(_))
        };
        entries.iter().any(is)
    };
    let has_rules = entries.iter().any(|(key, node)| match &node.value {
        Tree::List(rules) => is_key(key, "matchingRules") && rules.iter().all(is_rule),
        Tree::Null | Tree::Bool | Tree::Number | Tree::Text(_) | Tree::Map(_) => false,
    });
    if entries.len() == 2 {
        BlockReading::Block // its target and its sources
    } else if ["url", "name", "message"].into_iter().all(is_text) && has_rules {
        BlockReading::Risk
    } else {
        BlockReading::Nothing
    }
}

fn is_key(key: &Key, wanted: &str) -> bool {
    key.value == wanted
}

fn is_rule(rule: &TreeNode) -> bool {
    let Tree::Map(entries) = &rule.value else { return false };
    entries.iter().any(|(key, node)| key.value == "type" && matches!(node.value, Tree::Text(_)))
}

fn two_names(
    reader: &mut BlockReader<'_>,
    name: Option<&WithLocation<String>>,
    reason: Option<&WithLocation<String>>,
) {
    if let (Some(name), Some(reason)) = (name, reason)
        && name.value != reason.value
    {
        let problem = format!(
            "the risk has two names, {} and {}. The first is used",
            quoted(&name.value),
            quoted(&reason.value)
        );
        let fix = "remove `reason`, the early form of `name`".to_owned();
        reader.found(LintCode::NameAndReason, reason.spot, problem, fix);
    }
}

/// Reports the missing keys of a risk. Cincinnati ignores an incomplete one. The early form
/// required none of them.
fn incomplete(reader: &mut BlockReader<'_>, block: &Block) {
    let missing = block.missing();
    if block.declares.is_none() || block.early || missing.is_empty() {
        return;
    }
    let keys: Vec<String> = missing.iter().map(|key| format!("`{key}`")).collect();
    let keys = keys.join(", ");
    let service = match block.reading {
        BlockReading::Nothing => "Cincinnati ignores the file and recommends the update",
        BlockReading::Block | BlockReading::Risk => "Clusters cannot use the risk",
    };
    let problem = format!("the risk has no {keys}. {service}");
    let fix = match missing.as_slice() {
        ["matchingRules"] => {
            "add `matchingRules`. `- type: Always` applies to all clusters".to_owned()
        }
        _ => {
            format!("add {keys}, or keep only `to` and `from` to block the update for all clusters")
        }
    };
    reader.found(LintCode::IncompleteRisk, block.declares.unwrap_or(Location::START), problem, fix);
}

fn rules(
    reader: &mut BlockReader<'_>,
    node: &TreeNode,
) -> Option<WithLocation<Vec<WithLocation<Rule>>>> {
    if matches!(node.value, Tree::Null) {
        return None;
    }
    let items = reader.list(node, "matchingRules")?;
    let mut seen = BTreeSet::new();
    let mut rules = Vec::new();
    for item in items {
        let rule = rule(reader, item, &mut seen);
        rules.push(rule);
    }
    Some(WithLocation { value: rules, spot: spot(node) })
}

/// Reads one rule; an invalid one is kept as one that cannot be evaluated.
fn rule(
    reader: &mut BlockReader<'_>,
    node: &TreeNode,
    seen: &mut BTreeSet<String>,
) -> WithLocation<Rule> {
    let mut bad = |at: Location, problem: String, fix: &str| {
        reader.found(LintCode::BadRule, at, problem, fix.to_owned());
    };
    let unknown =
        |kind: &str| WithLocation { value: Rule::Unknown(kind.to_owned()), spot: spot(node) };
    let Tree::Map(entries) = &node.value else {
        bad(spot(node), "a rule must be a map with a `type`".to_owned(), "write `- type: Always`");
        return unknown("");
    };
    let kind = entries.iter().find_map(|(key, node)| match &node.value {
        Tree::Text(kind) if key.value == "type" => {
            Some(WithLocation { value: kind.clone(), spot: spot(node) })
        }
        Tree::Null | Tree::Bool | Tree::Number | Tree::Text(_) | Tree::List(_) | Tree::Map(_) => {
            None
        }
    });
    let Some(kind) = kind else {
        bad(
            spot(node),
            "the rule has no `type`".to_owned(),
            "add `type: PromQL` or `type: Always`",
        );
        return unknown("");
    };
    if !seen.insert(kind.value.clone()) {
        let problem = format!("two rules have the type {}", quoted(&kind.value));
        bad(kind.spot, problem, "combine them");
    }
    match kind.value.as_str() {
        "Always" => {
            let extra = entries.iter().find(|(key, _)| key.value != "type");
            if let Some((key, _)) = extra {
                let problem =
                    format!("unknown key {} in a rule of type `Always`", quoted(&key.value));
                bad(spot(key), problem, "remove it");
                return unknown("Always");
            }
            WithLocation { value: Rule::Always, spot: kind.spot }
        }
        "PromQL" => match query(reader, entries, kind.spot) {
            Some(query) => WithLocation { value: Rule::PromQl(query.value), spot: query.spot },
            None => unknown("PromQL"),
        },
        other => {
            let problem = format!("clusters do not support rules of type {}", quoted(other));
            bad(kind.spot, problem, "use `PromQL` or `Always`");
            unknown(other)
        }
    }
}

/// Returns `promql.promql`; another case is accepted here, but not by clusters.
fn query(
    reader: &mut BlockReader<'_>,
    entries: &Entries,
    kind: Location,
) -> Option<WithLocation<String>> {
    let mut found: Option<&TreeNode> = None;
    let mut level = entries;
    for depth in 0..2 {
        found = None;
        for (key, node) in level {
            let key_spot = spot(key);
            if key.value.eq_ignore_ascii_case("promql") {
                if key.value != "promql" {
                    let problem = format!("clusters do not read {}", quoted(&key.value));
                    reader.found(
                        LintCode::BadRule,
                        key_spot,
                        problem,
                        "write it as `promql`".to_owned(),
                    );
                }
                found = Some(node);
            } else if depth == 1 || key.value != "type" {
                let problem =
                    format!("unknown key {} in a rule of type `PromQL`", quoted(&key.value));
                reader.found(LintCode::BadRule, key_spot, problem, "remove it".to_owned());
            }
        }
        if let Some(Tree::Map(inner)) = found.map(|node| &node.value) {
            level = inner;
        } else if depth == 0 {
            let problem = "the rule has no `promql` map".to_owned();
            let at = found.map_or(kind, spot);
            reader.found(
                LintCode::BadRule,
                at,
                problem,
                "put the query at `promql.promql`".to_owned(),
            );
            return None;
        }
    }
    match found.map(|node| (&node.value, node)) {
        Some((Tree::Text(query), node)) if !query.trim().is_empty() => {
            reader.unambiguous(node, query);
            Some(WithLocation { value: query.clone(), spot: spot(node) })
        }
        other => {
            let problem = "`promql.promql` must be a query".to_owned();
            let at = other.map_or(kind, |(_, node)| spot(node));
            reader.found(LintCode::BadRule, at, problem, "add the query".to_owned());
            None
        }
    }
}

/// Any property that matches blocks; without any, all clusters are.
fn early_rules(
    reader: &mut BlockReader<'_>,
    clusters: Option<&(Key, TreeNode)>,
) -> WithLocation<Vec<WithLocation<Rule>>> {
    let always = |at: Location| {
        let rule = WithLocation { value: Rule::Always, spot: at };
        WithLocation { value: vec![rule], spot: at }
    };
    let Some((key, node)) = clusters else { return always(Location::START) };
    if matches!(node.value, Tree::Null) {
        return always(spot(key));
    }
    let entries = reader.map(node, "`clusters`").map(Vec::as_slice).unwrap_or_default();
    let mut parts = Vec::new();
    for (key, node) in entries {
        match key.value.as_str() {
            "promql" => {
                let query = reader.text(node, "clusters.promql");
                let query = query.filter(|query| !query.value.trim().is_empty());
                parts.extend(query.map(|query| (Rule::PromQl(query.value), query.spot)));
            }
            "platforms" => {
                let items = reader.list(node, "clusters.platforms").unwrap_or_default();
                let names = items.iter().filter_map(|item| reader.text(item, "clusters.platforms"));
                let names: Vec<String> = names.map(|name| name.value).collect();
                if !names.is_empty() {
                    parts.push((Rule::Platforms(names), spot(node)));
                }
            }
            _ => reader.unknown(key, &["promql", "platforms"]),
        }
    }
    let at = parts.first().map_or(spot(key), |(_, at)| *at);
    let value = match parts.len() {
        0 => Rule::Always,
        1 => parts.swap_remove(0).0,
        _ => Rule::AnyOf(parts.into_iter().map(|(rule, _)| rule).collect()),
    };
    WithLocation { value: vec![WithLocation { value, spot: at }], spot: spot(node) }
}
