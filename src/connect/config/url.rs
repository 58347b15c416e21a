//! URLs: which parts may be shown, and where they point.

use http::Uri;

/// Returns a URL without user and password, and without a trailing slash.
pub(crate) fn without_credentials(text: &str) -> String {
    let (scheme, rest) = text.split_once("://").map_or(("", text), |(scheme, rest)| (scheme, rest));
    let (authority, path) = match rest.find(['/', '?', '#']) {
        Some(place) => rest.split_at(place),
        None => (rest, ""),
    };
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let separator = if scheme.is_empty() { "" } else { "://" };
    format!("{scheme}{separator}{host}{path}").trim_end_matches('/').to_owned()
}

pub(crate) fn has_credentials(text: &str) -> bool {
    without_credentials(text) != text.trim_end_matches('/')
}

/// Returns whether a URL points to this host.
pub(crate) fn is_loopback(uri: &Uri) -> bool {
    let host = uri.host().unwrap_or_default().trim_matches(['[', ']']);
    host.eq_ignore_ascii_case("localhost")
        || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credentials_are_never_shown() {
        for (text, shown) in [
            ("https://api.example.com:6443/", "https://api.example.com:6443"),
            ("https://user:secret@host/k8s/clusters/x", "https://host/k8s/clusters/x"),
            ("https://user:se@cret@host", "https://host"),
            ("user:secret@host:80", "host:80"),
            ("https://[::1]:6443", "https://[::1]:6443"),
        ] {
            assert_eq!(without_credentials(text), shown);
        }
        assert!(has_credentials("https://a@b") && !has_credentials("https://b/"));
    }
}
