//! Operators that the Operator Lifecycle Manager (OLM) installs, and their updates that wait for
//! approval.

use serde::Deserialize;
use serde_json::Value;

use crate::objects::cluster_version::wire::Text;
use crate::objects::node::{ObjectMetadata, text, texts};
use upgrade_graph::bounded;
use upgrade_graph::decode::typed;

pub const GROUP: &str = "operators.coreos.com";
pub const VERSION: &str = "v1alpha1";
pub const SERVICE_VERSION: &str = "ClusterServiceVersion";
pub const SUBSCRIPTION: &str = "Subscription";
pub const INSTALL_PLAN: &str = "InstallPlan";
pub const SERVICE_VERSIONS: &str = "clusterserviceversions";
pub const SUBSCRIPTIONS: &str = "subscriptions";
pub const INSTALL_PLANS: &str = "installplans";

/// A label of the copies of a ClusterServiceVersion in the namespaces that its operator watches.
pub const COPIED: &str = "olm.copiedFrom";
/// The namespace of the original.
const HOME: &str = "olm.operatorNamespace";
/// An annotation: the properties of the operator, as JSON.
const PROPERTIES: &str = "operatorframework.io/properties";
const MAX_RELEASE: &str = "olm.maxOpenShiftVersion";

/// An installed operator: a ClusterServiceVersion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InstalledOperator {
    pub namespace: String,
    pub name: String,
    pub max_release: MaxRelease,
}

/// The last minor version of OpenShift that an operator supports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MaxRelease {
    NotLimited,
    /// Major and minor.
    UpTo(u64, u64),
    /// The property cannot be read, which OLM treats as a limit.
    Invalid(String),
}

/// A set of operator versions that OLM is about to install.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InstallPlan {
    pub namespace: String,
    pub name: String,
    /// The ClusterServiceVersions that it installs.
    pub brings: Vec<String>,
    pub needs_approval: bool,
}

#[derive(Debug, Deserialize)]
struct Property {
    r#type: String,
    #[serde(default)]
    value: Value,
}

/// The content of the annotation: an object, or the plain list of bundles.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum PropertyList {
    Wrapped {
        #[serde(default)]
        properties: Vec<Property>,
    },
    Bare(Vec<Property>),
}

#[derive(Debug, Default, Deserialize)]
struct ServiceVersionObject {
    metadata: Option<ObjectMetadata>,
}

#[derive(Debug, Default, Deserialize)]
struct SubscriptionObject {
    metadata: Option<ObjectMetadata>,
    status: Option<SubscriptionStatus>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct SubscriptionStatus {
    state: Option<Text>,
    install_plan_ref: Option<ObjectReference>,
}

#[derive(Debug, Default, Deserialize)]
struct ObjectReference {
    namespace: Option<Text>,
    name: Option<Text>,
}

#[derive(Debug, Default, Deserialize)]
struct InstallPlanObject {
    metadata: Option<ObjectMetadata>,
    spec: Option<InstallPlanSpec>,
    status: Option<InstallPlanStatus>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct InstallPlanSpec {
    approved: Option<bool>,
    cluster_service_version_names: Option<Vec<Text>>,
}

#[derive(Debug, Default, Deserialize)]
struct InstallPlanStatus {
    phase: Option<Text>,
}

/// Reads a ClusterServiceVersion by its metadata; none if it is a copy.
pub fn installed_operator(object: &Value) -> Option<InstalledOperator> {
    let wire: ServiceVersionObject = typed(object).unwrap_or_default();
    let metadata = wire.metadata.unwrap_or_default();
    let (namespace, name) = (text(metadata.namespace.as_ref()), text(metadata.name.as_ref()));
    let (namespace, name) = (namespace.to_owned(), name.to_owned());
    let annotations = texts(metadata.annotations);
    let is_copy = texts(metadata.labels).contains_key(COPIED)
        || annotations.get(HOME).is_some_and(|home| *home != namespace);
    let max_release = annotations.get(PROPERTIES).map_or(MaxRelease::NotLimited, |properties| {
        max_release(properties).unwrap_or_else(MaxRelease::Invalid)
    });
    (!is_copy).then_some(InstalledOperator { namespace, name, max_release })
}

// operator-lifecycle-manager: pkg/controller/operators/openshift/helpers.go, maxOpenShiftVersion
fn max_release(properties: &str) -> Result<MaxRelease, String> {
    let listed = bounded::json(properties.as_bytes()).ok();
    let Some(PropertyList::Wrapped { properties } | PropertyList::Bare(properties)) =
        listed.and_then(|listed| typed(&listed).ok())
    else {
        return Err(format!("annotation {PROPERTIES} is not a list of properties"));
    };
    let limits: Vec<&Value> = properties
        .iter()
        .filter(|property| property.r#type == MAX_RELEASE)
        .map(|property| &property.value)
        .collect();
    match limits.as_slice() {
        [] => Ok(MaxRelease::NotLimited),
        [limit] => {
            let text = limit.as_str().map_or_else(|| limit.to_string(), str::to_owned);
            minor_version(&text).ok_or_else(|| format!("{MAX_RELEASE} is {text:?}"))
        }
        [..] => Err(format!("{MAX_RELEASE} is defined {} times", limits.len())),
    }
}

/// Reads `4.9`, also as part of a full version.
fn minor_version(text: &str) -> Option<MaxRelease> {
    let mut parts = text.trim().trim_matches('"').trim_start_matches('v').splitn(3, '.');
    let major = parts.next()?.parse().ok()?;
    let minor = parts.next().map_or(Ok(0), str::parse).ok()?;
    Some(MaxRelease::UpTo(major, minor))
}

/// Returns namespace and name of the InstallPlan that a Subscription has not completed.
pub fn awaited_plan(subscription: &Value) -> Option<(String, String)> {
    let wire: SubscriptionObject = typed(subscription).unwrap_or_default();
    let status = wire.status.unwrap_or_default();
    if text(status.state.as_ref()) == "AtLatestKnown" {
        return None;
    }
    let plan = status.install_plan_ref?;
    let own = wire.metadata.unwrap_or_default().namespace;
    let namespace = plan.namespace.or(own)?.0;
    Some((namespace, plan.name?.0))
}

pub fn install_plan(object: &Value) -> InstallPlan {
    let wire: InstallPlanObject = typed(object).unwrap_or_default();
    let metadata = wire.metadata.unwrap_or_default();
    let spec = wire.spec.unwrap_or_default();
    let phase = wire.status.unwrap_or_default().phase;
    let brings = spec.cluster_service_version_names.unwrap_or_default();
    InstallPlan {
        namespace: text(metadata.namespace.as_ref()).to_owned(),
        name: text(metadata.name.as_ref()).to_owned(),
        brings: brings.into_iter().map(|name| name.0).collect(),
        needs_approval: spec.approved != Some(true) && text(phase.as_ref()) == "RequiresApproval",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn limit(properties: &str) -> MaxRelease {
        let annotations = json!({PROPERTIES: properties, HOME: "tools"});
        let object =
            json!({"metadata": {"name": "a.v1", "namespace": "tools", "annotations": annotations}});
        installed_operator(&object).unwrap().max_release
    }

    #[test]
    fn the_limit_is_read_in_every_form_in_which_it_is_written() {
        let one = |value: &str| format!(r#"{{"type":"olm.maxOpenShiftVersion","value":{value}}}"#);
        for value in [r#""4.9""#, r#""4.9.0""#, r#""v4.9""#, r#""\"4.9\"""#, "4.9"] {
            let property = one(value);
            assert_eq!(limit(&format!("[{property}]")), MaxRelease::UpTo(4, 9), "{value}");
            let wrapped = format!(r#"{{"properties":[{property}]}}"#);
            assert_eq!(limit(&wrapped), MaxRelease::UpTo(4, 9), "{value}");
        }
        for none in [r#"{"properties":[]}"#, "{}", r#"[{"type":"olm.gvk","value":{}}]"#] {
            assert_eq!(limit(none), MaxRelease::NotLimited, "{none}");
        }
        let twice = format!("[{0},{0}]", one(r#""4.9""#));
        for odd in ["", "7", &format!("[{}]", one(r#""""#)), &format!("[{}]", one("null")), &twice]
        {
            assert!(matches!(limit(odd), MaxRelease::Invalid(_)), "{odd}");
        }
    }

    #[test]
    fn copies_are_left_out() {
        let operator = |metadata: Value| installed_operator(&json!({"metadata": metadata}));
        let label = json!({"name": "a", "namespace": "b", "labels": {COPIED: "a"}});
        assert_eq!(operator(label), None);
        let elsewhere = json!({"name": "a", "namespace": "b", "annotations": {HOME: "a"}});
        assert_eq!(operator(elsewhere), None);
        assert!(operator(json!({"name": "a", "namespace": "b"})).is_some());
    }

    #[test]
    fn a_subscription_names_the_plan_that_it_waits_for() {
        let subscription = |state: &str| {
            json!({
                "metadata": {"name": "a", "namespace": "tools"},
                "status": {"state": state, "installPlanRef": {"name": "install-1"}},
            })
        };
        let plan = Some(("tools".to_owned(), "install-1".to_owned()));
        assert_eq!(awaited_plan(&subscription("UpgradePending")), plan);
        assert_eq!(awaited_plan(&subscription("AtLatestKnown")), None);
        assert_eq!(awaited_plan(&json!({"status": {"state": "UpgradePending"}})), None);
    }

    #[test]
    fn a_plan_waits_until_it_is_approved() {
        let plan = |approved: bool, phase: &str| {
            install_plan(&json!({"spec": {"approved": approved}, "status": {"phase": phase}}))
        };
        assert!(plan(false, "RequiresApproval").needs_approval);
        assert!(!plan(true, "RequiresApproval").needs_approval);
        assert!(!plan(false, "Complete").needs_approval);
    }
}
