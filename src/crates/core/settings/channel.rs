//! Setting the channel of a cluster, and where a channel leads.

use super::{Setting, SettingFinding, SettingFindingKind, SettingPatch};
use crate::cluster::Cluster;
use crate::snapshot::Snapshot;
use upgrade_graph::channel::{minor, sorted};
use upgrade_graph::suggest;

/// Checks a new channel; an empty one clears it.
pub fn decide(snapshot: &Snapshot, channel: &str, allow_explicit: bool) -> Setting {
    let cluster = &snapshot.cluster;
    let mut setting = Setting::new(snapshot, SettingPatch::Channel(channel.to_owned()));
    let known = sorted(&cluster.desired.channels);
    let is_known = channel.is_empty() || known.iter().any(|known| known == channel);
    if !known.is_empty() && !is_known && !setting.change.is_in(cluster) {
        let nearest = suggest::words(channel, known.iter().map(String::as_str));
        let nearest = nearest.into_iter().map(str::to_owned).collect();
        let kind = SettingFindingKind::NotAChannelOfTheRelease { nearest, known };
        setting.objections.push(SettingFinding { kind, waived: allow_explicit });
    }
    setting
}

/// Returns the channel that most likely has more updates: without a channel, the stable one of the
/// current minor version; otherwise the next one of the same kind.
pub fn next(cluster: &Cluster) -> Option<String> {
    let known = sorted(&cluster.desired.channels);
    let current = cluster.channel.as_deref().filter(|channel| known.iter().any(|it| it == channel));
    let (kind, beyond) = if let Some(current) = current {
        (current.split('-').next()?, minor(current)?)
    } else {
        let [major, minor, _] = cluster.desired.version.numbers()?;
        ("stable", (major, minor.saturating_sub(1)))
    };
    let of_kind = |name: &&String| name.split('-').next() == Some(kind);
    let later = known.iter().filter(of_kind).filter(|name| minor(name) > Some(beyond));
    later.min_by_key(|name| minor(name)).cloned()
}

/// Returns whether a channel leads beyond the current minor version.
pub fn leads_further(channel: &str, cluster: &Cluster) -> bool {
    let on = cluster.desired.version.numbers();
    let to = minor(channel);
    matches!((on, to), (Some([major, minor, _]), Some(to)) if to > (major, minor))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{cluster, snapshot};

    fn on(channels: &[&str]) -> Cluster {
        let mut cluster = cluster("4.6.23");
        cluster.desired.channels = channels.iter().map(|&name| name.to_owned()).collect();
        cluster.channel = Some("stable-4.6".to_owned());
        cluster
    }

    #[test]
    fn a_channel_the_release_is_not_in_needs_a_word_more() {
        let cluster = on(&["stable-4.6", "stable-4.7"]);
        assert!(decide(&snapshot(&cluster), "stable-4.7", false).passes());
        let typo = decide(&snapshot(&cluster), "stable-47", false);
        assert!(!typo.passes());
        let SettingFindingKind::NotAChannelOfTheRelease { nearest, .. } = &typo.objections[0].kind
        else {
            unreachable!()
        };
        assert_eq!(nearest[0], "stable-4.7");
        assert!(decide(&snapshot(&cluster), "stable-47", true).passes());
        assert!(
            decide(&snapshot(&cluster), "", false).passes(),
            "leaving all channels is a word of its own"
        );
    }

    #[test]
    fn where_the_release_names_no_channels_none_can_be_wrong() {
        assert!(decide(&snapshot(&on(&[])), "anything", false).passes());
    }

    #[test]
    fn what_is_set_already_is_not_objected_to() {
        let mut cluster = on(&["stable-4.7"]);
        cluster.channel = Some("old".to_owned());
        assert!(decide(&snapshot(&cluster), "old", false).passes());
    }

    #[test]
    fn the_next_channel_is_of_the_same_kind_or_stable() {
        let mut cluster = on(&["fast-4.6", "stable-4.6", "stable-4.7", "stable-4.8"]);
        assert_eq!(next(&cluster).as_deref(), Some("stable-4.7"));
        cluster.channel = Some("fast-4.6".to_owned());
        assert_eq!(next(&cluster), None);
        for gone in [None, Some("nightly".to_owned())] {
            cluster.channel = gone;
            assert_eq!(next(&cluster).as_deref(), Some("stable-4.6"));
        }
    }

    #[test]
    fn some_channels_lead_further() {
        let cluster = on(&[]);
        for (name, further) in
            [("stable-4.7", true), ("stable-4.6", false), ("eus-5.0", true), ("odd", false)]
        {
            assert_eq!(leads_further(name, &cluster), further, "{name}");
        }
    }
}
