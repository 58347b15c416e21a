//! Lists for promotions: which errata are public, and when releases were added to channels.

use std::collections::BTreeMap;

use jiff::Timestamp;

use crate::data::ReleaseName;
use crate::promote::{ChannelEntry, Entered, History, PublicList};

/// Reads versions and errata URLs, one per line. An error has the line number and the problem.
pub fn public(text: &str) -> Result<PublicList, (usize, String)> {
    let mut list = PublicList::default();
    for (number, word) in lines(text) {
        if !list.add(word) {
            return Err((number, format!("{word:?} is not a version or an errata URL")));
        }
    }
    Ok(list)
}

/// Reads lines of `CHANNEL VERSION TIME`.
pub fn history(text: &str) -> Result<History, (usize, String)> {
    let mut channels: BTreeMap<&str, BTreeMap<String, Entered>> = BTreeMap::new();
    for (number, line) in lines(text) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [channel, version, time] = words[..] else {
            return Err((number, format!("{line:?} is not of the form CHANNEL VERSION TIME")));
        };
        if ReleaseName::parse(version).is_none() {
            return Err((number, format!("{version:?} is not a SemVer version")));
        }
        let at: Timestamp = time.parse().map_err(|_| {
            (number, format!("{time:?} is not a time, such as 2024-03-10T12:00:00Z"))
        })?;
        let entered = Entered::At(ChannelEntry { at, commit: None });
        if channels.entry(channel).or_default().insert(version.to_owned(), entered).is_some() {
            return Err((number, format!("duplicate version {version} of {channel}")));
        }
    }
    let mut history = History::default();
    for (channel, versions) in channels {
        history.add(channel, Ok(versions));
    }
    Ok(history)
}

/// Returns what is neither empty nor a comment, with its number.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let numbered = text.lines().zip(1..).map(|(line, number)| {
        let code = match line.find(" #") {
            Some(start) => &line[..start],
            None if line.starts_with('#') => "",
            None => line,
        };
        (number, code.trim())
    });
    numbered.filter(|(_, line)| !line.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_have_comments_and_errors_have_lines() {
        let text = "# public\n\n4.14.1\nhttps://access.redhat.com/errata/RHBA-2024:1#top # why\n";
        assert!(public(text).is_ok());
        assert_eq!(public("4.14.1\n\n4.14\n").unwrap_err().0, 3);
        assert!(history("# when\nfast-4.14 4.14.1 2024-03-10T12:00:00Z # git\n").is_ok());
        for text in [
            "fast-4.14 4.14.1\n",
            "fast-4.14 4.14.1 2024-03-10T12:00:00Z more\n",
            "fast-4.14 4.14 2024-03-10T12:00:00Z\n",
            "fast-4.14 4.14.1 yesterday\n",
            "a 4.14.1 2024-03-10T12:00:00Z\na 4.14.1 2024-03-10T12:00:00Z\n",
        ] {
            let lines = text.lines().count();
            assert_eq!(history(text).err().map(|(line, _)| line), Some(lines), "{text}");
        }
    }
}
