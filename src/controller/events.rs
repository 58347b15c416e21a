//! Kubernetes Events: what an admin should see who does not read the log of the controller.
//!
//! An Event is about a change: a failure is reported when it begins and when it has ended. What happens again
//! is counted in the Event that is there.

mod ledger;

use std::time::Duration;

use jiff::Timestamp;
use k8s_openapi::api::core::v1::{Event, EventSource, ObjectReference};
use k8s_openapi::apimachinery::pkg::apis::meta::v1::{ObjectMeta, Time};
use kube::api::{Patch, PatchParams, PostParams};
use kube::{Api, Client};
use serde_json::json;
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout};
use tracing::debug;

use crate::connect::clock;
use crate::connect::fault::deepest;
use crate::topic;
use ledger::{EventLedger, EventStep};

const COMPONENT: &str = "upgrade-controller";
/// Events of objects without a namespace are there.
const DEFAULT: &str = "default";
const QUEUED: usize = 64; // more are dropped: they are not worth the memory
const PATIENCE: Duration = Duration::from_secs(10); // for one write
const AT_THE_END: Duration = Duration::from_secs(2); // for all that are left
const LONGEST_MESSAGE: usize = 1024; // bytes, the limit of the API

/// An Event to record.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct EventNote {
    pub(crate) about: EventObject,
    pub(crate) reason: EventReason,
    pub(crate) message: String,
}

/// The object that an Event is about.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum EventObject {
    ClusterVersion,
    Informer { name: String },
    Lease { namespace: String, name: String },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum EventReason {
    LeaderElected,
    LeaderLost,
    InformerFailed,
    InformerRecovered,
    UpdateStalled,
    UpdateResumed,
}

impl EventReason {
    fn as_str(self) -> &'static str {
        match self {
            Self::LeaderElected => "LeaderElected",
            Self::LeaderLost => "LeaderLost",
            Self::InformerFailed => "InformerFailed",
            Self::InformerRecovered => "InformerRecovered",
            Self::UpdateStalled => "UpdateStalled",
            Self::UpdateResumed => "UpdateResumed",
        }
    }

    /// Returns the type of its Events.
    fn kind(self) -> &'static str {
        match self {
            Self::LeaderElected | Self::InformerRecovered | Self::UpdateResumed => "Normal",
            Self::LeaderLost | Self::InformerFailed | Self::UpdateStalled => "Warning",
        }
    }
}

impl EventObject {
    fn namespace(&self) -> &str {
        match self {
            Self::ClusterVersion | Self::Informer { .. } => DEFAULT,
            Self::Lease { namespace, .. } => namespace,
        }
    }

    fn reference(&self) -> ObjectReference {
        let (version, kind, name, namespace) = match self {
            Self::ClusterVersion => ("config.openshift.io/v1", "ClusterVersion", "version", None),
            Self::Informer { name } => {
                ("config.openshift.io/v1beta1", "UpdateInformer", name.as_str(), None)
            }
            Self::Lease { namespace, name } => {
                ("coordination.k8s.io/v1", "Lease", name.as_str(), Some(namespace.clone()))
            }
        };
        ObjectReference {
            api_version: Some(version.to_owned()),
            kind: Some(kind.to_owned()),
            name: Some(name.to_owned()),
            namespace,
            ..ObjectReference::default()
        }
    }
}

/// Takes Events without waiting for the API server.
#[derive(Clone)]
pub(crate) struct EventSender(mpsc::Sender<EventNote>);

impl EventSender {
    pub(crate) fn send(&self, note: EventNote) {
        if self.0.try_send(note).is_err() {
            debug!(target: topic::DECISION, "dropped an Event: the queue is full");
        }
    }
}

/// Writes the Events of a controller, one after the other.
pub(crate) struct EventRecorder {
    client: Client,
    /// The name of this replica.
    replica: String,
    queue: mpsc::Receiver<EventNote>,
    ledger: EventLedger,
}

impl EventRecorder {
    pub(crate) fn new(client: Client, replica: String) -> (EventSender, Self) {
        let (sender, queue) = mpsc::channel(QUEUED);
        let recorder = Self { client, replica, queue, ledger: EventLedger::default() };
        (EventSender(sender), recorder)
    }

    /// Writes what is sent. `failed` gets the reason if that does not work.
    pub(crate) async fn run(&mut self, failed: impl Fn(Result<(), String>)) {
        while let Some(note) = self.queue.recv().await {
            failed(self.write(&note).await);
        }
        std::future::pending::<()>().await;
    }

    /// Writes what is left, at the end.
    pub(crate) async fn finish(mut self) {
        let rest = async {
            while let Ok(note) = self.queue.try_recv() {
                let _ = self.write(&note).await;
            }
        };
        let _ = timeout(AT_THE_END, rest).await;
    }

    async fn write(&mut self, note: &EventNote) -> Result<(), String> {
        let step = self.ledger.step(note, Instant::now());
        let written = match step {
            EventStep::Drop => {
                debug!(target: topic::DECISION, "dropped an Event: there are too many");
                return Ok(());
            }
            EventStep::Create => timeout(PATIENCE, self.create(note)).await,
            EventStep::Count { name, count } => {
                timeout(PATIENCE, self.count(note, &name, count)).await
            }
        };
        match written {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(deepest(&error)),
            Err(_) => Err("the API server does not respond".to_owned()),
        }
    }

    async fn create(&mut self, note: &EventNote) -> kube::Result<()> {
        let event = self.event(note, clock::now());
        let name = event.metadata.name.clone().unwrap_or_default();
        self.api(note).create(&PostParams::default(), &event).await?;
        self.ledger.created(note, name, Instant::now());
        Ok(())
    }

    /// Counts it in the Event that is there. If that has expired, creates another one.
    async fn count(&mut self, note: &EventNote, name: &str, count: i32) -> kube::Result<()> {
        let patch = json!({"count": count, "lastTimestamp": Time(clock::now())});
        let patched =
            self.api(note).patch(name, &PatchParams::default(), &Patch::Merge(&patch)).await;
        match patched {
            Err(kube::Error::Api(status)) if status.code == 404 => self.create(note).await,
            patched => patched.map(drop),
        }
    }

    fn api(&self, note: &EventNote) -> Api<Event> {
        Api::namespaced(self.client.clone(), note.about.namespace())
    }

    fn event(&self, note: &EventNote, now: Timestamp) -> Event {
        let EventNote { about, reason, message } = note;
        let object = about.reference();
        // As the client of Kubernetes names them.
        let name = format!("{}.{:x}", object.name.clone().unwrap_or_default(), now.as_nanosecond());
        let end = message.floor_char_boundary(LONGEST_MESSAGE);
        Event {
            metadata: ObjectMeta {
                name: Some(name),
                namespace: Some(about.namespace().to_owned()),
                ..ObjectMeta::default()
            },
            involved_object: object,
            reason: Some(reason.as_str().to_owned()),
            message: Some(message[..end].to_owned()),
            type_: Some(reason.kind().to_owned()),
            source: Some(EventSource { component: Some(COMPONENT.to_owned()), host: None }),
            reporting_component: Some(COMPONENT.to_owned()),
            reporting_instance: Some(self.replica.clone()),
            first_timestamp: Some(Time(now)),
            last_timestamp: Some(Time(now)),
            count: Some(1),
            ..Event::default()
        }
    }
}
