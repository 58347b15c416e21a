//! The page that shows the update graph in a browser: its files, and the headers that confine it.

use std::sync::LazyLock;

use http::header::{self, HeaderName};
use http::{HeaderMap, HeaderValue, Response};
use http_body_util::Full;
use hyper::body::Bytes;

use super::body::PreparedBody;

/// What the page explores. It reads this in its own head, and asks for nothing that is not served.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PageMode {
    /// An update service: any version, in any channel
    Service,
    /// One cluster: its version, its channel, its risks
    Cluster,
}

/// What a browser may do with the page: load its own files, and ask the server that sent it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    // Browsers ask again: the page and the answers it reads are of one version.
    (header::CACHE_CONTROL, "no-cache"),
    (header::VARY, "accept-encoding"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

const INDEX: &str = include_str!("index.html");
const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The files of the page below `page/`, each with its type and text.
macro_rules! files {
    ($($name:literal $kind:ident),+ $(,)?) => {
        [$((concat!("/page/", $name), $kind, include_str!($name))),+]
    };
}

const FILES: &[(&str, &str, &str)] = &files![
    "style.css" CSS,
    "address.js" SCRIPT,
    "api.js" SCRIPT,
    "channels.js" SCRIPT,
    "choices.js" SCRIPT,
    "cluster.js" SCRIPT,
    "command.js" SCRIPT,
    "copy.js" SCRIPT,
    "details.js" SCRIPT,
    "dom.js" SCRIPT,
    "drawing.js" SCRIPT,
    "explorer.js" SCRIPT,
    "graph.js" SCRIPT,
    "layout.js" SCRIPT,
    "main.js" SCRIPT,
    "markdown.js" SCRIPT,
    "risks.js" SCRIPT,
    "routes.js" SCRIPT,
    "search.js" SCRIPT,
    "table.js" SCRIPT,
    "verdict.js" SCRIPT,
    "viewport.js" SCRIPT,
    "words.js" SCRIPT,
];

struct PageFile {
    path: &'static str,
    kind: &'static str,
    body: PreparedBody,
}

/// Prepared on the first request: an update service that only clusters ask never needs it.
static PREPARED: LazyLock<Vec<PageFile>> = LazyLock::new(|| {
    let files = FILES.iter().map(|&(path, kind, text)| PageFile::new(path, kind, text.to_owned()));
    let service = PageFile::new("/", HTML, index(PageMode::Service));
    let cluster = PageFile::new("/", HTML, index(PageMode::Cluster));
    [service, cluster].into_iter().chain(files).collect()
});

/// Returns the response for a path of the page, such as `/` or `/page/style.css`; none for other paths.
pub(crate) fn respond(
    path: &str,
    mode: PageMode,
    asked: &HeaderMap,
) -> Option<Response<Full<Bytes>>> {
    if !is_of_page(path) {
        return None;
    }
    let mut files = PREPARED.iter().filter(|file| file.path == path);
    let file = match mode {
        PageMode::Service => files.next(),
        PageMode::Cluster => files.last(),
    };
    let file = file.expect("the paths of the page are those of its files");
    let mut response = file.body.response(file.kind, asked);
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    Some(response)
}

/// Returns whether the page has a file at this path.
pub(crate) fn is_of_page(path: &str) -> bool {
    path == "/" || FILES.iter().any(|(known, ..)| *known == path)
}

fn index(mode: PageMode) -> String {
    match mode {
        PageMode::Service => INDEX.to_owned(),
        PageMode::Cluster => INDEX.replace(MODE_OF_SERVICE, MODE_OF_CLUSTER),
    }
}

const MODE_OF_SERVICE: &str = r#"<meta name="upgrade-mode" content="service">"#;
const MODE_OF_CLUSTER: &str = r#"<meta name="upgrade-mode" content="cluster">"#;

impl PageFile {
    fn new(path: &'static str, kind: &'static str, text: String) -> Self {
        Self { path, kind, body: PreparedBody::new(text.into_bytes()) }
    }
}

#[cfg(test)]
mod tests;
