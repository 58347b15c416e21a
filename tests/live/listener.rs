//! Clients that misbehave, at every server of the program: others are still answered.

use std::io::Write;
use std::net::TcpStream;
use std::sync::Mutex;
use std::time::Duration;

use futures::StreamExt;
use kube::api::{Api, DynamicObject, WatchEvent, WatchParams};
use kube::core::{ApiResource, GroupVersionKind};
use serde_json::{Value, json};

use crate::common::controller::Controller;
use crate::common::lab::Lab;
use crate::common::service_process::{Answer, Data, GRAPH, Service, connect, request};
use crate::common::{until, with_descriptors};

const CLIENTS: usize = 300;
const DESCRIPTORS: u32 = 256;

/// One crowd at a time: these tests have descriptors of their own to lose.
static CROWD: Mutex<()> = Mutex::new(());

/// Connects this many clients that send this and never read. What is refused or closed is not sent.
fn crowd(address: &str, sent: &[u8]) -> Vec<TcpStream> {
    let client = |_| {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_write_timeout(Some(Duration::from_millis(100))).unwrap();
        let _ = stream.write_all(sent);
        stream
    };
    (0..CLIENTS).map(client).collect()
}

fn get(address: &str, path: &str) -> Answer {
    let mut stream = connect(address);
    stream.write_all(request("GET", path, &["connection: close"]).as_bytes()).unwrap();
    let mut bytes = Vec::new();
    std::io::Read::read_to_end(&mut stream, &mut bytes).unwrap();
    Answer::parse(&bytes)
}

/// Releases whose graph is larger than the buffers of sockets.
fn large(data: &Data) {
    let mut releases: Value = serde_json::from_str(&data.read("releases.json")).unwrap();
    releases["nodes"][0]["metadata"]["description"] = json!("x".repeat(8 << 20));
    data.write("releases.json", &releases.to_string());
}

#[test]
fn no_client_locks_others_out_of_an_update_service() {
    let _alone = CROWD.lock();
    let data = Data::new();
    large(&data);
    let service = Service::with_descriptors(data, DESCRIPTORS);
    let whole = request("GET", GRAPH, &[]);
    for (what, sent) in [
        ("nothing", String::new()),
        ("half of a request", whole[..whole.len() - 2].to_owned()),
        ("a request", whole.clone()),
        ("many requests at once", whole.repeat(1_000)),
    ] {
        let clients = crowd(service.address(), sent.as_bytes());
        assert_eq!(service.get("/healthz").body, b"ok\n", "{what}");
        assert_eq!(service.get("/metrics").status, 200, "{what}");
        drop(clients);
    }
    let told = "serve: connection limit reached (192): closed the connection of 127.0.0.1:";
    until(&service.said(), || service.said().contains(told));
    let lines = service.said().matches("connection limit").count();
    assert!(lines < 10, "a crowd does not fill the log: {}", service.said());
    service.data.write("graph-data/channels/fast-4.7.yaml", "name: fast-4.7\nversions: [4.7.1]\n");
    service.until_loads(2, 0);
}

#[test]
fn a_request_that_is_half_sent_does_not_delay_the_end() {
    let mut service = Service::start();
    let mut half = connect(service.address());
    half.write_all(b"GET /healthz HTTP/1.1\r\nhost:").unwrap();
    assert_eq!(service.get("/healthz").status, 200, "it is noticed by now");
    let started = std::time::Instant::now();
    assert_eq!(service.terminate(), Some(0));
    assert!(started.elapsed() < Duration::from_secs(9), "{:?}", started.elapsed());
}

#[tokio::test(flavor = "multi_thread")]
async fn no_client_locks_others_out_of_a_lab_and_watches_continue() {
    let _alone = CROWD.lock();
    let lab = Lab::run_as(with_descriptors(DESCRIPTORS), &["--speed", "1"]);
    let kind = GroupVersionKind::gvk("config.openshift.io", "v1", "ClusterVersion");
    let versions: Api<DynamicObject> =
        Api::all_with(lab.client().await, &ApiResource::from_gvk(&kind));
    let mut watches = Vec::new();
    for _ in 0..50 {
        let watch = versions.watch(&WatchParams::default(), "0").await.unwrap();
        let mut watch = watch.boxed();
        assert!(matches!(watch.next().await, Some(Ok(WatchEvent::Added(_)))));
        watches.push(watch);
    }
    let text = std::fs::read_to_string(&lab.kubeconfig).unwrap();
    let kubeconfig: Value = serde_json::from_str(&text).unwrap();
    let server = kubeconfig["clusters"][0]["cluster"]["server"].as_str().unwrap();
    let server = server.strip_prefix("https://").unwrap();
    let clients = [crowd(server, b""), crowd(server, b"\x16\x03\x01")];
    let (code, _, stderr) = lab.upgrade(&["channel", "fast-4.7"]);
    assert_eq!(code, 0, "{stderr}");
    for watch in &mut watches {
        let event = tokio::time::timeout(Duration::from_mins(1), watch.next()).await.unwrap();
        let Some(Ok(WatchEvent::Modified(version))) = event else { panic!("{event:?}") };
        assert_eq!(version.data["spec"]["channel"], "fast-4.7");
    }
    drop(clients);
}

#[test]
fn no_client_locks_others_out_of_the_controller() {
    let _alone = CROWD.lock();
    let lab = Lab::serve(&[]);
    let free =
        std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let controller =
        Controller::run_as(with_descriptors(DESCRIPTORS), &lab.kubeconfig, &["--metrics", &free]);
    controller.says("updating UpdateStatus");
    let whole = request("GET", "/metrics", &[]);
    for sent in [whole[..whole.len() - 2].to_owned(), whole.repeat(1_000)] {
        let clients = crowd(&free, sent.as_bytes());
        assert_eq!(get(&free, "/healthz").body, b"ok\n");
        drop(clients);
    }
    controller.says("connection limit reached (192): closed the connection of 127.0.0.1:");
}
