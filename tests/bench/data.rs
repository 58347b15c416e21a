//! The data of the cases: clusters, update graphs and graph-data of any size.

use std::fmt::Write;
use std::path::Path;

/// A cluster with this many updates, every second one conditional.
pub(crate) fn cluster_version(count: usize) -> String {
    let mut text = "\
apiVersion: config.openshift.io/v1
kind: ClusterVersion
metadata: {name: version, resourceVersion: '1', generation: 1}
spec: {channel: stable-4.10}
status:
  observedGeneration: 1
  desired: {version: 4.10.0}
  conditions:
  - {type: Failing, status: 'False'}
  - {type: Progressing, status: 'False'}
  - {type: RetrievedUpdates, status: 'True'}
"
    .to_owned();
    let release =
        |patch| format!("{{version: 4.10.{patch}, image: 'quay.io/x/y@sha256:{patch:064x}'}}");
    text.push_str("  availableUpdates:\n");
    for patch in (1..=count).step_by(2) {
        writeln!(text, "  - {}", release(patch)).unwrap();
    }
    text.push_str("  conditionalUpdates:\n");
    for patch in (2..=count).step_by(2) {
        writeln!(
            text,
            "  - release: {}\n    risks:\n    - {{name: Risk{}, message: It breaks., url: 'https://example.com/'}}\n    \
             conditions:\n    - {{type: Recommended, status: 'False', reason: Risk, message: It breaks.}}",
            release(patch),
            patch % 7,
        )
        .unwrap();
    }
    text
}

/// An update in progress on this many nodes, one document per line.
pub(crate) fn update_of_nodes(count: usize) -> String {
    let mut text = String::from(concat!(
        r#"{"apiVersion": "config.openshift.io/v1", "kind": "ClusterVersion", "metadata": {"name": "version"}, "status": {"desired": {"version": "4.10.5"}, "history": [{"state": "Partial", "version": "4.10.5", "startedTime": "2022-03-01T08:00:00Z"}, {"state": "Completed", "version": "4.10.4"}], "conditions": [{"type": "Progressing", "status": "True", "lastTransitionTime": "2022-03-01T08:30:00Z"}]}}"#,
        "\n",
        r#"{"apiVersion": "machineconfiguration.openshift.io/v1", "kind": "MachineConfigPool", "metadata": {"name": "worker"}, "spec": {"configuration": {"name": "new"}, "nodeSelector": {"matchLabels": {"role": "worker"}}}}"#,
        "\n",
    ));
    for (name, version) in [("old", "4.10.4"), ("new", "4.10.5")] {
        writeln!(text, r#"{{"apiVersion": "machineconfiguration.openshift.io/v1", "kind": "MachineConfig", "metadata": {{"name": "{name}", "annotations": {{"machineconfiguration.openshift.io/release-image-version": "{version}"}}}}}}"#).unwrap();
    }
    for place in 0..count {
        let desired = if place % 3 == 0 { "new" } else { "old" };
        writeln!(text, r#"{{"apiVersion": "v1", "kind": "Node", "metadata": {{"name": "worker-{place}", "labels": {{"role": "worker"}}, "annotations": {{"machineconfiguration.openshift.io/currentConfig": "old", "machineconfiguration.openshift.io/desiredConfig": "{desired}", "machineconfiguration.openshift.io/state": "Working"}}}}, "status": {{"conditions": [{{"type": "Ready", "status": "True"}}]}}}}"#).unwrap();
    }
    text
}

/// Ten minor versions with 100 releases; each has updates to the next twenty, every fifth edge with
/// a risk.
pub(crate) fn graph() -> String {
    let name = |place: usize| format!("4.{}.{}", place / 100, place % 100);
    let nodes: Vec<String> = (0..1_000)
        .map(|place| {
            let (version, minor) = (name(place), place / 100);
            format!(
                r#"{{"version": "{version}", "payload": "quay.io/x/y@sha256:{place:064x}", "metadata": {{"url": "https://example.com/{version}", "io.openshift.upgrades.graph.release.channels": "stable-4.{minor},stable-4.{}"}}}}"#,
                minor + 1
            )
        })
        .collect();
    let pairs = (1..=21).flat_map(|step| (0..1_000).map(move |from| (from, from + step)));
    let pairs = pairs.filter(|(_, to)| *to < 1_000).take(20_000);
    let (risky, plain): (Vec<_>, Vec<_>) = pairs.partition(|(from, to)| (from + to) % 5 == 0);
    let plain: Vec<String> = plain.iter().map(|(from, to)| format!("[{from}, {to}]")).collect();
    let risky: Vec<String> = risky
        .iter()
        .map(|(from, to)| format!(r#"{{"from": "{}", "to": "{}"}}"#, name(*from), name(*to)))
        .collect();
    format!(
        r#"{{"version": 1, "nodes": [{}], "edges": [{}], "conditionalEdges": [{{"edges": [{}], "risks": [{{"name": "Risk", "message": "It breaks.", "url": "https://example.com/", "matchingRules": [{{"type": "Always"}}]}}]}}]}}"#,
        nodes.join(", "),
        plain.join(", "),
        risky.join(", "),
    )
}

/// Writes sixteen minor versions with 80 releases, three channels of each, and this many risks and
/// a quarter more for every release. Returns the number of files.
pub(crate) fn graph_data(root: &Path, risks: usize) -> usize {
    let mut count = 1;
    let mut write = |name: String, text: String| {
        std::fs::write(root.join(name), text).unwrap();
        count += 1;
    };
    for folder in ["channels", "blocked-edges"] {
        std::fs::create_dir_all(root.join(folder)).unwrap();
    }
    std::fs::write(root.join("version"), "1.1.0\n").unwrap();
    for minor in 6..22 {
        let versions: String = (minor - 1..=minor)
            .flat_map(|minor| (0..80).map(move |patch| format!("- 4.{minor}.{patch}\n")))
            .collect();
        for family in ["candidate", "fast", "stable"] {
            let name = format!("{family}-4.{minor}");
            write(format!("channels/{name}.yaml"), format!("name: {name}\nversions:\n{versions}"));
        }
        for place in 0..100 * risks {
            let (patch, number) = (place % 80, place / 80);
            let (name, metric) = (format!("Risk{minor}X{number}"), format!("metric_{number}"));
            let text = format!(
                "to: 4.{minor}.{patch}\nfrom: ^4[.]({}|{minor})[.]([0-9]|[1-{}][0-9])[+].*$\nurl: https://example.com/{name}\nname: {name}\nmessage: |-\n  On some clusters nodes may not come back.\n  Read the page before updating.\nmatchingRules:\n- type: PromQL\n  promql:\n    promql: |\n      topk(1,\n        group by (_id, type) ({metric}{{_id=\"\",type=~\"VSphere|None|AWS{minor}\"}})\n        or\n        0 * group by (_id, type) (label_replace({metric}{{_id=\"\"}}, \"type\", \"other\", \"name\", \".*\"))\n      )\n",
                minor - 1,
                1 + number % 8,
            );
            write(format!("blocked-edges/4.{minor}.{patch}-{name}.yaml"), text);
        }
    }
    count
}

/// The releases that `graph_data` names; each has updates to the next twenty of its minor version,
/// and to as many of the next.
pub(crate) fn releases_of_graph_data() -> String {
    let place = |minor: usize, patch: usize| (minor - 5) * 80 + patch;
    let (mut nodes, mut edges) = (Vec::new(), Vec::new());
    for minor in 5..22 {
        for patch in 0..80 {
            let payload = format!("quay.io/x/y@sha256:{:064x}", place(minor, patch));
            nodes.push(format!(
                r#"{{"version": "4.{minor}.{patch}+amd64", "payload": "{payload}", "metadata": {{"url": "https://example.com/4.{minor}.{patch}"}}}}"#
            ));
            for to in patch + 1..80.min(patch + 21) {
                for minor_to in minor..=21.min(minor + 1) {
                    edges.push(format!("[{}, {}]", place(minor, patch), place(minor_to, to)));
                }
            }
        }
    }
    format!(r#"{{"nodes": [{}], "edges": [{}]}}"#, nodes.join(", "), edges.join(", "))
}
