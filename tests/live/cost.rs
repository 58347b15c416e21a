//! What a command costs an API server.

use std::sync::{Arc, Barrier};

use crate::server::{Server, Step, version};

const VERSION: &str = "/apis/config.openshift.io/v1/clusterversions/version";
const INFRASTRUCTURE: &str = "/apis/config.openshift.io/v1/infrastructures/cluster";

#[test]
fn the_overview_is_one_request() {
    let server = Server::of(version());
    assert_eq!(server.run(&[]).code, 0);
    assert_eq!(server.requests(), [format!("GET {VERSION}")]);
}

#[test]
fn a_request_is_two_reads_and_one_patch() {
    let server = Server::of(version());
    assert_eq!(server.run(&["--to", "4.10.6"]).code, 0);
    let mut requests = server.requests();
    requests[..2].sort(); // the two reads are sent at the same time
    assert_eq!(
        requests,
        [
            format!("GET {VERSION}"),
            format!("GET {INFRASTRUCTURE}"),
            format!("PATCH {VERSION}?&fieldManager=upgrade"),
        ]
    );
}

#[test]
fn a_wait_that_is_over_is_three_reads() {
    let server = Server::of(version());
    assert_eq!(server.run(&["wait"]).code, 0);
    let mut requests = server.requests();
    requests.sort();
    assert_eq!(
        requests,
        [
            "GET /apis/config.openshift.io/v1/clusteroperators?".to_owned(),
            format!("GET {VERSION}"),
            "GET /apis/machineconfiguration.openshift.io/v1/machineconfigpools?".to_owned(),
        ]
    );
}

/// Each read is answered only when the other has arrived: one after the other would never end.
#[test]
fn the_two_reads_are_under_way_at_the_same_time() {
    let arrived = Barrier::new(2);
    let server = Server::with(
        version(),
        Arc::new(move |request, _, _| {
            if request.method() == http::Method::GET {
                arrived.wait();
            }
            Step::Serve
        }),
    );
    assert_eq!(server.run(&["--to", "4.10.6", "--request-timeout", "10s"]).code, 0);
}

#[test]
fn a_refusal_and_a_dry_run_send_no_patch() {
    for words in
        [["--to", "4.10.7"].as_slice(), &["--to", "4.10.6", "--dry-run"], &["--to", "4.10.5"]]
    {
        let server = Server::of(version());
        server.run(words);
        assert!(server.patches().is_empty(), "{words:?}");
        assert_eq!(server.stored(), version(), "{words:?}");
    }
}
