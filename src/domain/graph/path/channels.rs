//! Which channel to follow for each hop.

use super::{Hop, Quest, eus};
use crate::domain::channel;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Choice {
    /// The channel that is followed already offers the hop.
    Stay(String),
    Set(String),
    /// The graph does not say in which channel the hop is.
    Any,
}

/// The families in the order of their calm.
const CALMEST: [&str; 4] = ["stable", "eus", "fast", "candidate"];

/// Returns the channel for each hop: the one followed as long as it offers the hop, else the lowest
/// of the same family that does, else the calmest. Where none is followed, `like` names the family.
pub(crate) fn choices(
    quest: &Quest<'_>,
    hops: &[Hop],
    current: Option<&str>,
    like: Option<&str>,
) -> Vec<Choice> {
    let mut current = current;
    let mut choices = Vec::new();
    for hop in hops {
        let offering = quest.way(*hop).channels.iter();
        let offering = offering.map(|&channel| quest.atlas.channels[channel].as_str());
        let offering: Vec<&str> =
            offering.filter(|channel| !quest.eus || eus::serves(channel)).collect();
        if let Some(followed) = current.filter(|followed| offering.contains(followed)) {
            choices.push(Choice::Stay(followed.to_owned()));
            continue;
        }
        let family = current.or(like).map(channel::family).filter(|_| !quest.eus);
        let best = offering.into_iter().min_by_key(|channel| rank(channel, family, quest.eus));
        choices.push(best.map_or(Choice::Any, |best| Choice::Set(best.to_owned())));
        current = best.or(current);
    }
    choices
}

/// The own family first, then by calm; in a family the lowest minor version.
fn rank<'a>(
    name: &'a str,
    family: Option<&str>,
    eus: bool,
) -> (bool, bool, usize, bool, Option<(u64, u64)>, &'a str) {
    let own = channel::family(name);
    let calm = CALMEST.iter().position(|known| *known == own).unwrap_or(CALMEST.len());
    let minor = channel::minor(name);
    (
        eus && own != "eus",
        family.is_some_and(|family| family != own),
        calm,
        minor.is_none(),
        minor,
        name,
    )
}
