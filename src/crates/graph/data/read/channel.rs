//! Files of `channels/` and `internal-channels/` → channels.

use super::reader::{BlockReader, quoted, spot};
use crate::channel::is_legal;
use crate::data::read::tree::{Tree, TreeNode};
use crate::data::{Channel, Delay, Feeder, LintCode, ReleaseName, WithLocation};

const KEYS: [&str; 4] = ["name", "versions", "feeder", "tombstones"];
const FEEDER_KEYS: [&str; 4] = ["name", "delay", "errata", "filter"];

/// Returns the channel as far as it can be read; none without a name.
pub(super) fn channel(reader: &mut BlockReader<'_>) -> Option<Channel> {
    let root = reader.parse()?;
    let entries = reader.map(&root, "the file")?;
    let (mut name, mut versions, mut feeder, mut tombstones) = (None, None, None, Vec::new());
    let mut served = true;
    for (key, node) in entries {
        let before = reader.findings.len();
        match key.value.as_str() {
            "name" => {
                name = reader.text(node, "name");
                legal(reader, name.as_ref());
            }
            "versions" => versions = Some(releases(reader, node, "versions")),
            "feeder" => feeder = self::feeder(reader, node),
            "tombstones" => tombstones = releases(reader, node, "tombstones"),
            _ => reader.unknown(key, &KEYS),
        }
        // Cincinnati reads no other keys.
        let matters = ["name", "versions"].contains(&key.value.as_str());
        served &= !matters || reader.findings.len() == before;
    }
    if versions.is_none() {
        reader.missing("versions");
    }
    let Some(name) = name else {
        reader.missing("name");
        return None;
    };
    served &= versions.is_some();
    let versions = versions.unwrap_or_default();
    let file = reader.file.to_owned();
    Some(Channel { file, name, versions, feeder, tombstones, served })
}

/// A name with a comma would be several names.
fn legal(reader: &mut BlockReader<'_>, name: Option<&WithLocation<String>>) {
    let Some(WithLocation { value: name, spot }) = name else { return };
    if !is_legal(name) {
        let problem = format!("update services reject the name {}", quoted(name));
        let fix = "use lowercase letters, digits, `-` and `.`".to_owned();
        reader.found(LintCode::BadName, *spot, problem, fix);
    }
}

/// Returns the valid names of a list.
fn releases(
    reader: &mut BlockReader<'_>,
    node: &TreeNode,
    key: &str,
) -> Vec<WithLocation<ReleaseName>> {
    if matches!(node.value, Tree::Null) && key == "tombstones" {
        return Vec::new();
    }
    let items = reader.list(node, key).unwrap_or_default();
    let what = format!("an item of `{key}`");
    items.iter().filter_map(|item| reader.release(item, &what)).collect()
}

fn feeder(reader: &mut BlockReader<'_>, node: &TreeNode) -> Option<Feeder> {
    if matches!(node.value, Tree::Null) {
        return None;
    }
    let entries = reader.map(node, "`feeder`")?;
    let (mut name, mut delay, mut errata, mut filter) = (None, None, None, None);
    for (key, node) in entries {
        match key.value.as_str() {
            "name" => name = reader.text(node, "feeder.name"),
            "delay" => delay = self::delay(reader, node),
            "errata" => errata = self::errata(reader, node),
            "filter" => filter = reader.pattern(node, "feeder.filter", true),
            _ => reader.unknown(key, &FEEDER_KEYS),
        }
    }
    let Some(name) = name else {
        let problem = "`feeder` has no `name`".to_owned();
        reader.found(
            LintCode::MissingKey,
            spot(node),
            problem,
            "add the name of a channel".to_owned(),
        );
        return None;
    };
    Some(Feeder { name, delay, errata, filter })
}

fn delay(reader: &mut BlockReader<'_>, node: &TreeNode) -> Option<WithLocation<Delay>> {
    let WithLocation { value: text, spot } = reader.text(node, "feeder.delay")?;
    let delay = Delay::parse(&text);
    if delay.is_none() {
        let problem = format!("{} is not a duration of a fixed length", quoted(&text));
        let fix =
            "use weeks, such as `P1W`, or days, hours and minutes, such as `P1DT12H30M`".to_owned();
        reader.found(LintCode::BadDelay, spot, problem, fix);
    }
    Some(WithLocation { value: delay?, spot })
}

fn errata(reader: &mut BlockReader<'_>, node: &TreeNode) -> Option<WithLocation<String>> {
    let errata = reader.text(node, "feeder.errata")?;
    if errata.value != "public" {
        let problem =
            format!("`feeder.errata` is {}: only `public` is supported", quoted(&errata.value));
        let fix = "use `public`, or remove it".to_owned();
        reader.found(LintCode::BadErrata, errata.spot, problem, fix);
        return None;
    }
    Some(errata)
}
