//! `upgrade graph serve`: the errors before it serves. Responses are tested over real sockets.

use crate::common::{Run, upgrade};

const DATA: [&str; 4] = [
    "--graph-data",
    "tests/fixtures/service/graph-data",
    "--releases",
    "tests/fixtures/service/releases.json",
];

fn serve(words: &[&[&str]]) -> Run {
    upgrade(&[&["graph", "serve"], words.concat().as_slice()].concat())
}

#[test]
fn help_tells_how_a_cluster_asks_and_who_is_alerted() {
    snap!("graph-serve", "help", serve(&[&["--help"]]));
}

#[test]
fn manifests_have_what_was_asked_for() {
    snap!("graph-serve", "help-manifests", serve(&[&["manifests", "--help"]]));
    snap!("graph-serve", "manifests", serve(&[&["manifests"]]));
    let words = ["--namespace", "updates", "--image", "registry.example.com/upgrade@sha256:00"];
    let more = ["--replicas", "3", "--claim", "data", "--tls-secret", "certificate"];
    snap!("graph-serve", "manifests-tls", serve(&[&["manifests"], &words, &more]));
}

#[test]
fn manifests_run_the_service_with_arguments_that_it_takes() {
    for words in [&[][..], &["--tls-secret", "tls"]] {
        let run = serve(&[&["manifests"], words]);
        let objects: Vec<serde_json::Value> = serde_saphyr::from_multiple(&run.stdout).unwrap();
        let deployment = objects.iter().find(|object| object["kind"] == "Deployment").unwrap();
        let container = &deployment["spec"]["template"]["spec"]["containers"][0];
        let given = container["args"].as_array().unwrap().iter().map(|word| word.as_str().unwrap());
        let run = upgrade(&given.collect::<Vec<_>>());
        assert_eq!(run.code, 1, "the data is not there, but all arguments are known: {run:?}");
        let scheme = if words.is_empty() { "HTTP" } else { "HTTPS" };
        for probe in ["livenessProbe", "readinessProbe", "startupProbe"] {
            assert_eq!(container[probe]["httpGet"]["scheme"], scheme);
        }
    }
}

#[test]
fn invalid_arguments_are_usage_errors() {
    snap!("graph-serve", "no-data", serve(&[]));
    snap!("graph-serve", "no-releases", serve(&[&DATA[..2]]));
    snap!("graph-serve", "no-output", serve(&[&DATA, &["-o", "json"]]));
    snap!("graph-serve", "standard-input", serve(&[&["--graph-data", "-"], &DATA[2..]]));
    snap!("graph-serve", "no-address", serve(&[&DATA, &["--listen", "here"]]));
    snap!("graph-serve", "manifests-image", serve(&[&["manifests", "--image", "a b"]]));
    snap!("graph-serve", "manifests-claim", serve(&[&["manifests", "--claim", "A"]]));
    snap!("graph-serve", "manifests-beside", serve(&[&DATA, &["manifests"]]));
    snap!("graph-serve", "no-key", serve(&[&DATA, &["--tls-cert", "tls.crt"]]));
}

#[test]
fn bad_data_at_the_start_is_reported_in_full_and_nothing_is_served() {
    let broken = ["--graph-data", "tests/fixtures/graph-data/broken"];
    snap!("graph-serve", "broken", serve(&[&broken, &DATA[2..]]));
    let missing = ["--graph-data", "tests/fixtures/missing"];
    snap!("graph-serve", "missing", serve(&[&missing, &DATA[2..]]));
    let no_releases = ["--releases", "tests/fixtures/service/platforms.yaml"];
    snap!("graph-serve", "bad-releases", serve(&[&DATA[..2], &no_releases]));
    let other = ["--releases", "tests/fixtures/graph-data/releases.json"];
    snap!("graph-serve", "nothing-in-channels", serve(&[&DATA[..2], &other]));
    let no_key = ["--tls-cert", "README.md", "--tls-key", "README.md"];
    snap!("graph-serve", "bad-certificate", serve(&[&DATA, &no_key]));
}
