//! Channels: their names, their order, and what is in one but not in the one that feeds it.

use std::collections::{BTreeMap, BTreeSet};

use super::{Lint, some};
use crate::data::{Channel, LintCode, ReleaseName, WithLocation};

const FLOW: [(&str, &str); 2] = [("stable", "fast"), ("fast", "candidate")];
/// Its channels were made before there were rules.
const UNRULED: (u64, u64) = (4, 1);

pub(super) fn check(lint: &mut Lint<'_>) {
    for channel in lint.data.channels.iter().chain(&lint.data.internal) {
        named(lint, channel);
        ordered(lint, channel);
        fed(lint, channel);
    }
    for channel in &lint.data.channels {
        contained(lint, channel);
        skipped(lint, channel);
    }
}

fn named(lint: &mut Lint<'_>, channel: &Channel) {
    let file = channel.file.rsplit('/').next().unwrap_or(&channel.file);
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let WithLocation { value: name, spot } = &channel.name;
    if name != stem {
        let problem = format!("the channel is called {name}, and its file {stem}");
        let fix = "give both the same name".to_owned();
        lint.found(LintCode::ChannelName, &channel.file, *spot, problem, fix);
    } else if channel.file.starts_with("channels/") && !name.contains('-') {
        let problem =
            format!("the shipped service stops at the channel {name}, which has no hyphen");
        let fix = "name it by what it is for and the minor version: fast-4.14".to_owned();
        lint.found(LintCode::ChannelName, &channel.file, *spot, problem, fix);
    }
}

/// Each version stands once, after those that are older.
fn ordered(lint: &mut Lint<'_>, channel: &Channel) {
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let mut newest: Option<&ReleaseName> = None;
    let mut wrong: Vec<(&WithLocation<ReleaseName>, &ReleaseName)> = Vec::new();
    for listed in &channel.versions {
        let WithLocation { value: version, spot } = listed;
        if !seen.insert(version.text()) {
            let problem = format!("{version} is listed twice");
            let fix = "remove one of the two".to_owned();
            lint.found(LintCode::ChannelTwice, &channel.file, *spot, problem, fix);
            continue;
        }
        if version.pre() == "s390x" {
            continue; // an architecture, as it was once written
        }
        match newest {
            Some(newest) if version.precedence(newest).is_lt() => wrong.push((listed, newest)),
            _ => newest = Some(version),
        }
    }
    if let [(first, newer), rest @ ..] = wrong.as_slice() {
        let more = match rest.len() {
            0 => String::new(),
            1 => ", and one more is out of order".to_owned(),
            count => format!(", and {count} more are out of order"),
        };
        let problem = format!("{} stands after {newer}{more}", first.value);
        let fix = "sort the versions as SemVer does".to_owned();
        lint.found(LintCode::ChannelOrder, &channel.file, first.spot, problem, fix);
    }
}

/// What feeds a channel is there, and what it wanted to keep is not here.
fn fed(lint: &mut Lint<'_>, channel: &Channel) {
    let Some(feeder) = &channel.feeder else { return };
    if feeder.delay.is_none() && feeder.errata.is_none() {
        let problem = "with neither `delay` nor `errata` nothing is promoted by itself".to_owned();
        let fix = "give one of them, or remove the feeder".to_owned();
        lint.found(LintCode::IdleFeeder, &channel.file, feeder.name.spot, problem, fix);
    }
    let Some(source) = lint.data.feeder_of(channel) else {
        let problem = format!("there is no channel {} to feed this one", feeder.name.value);
        let fix = "name a channel that is there".to_owned();
        lint.found(LintCode::UnknownFeeder, &channel.file, feeder.name.spot, problem, fix);
        return;
    };
    // What is left behind among the candidates of all minors is left behind among those of one.
    if channel.parts().is_some_and(|(family, _)| family == source.name.value) {
        return;
    }
    let is_kept =
        |listed: &&WithLocation<ReleaseName>| is_tombstoned(source, listed.value.version());
    let promoted: Vec<&WithLocation<ReleaseName>> =
        channel.versions.iter().filter(is_kept).collect();
    if let Some(first) = promoted.first() {
        let names = some(promoted.iter().map(|listed| listed.value.text()));
        let from = &source.name.value;
        let problem = format!("by the tombstones of {from} this was to stay there: {names}");
        let fix = format!("remove the tombstone in {}, or see why it came here", source.file);
        lint.found(LintCode::TombstonePromoted, &channel.file, first.spot, problem, fix);
    }
}

fn is_tombstoned(channel: &Channel, version: &str) -> bool {
    channel.tombstones.iter().any(|kept| kept.value.version() == version)
}

/// Releases come to stable by way of candidate and fast.
fn contained(lint: &mut Lint<'_>, channel: &Channel) {
    let Some((family, minor)) = channel.parts().filter(|(_, minor)| *minor != UNRULED) else {
        return;
    };
    let Some((_, before)) = FLOW.iter().find(|(known, _)| *known == family) else { return };
    let before = format!("{before}-{}.{}", minor.0, minor.1);
    let Some(wider) = lint.data.channel(&before) else {
        let problem = format!("there is no channel {before} through which its releases came");
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
        let names = some(missing.iter().map(|listed| listed.value.text()));
        let problem = format!("{before} does not have {names}");
        let fix = format!("add what is missing to channels/{before}.yaml first");
        lint.found(LintCode::ChannelSubset, &channel.file, first.spot, problem, fix);
    }
}

/// A patch that is left out between two others has its reason in a comment, or in the tombstones of
/// the feeder.
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
            let names = some(missing.iter().map(String::as_str));
            let problem = format!("no comment says why these are left out: {names}");
            let fix = "leave a comment, `# no VERSION because …`, or add it".to_owned();
            lint.found(LintCode::SkippedVersion, &channel.file, spot, problem, fix);
        }
    }
}

/// Returns whether a release could have come here, and nobody says why it did not.
fn is_left_out(lint: &Lint<'_>, channel: &Channel, version: &str) -> bool {
    let comments = lint.data.comments.get(&channel.file).map_or(&[][..], Vec::as_slice);
    if comments.iter().any(|comment| mentions(&comment.value, version)) {
        return false;
    }
    let Some(name) = ReleaseName::parse(version) else { return false };
    let Some(source) = lint.data.feeder_of(channel) else { return lint.known.has(&name) };
    let filter = channel.feeder.as_ref().and_then(|feeder| feeder.filter.as_ref());
    let passes = filter.is_none_or(|filter| filter.value.is_match(version));
    passes && source.lists(&name) && !is_tombstoned(source, version)
}

/// Returns whether a text names a version, and not one that begins alike.
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
