//! What is read from services of any shape, and that nothing that leads on is left out.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::*;
use crate::merged::ChannelGraph;
use crate::model::{Graph, Node};
use crate::path::between;
use crate::testing::release;

/// The content of a service: releases with their channels, and edges.
#[derive(Debug, Default)]
struct Service {
    nodes: Vec<(String, Vec<String>)>,
    edges: Vec<(usize, usize)>,
    /// Whether releases name their channels.
    silent: bool,
}

impl Service {
    /// Each release in its channels, and an edge from each to the next.
    fn chain(releases: &[(&str, &[&str])]) -> Self {
        let name = |&name: &&str| name.to_owned();
        let node = |(version, channels): &(&str, &[&str])| {
            ((*version).to_owned(), channels.iter().map(name).collect())
        };
        let edges = (1..releases.len()).map(|place| (place - 1, place)).collect();
        Self { nodes: releases.iter().map(node).collect(), edges, silent: false }
    }

    /// One release in each of these minor versions, in the channels of its own and the next one.
    fn minors(family: &str, minors: std::ops::Range<u64>) -> Self {
        let node = |minor| {
            let channels = [minor, minor + 1].map(|minor| format!("{family}-4.{minor}"));
            (format!("4.{minor}.1"), channels.to_vec())
        };
        let nodes: Vec<_> = minors.map(node).collect();
        let edges = (1..nodes.len()).map(|place| (place - 1, place)).collect();
        Self { nodes, edges, silent: false }
    }

    fn graph(&self, channel: Option<&str>) -> Graph {
        let is_in = |place: usize| {
            channel.is_none_or(|name| self.nodes[place].1.iter().any(|known| known == name))
        };
        let kept: Vec<usize> = (0..self.nodes.len()).filter(|&place| is_in(place)).collect();
        let node = |&place: &usize| {
            let (version, channels) = &self.nodes[place];
            let channels = if self.silent { Vec::new() } else { channels.clone() };
            let release = crate::release::Release { channels, ..release(version) };
            Node { release: release.into(), arch: None, removed: None }
        };
        let place = |old: usize| kept.iter().position(|kept| *kept == old);
        let edges = self.edges.iter().filter_map(|&(from, to)| Some((place(from)?, place(to)?)));
        Graph {
            nodes: kept.iter().map(node).collect(),
            edges: edges.collect(),
            conditional: Vec::new(),
        }
    }

    fn read(&self, channels: &[Option<String>], from: &str) -> ChannelGraphs {
        let layer = |channel: &Option<String>| ChannelGraph {
            channel: channel.clone(),
            graph: self.graph(channel.as_deref()),
        };
        let layers: Vec<ChannelGraph> = channels.iter().map(layer).collect();
        let mut graphs = ChannelGraphs::new(&layers, "amd64".to_owned(), "a test".to_owned());
        graphs.from = Some(Version::new(from));
        graphs
    }

    /// Reads until nothing is left. The cluster knows the channels of its release.
    fn search(&self, from: &str, followed: &str, goal: PathGoal) -> (ChannelGraphs, Vec<String>) {
        let here = self.nodes.iter().find(|(version, _)| version == from);
        let search = ChannelSearch {
            from: Some(Version::new(from)),
            goal,
            followed: Some(followed.to_owned()),
            of_release: here.map(|(_, channels)| channels.clone()).unwrap_or_default(),
        };
        let mut asked: Vec<String> = Vec::new();
        loop {
            let channels: Vec<Option<String>> = asked.iter().cloned().map(Some).collect();
            let graphs = self.read(&channels, from);
            let next = search.unread(&graphs);
            if next.is_empty() {
                return (graphs, asked);
            }
            assert!(next.iter().all(|name| !asked.contains(name)), "{next:?} after {asked:?}");
            asked.extend(next);
        }
    }

    fn leads(&self, from: &str, followed: &str, to: &str) -> bool {
        let to = Version::new(to);
        let (graphs, _) = self.search(from, followed, PathGoal::Release(to.clone()));
        between(&graphs, &to).is_some()
    }
}

#[test]
fn a_way_over_thirty_minor_versions_is_found() {
    let mut service = Service::minors("stable", 6..36);
    assert!(service.leads("4.6.1", "stable-4.6", "4.35.1"));
    service.silent = true;
    assert!(service.leads("4.6.1", "stable-4.6", "4.35.1"), "by the usual names");
    let other = Service::minors("my-own", 6..36);
    assert!(other.leads("4.6.1", "my-own-4.6", "4.35.1"));
}

#[test]
fn a_way_into_the_next_major_version_is_found() {
    let releases: [(&str, &[&str]); 3] = [
        ("4.21.1", &["stable-4.21", "stable-4.22"]),
        ("4.22.1", &["stable-4.22", "stable-5.0"]),
        ("5.0.1", &["stable-5.0", "stable-5.1"]),
    ];
    let mut service = Service::chain(&releases);
    assert!(service.leads("4.21.1", "stable-4.21", "5.0.1"));
    service.silent = true;
    assert!(service.leads("4.21.1", "stable-4.21", "5.0.1"), "by the usual names");
}

#[test]
fn channels_that_releases_on_the_way_name_are_read_whatever_their_family() {
    let releases: [(&str, &[&str]); 4] = [
        ("4.6.1", &["stable-4.6", "odd"]),
        ("4.7.1", &["odd", "fast-4.7"]),
        ("4.7.2", &["fast-4.7", "candidate-4.8"]),
        ("4.8.1", &["candidate-4.8"]),
    ];
    let service = Service::chain(&releases);
    assert!(service.leads("4.6.1", "stable-4.6", "4.8.1"));
    assert!(service.leads("4.6.1", "odd", "4.8.1"));
}

#[test]
fn channels_beyond_the_goal_are_read_only_where_there_is_no_other_way() {
    let asked = |releases: &[(&str, &[&str])]| {
        let service = Service::chain(releases);
        let goal = Version::new("4.7.1");
        let (graphs, asked) =
            service.search("4.6.1", "stable-4.6", PathGoal::Release(goal.clone()));
        assert!(between(&graphs, &goal).is_some());
        asked.iter().any(|name| name == "stable-4.8")
    };
    assert!(!asked(&[("4.6.1", &["stable-4.7"]), ("4.7.1", &["stable-4.7", "stable-4.8"])]));
    let round: [(&str, &[&str]); 3] = [
        ("4.6.1", &["stable-4.7"]),
        ("4.6.2", &["stable-4.7", "stable-4.8"]),
        ("4.7.1", &["stable-4.8"]),
    ];
    assert!(asked(&round));
}

#[test]
fn what_does_not_lie_between_is_not_followed() {
    let releases: [(&str, &[&str]); 4] = [
        ("4.5.1", &["stable-4.6", "old-4.5"]),
        ("4.6.1", &["stable-4.6"]),
        ("4.6.2", &["stable-4.6", "No Name", ""]),
        ("4.7.1", &["stable-4.6", "new-4.7"]),
    ];
    let goal = PathGoal::Release(Version::new("4.6.9"));
    let (_, asked) = Service::chain(&releases).search("4.6.1", "stable-4.6", goal);
    assert_eq!(asked, ["candidate-4.6", "fast-4.6", "stable-4.6", "eus-4.6"]);
}

#[test]
fn of_a_goal_that_is_not_there_not_too_much_is_asked() {
    let service = Service::minors("stable", 6..9);
    let (_, asked) = service.search("4.6.1", "stable-4.6", PathGoal::Minor(4, 4_000_000));
    assert!(asked.len() < 40, "{asked:?}");
    let (_, asked) = service.search("4.6.1", "stable-4.6", PathGoal::Minor(4_000_000, 4_000_000));
    assert!(asked.len() < 40, "{asked:?}");
    let (_, asked) = service.search("4.6.1", "stable-4.6", PathGoal::Minor(u64::MAX, u64::MAX));
    assert!(asked.len() < 40, "{asked:?}");
}

#[test]
fn a_graph_without_a_channel_is_all_there_is() {
    let graphs = Service::minors("stable", 6..9).read(&[None], "4.6.1");
    let search = ChannelSearch {
        from: Some(Version::new("4.6.1")),
        goal: PathGoal::Minor(4, 9),
        followed: Some("stable-4.6".to_owned()),
        of_release: Vec::new(),
    };
    assert!(search.unread(&graphs).is_empty());
}

#[test]
fn a_saved_answer_for_one_channel_leaves_other_channels_unread() {
    let channels = ["candidate-4.6", "stable-4.6"];
    let service = Service::chain(&[("4.6.1", &channels), ("4.6.2", &channels)]);
    let graphs = service.read(&[None], "4.6.1");
    assert_eq!(graphs.own_channel(), Some("stable-4.6"));
    let goal = PathGoal::Minor(4, 6);
    let from = Some(Version::new("4.6.1"));
    let search = ChannelSearch { from, goal, followed: None, of_release: Vec::new() };
    assert_eq!(search.unread(&graphs), ["candidate-4.6", "fast-4.6", "eus-4.6"]);
}

/// The same cases every time; `PROPTEST_CASES=20000 cargo test properties` searches for new ones.
fn config() -> ProptestConfig {
    let default = ProptestConfig::default();
    let searching = default.cases != 256;
    let rng_seed = if searching { default.rng_seed } else { RngSeed::Fixed(4_022_005) };
    ProptestConfig { rng_seed, failure_persistence: None, ..default }
}

/// Releases of several minor versions and two majors, each in any few channels, and any edges.
fn service() -> impl Strategy<Value = Service> {
    let minors = prop_oneof![Just("4.20"), Just("4.21"), Just("4.22"), Just("5.0"), Just("5.1")];
    let version = (minors.clone(), 0_u64..3).prop_map(|(minor, patch)| format!("{minor}.{patch}"));
    let family = prop_oneof![Just("stable"), Just("fast"), Just("x")];
    let channel = prop_oneof![
        9 => (family, minors).prop_map(|(family, minor)| format!("{family}-{minor}")),
        1 => Just("odd".to_owned()),
    ];
    let channels = proptest::collection::vec(channel, 1..4);
    let releases = proptest::collection::btree_map(version, channels, 4..12);
    (releases, proptest::collection::vec((any::<usize>(), any::<usize>()), 9..60)).prop_map(
        |(releases, edges)| {
            let nodes: Vec<(String, Vec<String>)> = releases.into_iter().collect();
            let count = nodes.len();
            let edges = edges.into_iter().map(|(from, to)| (from % count, to % count));
            // A service has an edge in the channels of both ends.
            let shared = |&(from, to): &(usize, usize)| {
                let channels = &nodes[to].1;
                from != to && nodes[from].1.iter().any(|name| channels.contains(name))
            };
            let edges = edges.filter(shared).collect();
            Service { nodes, edges, silent: false }
        },
    )
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn properties_what_is_read_has_a_way_wherever_there_is_one(
        service in service(), from in any::<usize>(), to in any::<usize>(), followed in any::<usize>(),
    ) {
        let count = service.nodes.len();
        let (from, own) = &service.nodes[from % count];
        let to = Version::new(service.nodes[to % count].0.clone());
        let followed = &own[followed % own.len()];
        let (graphs, asked) = service.search(from, followed, PathGoal::Release(to.clone()));
        let whole = service.read(&[None], from);
        let (found, there) = (between(&graphs, &to), between(&whole, &to));
        prop_assert_eq!(found.is_some(), there.is_some(), "{} {} {:?}", from, to, asked);
        let skips = |versions: Option<Vec<Version>>| {
            let ends = versions.map(|over| [&[Version::new(from)], &over[..], std::slice::from_ref(&to)].concat());
            let steps = ends.iter().flat_map(|ends| ends.windows(2));
            steps.filter(|pair| pair[0].step_to(&pair[1]) == crate::version::Step::TooFar).count()
        };
        prop_assert_eq!(skips(found) == 0, skips(there) == 0, "an ordinary way is not missed");
    }
}
