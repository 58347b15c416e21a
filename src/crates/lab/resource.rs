//! The resources an API server knows: those built in, and those that definitions add.

use serde_json::{Value, json};

/// A kind of object and how it is addressed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Resource {
    pub group: String,
    pub version: String,
    pub kind: String,
    pub plural: String,
    pub singular: String,
    pub short: Vec<String>,
    pub namespaced: bool,
    /// Whether its status is written apart from the rest.
    pub status: bool,
    /// Columns that its definition names: name, type, path.
    pub columns: Vec<(String, String, String)>,
    /// The schema that its definition has.
    pub schema: Option<Value>,
}

/// Group, version, kind, plural, short name, namespaced, status.
type Row = (&'static str, &'static str, &'static str, &'static str, &'static str, bool, bool);

const BUILT_IN: [Row; 33] = [
    ("", "v1", "ConfigMap", "configmaps", "cm", true, false),
    ("", "v1", "Event", "events", "ev", true, false),
    ("", "v1", "Namespace", "namespaces", "ns", false, true),
    ("", "v1", "Node", "nodes", "no", false, true),
    ("", "v1", "Pod", "pods", "po", true, true),
    ("", "v1", "Secret", "secrets", "", true, false),
    ("", "v1", "Service", "services", "svc", true, true),
    ("", "v1", "ServiceAccount", "serviceaccounts", "sa", true, false),
    (EXTENSIONS, "v1", "CustomResourceDefinition", DEFINITIONS, "crd", false, true),
    ("apps", "v1", "DaemonSet", "daemonsets", "ds", true, true),
    ("apps", "v1", "Deployment", "deployments", "deploy", true, true),
    ("apps", "v1", "ReplicaSet", "replicasets", "rs", true, true),
    ("apiserver.openshift.io", "v1", "APIRequestCount", "apirequestcounts", "", false, true),
    ("authentication.k8s.io", "v1", "SelfSubjectReview", "selfsubjectreviews", "", false, false),
    (AUTHORIZATION, "v1", "SelfSubjectAccessReview", "selfsubjectaccessreviews", "", false, false),
    (AUTHORIZATION, "v1", "SelfSubjectRulesReview", "selfsubjectrulesreviews", "", false, false),
    (CONFIG, "v1", "ClusterOperator", "clusteroperators", "co", false, true),
    (CONFIG, "v1", "ClusterVersion", "clusterversions", "", false, true),
    (CONFIG, "v1", "Infrastructure", "infrastructures", "", false, true),
    (CONFIG, "v1", "Network", "networks", "", false, true),
    (CONFIG, "v1", "Proxy", "proxies", "", false, true),
    ("coordination.k8s.io", "v1", "Lease", "leases", "", true, false),
    ("machine.openshift.io", "v1beta1", "Machine", "machines", "", true, true),
    ("machine.openshift.io", "v1beta1", "MachineSet", "machinesets", "", true, true),
    (MACHINES, "v1", "MachineConfig", "machineconfigs", "mc", false, false),
    (MACHINES, "v1", "MachineConfigNode", "machineconfignodes", "", false, true),
    (MACHINES, "v1", "MachineConfigPool", "machineconfigpools", "mcp", false, true),
    (OLM, "v1alpha1", "ClusterServiceVersion", "clusterserviceversions", "csv", true, true),
    (OLM, "v1alpha1", "InstallPlan", "installplans", "ip", true, true),
    (OLM, "v1alpha1", "Subscription", "subscriptions", "sub", true, true),
    (POLICY, "v1", "PodDisruptionBudget", "poddisruptionbudgets", "pdb", true, true),
    (ROUTES, "v1", "Route", "routes", "", true, true),
    ("user.openshift.io", "v1", "User", "users", "", false, false),
];

const AUTHORIZATION: &str = "authorization.k8s.io";
const EXTENSIONS: &str = "apiextensions.k8s.io";
pub(crate) const CONFIG: &str = "config.openshift.io";
pub(crate) const MACHINES: &str = "machineconfiguration.openshift.io";
pub(crate) const OLM: &str = "operators.coreos.com";
pub(crate) const POLICY: &str = "policy";
pub(crate) const ROUTES: &str = "route.openshift.io";
pub(crate) const DEFINITIONS: &str = "customresourcedefinitions";

const VERBS: [&str; 7] = ["create", "delete", "get", "list", "patch", "update", "watch"];

pub(crate) fn built_in() -> impl Iterator<Item = Resource> {
    BUILT_IN.into_iter().map(|(group, version, kind, plural, short, namespaced, status)| Resource {
        group: group.to_owned(),
        version: version.to_owned(),
        kind: kind.to_owned(),
        plural: plural.to_owned(),
        singular: kind.to_lowercase(),
        short: Some(short)
            .filter(|short| !short.is_empty())
            .map(str::to_owned)
            .into_iter()
            .collect(),
        namespaced,
        status,
        columns: Vec::new(),
        schema: None,
    })
}

/// Reports that a definition is served, which clients wait for.
pub(crate) fn establish(object: &mut Value) {
    if object["kind"] == "CustomResourceDefinition" {
        let condition =
            |kind: &str| json!({"type": kind, "status": "True", "reason": "Lab", "message": ""});
        let names = object["spec"]["names"].clone();
        object["status"] = json!({
            "conditions": [condition("NamesAccepted"), condition("Established")],
            "acceptedNames": names, "storedVersions": [],
        });
    }
}

impl Resource {
    /// Reads a definition; none where it names no served version.
    pub(crate) fn defined(definition: &Value) -> Option<Self> {
        let spec = &definition["spec"];
        let names = &spec["names"];
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let versions = spec["versions"].as_array()?;
        let served = || versions.iter().filter(|version| version["served"] == true);
        let version = served().find(|version| version["storage"] == true).or(served().next())?;
        let columns = version["additionalPrinterColumns"].as_array().into_iter().flatten();
        let kind = text(&names["kind"])?;
        Some(Self {
            group: text(&spec["group"])?,
            version: text(&version["name"])?,
            plural: text(&names["plural"])?,
            singular: text(&names["singular"]).unwrap_or_else(|| kind.to_lowercase()),
            short: names["shortNames"].as_array().into_iter().flatten().filter_map(text).collect(),
            namespaced: spec["scope"] == "Namespaced",
            status: version["subresources"].get("status").is_some(),
            columns: columns
                .filter_map(|column| {
                    Some((
                        text(&column["name"])?,
                        text(&column["type"])?,
                        plain(column["jsonPath"].as_str()?),
                    ))
                })
                .collect(),
            schema: version["schema"].get("openAPIV3Schema").cloned(),
            kind,
        })
    }

    /// Returns group and version as objects name them.
    pub(crate) fn api_version(&self) -> String {
        if self.group.is_empty() {
            self.version.clone()
        } else {
            format!("{}/{}", self.group, self.version)
        }
    }

    /// Returns whether objects of it are questions, which are answered and not stored.
    pub(crate) fn is_review(&self) -> bool {
        self.plural.ends_with("reviews")
    }

    /// Returns what can be done with it.
    pub(crate) fn verbs(&self) -> &'static [&'static str] {
        if self.is_review() { &["create"] } else { &VERBS }
    }

    /// Returns whether clients know its merge keys, so that strategic patches make sense.
    pub(crate) fn is_native(&self) -> bool {
        !self.group.contains("openshift.io")
            && (self.group.is_empty()
                || !self.group.contains('.')
                || self.group.ends_with(".k8s.io"))
    }
}

/// Writes `list[?(@.field=="x")]` as `list[field=x]`.
fn plain(path: &str) -> String {
    path.replace("[?(@.", "[").replace("==", "=").replace(['"', '\''], "").replace(")]", "]")
}
