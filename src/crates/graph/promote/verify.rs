//! Whether the written files contain exactly the intended change.

use std::collections::BTreeMap;

use crate::data::{GraphData, KnownReleases, ReleaseName};
use crate::diff::DataDiff;

/// Releases by the channel that they are added to.
pub type Promotions = BTreeMap<String, Vec<ReleaseName>>;

/// Returns whether the two differ by these releases only.
pub fn is_done(before: &GraphData, after: &GraphData, promoted: &Promotions) -> bool {
    let known = KnownReleases::new(&[before, after]);
    let diff = DataDiff::new(before, after, &known);
    let mut found = Promotions::new();
    for channel in &diff.channels {
        if !channel.is_addition() {
            return false;
        }
        found.insert(channel.name.clone(), channel.added.clone());
    }
    let others = DataDiff { channels: Vec::new(), ..diff };
    let comments = |data: &GraphData| -> Vec<String> {
        data.comments.values().flatten().map(|comment| comment.value.clone()).collect()
    };
    let findings = |data: &GraphData| -> Vec<String> {
        data.findings.iter().map(|finding| finding.problem.clone()).collect()
    };
    others.is_empty()
        && found == *promoted
        && comments(before) == comments(after)
        && findings(before) == findings(after)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::testing::{at, block, channel, data, name};

    #[test]
    fn only_what_was_meant_is_done() {
        let side = |versions: &[&str]| data(vec![channel("fast-4.2", versions)], Vec::new());
        let before = side(&["4.2.0", "4.2.2"]);
        let promoted = Promotions::from([("fast-4.2".to_owned(), vec![name("4.2.1")])]);
        let good = || side(&["4.2.0", "4.2.1", "4.2.2"]);
        assert!(is_done(&before, &good(), &promoted));
        assert!(!is_done(&before, &before, &promoted));
        assert!(!is_done(&before, &side(&["4.2.0", "4.2.1"]), &promoted));
        assert!(!is_done(&before, &side(&["4.2.0", "4.2.1", "4.2.2", "4.2.3"]), &promoted));
        let mut more = good();
        more.blocks.push(block("4.2.1", ".*"));
        assert!(!is_done(&before, &more, &promoted));
        let mut commented = before.clone();
        commented.comments.insert("channels/fast-4.2.yaml".to_owned(), vec![at("why".to_owned())]);
        assert!(!is_done(&commented, &good(), &promoted));
    }
}
