//! Which channels count, and which of them to set for each step.

use super::{Hop, PathQuery, eus};
use crate::channel::{self, CALMEST};

/// The channels whose edges count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChannelScope {
    /// This many of the families, the most stable first.
    Calm(usize),
    All,
    /// The channels for EUS updates.
    Eus,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChannelChoice {
    /// The current channel has the update.
    Stay(String),
    Set(String),
    /// The graph does not tell which channel has the update.
    Any,
}

const WITH_EUS: usize = 2; // stable and eus are equally stable

impl ChannelScope {
    /// Returns the scopes in the order of the search: the current family with the more stable ones,
    /// then the others. Without a channel, only stable ones.
    pub fn tried(followed: Option<&str>) -> Vec<Self> {
        let calm = followed.map_or(Some(0), |followed| {
            let family = channel::family(followed)?;
            CALMEST.iter().position(|known| *known == family)
        });
        let calm = calm.map(|calm| (calm + 1).max(WITH_EUS)..CALMEST.len());
        calm.into_iter().flatten().map(Self::Calm).chain([Self::All]).collect()
    }

    /// Returns whether a channel counts.
    pub(super) fn has(self, channel: &str) -> bool {
        match self {
            Self::All => true,
            Self::Eus => eus::serves(channel),
            Self::Calm(families) => channel::family(channel)
                .is_some_and(|family| CALMEST[..families].contains(&family.as_str())),
        }
    }
}

/// Returns the channel for each step: the current one as long as it has the update, else the lowest
/// of the first family, else the most stable. Without a current channel, `like` names the family.
pub fn choices(
    query: &PathQuery<'_>,
    hops: &[Hop],
    current: Option<&str>,
    like: Option<&str>,
) -> Vec<ChannelChoice> {
    let family = match query.scope {
        ChannelScope::Eus => Some("eus".to_owned()),
        ChannelScope::Calm(_) | ChannelScope::All => current.or(like).and_then(channel::family),
    };
    let mut current = current;
    let mut choices = Vec::new();
    for hop in hops {
        let offering = query.way(*hop).channels.iter();
        let offering = offering.map(|&channel| query.merged.channels[channel].as_str());
        let offering: Vec<&str> = offering.filter(|channel| query.scope.has(channel)).collect();
        if let Some(followed) = current.filter(|followed| offering.contains(followed)) {
            choices.push(ChannelChoice::Stay(followed.to_owned()));
            continue;
        }
        let best = offering.into_iter().min_by_key(|channel| rank(channel, family.as_deref()));
        choices.push(best.map_or(ChannelChoice::Any, |best| ChannelChoice::Set(best.to_owned())));
        current = best.or(current);
    }
    choices
}

/// The current family first, then the most stable; within a family, the lowest minor version.
fn rank<'a>(
    name: &'a str,
    family: Option<&str>,
) -> (bool, usize, bool, Option<(u64, u64)>, &'a str) {
    let own = channel::family(name);
    let own = own.as_deref();
    let calm = CALMEST.iter().position(|known| Some(*known) == own).unwrap_or(CALMEST.len());
    let minor = channel::minor(name);
    (family.is_some() && family != own, calm, minor.is_none(), minor, name)
}
