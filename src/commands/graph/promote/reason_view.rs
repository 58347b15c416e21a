//! Why a version is due, waiting or blocked.

use schemars::JsonSchema;
use serde::Serialize;

use upgrade_graph::promote::{
    Entered, FeederReport, NoExit, Obstacle, PromotionCandidate, PromotionOutcome, Publicity,
    Timing, Unfixed,
};

#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct ReasonView {
    code: ReasonCode,
    /// A sentence without a final period
    pub(crate) message: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum ReasonCode {
    /// Its time in the feeder
    Delay,
    /// How long it is in the feeder is unknown
    EnteredUnknown,
    ErrataPublic,
    ErrataNotPublic,
    ErrataUnknown,
    /// The feeder has neither a delay nor errata
    ByHand,
    Tombstone,
    /// Cincinnati ignores a file about it
    UnservedFile,
    /// A risk of the previous patch is neither extended to it nor fixed
    RiskNotExtended,
    /// No update path leads to the minor version of the channel, or that is unknown
    WayOut,
}

pub(crate) fn reasons(candidate: &PromotionCandidate, fed: &FeederReport<'_>) -> Vec<ReasonView> {
    if candidate.outcome == PromotionOutcome::Blocked {
        let obstacle = |it: &Obstacle| obstacle(it, candidate, fed);
        return candidate.obstacles.iter().map(obstacle).collect();
    }
    let Timing { errata, .. } = &candidate.timing;
    let ready = candidate.outcome == PromotionOutcome::Promote;
    let passed = candidate.timing.has_passed();
    // One condition of the feeder is enough: the others no longer matter then.
    let delay = time(&candidate.timing, fed).filter(|_| passed || !ready);
    let public = matches!(errata, Some(Publicity::Public(_)));
    let errata = errata.as_ref().map(self::errata).filter(|_| public || !ready);
    let by_hand = candidate.timing.is_by_hand().then(|| {
        let message =
            format!("manual promotion from {}: no delay or errata is set", fed.terms.feeder);
        said(ReasonCode::ByHand, message)
    });
    delay.into_iter().chain(errata).chain(by_hand).collect()
}

fn said(code: ReasonCode, message: String) -> ReasonView {
    ReasonView { code, message }
}

fn time(timing: &Timing, fed: &FeederReport<'_>) -> Option<ReasonView> {
    let feeder = &fed.terms.feeder;
    let delay = fed.terms.delay.as_deref().unwrap_or_default();
    let entry = match timing.entered.as_ref()? {
        Entered::At(entry) => entry,
        Entered::Unknown(why) => {
            let message = format!("unknown how long it is in {feeder}: {why}");
            return Some(said(ReasonCode::EnteredUnknown, message));
        }
    };
    let by = match &entry.commit {
        Some((hash, summary)) => format!(", by {hash} ({summary})"),
        None => String::new(),
    };
    let over = match (timing.has_passed(), timing.until) {
        (true, _) => format!("{delay} has passed"),
        (false, Some(_)) => format!("{delay} has not passed"),
        (false, None) => format!("{delay} never passes"),
    };
    let message = format!("in {feeder} since {}{by}: {over}", entry.at);
    Some(said(ReasonCode::Delay, message))
}

fn errata(errata: &Publicity) -> ReasonView {
    let at = |address: &Option<String>| match address {
        Some(address) => format!(": {address}"),
        None => String::new(),
    };
    match errata {
        Publicity::Public(address) => {
            said(ReasonCode::ErrataPublic, format!("errata public{}", at(address)))
        }
        Publicity::NotPublic(address) => {
            said(ReasonCode::ErrataNotPublic, format!("errata not public{}", at(address)))
        }
        Publicity::Unknown(why) => {
            said(ReasonCode::ErrataUnknown, format!("cannot check the errata: {why}"))
        }
    }
}

fn obstacle(
    obstacle: &Obstacle,
    candidate: &PromotionCandidate,
    fed: &FeederReport<'_>,
) -> ReasonView {
    match obstacle {
        Obstacle::Tombstone => {
            said(ReasonCode::Tombstone, format!("{} has a tombstone for it", fed.terms.feeder))
        }
        Obstacle::Unserved { file, spot } => said(
            ReasonCode::UnservedFile,
            format!("Cincinnati ignores {file}:{}, which is about it", spot.line),
        ),
        Obstacle::Risk(unfixed) => {
            said(ReasonCode::RiskNotExtended, risk(unfixed, candidate.version.text()))
        }
        Obstacle::WayOut(no_way) => said(ReasonCode::WayOut, way_out(no_way, fed)),
    }
}

fn risk(unfixed: &Unfixed, version: &str) -> String {
    let Unfixed { risk, plain, previous, fixed_in, auto_extend } = unfixed;
    if *plain {
        // Cincinnati ignores a plain block with a `fixedIn`.
        return format!(
            "{risk} blocks updates to {previous}: also block updates to {version}, or use a risk with fixedIn"
        );
    }
    match (fixed_in, auto_extend) {
        (Some(fix), _) if fix.precedence(previous).is_le() => format!(
            "risk {risk} of {previous} has fixedIn {fix}, which is not later: correct it, or extend the risk to {version}"
        ),
        (Some(fix), _) => {
            format!("risk {risk} of {previous} is fixed in {fix}: extend it to {version}")
        }
        (None, Some(tracker)) => {
            format!("risk {risk} of {previous}: extend it to {version} (see {tracker} for the end)")
        }
        (None, None) => {
            format!("risk {risk} of {previous}: extend it to {version}, or add fixedIn")
        }
    }
}

fn way_out(no_way: &NoExit, fed: &FeederReport<'_>) -> String {
    let channel = &fed.channel.name.value;
    let minor = fed.channel.parts().map(|(_, (major, minor))| format!("{major}.{minor}"));
    let minor = minor.unwrap_or_default();
    match no_way {
        NoExit::For(arches) => {
            format!("no update path to {minor} within {channel} ({})", arches.join(", "))
        }
        NoExit::NotAReleaseHere => {
            format!("cannot check for an update path to {minor}: it is not among --releases")
        }
        NoExit::NotChecked => format!(
            "update path to {minor} not checked: use --releases or --allow-unchecked-way-out"
        ),
        NoExit::Beyond => format!("its minor version is later than that of {channel}"),
    }
}
