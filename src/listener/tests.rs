//! Clients that misbehave, with a clock that tests control.

use std::convert::Infallible;
use std::net::Ipv4Addr;
use std::sync::Mutex;

use futures::StreamExt;
use futures::stream;
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Full, StreamBody};
use hyper::body::{Bytes, Frame};
use tokio::sync::oneshot;

use super::*;

const LARGE: usize = 64 << 20; // more than sockets take unread
const LONG: Duration = Duration::from_mins(10);

type Said = Arc<Mutex<Vec<String>>>;

/// Serves `/large`, `/stream`, which sends one part and then nothing, and `ok` at any other path.
async fn respond(
    request: Request<Incoming>,
) -> Result<Response<UnsyncBoxBody<Bytes, Infallible>>, Infallible> {
    let body = match request.uri().path() {
        "/large" => Full::from(vec![0; LARGE]).boxed_unsync(),
        "/stream" => {
            let part = stream::once(async { Ok(Frame::data(Bytes::from_static(b"part"))) });
            StreamBody::new(part.chain(stream::pending())).boxed_unsync()
        }
        _ => Full::from("ok").boxed_unsync(),
    };
    Ok(Response::new(body))
}

/// A listener that runs until this is dropped.
struct Running {
    address: SocketAddr,
    said: Said,
    end: oneshot::Sender<()>,
    task: JoinSet<()>,
}

async fn serve_at_most(limit: usize) -> Running {
    let mut listener = Listener::bind((Ipv4Addr::LOCALHOST, 0).into(), None).await.unwrap();
    listener.limit = limit;
    let (address, said) = (listener.address().unwrap(), Said::default());
    let (end, ended) = oneshot::channel::<()>();
    let mut task = JoinSet::new();
    let log = Arc::clone(&said);
    task.spawn(async move {
        let log = |line: &str| log.lock().unwrap().push(line.to_owned());
        let until = async { drop(ended.await) };
        listener.run(tower::service_fn(respond), log, until).await;
    });
    Running { address, said, end, task }
}

async fn send(address: SocketAddr, text: &str) -> TcpStream {
    let stream = TcpStream::connect(address).await.unwrap();
    stream.writable().await.unwrap();
    assert_eq!(stream.try_write(text.as_bytes()).unwrap(), text.len());
    stream
}

async fn get(address: SocketAddr, path: &str) -> TcpStream {
    send(address, &format!("GET {path} HTTP/1.1\r\nhost: test\r\n\r\n")).await
}

/// Reads until the other side ends, or until this text.
async fn read(stream: &TcpStream, until: &str) -> usize {
    let (mut total, mut last) = (0, vec![0; 1 << 16]);
    loop {
        stream.readable().await.unwrap();
        match stream.try_read(&mut last) {
            Ok(0) => return total,
            Ok(count) => {
                total += count;
                if !until.is_empty() && String::from_utf8_lossy(&last[..count]).contains(until) {
                    return total;
                }
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(_) => return total,
        }
    }
}

/// Returns whether the other side ends the connection within a long time.
async fn ends(stream: &TcpStream) -> bool {
    timeout(LONG, read(stream, "")).await.is_ok()
}

#[test]
fn some_descriptors_are_left_for_files() {
    for (descriptors, connections) in [
        (Some(256), 192),
        (Some(1_024), 960),
        (Some(50), 16),
        (Some(1 << 40), 10_000),
        (None, 10_000),
    ] {
        assert_eq!(limit(descriptors), connections, "{descriptors:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn clients_that_send_no_whole_request_are_disconnected() {
    let server = serve_at_most(10).await;
    let address = server.address;
    let (nothing, half) = (send(address, "").await, send(address, "GET / HT").await);
    let idle = get(address, "/").await;
    assert!(ends(&nothing).await && ends(&half).await);
    read(&idle, "ok").await;
    assert!(ends(&idle).await, "nor the next one");
}

#[tokio::test(start_paused = true)]
async fn a_client_that_does_not_read_is_disconnected() {
    let server = serve_at_most(10).await;
    let address = server.address;
    let unread = get(address, "/large").await;
    tokio::time::sleep(LONG).await;
    assert!(read(&unread, "").await < LARGE);
    let reads = get(address, "/large").await;
    assert!(timeout(LONG, read(&reads, "")).await.is_ok_and(|size| size > LARGE));
}

#[tokio::test(start_paused = true)]
async fn a_response_that_is_silent_for_long_goes_on() {
    let server = serve_at_most(10).await;
    let address = server.address;
    let watch = get(address, "/stream").await;
    read(&watch, "part").await;
    assert!(!ends(&watch).await);
}

#[tokio::test(start_paused = true)]
async fn at_the_limit_the_one_that_waits_longest_for_its_client_makes_room() {
    let server = serve_at_most(3).await;
    let (address, said) = (server.address, &server.said);
    let watch = get(address, "/stream").await;
    read(&watch, "part").await;
    let older = get(address, "/").await;
    read(&older, "ok").await;
    let newer = get(address, "/").await;
    read(&newer, "ok").await;
    assert!(said.lock().unwrap().is_empty());
    let another = get(address, "/").await;
    read(&another, "ok").await;
    assert!(timeout(Duration::from_secs(1), read(&older, "")).await.is_ok());
    for open in [&watch, &newer, &another] {
        assert!(timeout(Duration::from_secs(1), read(open, "")).await.is_err());
    }
    let said = said.lock().unwrap().join("\n");
    let client = older.local_addr().unwrap();
    let told =
        format!("connection limit reached (3): closed the connection of {client}, idle for ");
    assert!(said.starts_with(&told), "{said}");
}

#[tokio::test(start_paused = true)]
async fn where_all_are_in_use_the_one_that_is_silent_for_longest_makes_room() {
    let server = serve_at_most(2).await;
    let address = server.address;
    let first = get(address, "/stream").await;
    read(&first, "part").await;
    let second = get(address, "/stream").await;
    read(&second, "part").await;
    read(&get(address, "/").await, "ok").await;
    assert!(timeout(Duration::from_secs(1), read(&first, "")).await.is_ok());
    assert!(!ends(&second).await);
}

#[tokio::test(start_paused = true)]
async fn the_end_waits_for_responses_in_progress_and_not_for_requests() {
    let Running { address, end, mut task, .. } = serve_at_most(10).await;
    let half = send(address, "GET / HT").await;
    let large = get(address, "/large").await;
    let stuck = get(address, "/stream").await;
    read(&stuck, "part").await;
    let started = Instant::now();
    end.send(()).unwrap();
    assert_eq!(read(&half, "").await, 0);
    assert!(started.elapsed() < TO_FINISH);
    assert!(read(&large, "").await > LARGE);
    task.join_next().await.unwrap().unwrap();
    assert!(started.elapsed() <= HALF_SENT + TO_FINISH + Duration::from_secs(1));
    assert!(ends(&stuck).await);
}
