//! Channels: their names, their order, and which of them a release is in.

/// A channel by the parts of its name: `stable-4.6`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct ChannelName<'a> {
    /// Channels without a minor version come last.
    minor: Option<std::cmp::Reverse<(u64, u64)>>,
    phase: usize,
    name: &'a str,
}

/// The families, the most stable first.
pub(crate) const CALMEST: [&str; 4] = ["stable", "eus", "fast", "candidate"];
const PHASES: [&str; 4] = ["candidate", "fast", "stable", "eus"];

fn parts(name: &str) -> ChannelName<'_> {
    let (phase, minor) = name.split_once('-').unwrap_or((name, ""));
    let numbers = minor.split_once('.').and_then(|(major, minor)| {
        Some(std::cmp::Reverse((major.parse().ok()?, minor.parse().ok()?)))
    });
    let phase = PHASES.iter().position(|known| *known == phase).unwrap_or(PHASES.len());
    ChannelName { minor: numbers, phase, name }
}

/// Orders channels by minor version, oldest first, then candidate, fast, stable, eus and others.
pub fn sorted(channels: &[String]) -> Vec<String> {
    let mut sorted: Vec<&String> = channels.iter().collect();
    sorted.sort_by_key(|name| {
        let ChannelName { minor, phase, name } = parts(name);
        let minor = minor.map(|minor| minor.0);
        (minor.is_none(), minor, phase, name)
    });
    sorted.dedup();
    sorted.into_iter().cloned().collect()
}

/// Returns a key that orders channels for a choice: the highest minor version first, and within it
/// the most stable one.
pub fn by_choice(name: &str) -> impl Ord + use<> {
    let (phase, _) = name.split_once('-').unwrap_or((name, ""));
    let phase = CALMEST.iter().position(|known| *known == phase).unwrap_or(CALMEST.len());
    let minor = parts(name).minor;
    (minor.is_none(), minor, phase, name.to_owned())
}

/// Returns the minor version that a channel leads to, from its name.
pub fn minor(channel: &str) -> Option<(u64, u64)> {
    parts(channel).minor.map(|minor| minor.0)
}

/// Returns the channel that is most similar to `channel`: of its phase, and of the earliest minor
/// version.
pub fn alike(channel: &str, several: &[String]) -> Option<String> {
    let several = sorted(several);
    let phase = parts(channel).phase;
    let same = several.iter().find(|name| parts(name).phase == phase);
    same.or(several.first()).cloned()
}

/// Returns the usual channels of a minor version.
pub fn of_minor(minor: (u64, u64)) -> Vec<String> {
    let phases = PHASES.iter().filter(|phase| serves(phase, minor));
    phases.map(|phase| of_family(phase, minor)).collect()
}

/// Returns whether a family usually has a channel of a minor version: eus channels are for even
/// ones only.
pub(crate) fn serves(family: &str, (_, minor): (u64, u64)) -> bool {
    family != "eus" || minor.is_multiple_of(2)
}

/// Returns `stable-4.6` for `stable`.
pub(crate) fn of_family(family: &str, (major, minor): (u64, u64)) -> String {
    format!("{family}-{major}.{minor}")
}

/// Returns whether an update service accepts such a name.
pub fn is_legal(name: &str) -> bool {
    let legal = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-.".contains(c);
    !name.is_empty() && name.chars().all(legal)
}

/// Returns `stable` of `stable-4.6`.
pub fn family(channel: &str) -> Option<String> {
    minor(channel)?;
    channel.split_once('-').map(|(family, _)| family.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn channels_are_ordered_by_minor_version_then_by_phase() {
        let names = [
            "stable-4.10",
            "odd",
            "eus-4.6",
            "stable-4.9",
            "fast-4.9",
            "x-4.9",
            "candidate-4.10",
            "stable-4.9",
        ];
        let sorted = sorted(&names.map(str::to_owned));
        assert_eq!(
            sorted,
            ["eus-4.6", "fast-4.9", "stable-4.9", "x-4.9", "candidate-4.10", "stable-4.10", "odd"]
        );
    }

    #[test]
    fn of_several_channels_the_most_alike_is_of_the_same_phase() {
        let several = ["stable-4.8", "candidate-4.7", "stable-4.7"].map(str::to_owned);
        assert_eq!(alike("stable-4.6", &several).as_deref(), Some("stable-4.7"));
        assert_eq!(alike("eus-4.6", &several).as_deref(), Some("candidate-4.7"));
        assert_eq!(alike("stable-4.6", &[]), None);
    }
}
