//! `graph serve`: its memory after many reloads, and its throughput beside nginx.

use std::fs::write;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Command, Stdio};

use super::data::{graph_data, releases_of_graph_data};
use super::measure::{PROGRAM, Row, Server, Table, is_installed};

pub(crate) fn measure(_: &mut Table, folder: &Path) {
    reloads(folder);
    throughput(folder);
}

/// Rounds of two seconds, of which the median counts. The servers take turns.
const ROUNDS: usize = 5;
/// As nginx serves a file when it is fastest.
const NGINX: &str = "worker_processes auto; error_log /dev/null; pid PLACE/pid;
events { worker_connections 1024; }
http {
  access_log off; gzip off; sendfile on; tcp_nopush on; keepalive_requests 100000000;
  open_file_cache max=16;
  server { listen 127.0.0.1:PORT; default_type application/json; root PLACE; }
}
";

/// The graph of a channel beside the same bytes from a file of nginx.
fn throughput(folder: &Path) {
    if !["nginx", "wrk"].iter().all(|program| is_installed(program)) {
        Row::fact("throughput beside nginx", "SKIPPED: nginx or wrk is not installed".to_owned());
        return;
    }
    let root = folder.join("throughput");
    graph_data(&root, 1);
    let place = |number: usize| format!("- 4.{}.{}\n", 6 + number / 80, number % 80);
    let versions: String = (0..CHANNEL).map(place).collect();
    write(root.join("channels/bench-4.6.yaml"), format!("name: bench-4.6\nversions:\n{versions}"))
        .unwrap();
    let releases = folder.join("releases.json");
    write(&releases, releases_of_graph_data()).unwrap();
    let mut child = Command::new(PROGRAM)
        .args(["graph", "serve", "--listen", "127.0.0.1:0", "--graph-data"])
        .args([&root, Path::new("--releases"), &releases])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let _ours = Server(child);
    let ours = format!("{}?channel=bench-4.6&arch=amd64", line.trim());
    let body = body(&ours);
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let place = folder.join("nginx");
    std::fs::create_dir(&place).unwrap();
    write(place.join("graph"), &body).unwrap();
    let config = NGINX.replace("PLACE", place.to_str().unwrap()).replace("PORT", &port.to_string());
    write(place.join("conf"), config).unwrap();
    let nginx = Command::new("nginx")
        .args(["-g", "daemon off;", "-c"])
        .arg(place.join("conf"))
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let _nginx = Server(nginx);
    std::thread::sleep(std::time::Duration::from_millis(300));
    let theirs = format!("http://127.0.0.1:{port}/graph");
    let (mut served, mut by_nginx) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        served.push(requests_per_second(&ours));
        by_nginx.push(requests_per_second(&theirs));
    }
    // Its workers end with it only if it is asked to stop.
    let _ = Command::new("nginx").args(["-s", "stop", "-c"]).arg(place.join("conf")).status();
    let median = |mut rates: Vec<f64>| {
        rates.sort_unstable_by(f64::total_cmp);
        rates[ROUNDS / 2]
    };
    let (served, by_nginx) = (median(served), median(by_nginx));
    let note = format!(
        "{served:.0} requests/s, nginx {by_nginx:.0}: {:.2} x, target: 0.7 x",
        served / by_nginx
    );
    Row::fact(&format!("graph serve, {} KB beside nginx", body.len() / 1000), note);
}

/// Releases in the channel: its graph has 87 KB.
const CHANNEL: usize = 127;

fn body(url: &str) -> Vec<u8> {
    let (host, path) = url.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    let request = format!("GET /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n").unwrap();
    answer.split_off(end + 4)
}

fn requests_per_second(url: &str) -> f64 {
    let wrk = Command::new("wrk").args(["-t1", "-c32", "-d2s", url]).output().unwrap();
    let text = String::from_utf8(wrk.stdout).unwrap();
    assert!(!text.contains("Non-2xx"), "{text}");
    let line = text.lines().find_map(|line| line.strip_prefix("Requests/sec:")).unwrap();
    line.trim().parse().unwrap()
}

/// What an update service keeps of replaced data: nothing, if the figures are alike.
fn reloads(folder: &Path) {
    let root = folder.join("served");
    graph_data(&root, 1);
    let releases = folder.join("releases.json");
    write(&releases, releases_of_graph_data()).unwrap();
    let mut child = Command::new(PROGRAM)
        .args(["graph", "serve", "--listen", "127.0.0.1:0", "--reload", "10ms", "--graph-data"])
        .args([&root, Path::new("--releases"), &releases])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let stderr = BufReader::new(child.stderr.take().unwrap());
    let server = Server(child);
    let mut loads = stderr.lines().map(Result::unwrap).filter(|line| line.starts_with("serve:"));
    for round in 0..=50 {
        loads.next().unwrap();
        if [0, 1, 50].contains(&round) {
            let case = format!("graph serve, after {round} reloads");
            let peak = Some(server.resident());
            Row { case, peak, ..Row::default() }.print();
        }
        write(root.join("LICENSE"), format!("Copy number {round}.\n")).unwrap();
    }
}
