//! Whether a risk applies, from the answers to its queries.

use std::collections::BTreeSet;

use super::{Risk, Rule};

/// What a query came to.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Answer {
    /// The values of a vector's samples.
    Vector(Vec<f64>),
    Failed(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Verdict {
    Applies,
    Clear,
    Unknown { why: String },
}

/// Returns the queries that judge these risks, each once, in the order in which they are needed.
pub(crate) fn questions<'a>(risks: impl IntoIterator<Item = &'a Risk>) -> Vec<&'a str> {
    let mut seen = BTreeSet::new();
    let queries = risks.into_iter().flat_map(|risk| &risk.rules).filter_map(|rule| match rule {
        Rule::PromQl(query) => Some(query.as_str()),
        Rule::Always | Rule::Unknown(_) => None,
    });
    queries.filter(|query| seen.insert(*query)).collect()
}

/// Judges a risk: the first of its rules that can be evaluated decides.
pub(crate) fn verdict(risk: &Risk, answer: impl Fn(&str) -> Answer) -> Verdict {
    let mut failures = Vec::new();
    for rule in &risk.rules {
        let judged = match rule {
            Rule::Always => Ok(true),
            Rule::PromQl(query) => matches(&answer(query)),
            Rule::Unknown(kind) => Err(format!("rules of type {kind:?} are not known")),
        };
        match judged {
            Ok(true) => return Verdict::Applies,
            Ok(false) => return Verdict::Clear,
            Err(why) => failures.push(why),
        }
    }
    let why = if failures.is_empty() { "it has no rule".to_owned() } else { failures.join("; ") };
    Verdict::Unknown { why }
}

/// One sample of 1 matches, one of 0 does not; all else has failed.
#[expect(clippy::float_cmp, reason = "exactly 0 and exactly 1 have a meaning, nothing near them")]
fn matches(answer: &Answer) -> Result<bool, String> {
    match answer {
        Answer::Vector(values) => match values.as_slice() {
            [value] if *value == 1.0 => Ok(true),
            [value] if *value == 0.0 => Ok(false),
            [value] => Err(format!("the result is {value}, neither 0 nor 1")),
            _ => Err(format!("the result has {} samples, not one", values.len())),
        },
        Answer::Failed(why) => Err(why.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn risk(rules: &[Rule]) -> Risk {
        let (name, message, url) = ("R".to_owned(), String::new(), String::new());
        Risk { name, message, url, rules: rules.to_vec() }
    }

    fn query(text: &str) -> Rule {
        Rule::PromQl(text.to_owned())
    }

    #[test]
    fn one_sample_of_one_or_zero_decides_and_nothing_else() {
        let judge =
            |values: &[f64]| verdict(&risk(&[query("q")]), |_| Answer::Vector(values.to_vec()));
        assert_eq!(judge(&[1.0]), Verdict::Applies);
        assert_eq!(judge(&[0.0]), Verdict::Clear);
        for odd in [&[0.5][..], &[2.0], &[f64::NAN], &[f64::INFINITY], &[], &[0.0, 0.0]] {
            assert!(matches!(judge(odd), Verdict::Unknown { .. }), "{odd:?}");
        }
    }

    #[test]
    fn the_first_rule_that_can_be_evaluated_decides() {
        let answer = |query: &str| match query {
            "clear" => Answer::Vector(vec![0.0]),
            _ => Answer::Failed("down".to_owned()),
        };
        assert_eq!(verdict(&risk(&[query("x"), query("clear")]), answer), Verdict::Clear);
        assert_eq!(verdict(&risk(&[query("x"), Rule::Always]), answer), Verdict::Applies);
        assert_eq!(verdict(&risk(&[query("clear"), Rule::Always]), answer), Verdict::Clear);
        let why = "down; down".to_owned();
        assert_eq!(verdict(&risk(&[query("x"), query("y")]), answer), Verdict::Unknown { why });
    }

    #[test]
    fn what_no_rule_can_judge_is_unknown() {
        let none = |_: &str| Answer::Vector(vec![0.0]);
        assert!(matches!(verdict(&risk(&[]), none), Verdict::Unknown { .. }));
        let odd = risk(&[Rule::Unknown("New".to_owned())]);
        assert!(matches!(verdict(&odd, none), Verdict::Unknown { .. }));
    }

    #[test]
    fn a_question_is_asked_once() {
        let risks = [risk(&[query("a"), query("b")]), risk(&[query("b"), Rule::Always])];
        assert_eq!(questions(&risks), ["a", "b"]);
    }
}
