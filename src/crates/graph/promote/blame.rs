//! `git blame --porcelain` of a channel file → when its releases were added.

use std::collections::BTreeMap;

use jiff::Timestamp;

use crate::data::Channel;
use crate::promote::{ChannelEntry, Entered};

/// A line of a file, and the commit that added it.
struct BlameLine<'a> {
    text: &'a str,
    commit: &'a str,
}

#[derive(Default, Clone)]
struct Commit<'a> {
    time: Option<Timestamp>,
    summary: &'a str,
}

/// Returns when each release was added, by its name as listed.
pub fn entered(channel: &Channel, blame: &str) -> Result<BTreeMap<String, Entered>, String> {
    let (lines, commits) = parse(blame).ok_or("cannot parse the output of git")?;
    let mut found: BTreeMap<String, Entered> = BTreeMap::new();
    for listed in &channel.versions {
        let version = listed.value.text();
        let line = lines.get(&listed.spot.line).filter(|line| line.text.contains(version));
        let entered = match line {
            None => unknown("its line differs from the one in git"),
            Some(line) => at(line.commit, commits.get(line.commit)),
        };
        // A duplicate counts from the later line.
        let known = found.entry(version.to_owned()).or_insert_with(|| entered.clone());
        *known = later(known.clone(), entered);
    }
    Ok(found)
}

fn unknown(why: &str) -> Entered {
    Entered::Unknown(why.to_owned())
}

fn at(hash: &str, commit: Option<&Commit<'_>>) -> Entered {
    if hash.bytes().all(|digit| digit == b'0') {
        return unknown("its line is not committed");
    }
    match commit.and_then(|commit| Some((commit.time?, commit.summary))) {
        None => unknown("its commit has no date"),
        Some((at, summary)) => {
            let short = hash.get(..SHOWN).unwrap_or(hash).to_owned();
            Entered::At(ChannelEntry { at, commit: Some((short, summary.to_owned())) })
        }
    }
}

const SHOWN: usize = 10; // digits of a commit hash

fn later(a: Entered, b: Entered) -> Entered {
    match (&a, &b) {
        (Entered::Unknown(_), _) => a,
        (Entered::At(x), Entered::At(y)) if x.at >= y.at => a,
        (Entered::At(_), Entered::At(_) | Entered::Unknown(_)) => b,
    }
}

type Parsed<'a> = (BTreeMap<u64, BlameLine<'a>>, BTreeMap<&'a str, Commit<'a>>);

/// Each line has a header with its commit and number, the details of the commit if they were not
/// printed before, and its text after a tab.
fn parse(blame: &str) -> Option<Parsed<'_>> {
    let (mut lines, mut commits) = (BTreeMap::new(), BTreeMap::<&str, Commit<'_>>::new());
    let mut current: Option<(&str, u64)> = None;
    for line in blame.split('\n').filter(|line| !line.is_empty()) {
        let Some((hash, number)) = current else {
            let mut words = line.split(' ');
            let hash = words.next().filter(|hash| is_hash(hash))?;
            let number = words.nth(1)?.parse().ok()?;
            commits.entry(hash).or_default();
            current = Some((hash, number));
            continue;
        };
        if let Some(text) = line.strip_prefix('\t') {
            lines.insert(number, BlameLine { text, commit: hash });
            current = None;
            continue;
        }
        let commit = commits.get_mut(hash)?;
        match line.split_once(' ') {
            Some(("committer-time", seconds)) => {
                commit.time = Timestamp::from_second(seconds.parse().ok()?).ok();
            }
            Some(("summary", summary)) => commit.summary = summary,
            _ => {}
        }
    }
    current.is_none().then_some((lines, commits))
}

fn is_hash(word: &str) -> bool {
    word.len() >= 40 && word.bytes().all(|digit| digit.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Location, ReleaseName, WithLocation};

    fn channel(versions: &[(&str, u64)]) -> Channel {
        let at =
            |value: ReleaseName, line| WithLocation { value, spot: Location { line, column: 3 } };
        Channel {
            file: "channels/fast-4.1.yaml".to_owned(),
            name: WithLocation { value: "fast-4.1".to_owned(), spot: Location::START },
            versions: versions
                .iter()
                .map(|(text, line)| at(ReleaseName::parse(text).unwrap(), *line))
                .collect(),
            feeder: None,
            tombstones: Vec::new(),
            served: true,
        }
    }

    const A: &str = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    const B: &str = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";
    const NONE: &str = "0000000000000000000000000000000000000000";

    fn blame() -> String {
        format!(
            "{A} 1 1 2\nauthor x\ncommitter-time 1700000000\ncommitter-tz +0000\nsummary Add a channel\nboundary\nfilename f\n\tname: fast-4.1\n\
             {A} 2 2\n\tversions:\n\
             {B} 9 3 1\ncommitter-time 1700086400\nsummary committer-time 5\nfilename f\n\t- 4.1.0\n\
             {A} 3 4 1\n\t- 4.1.1\n\
             {NONE} 5 5 1\nauthor Not Committed Yet\ncommitter-time 1700999999\nsummary Version of f\nfilename f\n\t- 4.1.2\n"
        )
    }

    fn described(entered: &Entered) -> String {
        match entered {
            Entered::At(ChannelEntry { at, commit }) => {
                let (hash, summary) = commit.clone().unwrap();
                format!("{at} {hash} {summary}")
            }
            Entered::Unknown(why) => why.clone(),
        }
    }

    #[test]
    fn releases_came_with_the_commit_of_their_line() {
        let channel =
            channel(&[("4.1.0", 3), ("4.1.1", 4), ("4.1.2", 5), ("4.1.3", 6), ("4.1.9", 4)]);
        let found = entered(&channel, &blame()).unwrap();
        let of = |version: &str| described(&found[version]);
        assert_eq!(of("4.1.0"), "2023-11-15T22:13:20Z bbbbbbbbbb committer-time 5");
        assert_eq!(of("4.1.1"), "2023-11-14T22:13:20Z aaaaaaaaaa Add a channel");
        assert_eq!(of("4.1.2"), "its line is not committed");
        let strange = "its line differs from the one in git";
        assert_eq!((of("4.1.3").as_str(), of("4.1.9").as_str()), (strange, strange));
    }

    #[test]
    fn what_is_listed_twice_counts_from_the_later_line() {
        let text = blame().replace("\t- 4.1.1\n", "\t- 4.1.0\n");
        let found = entered(&channel(&[("4.1.0", 4), ("4.1.0", 3)]), &text).unwrap();
        assert!(described(&found["4.1.0"]).starts_with("2023-11-15"));
        let text = blame().replace("\t- 4.1.2\n", "\t- 4.1.0\n");
        let found = entered(&channel(&[("4.1.0", 5), ("4.1.0", 3)]), &text).unwrap();
        assert_eq!(described(&found["4.1.0"]), "its line is not committed");
    }

    #[test]
    fn invalid_history_is_reported() {
        for text in ["hello\n", &format!("{A} x y\n"), &format!("{A} 1 1 1\nsummary cut\n"), A] {
            assert!(entered(&channel(&[]), text).is_err(), "{text:?}");
        }
        let timeless = format!("{A} 1 3 1\nsummary s\n\t- 4.1.0\n");
        let found = entered(&channel(&[("4.1.0", 3)]), &timeless).unwrap();
        assert_eq!(described(&found["4.1.0"]), "its commit has no date");
    }
}
