//! Which channels count, and which of them to follow for each hop.

use super::{Hop, PathQuery, eus};
use crate::channel;

/// The channels whose ways may be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChannelScope {
    /// So many of the families, the calmest first.
    Calm(usize),
    All,
    /// Those for going from even minor version to even minor version.
    Eus,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChannelChoice {
    /// The channel that is followed already offers the hop.
    Stay(String),
    Set(String),
    /// The graph does not say in which channel the hop is.
    Any,
}

/// The families in the order of their calm.
const CALMEST: [&str; 4] = ["stable", "eus", "fast", "candidate"];
const WITH_EUS: usize = 2; // stable and eus are equally calm

impl ChannelScope {
    /// Returns the realms in the order in which they are tried: the family that is followed with
    /// the calmer ones, then the others. Whoever follows none is taken for calm.
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

/// Returns the channel for each hop: the one followed as long as it offers the hop, else the lowest
/// of the family that was followed first, else the calmest. Where none is followed, `like` names the
/// family.
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

/// The own family first, then by calm; in a family the lowest minor version.
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
