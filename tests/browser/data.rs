//! Graph-data for the page: three minor versions that are easy to follow, and a thousand releases.

use std::fmt::Write;
use std::path::Path;

use serde_json::{Value, json};

use crate::common::service_process::{Data, Service};

/// A risk that clusters evaluate, on the update from 4.6.23 to 4.7.4.
const PROXY_RISK: &str = r#"to: 4.7.4
from: 4[.]6[.]23[+]amd64
name: ProxyConnectionLeak
url: https://example.com/ProxyConnectionLeak
message: On clusters with a proxy, connections are left open.
matchingRules:
- type: PromQL
  promql:
    promql: max(cluster_proxy_enabled{type=~"https?"})
"#;

/// A risk that every cluster has, on all updates to 4.8.9.
const NODE_RISK: &str = r"to: 4.8.9
from: .*
name: NodesDoNotReturn
url: https://example.com/NodesDoNotReturn
message: Nodes do not return after they were drained.
matchingRules:
- type: Always
";

const RELEASES: [&str; 11] = [
    "4.6.21", "4.6.23", "4.6.43", "4.7.4", "4.7.24", "4.7.28", "4.8.2", "4.8.9", "4.9.0", "4.9.1",
    "4.9.2",
];

/// The updates between them. None leads from 4.8 to 4.9.
const UPDATES: [(usize, usize); 14] = [
    (0, 1),
    (0, 2),
    (1, 2),
    (1, 3),
    (1, 4),
    (2, 4),
    (2, 5),
    (3, 5),
    (4, 5),
    (5, 6),
    (4, 7),
    (5, 7),
    (8, 9),
    (9, 10),
];

const CHANNELS: [(&str, &[usize]); 5] = [
    ("stable-4.6", &[0, 1, 2]),
    ("stable-4.7", &[0, 1, 2, 3, 4, 5]),
    ("stable-4.8", &[4, 5, 6, 7]),
    ("eus-4.8", &[2, 4, 5, 6]),
    ("fast-4.9", &[6, 7, 8, 9, 10]),
];

/// Serves the small graph, with further risks.
pub(super) fn serve(risks: &[(&str, &str)]) -> Service {
    let own = [("4.7.4-ProxyConnectionLeak", PROXY_RISK), ("4.8.9-NodesDoNotReturn", NODE_RISK)];
    let risks: Vec<(&str, &str)> = own.into_iter().chain(risks.iter().copied()).collect();
    let releases: Vec<String> = RELEASES.map(str::to_owned).into();
    let channels = CHANNELS.map(|(name, places)| (name.to_owned(), places.to_vec()));
    Service::of(data(&releases, &UPDATES, &channels, &risks), &[])
}

/// Serves 1,000 releases of 20 minor versions with about 20,000 updates.
pub(super) fn serve_many() -> Service {
    let releases: Vec<String> =
        (0..1_000).map(|place| format!("4.{}.{}", place / 50, place % 50)).collect();
    let ahead = |place: usize| {
        let within = place + 1..(place + 11).min(place / 50 * 50 + 50);
        let next = (place + 50..place + 60).filter(|to| *to < 1_000);
        within.chain(next).map(move |to| (place, to))
    };
    let updates: Vec<(usize, usize)> = (0..1_000).flat_map(ahead).collect();
    let channels: Vec<(String, Vec<usize>)> = (0..20)
        .map(|minor: usize| {
            let first = minor.saturating_sub(1) * 50;
            (format!("stable-4.{minor}"), (first..minor * 50 + 50).collect())
        })
        .collect();
    Service::of(data(&releases, &updates, &channels, &[]), &[])
}

fn data(
    releases: &[String],
    updates: &[(usize, usize)],
    channels: &[(String, Vec<usize>)],
    risks: &[(&str, &str)],
) -> Data {
    let data = Data::new();
    data.replace(|directory| {
        for emptied in ["channels", "blocked-edges", "raw"] {
            std::fs::remove_dir_all(directory.join(emptied)).unwrap();
            std::fs::create_dir(directory.join(emptied)).unwrap();
        }
        for (name, places) in channels {
            let mut text = format!("name: {name}\nversions:\n");
            for place in places {
                writeln!(text, "- {}", releases[*place]).unwrap();
            }
            write(directory, &format!("channels/{name}.yaml"), &text);
        }
        for (name, text) in risks {
            write(directory, &format!("blocked-edges/{name}.yaml"), text);
        }
    });
    let nodes: Vec<Value> = releases.iter().enumerate().map(release).collect();
    data.write("releases.json", &json!({"nodes": nodes, "edges": updates}).to_string());
    data
}

fn write(directory: &Path, name: &str, text: &str) {
    std::fs::write(directory.join(name), text).unwrap();
}

fn release((number, version): (usize, &String)) -> Value {
    json!({
        "version": format!("{version}+amd64"),
        "payload": format!("registry.example.com/ocp/release@sha256:{number:064x}"),
        "metadata": {
            "io.openshift.upgrades.graph.release.arch": "amd64",
            "url": format!("https://access.redhat.com/errata/RHBA-2021:{number:04}"),
        },
    })
}
