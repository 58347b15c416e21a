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

    /// Returns whether a text is a kubeconfig that a lab on this machine has written.
    pub fn is_of_a_lab(text: &str) -> bool {
        let config: Value = serde_json::from_str(text).unwrap_or_default();
        let only = |list: &str| config[list].as_array().filter(|all| all.len() == 1)?.first();
        let named = |list: &str| only(list).is_some_and(|one| one["name"] == Self::CONTEXT);
        let server = only("clusters").and_then(|one| one["cluster"]["server"].as_str());
        let address = server.and_then(|server| server.strip_prefix("https://"));
        let address = address.and_then(|address| address.parse::<SocketAddr>().ok());
        named("contexts")
            && named("clusters")
            && address.is_some_and(|address| address.ip().is_loopback())
    }

    /// Returns a kubeconfig that leads here.
    pub fn kubeconfig(&self, name: &str) -> Value {
        json!({
            "apiVersion": "v1", "kind": "Config", "current-context": name,
            "clusters": [{"name": name, "cluster": {"server": self.url, "certificate-authority-data": STANDARD.encode(&self.authority)}}],
            "users": [{"name": name, "user": {"token": self.token}}],
            "contexts": [{"name": name, "context": {"cluster": name, "user": name}}],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kubeconfig_of_a_lab_is_known_again() {
        let access = |url: &str| Access {
            url: url.to_owned(),
            authority: String::new(),
            token: String::new(),
        };
        let ours = access("https://127.0.0.1:4711").kubeconfig(Access::CONTEXT);
        assert!(Access::is_of_a_lab(&ours.to_string()));
        let away = access("https://192.0.2.1:4711").kubeconfig(Access::CONTEXT);
        let other = access("https://127.0.0.1:4711").kubeconfig("kind");
        let mut two = ours.clone();
        two["contexts"] = json!([ours["contexts"][0], other["contexts"][0]]);
        for theirs in [away, other, two, json!({}), json!("precious")] {
            assert!(!Access::is_of_a_lab(&theirs.to_string()), "{theirs}");
        }
        assert!(!Access::is_of_a_lab("precious"));
    }
}
