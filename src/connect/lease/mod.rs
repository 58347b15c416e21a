//! A Lease of the cluster: every write requires that it did not change since it was read.

pub(crate) mod election;

use std::time::Duration;

use http::StatusCode;
use k8s_openapi::api::coordination::v1::{Lease, LeaseSpec};
use k8s_openapi::apimachinery::pkg::apis::meta::v1::MicroTime;
use kube::api::{ObjectMeta, PostParams};
use kube::{Api, Client};
use tokio::time::Instant;

use super::clock;
use super::fault::deepest;
use crate::connect::lease::election::{ElectionStep, Elector, LeaseRecord, LeaseTerms};

/// A Lease that only one replica can hold.
pub(crate) struct LeaseLock {
    api: Api<Lease>,
    namespace: String,
    lease: String,
    candidate: Elector,
}

/// The leader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Leader {
    We,
    Another(String),
}

impl LeaseLock {
    /// `lease` is its name, `who` is the candidate.
    pub(crate) fn new(
        client: Client,
        namespace: &str,
        lease: &str,
        who: String,
        terms: LeaseTerms,
    ) -> Self {
        let api = Api::namespaced(client, namespace);
        let (namespace, lease) = (namespace.to_owned(), lease.to_owned());
        Self { api, namespace, lease, candidate: Elector::new(who, terms) }
    }

    pub(crate) fn terms(&self) -> LeaseTerms {
        self.candidate.terms
    }

    /// Returns its namespace and name.
    pub(crate) fn lease(&self) -> (&str, &str) {
        (&self.namespace, &self.lease)
    }

    /// Returns the name of the candidate.
    pub(crate) fn name(&self) -> &str {
        &self.candidate.name
    }

    /// Acquires or renews it, if possible.
    pub(crate) async fn claim(&mut self) -> Result<Leader, String> {
        self.try_claim().await.map_err(|error| deepest(&error))
    }

    async fn try_claim(&mut self) -> kube::Result<Leader> {
        let found = self.api.get_opt(&self.lease).await?;
        let record = found.as_ref().map(record);
        let wanted = match self.candidate.step(record.as_ref(), Instant::now(), clock::now()) {
            ElectionStep::Wait { holder } => return Ok(Leader::Another(holder)),
            ElectionStep::Write(wanted) => wanted,
        };
        match self.write(found, &wanted).await {
            Ok(()) => Ok(Leader::We),
            Err(kube::Error::Api(status)) if status.code == StatusCode::CONFLICT.as_u16() => {
                Ok(Leader::Another("another replica".to_owned()))
            }
            Err(error) => Err(error),
        }
    }

    /// Releases it if it is ours, so that others need not wait until it expires.
    pub(crate) async fn give_back(&self) -> kube::Result<()> {
        let Some(found) = self.api.get_opt(&self.lease).await? else { return Ok(()) };
        match self.candidate.given_back(&record(&found), clock::now()) {
            Some(free) => self.write(Some(found), &free).await,
            None => Ok(()),
        }
    }

    async fn write(&self, found: Option<Lease>, wanted: &LeaseRecord) -> kube::Result<()> {
        let parameters = PostParams::default();
        let spec = Some(spec(wanted));
        if let Some(found) = found {
            // With the revision that was read: a write in between wins.
            let lease = Lease { spec, ..found };
            return self.api.replace(&self.lease, &parameters, &lease).await.map(drop);
        }
        let metadata = ObjectMeta { name: Some(self.lease.clone()), ..ObjectMeta::default() };
        self.api.create(&parameters, &Lease { metadata, spec }).await.map(drop)
    }
}

fn record(lease: &Lease) -> LeaseRecord {
    let spec = lease.spec.clone().unwrap_or_default();
    let seconds = spec.lease_duration_seconds.and_then(|seconds| u64::try_from(seconds).ok());
    LeaseRecord {
        holder: spec.holder_identity.unwrap_or_default(),
        lasts: Duration::from_secs(seconds.unwrap_or_default()),
        acquired: spec.acquire_time.map(|time| time.0),
        renewed: spec.renew_time.map(|time| time.0),
        transitions: spec.lease_transitions.unwrap_or_default(),
        revision: lease.metadata.resource_version.clone(),
    }
}

fn spec(record: &LeaseRecord) -> LeaseSpec {
    let seconds = i32::try_from(record.lasts.as_secs().max(1)).unwrap_or(i32::MAX);
    LeaseSpec {
        holder_identity: Some(record.holder.clone()),
        lease_duration_seconds: Some(seconds),
        acquire_time: record.acquired.map(MicroTime),
        renew_time: record.renewed.map(MicroTime),
        lease_transitions: Some(record.transitions),
        ..LeaseSpec::default()
    }
}
