//! Channels: their names, their order, and versions that are missing from feeders.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use super::Lint;
use crate::data::channel::name_parts;
use crate::data::{Channel, Feeder, LintCode, Location, ReleaseName, WithLocation};
use crate::shortened::shortened;

const FLOW: [(&str, &str); 2] = [("stable", "fast"), ("fast", "candidate")];
/// Its channels precede these rules.
const UNRULED: (u64, u64) = (4, 1);

pub(super) fn check(lint: &mut Lint<'_>) {
    defined_once(lint);
    let unseen = unseen_feeders(lint);
    for channel in lint.data.channels.iter().chain(&lint.data.internal) {
        named(lint, channel);
        listed_once(lint, channel);
        if let Some(feeder) = &channel.feeder {
            fed(lint, channel, feeder, unseen);
        }
    }
    for channel in &lint.data.channels {
        ordered(lint, channel);
        contained(lint, channel);
        // The reason why a version is missing may be in channels that are not here.
        if !unseen {
            skipped(lint, channel);
        }
    }
}

/// Each channel has one file: update services join two, and promotion refuses them.
fn defined_once(lint: &mut Lint<'_>) {
    let mut files: BTreeMap<&str, &str> = BTreeMap::new();
    for channel in lint.data.channels.iter().chain(&lint.data.internal) {
        let WithLocation { value: name, spot } = &channel.name;
        match files.get(name.as_str()) {
            Some(first) => {
                let problem = format!("{first} also defines the channel {name}");
                let fix = "remove one of the two files".to_owned();
                lint.found(LintCode::DuplicateChannel, &channel.file, *spot, problem, fix);
            }
            None => drop(files.insert(name, &channel.file)),
        }
    }
}

/// Returns whether channels have internal feeders, and none of these is here. Update services serve
/// graph-data without them; from a checkout they are missing.
fn unseen_feeders(lint: &mut Lint<'_>) -> bool {
    if lint.data.files.iter().any(|file| file.starts_with(INTERNAL)) {
        return false;
    }
    let unseen = lint.data.channels.iter().filter(|channel| {
        let feeder = channel.feeder.as_ref().map(|feeder| feeder.name.value.as_str());
        feeder.is_some_and(is_internal) && lint.data.feeder_of(channel).is_none()
    });
    let feeders: Vec<&str> =
        unseen.filter_map(|channel| Some(channel.feeder.as_ref()?.name.value.as_str())).collect();
    if feeders.is_empty() {
        return false;
    }
    let channels = match feeders.len() {
        1 => "1 channel".to_owned(),
        count => format!("{count} channels"),
    };
    let names = shortened(feeders.into_iter().collect::<BTreeSet<_>>());
    let (code, problem, fix) = match &lint.data.checkout {
        Some(beside) => (
            LintCode::UnknownFeeder,
            format!(
                "the directory is missing from this checkout (found {beside}). It feeds {channels}: {names}"
            ),
            "restore the directory",
        ),
        None => (
            LintCode::FeederNotChecked,
            format!(
                "the directory is missing, as in data from update services. Feeders, tombstones and skipped versions are not checked ({channels}: {names})"
            ),
            "lint a checkout of graph-data to check them",
        ),
    };
    lint.found(code, INTERNAL, Location::START, problem, fix.to_owned());
    true
}

const INTERNAL: &str = "internal-channels";

/// Returns whether this is the name of an internal channel: it has no minor version.
fn is_internal(name: &str) -> bool {
    name_parts(name).is_none()
}

fn named(lint: &mut Lint<'_>, channel: &Channel) {
    let file = channel.file.rsplit('/').next().unwrap_or(&channel.file);
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let WithLocation { value: name, spot } = &channel.name;
    if name != stem {
        let problem = format!("the channel is named {name}, its file {stem}");
        let fix = "use the same name for both".to_owned();
        lint.found(LintCode::ChannelName, &channel.file, *spot, problem, fix);
    } else if channel.file.starts_with("channels/") && !name.contains('-') {
        let problem = format!("Cincinnati fails on the channel name {name}: it has no hyphen");
        let fix = "use a name such as fast-4.14".to_owned();
        lint.found(LintCode::ChannelName, &channel.file, *spot, problem, fix);
    }
}

fn listed_once(lint: &mut Lint<'_>, channel: &Channel) {
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for WithLocation { value: version, spot } in &channel.versions {
        if !seen.insert(version.text()) {
            let problem = format!("{version} is listed twice");
            let fix = "remove one of the two".to_owned();
            lint.found(LintCode::ChannelTwice, &channel.file, *spot, problem, fix);
        }
    }
}

/// Versions are sorted, oldest first. Internal channels are not.
fn ordered(lint: &mut Lint<'_>, channel: &Channel) {
    let wrong = out_of_order(&channel.versions);
    if let [(first, newer), rest @ ..] = wrong.as_slice() {
        let more = match rest.len() {
            0 => String::new(),
            1 => ". 1 more version is out of order".to_owned(),
            count => format!(". {count} more versions are out of order"),
        };
        let problem = format!("{} is listed after {newer}{more}", first.value);
        let fix = "sort the versions by SemVer".to_owned();
        lint.found(LintCode::ChannelOrder, &channel.file, first.spot, problem, fix);
    }
}

/// Returns the versions that are out of order both by SemVer and by upstream's promotion tool, each
/// with one that precedes it.
fn out_of_order(
    versions: &[WithLocation<ReleaseName>],
) -> Vec<(&WithLocation<ReleaseName>, &ReleaseName)> {
    let mut wrong = Vec::new();
    // Those of the newest patch so far.
    let mut newest: Vec<&ReleaseName> = Vec::new();
    for listed in versions {
        let version = &listed.value;
        if version.pre() == "s390x" {
            continue; // an architecture with a hyphen
        }
        let patch = |name: &ReleaseName| (name.minor(), name.patch());
        let Some(last) = newest.last() else {
            newest.push(version);
            continue;
        };
        match patch(version).cmp(&patch(last)) {
            Ordering::Less => wrong.push((listed, *last)),
            Ordering::Equal => match newest.iter().find(|other| belongs_after(other, version)) {
                Some(newer) => wrong.push((listed, *newer)),
                None => newest.push(version),
            },
            Ordering::Greater => newest = vec![version],
        }
    }
    wrong
}

/// Returns whether one version belongs after another of the same patch by any order in use.
// cincinnati-graph-data: hack/stabilization-changes.py, semver_sort_key compares what follows the
// patch as text, and a release comes before its candidates.
fn belongs_after(one: &ReleaseName, other: &ReleaseName) -> bool {
    fn as_text(name: &ReleaseName) -> Vec<&str> {
        name.text().split(['.', '+', '-']).skip(3).collect()
    }
    one.precedence(other).is_gt() && as_text(one) > as_text(other)
}

/// The feeder of a channel exists, is another channel, and its tombstones are not listed here.
fn fed(lint: &mut Lint<'_>, channel: &Channel, feeder: &Feeder, unseen: bool) {
    let WithLocation { value: from, spot } = &feeder.name;
    if feeder.delay.is_none() && feeder.errata.is_none() {
        let problem = "without `delay` and `errata`, nothing is promoted automatically".to_owned();
        let fix = "add one of them, or remove the feeder".to_owned();
        lint.found(LintCode::IdleFeeder, &channel.file, *spot, problem, fix);
    }
    if let Some(through) = circle(lint, channel) {
        let problem = match through.as_slice() {
            [] => "the channel feeds itself".to_owned(),
            through => format!("the channel feeds itself through {}", through.join(", ")),
        };
        let fix = "use the channel that its releases come from".to_owned();
        lint.found(LintCode::FeederCycle, &channel.file, *spot, problem, fix);
        return;
    }
    let Some(source) = lint.data.feeder_of(channel) else {
        if !(unseen && is_internal(from)) {
            let problem = format!("the feeder {from} does not exist");
            let fix = "use an existing channel".to_owned();
            lint.found(LintCode::UnknownFeeder, &channel.file, *spot, problem, fix);
        }
        return;
    };
    let promoted: Vec<&WithLocation<ReleaseName>> = channel.zombies(source).collect();
    if let Some(first) = promoted.first() {
        let names: Vec<&str> = promoted.iter().map(|listed| listed.value.text()).collect();
        let names = names.join(", ");
        let problem = format!("{from} has tombstones for: {names}");
        let fix = format!("remove the tombstones in {}, or the versions here", source.file);
        lint.found(LintCode::TombstonePromoted, &channel.file, first.spot, problem, fix);
    }
}

/// Returns the other channels through which a channel feeds itself, if it does.
fn circle<'a>(lint: &Lint<'a>, channel: &'a Channel) -> Option<Vec<&'a str>> {
    let mut through: Vec<&str> = Vec::new();
    let mut at = lint.data.feeder_of(channel);
    while let Some(feeder) = at {
        let name = feeder.name.value.as_str();
        if name == channel.name.value {
            return Some(through);
        }
        if through.contains(&name) {
            return None; // a cycle of others
        }
        through.push(name);
        at = lint.data.feeder_of(feeder);
    }
    None
}

/// Releases reach stable through candidate and fast.
fn contained(lint: &mut Lint<'_>, channel: &Channel) {
    let Some((family, minor)) = channel.parts().filter(|(_, minor)| *minor != UNRULED) else {
        return;
    };
    let Some((_, before)) = FLOW.iter().find(|(known, _)| *known == family) else { return };
    let before = format!("{before}-{}.{}", minor.0, minor.1);
    let Some(wider) = lint.data.channel(&before) else {
        let problem = format!("channel {before} is missing. Its releases must be there first");
        let fix = format!("add channels/{before}.yaml");
        lint.found(LintCode::ChannelSubset, &channel.file, channel.name.spot, problem, fix);
        return;
    };
    let known: BTreeSet<&str> =
        wider.versions.iter().map(|listed| listed.value.version()).collect();
    let is_missing = |listed: &&WithLocation<ReleaseName>| !known.contains(listed.value.version());
    let missing: Vec<&WithLocation<ReleaseName>> =
        channel.versions.iter().filter(is_missing).collect();
    if let Some(first) = missing.first() {
        let names = shortened(missing.iter().map(|listed| listed.value.text()));
        let problem = format!("{before} does not list {names}");
        let fix = format!("add them to channels/{before}.yaml first");
        lint.found(LintCode::ChannelSubset, &channel.file, first.spot, problem, fix);
    }
}

/// A patch that is skipped between two others needs a comment or a tombstone.
fn skipped(lint: &mut Lint<'_>, channel: &Channel) {
    let mut minors: BTreeMap<(u64, u64), Vec<&WithLocation<ReleaseName>>> = BTreeMap::new();
    for listed in channel.versions.iter().filter(|listed| listed.value.pre().is_empty()) {
        minors.entry(listed.value.minor()).or_default().push(listed);
    }
    for ((major, minor), mut listed) in minors {
        listed.sort_by(|a, b| a.value.precedence(&b.value));
        let mut missing = Vec::new();
        let mut spot = None;
        for pair in listed.windows(2) {
            for patch in pair[0].value.patch() + 1..pair[1].value.patch() {
                let version = format!("{major}.{minor}.{patch}");
                if is_left_out(lint, channel, &version) {
                    spot.get_or_insert(pair[1].spot);
                    missing.push(version);
                }
            }
        }
        if let Some(spot) = spot {
            let names = shortened(missing.iter().map(String::as_str));
            let problem = format!("no comment explains why these are skipped: {names}");
            let fix = "add a comment, such as `# no VERSION because …`, or the version".to_owned();
            lint.found(LintCode::SkippedVersion, &channel.file, spot, problem, fix);
        }
    }
}

/// Returns whether a release could be here, and nothing explains why it is not.
fn is_left_out(lint: &Lint<'_>, channel: &Channel, version: &str) -> bool {
    let comments = lint.data.comments.get(&channel.file).map_or(&[][..], Vec::as_slice);
    if comments.iter().any(|comment| mentions(&comment.value, version)) {
        return false;
    }
    let channels = lint.data.channels.iter().chain(&lint.data.internal);
    let mut tombstones = channels.flat_map(|channel| &channel.tombstones);
    if tombstones.any(|tombstone| tombstone.value.version() == version) {
        return false;
    }
    let Some(name) = ReleaseName::parse(version) else { return false };
    let Some(source) = lint.data.feeder_of(channel) else { return lint.known.has(&name) };
    let filter = channel.feeder.as_ref().and_then(|feeder| feeder.filter.as_ref());
    let passes = filter.is_none_or(|filter| filter.value.is_match(version));
    passes && source.lists(&name)
}

/// Returns whether a text names a version, and not a longer one with the same start.
fn mentions(text: &str, version: &str) -> bool {
    text.match_indices(version).any(|(place, _)| {
        let after = text[place + version.len()..].chars().next();
        let before = text[..place].chars().next_back();
        let part = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_digit());
        !part(after) && !part(before)
    })
}

#[cfg(test)]
mod tests {
    use super::mentions;

    #[test]
    fn a_version_is_mentioned_by_its_whole_name() {
        assert!(mentions("no 4.1.3 because", "4.1.3"));
        assert!(mentions("4.1.3, 4.1.4.", "4.1.4"));
        assert!(!mentions("no 4.1.30 because", "4.1.3"));
        assert!(!mentions("no 14.1.3", "4.1.3"));
    }
}
