//! The server of the page: who may ask, and which answer belongs to which request.
//!
//! Only those who know the token get answers, and only at this machine's own address: a web site
//! whose name resolves to 127.0.0.1 is refused, too.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::anyhow;
use http::header::{self, HeaderName};
use http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode};
use http_body_util::Full;
use hyper::body::Bytes;
use ring::rand::{SecureRandom, SystemRandom};
use tokio::sync::{mpsc, oneshot};

use crate::error::{Error, Result};
use crate::service::api::question::{ApiEndpoint, ApiError, ApiQuestion};
use crate::service::body::PreparedBody;
use crate::service::page::{self, PageMode};

type PageResponse = Response<Full<Bytes>>;
type Answer = std::result::Result<Arc<PreparedBody>, ApiError>;

const JSON: &str = "application/json";
const METHODS: &str = "GET, HEAD";
const TOKEN: usize = 16; // bytes

/// What a page asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ExplorerQuestion {
    Cluster,
    Api(ApiQuestion),
}

/// A question and where its answer goes.
pub(super) struct AskedQuestion {
    pub(super) question: ExplorerQuestion,
    pub(super) reply: oneshot::Sender<Answer>,
}

pub(super) struct ExplorerServer {
    address: SocketAddr,
    token: String,
    questions: mpsc::Sender<AskedQuestion>,
}

impl ExplorerServer {
    /// Makes a server with a new token.
    pub(super) fn new(address: SocketAddr, questions: mpsc::Sender<AskedQuestion>) -> Result<Self> {
        let mut bytes = [0; TOKEN];
        let random = SystemRandom::new().fill(&mut bytes);
        random.map_err(|_| Error::new("Failed", anyhow!("cannot get random numbers")))?;
        let token: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Self { address, token: token.concat(), questions })
    }

    /// Returns the address of the page.
    pub(super) fn url(&self) -> String {
        format!("http://{}/{}/", self.address, self.token)
    }

    pub(super) async fn respond(
        self: Arc<Self>,
        request: Request<()>,
    ) -> std::result::Result<PageResponse, Infallible> {
        let mut response = self.answer(&request).await;
        let ours: [(HeaderName, &str); 3] = [
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
            (header::REFERRER_POLICY, "no-referrer"),
            (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        ];
        for (name, value) in ours {
            response.headers_mut().insert(name, HeaderValue::from_static(value));
        }
        Ok(response)
    }

    async fn answer(&self, request: &Request<()>) -> PageResponse {
        if !self.is_meant(request.headers()) {
            return plain(StatusCode::FORBIDDEN, "Use the address that upgrade explore prints.\n");
        }
        let Some(path) = self.below_token(request.uri().path()) else {
            return plain(StatusCode::NOT_FOUND, "");
        };
        if ![Method::GET, Method::HEAD].contains(request.method()) {
            let mut answer = plain(StatusCode::METHOD_NOT_ALLOWED, "");
            answer.headers_mut().insert(header::ALLOW, HeaderValue::from_static(METHODS));
            return answer;
        }
        if path.is_empty() {
            return self.redirect();
        }
        if let Some(file) = page::respond(path, PageMode::Cluster, request.headers()) {
            return file;
        }
        let query = request.uri().query().unwrap_or_default();
        let api = |endpoint| ApiQuestion::read(endpoint, query).map(ExplorerQuestion::Api);
        let question = match path {
            "/api/v1/cluster" => Ok(ExplorerQuestion::Cluster),
            "/api/v1/channels" => api(ApiEndpoint::Channels),
            "/api/v1/graph" => api(ApiEndpoint::Graph),
            "/api/v1/path" => api(ApiEndpoint::Path),
            _ => return plain(StatusCode::NOT_FOUND, ""),
        };
        let answer = match question {
            Ok(question) => self.ask(question).await,
            Err(complaint) => Err(complaint),
        };
        match answer {
            Ok(body) => cached(body.response(JSON, request.headers()), "no-cache"),
            Err(complaint) => refused(&complaint),
        }
    }

    async fn ask(&self, question: ExplorerQuestion) -> Answer {
        let (reply, answer) = oneshot::channel();
        let asked = self.questions.try_send(AskedQuestion { question, reply });
        asked.map_err(|_| ApiError::busy())?;
        answer.await.unwrap_or_else(|_| Err(ApiError::busy()))
    }

    /// Returns whether a browser was told this address, and not a name that resolves to it.
    fn is_meant(&self, headers: &HeaderMap) -> bool {
        let port = self.address.port();
        let names = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        host.is_some_and(|host| names.iter().any(|name| name.eq_ignore_ascii_case(host)))
    }

    /// Returns the rest of a path with the right token.
    fn below_token<'a>(&self, path: &'a str) -> Option<&'a str> {
        let path = path.strip_prefix('/')?;
        let (token, rest) = path.split_at(path.find('/').unwrap_or(path.len()));
        // However much of a guess is right, the comparison takes the same time.
        let differences =
            token.bytes().zip(self.token.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
        (token.len() == self.token.len() && differences == 0).then_some(rest)
    }

    fn redirect(&self) -> PageResponse {
        let mut answer = plain(StatusCode::PERMANENT_REDIRECT, "");
        let place = HeaderValue::try_from(format!("/{}/", self.token));
        let place = place.expect("hexadecimal digits are fit for a header");
        answer.headers_mut().insert(header::LOCATION, place);
        answer
    }
}

fn refused(complaint: &ApiError) -> PageResponse {
    let said = serde_json::to_vec(complaint).expect("a complaint is texts");
    let mut answer = Response::new(Full::new(Bytes::from(said)));
    *answer.status_mut() = complaint.status;
    answer.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(JSON));
    if complaint.status == StatusCode::SERVICE_UNAVAILABLE {
        answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
    }
    cached(answer, "no-store")
}

fn plain(status: StatusCode, text: &'static str) -> PageResponse {
    let mut answer = Response::new(Full::new(Bytes::from_static(text.as_bytes())));
    *answer.status_mut() = status;
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    answer.headers_mut().insert(header::CONTENT_TYPE, kind);
    cached(answer, "no-store")
}

fn cached(mut answer: PageResponse, how: &'static str) -> PageResponse {
    answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(how));
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asks a server that answers no questions of the API.
    fn ask(method: &str, path: &str, host: &str) -> PageResponse {
        let (questions, _) = mpsc::channel(1);
        let address = SocketAddr::from(([127, 0, 0, 1], 8000));
        let server = ExplorerServer { address, token: "abc".to_owned(), questions };
        let request = Request::builder().method(method).uri(path).header("host", host);
        let respond = Arc::new(server).respond(request.body(()).unwrap());
        futures::executor::block_on(respond).unwrap()
    }

    #[test]
    fn nobody_gets_anything_without_the_token() {
        for (path, status) in [
            ("/", 404),
            ("/abd/", 404),
            ("/abcd/", 404),
            ("/ab/", 404),
            ("/ABC/", 404),
            ("//abc/", 404),
            ("/page/style.css", 404),
            ("/api/v1/cluster", 404),
            ("/abc", 308),
            ("/abc/", 200),
            ("/abc/page/style.css", 200),
            ("/abc/nowhere", 404),
            ("/abc/api/v1/path", 400),
            ("/abc/api/v1/cluster", 503),
        ] {
            let answer = ask("GET", path, "127.0.0.1:8000");
            assert_eq!(answer.status().as_u16(), status, "{path}");
            assert!(answer.headers().get("access-control-allow-origin").is_none());
        }
    }

    #[test]
    fn another_name_of_this_machine_is_refused() {
        for host in ["evil.example:8000", "127.0.0.1", "127.0.0.1:8001", "localhost.evil:8000", ""]
        {
            assert_eq!(ask("GET", "/abc/", host).status().as_u16(), 403, "{host}");
        }
        assert_eq!(ask("GET", "/abc/", "LOCALHOST:8000").status().as_u16(), 200);
    }

    #[test]
    fn it_only_reads() {
        for method in ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"] {
            let answer = ask(method, "/abc/api/v1/cluster", "localhost:8000");
            assert_eq!(answer.status().as_u16(), 405, "{method}");
        }
    }

    #[test]
    fn every_server_has_another_token() {
        let address = SocketAddr::from(([127, 0, 0, 1], 8000));
        let url = || ExplorerServer::new(address, mpsc::channel(1).0).unwrap().url();
        let (one, other) = (url(), url());
        assert_eq!(one.len(), "http://127.0.0.1:8000//".len() + 2 * TOKEN);
        assert_ne!(one, other);
    }
}
