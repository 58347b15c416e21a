//! Setting the channel that a cluster follows, and which channels lead on from where it is.

use super::{Setting, SettingFinding, SettingFindingKind, SettingPatch};
use crate::cluster::Cluster;
use crate::snapshot::Snapshot;
use upgrade_graph::channel::{family, minor, sorted};
use upgrade_graph::suggest;

const MOST_MINORS: u64 = 12; // ahead, that an update service is asked about

/// Judges a new channel, or none where it is empty.
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

/// Returns whether a channel leads beyond the minor version that the cluster is on.
pub fn leads_further(channel: &str, cluster: &Cluster) -> bool {
    let on = cluster.desired.version.numbers();
    let to = minor(channel);
    matches!((on, to), (Some([major, minor, _]), Some(to)) if to > (major, minor))
}

/// Returns the channels that may lead from where the cluster is to a minor version: those that the
/// release is in, the one that is followed, and those of the same families up to there.
pub fn towards(cluster: &Cluster, to: Option<(u64, u64)>) -> Vec<String> {
    let mut names = cluster.desired.channels.clone();
    names.extend(cluster.channel.iter().filter(|name| !name.is_empty()).cloned());
    let here = cluster.desired.version.numbers().map(|[major, minor, _]| (major, minor));
    let families: Vec<String> = names.iter().filter_map(|name| family(name)).collect();
    if let (Some((major, minor)), Some(to)) = (here, to)
        && major == to.0
    {
        let minors = minor..=to.1.min(minor + MOST_MINORS);
        let followed = cluster.channel.as_deref().and_then(family);
        // Who follows one family stays in it; beside it only the one for extended support counts.
        let wanted = |name: &&String| {
            followed.is_none() || followed.as_ref() == Some(name) || **name == "eus"
        };
        for family in families.iter().filter(wanted) {
            // Extended support is for even minor versions only.
            let minors = minors.clone().filter(|minor| family != "eus" || minor % 2 == 0);
            names.extend(minors.map(|minor| format!("{family}-{major}.{minor}")));
        }
    }
    sorted(&names)
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
    fn the_way_to_a_minor_version_leads_through_channels_of_the_same_family() {
        let mut cluster = on(&["candidate-4.7", "stable-4.6", "stable-4.7", "eus-4.6"]);
        let there = ["eus-4.6", "stable-4.6", "candidate-4.7", "stable-4.7"];
        assert_eq!(
            towards(&cluster, None),
            ["stable-4.6", "eus-4.6", "candidate-4.7", "stable-4.7"]
        );
        assert_eq!(towards(&cluster, Some((4, 6))).len(), there.len());
        let far = towards(&cluster, Some((4, 8)));
        for name in ["stable-4.8", "eus-4.8", "candidate-4.7"] {
            assert!(far.contains(&name.to_owned()), "{name} in {far:?}");
        }
        for name in ["candidate-4.8", "eus-4.7"] {
            assert!(!far.contains(&name.to_owned()), "{name} in {far:?}");
        }
        cluster.channel = None;
        assert!(towards(&cluster, Some((4, 8))).contains(&"candidate-4.8".to_owned()));
        assert!(towards(&cluster, Some((4, 4_000_000))).len() < 60, "nobody is asked for ever");
        assert!(towards(&on(&[]), Some((4, 7))).contains(&"stable-4.7".to_owned()));
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
