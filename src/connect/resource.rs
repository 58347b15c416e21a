//! Objects with a known path, and how they are written.

use anyhow::anyhow;
use kube::Resource;
use kube::api::{ApiResource, DynamicObject, Patch, PatchParams, PostParams, Request};
use kube::core::GroupVersionKind;
use serde_json::Value;

use super::fault::Fault;
use crate::error::{Error, Result};
use upgrade_core::objects::cluster_version::wire as cv;
use upgrade_core::objects::{
    cluster_operator, infrastructure, machine_config_pool, network, update_api,
};

const FIELD_MANAGER: &str = "upgrade";

/// An object with a known path, which needs no discovery; without a name, all of its kind.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ObjectRef<'a> {
    pub(super) group: &'static str,
    pub(super) kind: &'static str,
    pub(crate) plural: &'static str,
    /// None for cluster-scoped objects.
    pub(super) namespace: Option<&'static str>,
    pub(super) name: &'a str,
}

/// One that is known at compile time.
pub(crate) type ResourceRef = ObjectRef<'static>;

/// A write of one object.
#[derive(Debug, Clone, Copy)]
pub(super) enum Write<'a> {
    /// A merge patch with the resourceVersion of the decision.
    Patch(&'a Value),
    /// The same, for the status subresource.
    PatchStatus(&'a Value),
    Create(&'a Value),
}

pub(crate) const VERSION: ResourceRef = ResourceRef {
    group: cv::GROUP,
    kind: cv::KIND,
    plural: cv::PLURAL,
    namespace: None,
    name: cv::NAME,
};
pub(super) const INFRASTRUCTURE: ResourceRef = ResourceRef {
    group: cv::GROUP,
    kind: infrastructure::KIND,
    plural: infrastructure::PLURAL,
    namespace: None,
    name: infrastructure::NAME,
};
pub(super) const NETWORK: ResourceRef = ResourceRef {
    group: cv::GROUP,
    kind: network::KIND,
    plural: network::PLURAL,
    namespace: None,
    name: network::NAME,
};

pub(super) const PROXY: ResourceRef = ResourceRef {
    group: cv::GROUP,
    kind: "Proxy",
    plural: "proxies",
    namespace: None,
    name: "cluster",
};

pub(crate) const OPERATORS: ResourceRef = ResourceRef {
    group: cv::GROUP,
    kind: cluster_operator::KIND,
    plural: cluster_operator::PLURAL,
    namespace: None,
    name: "",
};
pub(crate) const POOLS: ResourceRef = ResourceRef {
    group: machine_config_pool::GROUP,
    kind: machine_config_pool::KIND,
    plural: machine_config_pool::PLURAL,
    namespace: None,
    name: "",
};
pub(super) const NODES: ResourceRef =
    ResourceRef { group: "", kind: "Node", plural: "nodes", namespace: None, name: "" };
pub(super) const UPDATE_STATUS: ResourceRef = ResourceRef {
    group: update_api::GROUP,
    kind: update_api::STATUS,
    plural: update_api::STATUSES,
    namespace: None,
    name: update_api::STATUS_NAME,
};

impl ObjectRef<'_> {
    pub(super) fn url(self) -> String {
        DynamicObject::url_path(&self.resource(), self.namespace)
    }

    pub(crate) fn resource(self) -> ApiResource {
        let ours = [update_api::INFORMERS, update_api::STATUSES, update_api::PLANS];
        let version = if ours.contains(&self.plural) { update_api::VERSION } else { cv::VERSION };
        let kind = GroupVersionKind::gvk(self.group, version, self.kind);
        ApiResource::from_gvk_with_plural(&kind, self.plural)
    }
}

impl Write<'_> {
    pub(super) fn request(
        self,
        object: ObjectRef<'_>,
        dry_run: bool,
    ) -> Result<http::Request<Vec<u8>>> {
        let place = Request::new(object.url());
        let field_manager = Some(FIELD_MANAGER.to_owned());
        let request = match self {
            Self::Patch(patch) | Self::PatchStatus(patch)
                if patch.pointer("/metadata/resourceVersion").is_none() =>
            {
                return Err(Error::new(
                    "BadAnswer",
                    anyhow!("cannot write safely: the object has no resourceVersion"),
                ));
            }
            Self::Patch(patch) => {
                let parameters = PatchParams { dry_run, field_manager, ..PatchParams::default() };
                place.patch(object.name, &parameters, &Patch::Merge(patch))
            }
            Self::PatchStatus(patch) => {
                let parameters = PatchParams { dry_run, field_manager, ..PatchParams::default() };
                place.patch_subresource("status", object.name, &parameters, &Patch::Merge(patch))
            }
            Self::Create(body) => {
                place.create(&PostParams { dry_run, field_manager }, body.to_string().into_bytes())
            }
        };
        request.map_err(|error| Error::new("Failed", error))
    }

    pub(super) fn verb(self) -> &'static str {
        match self {
            Self::Patch(_) | Self::PatchStatus(_) => "patch",
            Self::Create(_) => "create",
        }
    }
}

/// Returns whether it is a valid object name. Others would change the path of a URL.
pub(super) fn is_name(text: &str) -> bool {
    let legal = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-.".contains(c);
    !text.is_empty() && !text.contains("..") && text.chars().all(legal)
}

/// A JSON response does not prove that it is an API server.
pub(super) fn expected(answer: Value, object: ObjectRef<'_>) -> std::result::Result<Value, Fault> {
    let text = |pointer| answer.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
    let place = (text("/kind"), text("/metadata/namespace"), text("/metadata/name"));
    if place == (object.kind, object.namespace.unwrap_or_default(), object.name) {
        Ok(answer)
    } else {
        Err(Fault::SomethingElse)
    }
}
