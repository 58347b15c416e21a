//! An API server: one GET to read, one PATCH to write, each within the request timeout.

use std::time::Duration;

use anyhow::anyhow;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use jiff::Timestamp;
use kube::Client;
use kube::api::{ApiResource, DynamicObject, GetParams, Patch, PatchParams, Request};
use kube::core::GroupVersionKind;
use kube::{Resource, client::Body};
use serde_json::Value;

use super::fault::{Answer, Call, Fault};
use super::{Need, Written, topology};
use crate::api::{cluster_version as cv, infrastructure};
use crate::domain::cluster::{Cluster, Origin};
use crate::error::{Error, Result};
use crate::translate::cluster_version;

const LARGEST_ANSWER: usize = 64 << 20; // etcd holds objects of 1.5 MiB; what is larger is no object
const FIELD_MANAGER: &str = "upgrade";

pub(crate) struct Live {
    pub(crate) client: Client,
    pub(crate) origin: Origin,
    /// Covers headers and body of one request; none waits for ever.
    pub(crate) timeout: Option<Duration>,
    pub(crate) clock: Clock,
}

/// Whose time it is.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Clock {
    System,
    /// The lab's own.
    At(Timestamp),
}

impl Live {
    pub(crate) async fn read(&self, need: Need) -> Result<Cluster> {
        match need {
            Need::Overview => self.cluster(
                &self.get(VERSION).await.map_err(|fault| self.explain(fault, "read", VERSION))?,
            ),
            Need::Request => {
                let (version, infrastructure) =
                    futures::future::join(self.get(VERSION), self.get(INFRASTRUCTURE)).await;
                let version = version.map_err(|fault| self.explain(fault, "read", VERSION))?;
                let mut cluster = self.cluster(&version)?;
                cluster.topology = match infrastructure {
                    Ok(object) => topology(Ok(&object)),
                    Err(fault) => match fault.status().map(|status| status.as_u16()) {
                        Some(403) => {
                            topology(Err("reading infrastructures/cluster is forbidden".to_owned()))
                        }
                        Some(404) => {
                            topology(Err("there is no infrastructures/cluster".to_owned()))
                        }
                        _ => Err(self.explain(fault, "read", INFRASTRUCTURE)),
                    },
                }?;
                Ok(cluster)
            }
        }
    }

    /// Patches the ClusterVersion once. A PATCH is never repeated blindly: where the answer is lost,
    /// the error says that the outcome is not known.
    pub(crate) async fn patch(&self, patch: &Value, dry_run: bool) -> Result<Written> {
        if patch.pointer("/metadata/resourceVersion").is_none() {
            return Err(Error::new(
                "BadAnswer",
                anyhow!("the object has no resourceVersion, so a safe write is not possible"),
            ));
        }
        let parameters = PatchParams {
            dry_run,
            field_manager: Some(FIELD_MANAGER.to_owned()),
            ..PatchParams::default()
        };
        let request = Request::new(VERSION.url())
            .patch(VERSION.name, &parameters, &Patch::Merge(patch))
            .map_err(|error| Error::new("Failed", error))?;
        match self.send(request).await {
            Ok(object) => Ok(Written::Accepted(Box::new(self.cluster(&object)?))),
            Err(fault) if fault.status() == Some(http::StatusCode::CONFLICT) => {
                Ok(Written::Conflict)
            }
            Err(fault) => {
                let doubt = fault.leaves_doubt() && !dry_run;
                let error = self.explain(fault, "patch", VERSION);
                Err(if doubt { error.in_doubt() } else { error })
            }
        }
    }

    async fn get(&self, object: Named) -> std::result::Result<Value, Fault> {
        let request = Request::new(object.url())
            .get(object.name, &GetParams::default())
            .map_err(|error| Fault::Transport(kube::Error::BuildRequest(error)))?;
        self.send(request).await
    }

    async fn send(&self, request: http::Request<Vec<u8>>) -> std::result::Result<Value, Fault> {
        let exchange = exchange(&self.client, request.map(Body::from));
        match self.timeout {
            None => exchange.await,
            Some(timeout) => tokio::time::timeout(timeout, exchange)
                .await
                .unwrap_or(Err(Fault::Timeout(timeout))),
        }
    }

    fn cluster(&self, object: &Value) -> Result<Cluster> {
        cluster_version::cluster(object, self.origin.clone(), self.clock.now()).map_err(|bad| {
            let server = self.server();
            let context = format!("cannot read clusterversions/version of {server}");
            Error::new("BadData", anyhow!(bad).context(context))
        })
    }

    fn explain(&self, fault: Fault, verb: &str, object: Named) -> Error {
        let resource = format!("{}.{}", object.plural, cv::GROUP);
        fault.explain(Call { server: self.server(), verb, resource: &resource, name: object.name })
    }

    fn server(&self) -> &str {
        self.origin.server.as_deref().unwrap_or("the API server")
    }
}

impl Clock {
    fn now(self) -> Timestamp {
        match self {
            #[expect(clippy::disallowed_methods, reason = "the one place that asks the clock")]
            Self::System => Timestamp::now(),
            Self::At(now) => now,
        }
    }
}

/// An object we know the place of, so that nothing needs to be discovered.
#[derive(Debug, Clone, Copy)]
struct Named {
    kind: &'static str,
    plural: &'static str,
    name: &'static str,
}

const VERSION: Named = Named { kind: cv::KIND, plural: cv::PLURAL, name: cv::NAME };
const INFRASTRUCTURE: Named = Named {
    kind: infrastructure::KIND,
    plural: infrastructure::PLURAL,
    name: infrastructure::NAME,
};

impl Named {
    fn url(self) -> String {
        let kind = GroupVersionKind::gvk(cv::GROUP, cv::VERSION, self.kind);
        DynamicObject::url_path(&ApiResource::from_gvk_with_plural(&kind, self.plural), None)
    }
}

async fn exchange(
    client: &Client,
    request: http::Request<Body>,
) -> std::result::Result<Value, Fault> {
    let response = client.send(request).await.map_err(Fault::Transport)?;
    let status = response.status();
    let body = Limited::new(response.into_body(), LARGEST_ANSWER).collect().await;
    let body = body.map_err(|error| match error.downcast_ref::<LengthLimitError>() {
        Some(_) => Fault::TooLarge { limit: LARGEST_ANSWER },
        None => Fault::Broken(error),
    })?;
    let body = body.to_bytes();
    if !status.is_success() {
        return Err(Fault::Answer { status, body: Answer::read(&body) });
    }
    serde_json::from_slice(&body).map_err(Fault::NotJson)
}
