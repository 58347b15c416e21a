//! That the files of the page are served, confined, and made of text only.

use http::StatusCode;
use http_body_util::BodyExt;

use super::*;

fn get(path: &str, mode: PageMode) -> Response<Full<Bytes>> {
    respond(path, mode, &HeaderMap::new()).unwrap()
}

fn text(response: Response<Full<Bytes>>) -> String {
    let body = futures::executor::block_on(response.into_body().collect()).unwrap();
    String::from_utf8(body.to_bytes().to_vec()).unwrap()
}

#[test]
fn the_page_says_whether_it_has_a_cluster() {
    assert!(text(get("/", PageMode::Service)).contains(MODE_OF_SERVICE));
    let cluster = text(get("/", PageMode::Cluster));
    assert!(cluster.contains(MODE_OF_CLUSTER) && !cluster.contains(MODE_OF_SERVICE));
    assert_eq!(text(get("/page/main.js", PageMode::Cluster)), include_str!("main.js"));
}

#[test]
fn every_file_that_another_names_is_served_and_nothing_else() {
    let served: Vec<&str> =
        FILES.iter().map(|(path, ..)| path.trim_start_matches("/page/")).collect();
    for (path, _, text) in FILES {
        for named in text.split("from \"./").skip(1) {
            let named = named.split('"').next().unwrap();
            assert!(served.contains(&named), "{path} imports {named}");
        }
    }
    for path in ["", "/page", "/page/", "/page/mod.rs", "/page/../mod.rs", "//", "/index.html"] {
        assert!(respond(path, PageMode::Service, &HeaderMap::new()).is_none(), "{path}");
    }
}

#[test]
fn every_file_is_confined_by_its_headers() {
    for path in FILES.iter().map(|(path, ..)| *path).chain(["/"]) {
        let response = get(path, PageMode::Service);
        let header = |name: &str| response.headers()[name].to_str().unwrap().to_owned();
        assert_eq!(header("content-security-policy"), POLICY, "{path}");
        assert_eq!(header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(header("referrer-policy"), "no-referrer", "{path}");
        assert!(response.headers().get("access-control-allow-origin").is_none(), "{path}");
    }
}

#[test]
fn a_browser_that_has_a_file_is_told_so_and_others_get_it_compressed() {
    let first = get("/page/style.css", PageMode::Service);
    let known = HeaderMap::from_iter([(header::IF_NONE_MATCH, first.headers()["etag"].clone())]);
    let second = respond("/page/style.css", PageMode::Service, &known).unwrap();
    assert_eq!(second.status(), StatusCode::NOT_MODIFIED);
    assert_eq!(second.headers()["content-security-policy"], POLICY);
    let gzip = HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static("gzip"))]);
    let packed = respond("/page/style.css", PageMode::Service, &gzip).unwrap();
    assert_eq!(packed.headers()["content-encoding"], "gzip");
}

/// What a strict policy would refuse in a browser, and what would let outside text in as markup.
#[test]
fn no_file_has_inline_scripts_or_styles_or_writes_markup() {
    let mut all: Vec<(&str, &str)> = FILES.iter().map(|(path, _, text)| (*path, *text)).collect();
    all.push(("/", INDEX));
    for (path, text) in all {
        for refused in [
            "style=",
            "onclick=",
            "<style",
            "javascript:",
            "innerHTML",
            "outerHTML",
            "eval(",
            "insertAdjacentHTML",
            "document.write",
            "new Function",
            "@import",
            "url(",
        ] {
            assert!(!text.contains(refused), "{path} has {refused}");
        }
        let addresses = text.replace("http://www.w3.org/2000/svg", "");
        assert!(!addresses.contains("http://"), "{path} names an address");
    }
}

#[test]
fn every_file_is_reachable_from_the_page() {
    for (path, ..) in FILES {
        let name = path.trim_start_matches("/page/");
        let mut texts = FILES.iter().map(|(_, _, text)| *text).chain([INDEX]);
        let named = [format!("\"./{name}\""), format!("\"page/{name}\"")];
        assert!(texts.any(|text| named.iter().any(|name| text.contains(name))), "{name} is unused");
    }
}
