//! What a client needs to reach a practice cluster, and the kubeconfig that says so.

use std::net::SocketAddr;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

/// Address, authority and token of a server.
#[derive(Debug, Clone)]
pub struct Access {
    pub url: String,
    pub authority: String,
    pub token: String,
}

impl Access {
    /// What a lab calls itself in the kubeconfig it writes.
    pub const CONTEXT: &str = "lab";

    /// How tokens of a lab begin.
    pub const TOKEN: &str = "lab~";

    /// Returns whether a text is a kubeconfig that a lab on this machine has written.
    pub fn is_of_a_lab(text: &str) -> bool {
        let config: Value = serde_json::from_str(text).unwrap_or_default();
        let all = |list: &str, is_ours: fn(&Value) -> bool| {
            let entries = config[list].as_array();
            entries.is_some_and(|entries| !entries.is_empty() && entries.iter().all(is_ours))
        };
        let is_local = |one: &Value| {
            let server = one["cluster"]["server"].as_str();
            let address = server.and_then(|server| server.strip_prefix("https://"));
            let address = address.and_then(|address| address.parse::<SocketAddr>().ok());
            address.is_some_and(|address| address.ip().is_loopback())
        };
        let has_our_token = |one: &Value| {
            one["user"]["token"].as_str().is_some_and(|token| token.starts_with(Self::TOKEN))
        };
        all("clusters", is_local) && all("users", has_our_token)
    }

    /// Returns a kubeconfig that leads to servers by their names; the first is the current one.
    pub fn kubeconfig(servers: &[(&str, &Self)]) -> Value {
        let each = |entry: fn(&str, &Self) -> Value| -> Vec<Value> {
            servers.iter().map(|(name, access)| entry(name, access)).collect()
        };
        json!({
            "apiVersion": "v1", "kind": "Config", "current-context": servers.first().map(|(name, _)| name),
            "clusters": each(|name, access| {
                let authority = STANDARD.encode(&access.authority);
                json!({"name": name, "cluster": {"server": access.url, "certificate-authority-data": authority}})
            }),
            "users": each(|name, access| json!({"name": name, "user": {"token": access.token}})),
            "contexts": each(|name, _| json!({"name": name, "context": {"cluster": name, "user": name}})),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kubeconfig_of_a_lab_is_known_again() {
        let access = |url: &str, token: &str| Access {
            url: url.to_owned(),
            authority: String::new(),
            token: token.to_owned(),
        };
        let config = |servers: &[(&str, &Access)]| Access::kubeconfig(servers).to_string();
        let (one, other) =
            (access("https://127.0.0.1:4711", "lab~1"), access("https://127.0.0.1:4712", "lab~2"));
        assert!(Access::is_of_a_lab(&config(&[(Access::CONTEXT, &one)])));
        assert!(Access::is_of_a_lab(&config(&[("a", &one), ("b", &other)])));
        let away = access("https://192.0.2.1:4711", "lab~1");
        let kind = access("https://127.0.0.1:4711", "secret");
        for theirs in [
            config(&[("lab", &away)]),
            config(&[("lab", &kind)]),
            config(&[("lab", &one), ("kind", &kind)]),
            config(&[]),
            "{}".to_owned(),
            "precious".to_owned(),
        ] {
            assert!(!Access::is_of_a_lab(&theirs), "{theirs}");
        }
    }
}
