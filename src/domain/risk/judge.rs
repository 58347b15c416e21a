//! Whether a risk applies, from what is known of the cluster: questions and answers apart.

use std::collections::{BTreeMap, BTreeSet};

use crate::domain::graph::{Risk, Rule};

/// What a query came to.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Answer {
    /// The values of a vector's samples.
    Vector(Vec<f64>),
    Failed(String),
}

/// All that risks are judged by.
#[derive(Debug, Clone)]
pub(crate) struct Facts {
    /// By query; what is missing was not asked.
    pub(crate) answers: BTreeMap<String, Answer>,
    pub(crate) platform: Platform,
}

/// What the cluster runs on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Platform {
    Known(String),
    Unknown { why: String },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Verdict {
    Applies,
    Clear,
    Unknown { why: String },
}

/// A verdict and how it came about.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Judgement {
    pub(crate) verdict: Verdict,
    /// One for each rule, in their order; those of an any-of rule stand in its place.
    pub(crate) trail: Vec<Tried>,
}

/// A rule and what came of it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Tried {
    pub(crate) rule: Rule,
    /// What Prometheus answered, where the rule is a query that was asked.
    pub(crate) answer: Option<Answer>,
    pub(crate) found: Found,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Found {
    Match,
    NoMatch,
    Failed(String),
    /// A rule before it has decided.
    NotNeeded,
}

/// Returns the queries that judge these risks, each once, in the order in which they are needed.
pub(crate) fn questions<'a>(risks: impl IntoIterator<Item = &'a Risk>) -> Vec<&'a str> {
    let mut seen = BTreeSet::new();
    let queries = risks.into_iter().flat_map(|risk| &risk.rules).flat_map(Rule::queries);
    queries.filter(|query| seen.insert(*query)).collect()
}

/// Judges a risk: the first of its rules that can be evaluated decides.
pub(crate) fn verdict(risk: &Risk, facts: &Facts) -> Verdict {
    judge(risk, facts).verdict
}

/// Judges a risk and tells what each rule came to.
pub(crate) fn judge(risk: &Risk, facts: &Facts) -> Judgement {
    let mut trail = Vec::new();
    let mut failures = Vec::new();
    let mut decided = None;
    for rule in &risk.rules {
        if decided.is_some() {
            facts.pass_over(rule, &mut trail);
            continue;
        }
        match facts.evaluate(rule, &mut trail) {
            Found::Match => decided = Some(Verdict::Applies),
            Found::NoMatch => decided = Some(Verdict::Clear),
            Found::Failed(why) => failures.push(why),
            Found::NotNeeded => {}
        }
    }
    let verdict = decided.unwrap_or_else(|| Verdict::Unknown {
        why: if failures.is_empty() { "it has no rule".to_owned() } else { failures.join("; ") },
    });
    Judgement { verdict, trail }
}

impl Facts {
    fn evaluate(&self, rule: &Rule, trail: &mut Vec<Tried>) -> Found {
        let mut answer = None;
        let found = match rule {
            Rule::Always => Found::Match,
            Rule::PromQl(query) => {
                answer = self.answers.get(query).cloned();
                match &answer {
                    Some(answer) => matches(answer),
                    None => Found::Failed("the query was not asked".to_owned()),
                }
            }
            Rule::Platforms(platforms) => self.is_on(platforms),
            Rule::AnyOf(rules) => return self.any_of(rules, trail),
            Rule::Unknown(kind) => Found::Failed(format!("rules of type {kind:?} are not known")),
        };
        trail.push(Tried { rule: rule.clone(), answer, found: found.clone() });
        found
    }

    /// Notes a rule that is not needed, with what was answered all the same.
    fn pass_over(&self, rule: &Rule, trail: &mut Vec<Tried>) {
        let answer = match rule {
            Rule::PromQl(query) => self.answers.get(query).cloned(),
            Rule::AnyOf(rules) => return rules.iter().for_each(|rule| self.pass_over(rule, trail)),
            Rule::Always | Rule::Platforms(_) | Rule::Unknown(_) => None,
        };
        trail.push(Tried { rule: rule.clone(), answer, found: Found::NotNeeded });
    }

    /// One that matches is enough; that none does is known only if all could be evaluated.
    fn any_of(&self, rules: &[Rule], trail: &mut Vec<Tried>) -> Found {
        let found: Vec<Found> = rules.iter().map(|rule| self.evaluate(rule, trail)).collect();
        if found.contains(&Found::Match) {
            return Found::Match;
        }
        let failures = found.into_iter().filter_map(|found| match found {
            Found::Failed(why) => Some(why),
            Found::Match | Found::NoMatch | Found::NotNeeded => None,
        });
        let failures: Vec<String> = failures.collect();
        match failures.is_empty() {
            true if rules.is_empty() => Found::Failed("it names nothing to match".to_owned()),
            true => Found::NoMatch,
            false => Found::Failed(failures.join("; ")),
        }
    }

    fn is_on(&self, platforms: &[String]) -> Found {
        match &self.platform {
            Platform::Known(here) => {
                let matches = platforms.iter().any(|name| name.eq_ignore_ascii_case(here));
                if matches { Found::Match } else { Found::NoMatch }
            }
            Platform::Unknown { why } => Found::Failed(format!("the platform is not known: {why}")),
        }
    }
}

/// One sample of 1 matches, one of 0 does not; all else has failed.
#[expect(clippy::float_cmp, reason = "exactly 0 and exactly 1 have a meaning, nothing near them")]
fn matches(answer: &Answer) -> Found {
    match answer {
        Answer::Vector(values) => match values.as_slice() {
            [value] if *value == 1.0 => Found::Match,
            [value] if *value == 0.0 => Found::NoMatch,
            [value] => Found::Failed(format!("the result is {value}, neither 0 nor 1")),
            _ => Found::Failed(format!("the result has {} samples, not one", values.len())),
        },
        Answer::Failed(why) => Found::Failed(why.clone()),
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

    fn nothing(why: &str) -> Facts {
        let platform = Platform::Unknown { why: why.to_owned() };
        Facts { answers: BTreeMap::new(), platform }
    }

    /// Every cluster knows that `one` is 1, `zero` is 0 and `down` fails.
    fn facts() -> Facts {
        let answers = [
            ("one", Answer::Vector(vec![1.0])),
            ("zero", Answer::Vector(vec![0.0])),
            ("down", Answer::Failed("down".to_owned())),
        ];
        Facts {
            answers: answers.map(|(query, answer)| (query.to_owned(), answer)).into(),
            platform: Platform::Known("VSphere".to_owned()),
        }
    }

    fn of(rules: &[Rule]) -> Verdict {
        verdict(&risk(rules), &facts())
    }

    #[test]
    fn one_sample_of_one_or_zero_decides_and_nothing_else() {
        let judge = |values: &[f64]| {
            let mut facts = facts();
            facts.answers.insert("q".to_owned(), Answer::Vector(values.to_vec()));
            verdict(&risk(&[query("q")]), &facts)
        };
        assert_eq!(judge(&[1.0]), Verdict::Applies);
        assert_eq!(judge(&[0.0]), Verdict::Clear);
        for odd in [&[0.5][..], &[2.0], &[f64::NAN], &[f64::INFINITY], &[], &[0.0, 0.0]] {
            assert!(matches!(judge(odd), Verdict::Unknown { .. }), "{odd:?}");
        }
    }

    #[test]
    fn the_first_rule_that_can_be_evaluated_decides() {
        assert_eq!(of(&[query("down"), query("zero")]), Verdict::Clear);
        assert_eq!(of(&[query("down"), Rule::Always]), Verdict::Applies);
        assert_eq!(of(&[query("zero"), Rule::Always]), Verdict::Clear);
        let why = "down; the query was not asked".to_owned();
        assert_eq!(of(&[query("down"), query("other")]), Verdict::Unknown { why });
    }

    #[test]
    fn what_no_rule_can_judge_is_unknown() {
        assert!(matches!(of(&[]), Verdict::Unknown { .. }));
        assert!(matches!(of(&[Rule::Unknown("New".to_owned())]), Verdict::Unknown { .. }));
        assert!(matches!(of(&[Rule::AnyOf(Vec::new())]), Verdict::Unknown { .. }));
    }

    #[test]
    fn a_platform_is_matched_by_name_and_unknown_where_it_is_not_known() {
        let on = |names: &[&str]| Rule::Platforms(names.iter().map(|&n| n.to_owned()).collect());
        assert_eq!(of(&[on(&["AWS", "vsphere"])]), Verdict::Applies);
        assert_eq!(of(&[on(&["AWS"])]), Verdict::Clear);
        let nothing = nothing("forbidden");
        assert!(matches!(verdict(&risk(&[on(&["AWS"])]), &nothing), Verdict::Unknown { .. }));
    }

    #[test]
    fn any_of_several_matches_and_none_is_known_only_if_all_are() {
        let any = |queries: &[&str]| Rule::AnyOf(queries.iter().map(|text| query(text)).collect());
        assert_eq!(of(&[any(&["down", "one"])]), Verdict::Applies);
        assert_eq!(of(&[any(&["zero", "zero"])]), Verdict::Clear);
        let why = "down".to_owned();
        assert_eq!(of(&[any(&["zero", "down"])]), Verdict::Unknown { why });
    }

    #[test]
    fn the_trail_tells_of_every_rule() {
        let any = Rule::AnyOf(vec![query("zero"), Rule::Always]);
        let judged = judge(&risk(&[query("down"), query("one"), any]), &facts());
        let (answers, found): (Vec<_>, Vec<_>) =
            judged.trail.into_iter().map(|tried| (tried.answer, tried.found)).unzip();
        let failed = Found::Failed("down".to_owned());
        assert_eq!(found, [failed, Found::Match, Found::NotNeeded, Found::NotNeeded]);
        assert_eq!(answers[2], Some(Answer::Vector(vec![0.0])), "asked is asked");
    }

    #[test]
    fn a_question_is_asked_once() {
        let any = Rule::AnyOf(vec![query("c"), query("a")]);
        let risks =
            [risk(&[query("a"), query("b")]), risk(&[query("b"), Rule::Always]), risk(&[any])];
        assert_eq!(questions(&risks), ["a", "b", "c"]);
    }
}
