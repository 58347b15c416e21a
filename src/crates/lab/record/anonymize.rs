//! Replaces what identifies a cluster: its id, names, hosts and addresses. The same name becomes the same
//! replacement everywhere, so that objects still refer to each other.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use serde_json::Value;

/// Hosts that everyone knows, with all below them.
const PUBLIC: [&str; 12] = [
    "quay.io",
    "redhat.com",
    "redhat.io",
    "openshift.com",
    "openshift.io",
    "openshift.org",
    "k8s.io",
    "kubernetes.io",
    "github.com",
    "example.com",
    "svc",
    "cluster.local",
];
const DOMAIN: &str = "cluster.example.com";
const ID: &str = "00000000-0000-4000-8000-000000000000";

/// Replaces names in all objects and in what else is recorded.
pub(super) fn replace(objects: &mut [Value], others: &mut [Option<Value>]) {
    let mut names = Names::default();
    for object in objects.iter() {
        names.collect(object);
    }
    for value in objects.iter().chain(others.iter().flatten()) {
        names.collect_hosts(value);
    }
    for value in objects.iter_mut().chain(others.iter_mut().flatten()) {
        names.walk(value);
    }
}

#[derive(Default)]
struct Names {
    known: BTreeMap<String, String>,
    /// How many of each kind there are.
    counts: BTreeMap<&'static str, usize>,
    /// The domain of the cluster.
    domain: Option<String>,
    /// What names of machines start with.
    infrastructure: Option<String>,
    addresses: BTreeMap<IpAddr, String>,
}

impl Names {
    fn collect(&mut self, object: &Value) {
        let text = |pointer: &str| object.pointer(pointer).and_then(Value::as_str);
        let name = text("/metadata/name").unwrap_or_default();
        let namespace = text("/metadata/namespace").unwrap_or_default();
        let kind = object["kind"].as_str().unwrap_or_default();
        match kind {
            "ClusterVersion" => {
                if let Some(id) = text("/spec/clusterID").filter(|id| !id.is_empty()) {
                    self.known.insert(id.to_owned(), ID.to_owned());
                }
            }
            "Infrastructure" => {
                self.infrastructure = text("/status/infrastructureName").map(str::to_owned);
                let host = text("/status/apiServerURL").and_then(host_of);
                let domain = host.and_then(|host| host.strip_prefix("api."));
                self.domain = domain.filter(|domain| domain.contains('.')).map(str::to_owned);
            }
            "Node" => {
                self.number("node", name);
                let addresses = object["status"]["addresses"].as_array().into_iter().flatten();
                for host in addresses.filter_map(|address| address["address"].as_str()) {
                    let is_known = self.known.contains_key(host);
                    if host.parse::<IpAddr>().is_err() && !is_known {
                        let replacement = self.known[name].clone();
                        self.known.insert(host.to_owned(), format!("{replacement}.{DOMAIN}"));
                    }
                }
            }
            "Pod" if !is_of_product(namespace) => self.number("pod", name),
            "PodDisruptionBudget" if !is_of_product(namespace) => self.number("budget", name),
            "MachineSet" => self.number("machineset", name),
            "Proxy" => {
                for half in ["spec", "status"] {
                    let exceptions = object[half]["noProxy"].as_str().unwrap_or_default();
                    for exception in exceptions.split(',') {
                        self.domain(exception.trim());
                    }
                }
            }
            "APIRequestCount" => self.users(&object["status"]),
            _ => {}
        }
        if !is_of_product(namespace) {
            self.number("namespace", namespace);
        }
    }

    fn number(&mut self, kind: &'static str, name: &str) {
        if !name.is_empty() && !self.known.contains_key(name) {
            let count = self.counts.entry(kind).or_default();
            *count += 1;
            self.known.insert(name.to_owned(), format!("{kind}-{count}"));
        }
    }

    fn users(&mut self, value: &Value) {
        match value {
            Value::Array(items) => {
                for item in items {
                    self.users(item);
                }
            }
            Value::Object(fields) => {
                for (name, value) in fields {
                    match value.as_str() {
                        Some(user) if name == "username" && !user.starts_with("system:") => {
                            self.number("user", user);
                        }
                        _ => self.users(value),
                    }
                }
            }
            _ => {}
        }
    }

    /// Finds hosts in URLs and in names of images.
    fn collect_hosts(&mut self, value: &Value) {
        match value {
            Value::String(text) => self.hosts_in(text),
            Value::Array(items) => {
                for item in items {
                    self.collect_hosts(item);
                }
            }
            Value::Object(fields) => {
                for (name, value) in fields {
                    self.hosts_in(name);
                    self.collect_hosts(value);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn hosts_in(&mut self, text: &str) {
        for word in text.split(|c: char| c.is_whitespace() || "\"'`,;()<>{}".contains(c)) {
            let is_image = word.contains("@sha256:");
            if let Some(host) = host_of(word).or_else(|| image_host(word).filter(|_| is_image)) {
                self.host(host);
            }
        }
    }

    fn host(&mut self, host: &str) {
        let is_public = PUBLIC.iter().any(|known| is_below(host, known));
        let is_ours = self.domain.as_ref().is_some_and(|domain| is_below(host, domain));
        let is_name = host.contains('.') && host.parse::<IpAddr>().is_err();
        if is_name && !is_public && !is_ours && !self.known.contains_key(host) {
            self.number("host", host);
            if let Some(replacement) = self.known.get_mut(host) {
                *replacement += ".example.com";
            }
        }
    }

    /// Finds a host, or a domain with a dot before it.
    fn domain(&mut self, text: &str) {
        let host = text.trim_start_matches('.');
        self.host(host);
        if host != text
            && let Some(replacement) = self.known.get(host).cloned()
        {
            self.known.insert(text.to_owned(), format!(".{replacement}"));
        }
    }

    fn walk(&mut self, value: &mut Value) {
        match value {
            Value::String(text) => *text = self.replaced(text),
            Value::Array(items) => {
                for item in items {
                    self.walk(item);
                }
            }
            Value::Object(fields) => {
                let old = std::mem::take(fields);
                for (name, mut value) in old {
                    self.walk(&mut value);
                    fields.insert(self.replaced(&name), value);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn replaced(&mut self, text: &str) -> String {
        if let Some(replacement) = self.known.get(text) {
            return replacement.clone();
        }
        let mut result = String::with_capacity(text.len());
        let is_part = |c: char| c.is_ascii_alphanumeric() || ".-_:".contains(c);
        let mut rest = text;
        while let Some(start) = rest.find(is_part) {
            let (before, after) = rest.split_at(start);
            let end = after.find(|c: char| !is_part(c)).unwrap_or(after.len());
            result += before;
            self.word(&after[..end], &mut result);
            rest = &after[end..];
        }
        result + rest
    }

    /// Replaces a word, which may have a port, or a full stop at its end.
    fn word(&mut self, word: &str, result: &mut String) {
        if let Ok(address @ IpAddr::V6(_)) = word.parse() {
            *result += &self.address(address);
            return;
        }
        for (place, part) in word.split(':').enumerate() {
            let bare = part.trim_end_matches(['.', '-', '_']);
            result.push_str(if place > 0 { ":" } else { "" });
            *result += &self.name(bare);
            *result += &part[bare.len()..];
        }
    }

    fn name(&mut self, word: &str) -> String {
        if let Some(replacement) = self.known.get(word) {
            return replacement.clone();
        }
        if let Ok(address) = word.parse::<IpAddr>() {
            return self.address(address);
        }
        if let Some(domain) = &self.domain
            && let Some(start) = word.strip_suffix(domain.as_str())
            && (start.is_empty() || start.ends_with('.'))
        {
            let start = start.trim_end_matches('.');
            let separator = if start.is_empty() { "" } else { "." };
            return format!("{}{separator}{DOMAIN}", self.name(start));
        }
        if let Some(infrastructure) = self.infrastructure.as_deref().filter(|it| !it.is_empty())
            && let Some(rest) = word.strip_prefix(infrastructure)
            && (rest.is_empty() || rest.starts_with('-'))
        {
            return format!("cluster{rest}");
        }
        // Static pods are named after their node.
        let own = word.match_indices('-').map(|(place, _)| place);
        for place in own {
            if let Some(replacement) = self.known.get(&word[place + 1..]) {
                return format!("{}-{replacement}", &word[..place]);
            }
        }
        word.to_owned()
    }

    fn address(&mut self, address: IpAddr) -> String {
        if address.is_loopback() || address.is_unspecified() {
            return address.to_string();
        }
        let count = u32::try_from(self.addresses.len()).unwrap_or(u32::MAX);
        let replacement = || match address {
            // Ranges for benchmarks and documentation: no host has such an address.
            IpAddr::V4(_) => Ipv4Addr::from_bits(0xC612_0001 + count % 0x1_FFFE).to_string(),
            IpAddr::V6(_) => {
                Ipv6Addr::from_bits((0x2001_0db8 << 96) + 1 + u128::from(count)).to_string()
            }
        };
        self.addresses.entry(address).or_insert_with(replacement).clone()
    }
}

fn is_of_product(namespace: &str) -> bool {
    namespace.is_empty()
        || namespace == "default"
        || namespace == "openshift"
        || ["openshift-", "kube-"].iter().any(|prefix| namespace.starts_with(prefix))
}

fn is_below(host: &str, domain: &str) -> bool {
    host.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

fn host_of(url: &str) -> Option<&str> {
    let (_, rest) = url.split_once("://")?;
    let host = rest.split(['/', '?', '#', ':']).next()?;
    Some(host).filter(|host| !host.is_empty())
}

fn image_host(image: &str) -> Option<&str> {
    let (host, _) = image.split_once('/')?;
    host.split(':').next()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_same_name_becomes_the_same_everywhere() {
        let mut objects = [
            json!({"kind": "ClusterVersion", "metadata": {"name": "version"}, "spec": {
                "clusterID": "abc-def", "upstream": "https://osus.corp.internal/graph"}}),
            json!({"kind": "Infrastructure", "metadata": {"name": "cluster"}, "status": {
                "infrastructureName": "prod-x7k2p",
                "apiServerURL": "https://api.prod.corp.test:6443"}}),
            json!({"kind": "Node", "metadata": {"name": "w1.corp.test"}, "status": {"addresses": [
                {"type": "InternalIP", "address": "10.1.2.3"},
                {"type": "Hostname", "address": "w1"}]}}),
            json!({"kind": "Pod", "metadata": {"name": "ledger-0", "namespace": "bank"},
                "spec": {"nodeName": "w1.corp.test",
                    "containers": [{"image": "mirror.corp.internal:5000/a/b@sha256:00"}]}}),
            json!({"kind": "Pod", "metadata": {"name": "etcd-w1.corp.test", "namespace": "openshift-etcd"}}),
        ];
        let proxy = "https://squid.corp.lan:3128";
        let mut more = [json!({"kind": "Proxy", "metadata": {"name": "cluster"}, "spec": {
            "httpsProxy": proxy, "noProxy": "localhost,.corp.lan,db.corp.lan,10.0.0.0/8,.svc"}})];
        replace(&mut more, &mut []);
        let text = more[0]["spec"].to_string();
        assert!(!text.contains("corp") && text.contains("localhost,.host-"), "{text}");
        assert!(text.contains("/8,.svc"), "{text}");
        let told = "node w1.corp.test (10.1.2.3) of prod-x7k2p-worker: console.apps.prod.corp.test:443 \
                    and mirror.corp.internal. abc-def is bank/ledger-0, version 4.16.20";
        let mut others = [Some(json!({"w1": told, "u": "https://osus.corp.internal/graph"}))];
        replace(&mut objects, &mut others);
        assert_eq!(
            others[0],
            Some(json!({
                "node-1.cluster.example.com": "node node-1 (198.18.0.1) of cluster-worker: \
                    console.apps.cluster.example.com:443 and host-2.example.com. \
                    00000000-0000-4000-8000-000000000000 is namespace-1/pod-1, version 4.16.20",
                "u": "https://host-1.example.com/graph",
            }))
        );
        assert_eq!(objects[0]["spec"]["upstream"], "https://host-1.example.com/graph");
        assert_eq!(objects[0]["metadata"]["name"], "version");
        assert_eq!(objects[3]["spec"]["nodeName"], objects[2]["metadata"]["name"]);
        let image = &objects[3]["spec"]["containers"][0]["image"];
        assert_eq!(image, "host-2.example.com:5000/a/b@sha256:00");
        assert_eq!(objects[4]["metadata"]["name"], "etcd-node-1");
        let all = format!("{objects:?}{others:?}");
        for name in ["corp", "prod", "abc-def", "10.1.2.3", "bank", "ledger", "w1"] {
            assert!(!all.contains(name), "{name}: {all}");
        }
    }

    #[test]
    fn what_everyone_knows_stays() {
        let text = "quay.io/openshift-release-dev/ocp-release@sha256:00 https://docs.openshift.com/a \
                    4.16.0-0.nightly-2024-01-01-000000 https://127.0.0.1:6443 thanos.openshift-monitoring.svc";
        let mut others = [Some(json!(text))];
        replace(&mut [], &mut others);
        assert_eq!(others[0], Some(json!(text)));
    }
}
