//! "Did you mean": the known words and versions that are most similar to an unknown one.

use crate::version::Version;

const SHOWN: usize = 3; // more than three guesses are a list, and there are commands for lists

/// Returns up to three of `known` that resemble `word`, best first.
pub fn words<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let lower = word.to_lowercase();
    let mut scored: Vec<(f64, &str)> = known
        .into_iter()
        .map(|candidate| (strsim::jaro_winkler(&lower, &candidate.to_lowercase()), candidate))
        .filter(|(score, _)| *score > 0.7) // below that the guesses stop resembling the word
        .collect();
    scored.sort_by(|(a, x), (b, y)| b.total_cmp(a).then_with(|| x.cmp(y)));
    scored.dedup_by(|(_, x), (_, y)| x == y);
    scored.into_iter().take(SHOWN).map(|(_, candidate)| candidate).collect()
}

/// Returns the one of `known` that differs from `word` by a typo or two; anything further is a
/// guess.
pub fn slip<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let slips = |candidate: &str| strsim::damerau_levenshtein(word, candidate);
    let nearest = known.into_iter().min_by_key(|candidate| (slips(candidate), *candidate))?;
    (slips(nearest) <= 2 && slips(nearest) * 3 < word.chars().count()).then_some(nearest)
}

/// Returns up to three of `known` that are most similar to `version`: by major, then minor, then
/// patch.
pub fn versions<'a>(
    version: &Version,
    known: impl IntoIterator<Item = &'a Version>,
) -> Vec<&'a Version> {
    let Some(wanted) = version.numbers() else {
        return Vec::new();
    };
    let mut near: Vec<_> = known
        .into_iter()
        .filter_map(|candidate| {
            let numbers = candidate.numbers()?;
            Some((std::array::from_fn::<u64, 3, _>(|i| wanted[i].abs_diff(numbers[i])), candidate))
        })
        .collect();
    near.sort_by(|(a, x), (b, y)| a.cmp(b).then_with(|| x.newest_first(y)));
    near.dedup_by(|(_, x), (_, y)| x == y);
    near.into_iter().take(SHOWN).map(|(_, candidate)| candidate).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_versions_are_of_the_same_minor_first() {
        let known = ["4.6.1", "4.7.4", "4.6.42", "4.6.43", "odd"].map(Version::new);
        let near = versions(&Version::new("4.6.44"), &known);
        assert_eq!(
            near.iter().map(|v| v.text()).collect::<Vec<_>>(),
            ["4.6.43", "4.6.42", "4.6.1"]
        );
        let near = versions(&Version::new("4.8.1"), &known);
        assert_eq!(near[0].text(), "4.7.4");
    }

    #[test]
    fn a_slip_is_mended_and_a_short_word_is_not_guessed() {
        let known = ["status", "token", "to-latest"];
        assert_eq!(slip("stauts", known), Some("status"));
        assert_eq!(slip("to", known), None);
        assert_eq!(slip("statistics", known), None);
    }

    #[test]
    fn a_typo_finds_its_word_first_and_strangers_find_nothing() {
        let known = ["ThanosDNSUnmarshalError", "VSphereNodeNameChanges", "AuthLeak"];
        assert_eq!(words("thanosdnsunmarshallerror", known), ["ThanosDNSUnmarshalError"]);
        assert!(words("zzz", known).is_empty());
    }
}
