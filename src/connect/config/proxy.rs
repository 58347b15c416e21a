//! Which proxy to use, chosen by the cluster's host as Go does.

use anyhow::anyhow;
use http::Uri;
use hyper_util::client::proxy::matcher::Matcher;

use super::kubeconfig::Proxies;
use super::url;
use crate::error::{Error, Result};

/// A proxy, and where it was named.
#[derive(Debug, Clone)]
pub(crate) struct Proxy {
    pub(crate) uri: Uri,
    /// For error messages: the URL without credentials, and where it comes from.
    pub(crate) shown: String,
}

/// Returns the proxy of flag or kubeconfig, else that of the environment.
pub(crate) fn choose(
    named: Option<&str>,
    server: &Uri,
    proxies: &Proxies,
) -> Result<Option<Proxy>> {
    if let Some(text) = named {
        return parse(text, "proxy-url").map(Some);
    }
    let (variable, text) = match server.scheme_str() {
        Some("https") => ("HTTPS_PROXY", &proxies.https),
        _ => ("HTTP_PROXY", &proxies.http),
    };
    let Some(text) = text.as_ref().filter(|text| !text.is_empty()) else {
        return Ok(None);
    };
    if url::is_loopback(server) || is_excluded(server, proxies.no.as_deref().unwrap_or_default()) {
        return Ok(None);
    }
    let text = if text.contains("://") { text.clone() } else { format!("http://{text}") };
    parse(&text, variable).map(Some)
}

/// Evaluates `NO_PROXY` as Go does: `*` matches everything, and a port must be that of the server.
fn is_excluded(server: &Uri, no: &str) -> bool {
    let usual = if server.scheme_str() == Some("https") { 443 } else { 80 };
    let port = server.port_u16().unwrap_or(usual);
    let entries = no.split(',').map(str::trim).filter(|entry| !entry.is_empty());
    let hosts: Vec<&str> = entries
        .filter_map(|entry| match entry.rsplit_once(':') {
            // More than one colon is an IPv6 address.
            Some((host, of)) if !host.contains(':') || host.ends_with(']') => {
                (of.parse() == Ok(port)).then_some(host.trim_matches(['[', ']']))
            }
            _ => Some(entry),
        })
        .collect();
    let matcher = Matcher::builder().all("http://proxy").no(hosts.join(",")).build();
    hosts.contains(&"*") || matcher.intercept(server).is_none()
}

fn parse(text: &str, origin: &str) -> Result<Proxy> {
    let shown = format!("{} (from {origin})", url::without_credentials(text));
    let uri: Option<Uri> = text.parse().ok().filter(|uri: &Uri| uri.host().is_some());
    match uri {
        Some(uri) if matches!(uri.scheme_str(), Some("http" | "https" | "socks5")) => {
            Ok(Proxy { uri, shown })
        }
        _ => Err(Error::new("Proxy", anyhow!("cannot use proxy {shown}"))
            .hint("use an http://, https:// or socks5:// URL")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(server: &str, no: &str) -> Option<String> {
        let proxies = Proxies {
            https: Some("http://user:secret@proxy.example:3128".into()),
            http: None,
            no: Some(no.into()),
        };
        choose(None, &server.parse().unwrap(), &proxies).unwrap().map(|proxy| proxy.shown)
    }

    #[test]
    fn the_environment_is_evaluated_by_the_clusters_host() {
        let shown = Some("http://proxy.example:3128 (from HTTPS_PROXY)".to_owned());
        assert_eq!(chosen("https://api.example.com:6443", ""), shown);
        assert_eq!(chosen("https://api.example.com:6443", "proxy.example"), shown);
        assert_eq!(chosen("https://api.example.com:6443", "example.com"), None);
        assert_eq!(chosen("https://10.1.2.3:6443", "10.0.0.0/8"), None);
        assert_eq!(chosen("http://api.example.com", ""), None, "HTTPS_PROXY is not for http");
        for no in ["*", "a, *", "api.example.com:6443", "10.1.2.3:6443,api.example.com"] {
            assert_eq!(chosen("https://api.example.com:6443", no), None, "{no}");
        }
        assert_eq!(chosen("https://10.1.2.3:6443", "*"), None);
        assert_eq!(chosen("https://10.1.2.3:6443", "10.1.2.3:6443"), None);
        assert_eq!(chosen("https://api.example.com:6443", "api.example.com:443"), shown);
    }

    #[test]
    fn a_loopback_cluster_is_never_behind_the_environments_proxy() {
        for server in ["https://127.0.0.1:6443", "https://localhost:6443", "https://[::1]:6443"] {
            assert_eq!(chosen(server, ""), None);
        }
    }

    #[test]
    fn a_named_proxy_keeps_its_credentials_and_does_not_show_them() {
        let server = "https://127.0.0.1:6443".parse().unwrap();
        let proxies = Proxies { no: Some("127.0.0.1,localhost".into()), ..Proxies::default() };
        let proxy = choose(Some("socks5://user:secret@localhost:1080"), &server, &proxies)
            .unwrap()
            .unwrap();
        assert!(proxy.uri.to_string().contains("user:secret@"));
        assert!(!proxy.shown.contains("secret"));
        let error =
            choose(Some("socks5h://user:secret@localhost:1080"), &server, &proxies).unwrap_err();
        assert!(!error.message().contains("secret"), "{}", error.message());
    }
}
