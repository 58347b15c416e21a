//! What `channel` and `upstream` share: set it, wait for the available updates to change, list them.

use std::time::Duration;

use anyhow::anyhow;
use tokio::time::Instant;

use super::{SetResult, SettingAction};
use crate::actions::list_updates::view::UpdateList;
use crate::actions::set::outcome::SetOutcome;
use crate::actions::set::view::{Kind, ServiceChange};
use crate::actions::{open, set};
use crate::cli::invocation::Invocation;
use crate::cli::write_args::{FollowArgs, refuse_files, typed};
use crate::cli::{GlobalArgs, Session};
use crate::connect::Source;
use crate::connect::patch::setting_patch;
use crate::connect::snapshot::SnapshotParts;
use crate::error::{Error, Hint, Result};
use upgrade_core::cluster::Cluster;
use upgrade_core::gates::words;
use upgrade_core::settings::observed;
use upgrade_core::settings::{Setting, SettingFindingKind, SettingPatch, channel};
use upgrade_core::snapshot::Snapshot;
use upgrade_core::updates::Updates;

/// Where a cluster retrieves updates from.
pub(crate) enum ServiceSetting {
    /// An empty name clears the channel.
    Channel { name: String, allow_explicit: bool },
    /// None for the default one.
    Upstream(Option<String>),
}

/// What is set.
pub(crate) struct SettingChange {
    pub(crate) what: ServiceSetting,
    /// The arguments, for hints.
    pub(crate) words: Vec<String>,
    pub(crate) invocation: Invocation,
}

const LOOKED_AT_EVERY: Duration = Duration::from_secs(1);

pub(crate) async fn run(
    following: SettingChange,
    args: &FollowArgs,
    global: &GlobalArgs,
    session: &mut Session,
) -> Result {
    let options = args.write.options();
    refuse_files(global, options)?;
    let source = open::open_for_wait(global, session).await?;
    let ended = set::set(&following, options, &source, session).await?;
    let (before, after, setting, warnings) = match ended {
        SetResult::Set { before, after, setting, warnings } => (before, after, setting, warnings),
        SetResult::Shown(status) => return Ok(status),
    };
    let mut view = following.view(&before, &setting, SetOutcome::Set);
    if !args.no_wait {
        let (answered, now) = answer(&source, &before.cluster, *after, args.timeout.0).await?;
        let change = observed::difference(&before.cluster, &now);
        let observed = answered || !now.unobserved();
        let doubt = words::unobserved_spec(&now).map(|words| words.warning());
        let updates = Updates::new(&now);
        let mut updates =
            UpdateList::new(&Snapshot::new(now), &updates, false, &session.invocation);
        // New updates are current even if the cluster-version operator has not raised
        // observedGeneration yet.
        updates.warnings.retain(|warning| !answered || Some(warning) != doubt.as_ref());
        view = view.followed(observed, change, updates);
        if !answered {
            let after = typed(args.timeout.0);
            view.note = Some(format!("Available updates have not changed after {after}"));
            let list = following.invocation.command([]);
            view.hints = vec![Hint::run("to list them again", list)];
        }
        session.ui.warn(&view.warnings);
    }
    let note = view.note.clone();
    let status = view.outcome.status();
    session.ui.tell(&following.noted(view, note, &warnings), status)?;
    Ok(status)
}

/// Polls until the available updates are new, or until the timeout. Returns whether they are new,
/// and the last state of the cluster.
async fn answer(
    source: &Source,
    before: &Cluster,
    after: Cluster,
    timeout: Option<Duration>,
) -> Result<(bool, Cluster)> {
    let Source::Live(live) = source else {
        return Err(Error::usage(anyhow!("--from is read-only")));
    };
    // A time beyond the calendar never comes.
    let end = timeout.and_then(|timeout| Instant::now().checked_add(live.clock.here(timeout)));
    let (mut cluster, mut looked) = (after, Instant::now());
    loop {
        if observed::lists_are_new(before, &cluster) {
            return Ok((true, cluster));
        }
        if end.is_some_and(|end| looked >= end) {
            return Ok((false, cluster));
        }
        let next = looked + live.clock.here(LOOKED_AT_EVERY);
        tokio::time::sleep_until(end.map_or(next, |end| end.min(next))).await;
        looked = Instant::now();
        // The setting is stored, whatever polling returns: a short outage changes nothing.
        if let Ok(seen) = source.snapshot(&SnapshotParts::CLUSTER_VERSION).await {
            cluster = seen.cluster;
        }
    }
}

impl SettingChange {
    /// Returns what to do about a refusal: a channel that resembles the name, or the override.
    fn hints(&self, setting: &Setting) -> Vec<Hint> {
        let mut hints = Vec::new();
        for objection in setting.objections.iter().filter(|objection| !objection.waived) {
            match &objection.kind {
                SettingFindingKind::HostedControlPlane => {
                    return vec!["this check cannot be overridden".into()];
                }
                SettingFindingKind::NotAChannelOfTheRelease { nearest, .. } => {
                    if let Some(near) = nearest.first() {
                        let command = self.invocation.command(["channel", near]);
                        hints.push(Hint::run(&format!("to set the channel to {near}"), command));
                    }
                    let words = self.words.iter().map(String::as_str);
                    let words = words.chain(["--allow-explicit-channel"]);
                    hints.push(Hint::run("to set it anyway", self.invocation.command(words)));
                }
                SettingFindingKind::UnknownRisk { .. } => {}
            }
        }
        hints
    }
}

impl SettingAction for SettingChange {
    type View = ServiceChange;

    fn decide(&self, snapshot: &Snapshot) -> Result<Setting> {
        Ok(match &self.what {
            ServiceSetting::Channel { name, allow_explicit } => {
                channel::decide(snapshot, name, *allow_explicit)
            }
            ServiceSetting::Upstream(url) => {
                Setting::new(snapshot, SettingPatch::Upstream(url.clone()))
            }
        })
    }

    fn view(&self, snapshot: &Snapshot, setting: &Setting, outcome: SetOutcome) -> ServiceChange {
        let cluster = &snapshot.cluster;
        let (kind, from, to) = match &self.what {
            ServiceSetting::Channel { name, .. } => {
                (Kind::ChannelChange, cluster.channel.as_deref(), Some(name.as_str()))
            }
            ServiceSetting::Upstream(url) => {
                (Kind::UpstreamChange, cluster.upstream.as_deref(), url.as_deref())
            }
        };
        let mut view = ServiceChange::new(cluster, setting, outcome, kind, from, to);
        view.patch = outcome.sends().then(|| setting_patch(setting));
        view.warnings.clone_from(&cluster.oddities);
        view.hints = self.hints(setting);
        view
    }

    fn shown_by(&self) -> &'static str {
        match &self.what {
            ServiceSetting::Channel { .. } => "channel",
            ServiceSetting::Upstream(_) => "upstream",
        }
    }

    fn noted(
        &self,
        mut view: ServiceChange,
        note: Option<String>,
        warnings: &[String],
    ) -> ServiceChange {
        view.note = note;
        view.warnings.extend(warnings.iter().cloned());
        view
    }

    fn question(&self, snapshot: &Snapshot, setting: &Setting) -> Option<String> {
        let cluster = &snapshot.cluster;
        let waived = setting.objections.iter().any(|objection| objection.waived);
        let ServiceSetting::Channel { name, .. } = &self.what else { return None };
        waived.then(|| {
            format!(
                "{} is not in channel {name}: {} would have no available updates\n",
                cluster.desired.version,
                cluster.origin.name()
            )
        })
    }

    fn warnings(&self, snapshot: &Snapshot, setting: &Setting) -> Vec<String> {
        let cluster = &snapshot.cluster;
        let version = cluster.desired.version.text();
        match &self.what {
            ServiceSetting::Channel { name, .. } if name.is_empty() => {
                vec!["without a channel the cluster retrieves no updates".to_owned()]
            }
            ServiceSetting::Channel { name, .. } if cluster.desired.channels.is_empty() => {
                vec![format!("the channels of {version} are unknown: cannot check {name}")]
            }
            ServiceSetting::Channel { name, .. } if !setting.objections.is_empty() => {
                vec![format!(
                    "overridden by --allow-explicit-channel: {version} is not in channel {name}"
                )]
            }
            ServiceSetting::Upstream(Some(url)) if url.starts_with("http://") => {
                vec![format!(
                    "{url} is not encrypted: anyone on the network can change the available updates"
                )]
            }
            ServiceSetting::Channel { .. } | ServiceSetting::Upstream(_) => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::connect::clock::Clock;
    use crate::connect::live::Live;
    use upgrade_lab::{Scenario, Service};

    const SETTLED: Option<Duration> = Some(Duration::from_secs(30));

    /// A practice cluster without an operator, with a wall clock that stands still.
    fn practice() -> (Service, Source) {
        let store = Scenario::find("healthy").unwrap().load().store;
        let clock = Clock::at(store.now);
        let service = Service::new(store);
        let client = kube::Client::new(service.clone(), "default");
        let source = Source::Live(Box::new(Live::inside(client, clock)));
        (service, source)
    }

    /// Sets a channel, applies `then` to the object after seven seconds, and returns whether that
    /// ended the wait, and after how long.
    async fn wait(then: impl FnOnce(&mut Value) + Send + 'static) -> (bool, Duration) {
        let (service, source) = practice();
        let before = source.snapshot(&SnapshotParts::CLUSTER_VERSION).await.unwrap().cluster;
        service.with(|store| {
            store.change_cluster_version(|object| {
                object["spec"]["channel"] = json!("stable-4.8");
                object["metadata"]["generation"] = json!(99);
            });
        });
        let after = source.snapshot(&SnapshotParts::CLUSTER_VERSION).await.unwrap().cluster;
        assert!(after.unobserved());
        let started = Instant::now();
        let operator = async {
            tokio::time::sleep(Duration::from_millis(6_500)).await;
            service.with(|store| store.change_cluster_version(then));
        };
        let (answered, ()) = tokio::join!(answer(&source, &before, after, SETTLED), operator);
        (answered.unwrap().0, started.elapsed())
    }

    #[tokio::test(start_paused = true)]
    async fn new_lists_end_the_wait_though_the_operator_has_not_observed_the_channel() {
        let (answered, took) = wait(|object| {
            let listed = json!({"version": "4.8.2", "image": "x", "channels": ["stable-4.8"]});
            object["status"]["availableUpdates"] = json!([listed]);
        })
        .await;
        assert_eq!((answered, took), (true, Duration::from_secs(7)));
    }

    #[tokio::test(start_paused = true)]
    async fn a_retrieval_that_fails_is_an_answer() {
        let (answered, _) = wait(|object| {
            let failed = json!({"type": "RetrievedUpdates", "status": "False", "reason": "X"});
            object["status"]["conditions"] = json!([failed]);
            object["status"]["availableUpdates"] = json!(null);
        })
        .await;
        assert!(answered);
    }

    #[tokio::test(start_paused = true)]
    async fn lists_that_stay_are_waited_for_no_longer_than_the_timeout_by_any_wall_clock() {
        let (answered, took) = wait(|object| object["status"]["versionHash"] = json!("x")).await;
        assert_eq!((answered, took), (false, Duration::from_secs(30)));
        let (answered, took) = wait(|object| {
            object["status"]["observedGeneration"] = object["metadata"]["generation"].clone();
        })
        .await;
        assert_eq!((answered, took), (false, Duration::from_secs(30)));
    }
}
