//! The answers of the explorer's endpoints, and that each is made once.

use serde_json::{Value, json};

use super::question::ApiEndpoint;
use super::*;
use crate::service::prepared::tests::{on_platforms, prepared};
use upgrade_graph::data::testing::risk;

fn ask(endpoint: ApiEndpoint, query: &str, prepared: &Prepared) -> Result<Value, ApiError> {
    let body = answer(&ApiQuestion::read(endpoint, query)?, prepared)?;
    Ok(serde_json::from_slice(&body.plain).unwrap())
}

#[test]
fn channels_are_those_of_an_architecture_with_their_versions() {
    let prepared = prepared(Vec::new());
    let found = ask(ApiEndpoint::Channels, "", &prepared).unwrap();
    assert_eq!((&found["kind"], &found["arch"]), (&json!("GraphChannels"), &json!("amd64")));
    assert_eq!(found["arches"], json!(["amd64", "s390x"]));
    let channel = |name: &str, family: &str| {
        let versions = ["4.7.0", "4.6.1"];
        json!({"name": name, "family": family, "minor": "4.7", "releases": 2, "versions": versions})
    };
    let both = [channel("stable-4.7", "stable"), channel("fast-4.7", "fast")];
    assert_eq!(found["channels"], json!(both));
    let other = ask(ApiEndpoint::Channels, "arch=s390x", &prepared).unwrap();
    assert_eq!(other["channels"], json!([channel("stable-4.7", "stable")]));
    let none = ask(ApiEndpoint::Channels, "arch=m68k", &prepared).unwrap();
    assert_eq!(none["channels"], json!([]));
}

#[test]
fn a_graph_is_that_of_the_command_with_the_rules_of_its_risks() {
    let prepared = prepared(vec![risk("4.7.0", ".*", "R")]);
    let found = ask(ApiEndpoint::Graph, "channel=stable-4.7&from=4.6.1", &prepared).unwrap();
    assert_eq!(found["kind"], "UpdateGraph");
    assert_eq!((&found["from"], &found["cluster"]), (&json!("4.6.1"), &Value::Null));
    assert_eq!(found["edges"][0]["risks"], json!(["R"]));
    let rules = json!([{"type": "Always", "promql": null, "platforms": null}]);
    assert_eq!(found["risks"][0]["matchingRules"], rules);
    let whole = ask(ApiEndpoint::Graph, "", &prepared).unwrap();
    assert_eq!(whole["counts"]["releases"], 2);
    let unknown = ask(ApiEndpoint::Graph, "channel=nowhere-4.1", &prepared).unwrap();
    let note = "channel nowhere-4.1 is empty for amd64 or does not exist";
    assert_eq!((&unknown["nodes"], &unknown["notes"]), (&json!([]), &json!([note])));
}

#[test]
fn a_version_that_is_not_there_is_named_with_similar_ones() {
    let prepared = prepared(Vec::new());
    for (query, parameter, value) in [
        ("channel=stable-4.7&from=4.6.2", "from", "4.6.2 is not in channel stable-4.7"),
        ("from=4.6.1&to=4.7.9", "to", "4.7.9 is not in the graph"),
        ("from=4.7.0&to=4.6.1", "to", "4.6.1 is not in the graph"),
        ("from=4.6.1&to=4.6.1", "to", "--to 4.6.1 is the version to start from"),
    ] {
        let error = ask(ApiEndpoint::Graph, query, &prepared).unwrap_err();
        let found = (error.status.as_u16(), error.kind, error.parameter.as_deref());
        assert_eq!(found, (404, "no_such_version", Some(parameter)), "{query}: {}", error.value);
        assert!(error.value.starts_with(value) || query.starts_with("from=4.7.0"), "{error:?}");
    }
    let error = ask(ApiEndpoint::Graph, "channel=stable-4.7&from=4.6.2", &prepared).unwrap_err();
    assert_eq!(error.hints, ["similar versions: 4.6.1, 4.7.0"]);
}

#[test]
fn a_path_is_that_of_the_command_and_none_is_an_answer() {
    let prepared = prepared(Vec::new());
    let found = ask(ApiEndpoint::Path, "from=4.6.1&to=4.7", &prepared).unwrap();
    assert_eq!((&found["kind"], &found["outcome"]), (&json!("UpdatePath"), &json!("Found")));
    let hop = &found["ways"][0]["hops"][0];
    assert_eq!((&hop["to"]["version"], &hop["channel"]), (&json!("4.7.0"), &json!("stable-4.7")));
    let none = ask(ApiEndpoint::Path, "from=4.6.1&to=4.8", &prepared).unwrap();
    assert_eq!(
        (&none["outcome"], &none["missing"][0]["code"]),
        (&json!("NoWay"), &json!("NoSuchTarget"))
    );
    let named = "from=4.6.1&to=4.8&channel=fast-4.7";
    let open = ask(ApiEndpoint::Path, named, &prepared).unwrap();
    assert_eq!(open["outcome"], "Incomplete", "other channels were not searched");
    let lost = ask(ApiEndpoint::Path, "from=4.5.0&to=4.7", &prepared).unwrap();
    assert_eq!(lost["missing"][0]["code"], "StartNotListed");
    let error = ask(ApiEndpoint::Path, "to=4.7", &prepared).unwrap_err();
    assert_eq!((error.kind, error.parameter.as_deref()), ("missing_params", Some("from")));
}

#[test]
fn a_risk_stops_a_path_until_it_is_accepted_or_allowed() {
    let prepared = prepared(vec![risk("4.7.0", ".*", "R")]);
    for (more, outcome) in [
        ("", "NotRecommended"),
        ("&accept=R", "Found"),
        ("&accept=Other", "NotRecommended"),
        ("&allow-not-recommended=true", "Found"),
    ] {
        let found = ask(ApiEndpoint::Path, &format!("from=4.6.1&to=4.7{more}"), &prepared).unwrap();
        assert_eq!(found["outcome"], outcome, "{more}");
    }
}

#[test]
fn a_platform_that_rules_name_counts() {
    let prepared = prepared(on_platforms());
    let outcome = |more: &str| {
        let found = ask(ApiEndpoint::Path, &format!("from=4.6.1&to=4.7{more}"), &prepared);
        found.unwrap()["outcome"].clone()
    };
    assert_eq!(outcome(""), "NoWay", "what is blocked on some platforms is left out");
    assert_eq!(
        (outcome("&platform=AWS"), outcome("&platform=vSphere")),
        (json!("Found"), json!("NoWay"))
    );
}

#[test]
fn an_answer_is_made_once() {
    let prepared = prepared(Vec::new());
    let read = |query: &str| ApiQuestion::read(ApiEndpoint::Path, query).unwrap();
    let question = read("from=4.6.1&to=4.7&channel=stable-4.7,fast-4.7");
    assert!(!is_known(&question, &prepared));
    let first = answer(&question, &prepared).unwrap();
    let again = read("channel=stable-4.7&channel=fast-4.7&to=4.7&from=4.6.1&eus=false");
    assert!(is_known(&again, &prepared));
    assert!(Arc::ptr_eq(&first, &answer(&again, &prepared).unwrap()));
}
