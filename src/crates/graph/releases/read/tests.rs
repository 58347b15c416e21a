//! Reading releases.

use serde_json::json;

use super::*;

fn described(releases: &Releases) -> Vec<String> {
    let name = |place: usize| releases.nodes[place].name.text();
    releases.edges.iter().map(|(from, to)| format!("{}>{}", name(*from), name(*to))).collect()
}

#[test]
fn a_raw_graph_is_read_with_releases_that_do_not_exist() {
    let object = json!({
        "nodes": [
            {"version": "4.6.1+amd64", "payload": "p", "metadata": {"url": "https://e"}},
            {"version": "4.7.0+amd64"},
        ],
        "edges": [[0, 1]],
        "conditionalEdges": [],
    });
    let releases = raw_graph(object).unwrap();
    assert_eq!(described(&releases), ["4.6.1+amd64>4.7.0+amd64"]);
    assert_eq!(releases.nodes[0].payload.as_deref(), Some("p"));
    assert_eq!(releases.nodes[1].payload, None);
}

#[test]
fn nothing_of_a_raw_graph_may_be_odd() {
    let node = json!({"version": "4.6.1+amd64", "payload": "p"});
    for (object, error) in [
        (
            json!({"nodes": [{"version": "x"}], "edges": []}),
            "nodes[0].version: \"x\" is not a SemVer version",
        ),
        (json!({"nodes": [node, node], "edges": []}), "nodes[1]: duplicate version 4.6.1+amd64"),
        (
            json!({"nodes": [node], "edges": [[0, 1]]}),
            "edges[0]: node index out of range: there are 1 nodes",
        ),
        (json!({"nodes": [node], "edges": [["a", 0]]}), "edges[0]: invalid type"),
        (
            json!({"nodes": [{"version": "4.6.1", "metadata": {"a": 1}}], "edges": []}),
            "nodes[0].metadata[\"a\"]: not a string",
        ),
        (
            json!({"nodes": [node], "edges": [], "conditionalEdges": [{}]}),
            "conditionalEdges: not empty",
        ),
        (json!({"edges": []}), "the graph: missing field `nodes`"),
    ] {
        let found = raw_graph(object).unwrap_err().to_string();
        assert!(found.contains(error), "{found}");
    }
}

fn gathered(files: &[(&str, Value)]) -> (Releases, Vec<String>) {
    let mut gathered = GatheredReleases::default();
    for (path, object) in files {
        gathered.add(path, object).unwrap();
    }
    gathered.finish()
}

fn metadata(version: &str, previous: &[&str]) -> Value {
    json!({"kind": KIND, "version": version, "previous": previous, "payload": format!("r@{version}"), "metadata": {"url": "https://e"}})
}

#[test]
fn what_releases_say_of_themselves_becomes_edges() {
    let (releases, warnings) = gathered(&[
        ("amd64/4.7.0.json", metadata("4.7.0", &["4.6.1", "4.6.2"])),
        (
            "4.6.2+amd64.json",
            json!({"kind": KIND, "version": "4.6.2", "next": ["4.7.1"], "payload": "p"}),
        ),
        ("s390x/release-metadata", metadata("4.7.0", &["4.6.1"])),
    ]);
    let edges = [
        "4.6.1+amd64>4.7.0+amd64",
        "4.6.1+s390x>4.7.0+s390x",
        "4.6.2+amd64>4.7.0+amd64",
        "4.6.2+amd64>4.7.1+amd64",
    ];
    assert_eq!(described(&releases), edges);
    assert!(warnings.is_empty());
    let unseen = releases.nodes.iter().filter(|node| node.payload.is_none());
    assert_eq!(
        unseen.map(|node| node.name.text()).collect::<Vec<_>>(),
        ["4.6.1+amd64", "4.6.1+s390x", "4.7.1+amd64"]
    );
    let node = releases.nodes.iter().find(|node| node.name.text() == "4.7.0+s390x").unwrap();
    assert_eq!(node.metadata[key::ARCH], "s390x");
    assert_eq!(node.metadata["url"], "https://e");
}

#[test]
fn what_oc_prints_of_a_release_says_all() {
    let info = |arch: &str, claim: bool, list: Option<&str>| {
        let metadata = if claim { json!({ARCHITECTURE: "multi"}) } else { json!({}) };
        json!({
            "image": "registry.example/ocp@sha256:aa", "digest": "sha256:aa", "listDigest": list,
            "config": {"architecture": arch},
            "metadata": {"kind": KIND, "version": "4.12.1", "previous": ["4.12.0"], "metadata": metadata},
        })
    };
    let (releases, warnings) = gathered(&[
        ("a.json", info("arm64", false, None)),
        ("b.json", info("amd64", true, Some("sha256:bb"))),
    ]);
    assert_eq!(described(&releases), ["4.12.0+arm64>4.12.1+arm64", "4.12.0+multi>4.12.1+multi"]);
    assert!(warnings.is_empty());
    let digest = |name: &str| {
        releases.nodes.iter().find(|node| node.name.text() == name).unwrap().metadata[key::MANIFEST]
            .clone()
    };
    assert_eq!(
        (digest("4.12.1+arm64"), digest("4.12.1+multi")),
        ("sha256:aa".into(), "sha256:bb".into())
    );
    let (releases, warnings) = gathered(&[("part.json", info("amd64", true, None))]);
    assert!(releases.nodes.is_empty());
    assert_eq!(
        warnings,
        ["part.json: 4.12.1 is one image of a multi-architecture release. It is left out"]
    );
}

#[test]
fn releases_that_contradict_or_hide_something_are_refused() {
    let add = |files: &[(&str, Value)]| {
        let mut gathered = GatheredReleases::default();
        let added = files.iter().map(|(path, object)| gathered.add(path, object));
        added.collect::<Vec<_>>().pop().unwrap().unwrap_err().to_string()
    };
    let other = json!({"kind": KIND, "version": "4.7.0", "payload": "another"});
    let twice = add(&[("amd64/a", metadata("4.7.0", &[])), ("amd64/b", other)]);
    assert_eq!(twice, "version: duplicate version 4.7.0+amd64 with another image");
    let nowhere = add(&[("4.7.0.json", metadata("4.7.0", &[]))]);
    assert!(nowhere.starts_with("version: cannot determine the architecture"), "{nowhere}");
    let kind = add(&[("amd64/a", json!({"kind": "x", "version": "4.7.0"}))]);
    assert!(kind.starts_with("kind: \"x\" is not"), "{kind}");
    let previous = add(&[("amd64/a", metadata("4.7.0", &["4.6"]))]);
    assert_eq!(previous, "previous[0]: \"4.6\" is not a SemVer version");
}

#[test]
fn a_release_without_an_image_is_said_to_be_one() {
    let (releases, warnings) = gathered(&[("amd64/a", json!({"kind": KIND, "version": "4.7.0"}))]);
    assert_eq!(releases.nodes[0].payload, None);
    assert_eq!(warnings, ["amd64/a: 4.7.0+amd64 has no payload. Updates to it are left out"]);
}
