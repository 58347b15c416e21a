//! What `channel` and `upstream` share: set it, wait until the cluster has looked, show what it offers.

use std::time::Duration;

use anyhow::anyhow;

use super::{SetResult, SettingAction};
use crate::actions::list_updates::view::UpdateList;
use crate::actions::set::outcome::SetOutcome;
use crate::actions::set::view::{Kind, ServiceChange};
use crate::actions::{open, set};
use crate::cli::invocation::Invocation;
use crate::cli::write_args::{FollowArgs, refuse_files};
use crate::cli::{GlobalArgs, Session};
use crate::connect::Source;
use crate::connect::patch::setting_patch;
use crate::connect::snapshot::SnapshotParts;
use crate::error::{Error, ExitStatus, Result};
use upgrade_core::cluster::Cluster;
use upgrade_core::settings::observed::{self, ObservedProgress};
use upgrade_core::settings::{Setting, SettingFindingKind, SettingPatch, channel};
use upgrade_core::snapshot::Snapshot;
use upgrade_core::updates::Updates;

/// What a cluster asks for updates.
pub(crate) enum ServiceSetting {
    /// Empty text follows none.
    Channel { name: String, allow_explicit: bool },
    /// None is the default one.
    Upstream(Option<String>),
}

/// What the cluster is to follow.
pub(crate) struct SettingChange {
    pub(crate) what: ServiceSetting,
    /// What was typed, for hints.
    pub(crate) words: Vec<String>,
    pub(crate) invocation: Invocation,
}

const LOOKED_AT_EVERY: Duration = Duration::from_secs(1);
/// After this the lists are taken as what the new setting gives, though they are the same.
const SETTLED_AFTER: Duration = Duration::from_secs(15);

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
    let (before, after, setting) = match ended {
        SetResult::Set { before, after, setting } => (before, after, setting),
        SetResult::Shown(status) => return Ok(status),
    };
    let mut view = following.view(&before, &setting, SetOutcome::Set);
    if !args.no_wait {
        let (observed, now) = read(&source, &before.cluster, *after, args.timeout.0).await?;
        let difference = observed::difference(&before.cluster, &now);
        let updates = Updates::new(&now);
        let updates = UpdateList::new(&Snapshot::new(now), &updates, false, &session.invocation);
        view = view.followed(observed, difference, updates);
        session.ui.warn(&view.warnings);
    }
    session.ui.show(&view)?;
    Ok(ExitStatus::Success)
}

/// Looks until the lists are those of the new setting, or time is up.
async fn read(
    source: &Source,
    before: &Cluster,
    after: Cluster,
    timeout: Option<Duration>,
) -> Result<(bool, Cluster)> {
    let Source::Live(live) = source else {
        return Err(Error::usage(anyhow!("files do not look at what is set in them")));
    };
    let start = live.clock.now();
    let since = |start| match (live.clock.now(), start) {
        (Some(now), Some(start)) => {
            Duration::try_from(now.duration_since(start)).unwrap_or_default()
        }
        _ => Duration::MAX,
    };
    let (mut cluster, mut observed) = (after, None);
    loop {
        match observed::progress(before, &cluster) {
            ObservedProgress::Fresh => return Ok((true, cluster)),
            ObservedProgress::Observed => {
                let first = *observed.get_or_insert_with(|| live.clock.now());
                if since(first) >= SETTLED_AFTER {
                    return Ok((true, cluster));
                }
            }
            ObservedProgress::Unobserved => observed = None,
        }
        // It is set, whatever comes of looking: a server that is away for a moment changes nothing.
        if timeout.is_some_and(|timeout| since(start) >= timeout) {
            return Ok((false, cluster));
        }
        tokio::time::sleep(live.clock.here(LOOKED_AT_EVERY)).await;
        if let Ok(seen) = source.snapshot(&SnapshotParts::CLUSTER_VERSION).await {
            cluster = seen.cluster;
        }
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
        let waivable = |against: &SettingFindingKind| {
            matches!(against, SettingFindingKind::NotAChannelOfTheRelease { .. })
        };
        if outcome == SetOutcome::Refused
            && setting.objections.iter().all(|objection| waivable(&objection.kind))
        {
            let words = self.words.iter().map(String::as_str);
            view.command_that_passes =
                Some(self.invocation.command(words.chain(["--allow-explicit-channel"])));
        }
        view
    }

    fn question(&self, snapshot: &Snapshot, setting: &Setting) -> Option<String> {
        let cluster = &snapshot.cluster;
        let waived = setting.objections.iter().any(|objection| objection.waived);
        let ServiceSetting::Channel { name, .. } = &self.what else { return None };
        waived.then(|| {
            format!(
                "{} is not in the channel {name}: {} would be offered no updates.\n",
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
                vec!["without a channel the cluster no longer asks for updates".to_owned()]
            }
            ServiceSetting::Channel { name, .. } if cluster.desired.channels.is_empty() => {
                vec![format!(
                    "which channels {version} is in is not known; {name} is taken as it is"
                )]
            }
            ServiceSetting::Channel { name, .. } if !setting.objections.is_empty() => {
                vec![format!("--allow-explicit-channel waives: {version} is not in {name}")]
            }
            ServiceSetting::Upstream(Some(url)) if url.starts_with("http://") => {
                vec![format!(
                    "{url} is not encrypted: whoever is in between can change what is offered"
                )]
            }
            ServiceSetting::Channel { .. } | ServiceSetting::Upstream(_) => Vec::new(),
        }
    }
}
