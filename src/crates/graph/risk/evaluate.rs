//! Whether a risk applies, from what is known about the cluster: queries and answers are separate.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{Risk, Rule};

/// The result of a query.
#[derive(Debug, Clone, PartialEq)]
pub enum QueryAnswer {
    /// The values of a vector's samples.
    Vector(Vec<f64>),
    Failed(String),
}

/// Everything that risks are evaluated with.
#[derive(Debug, Clone)]
pub struct RiskInputs {
    /// By query; missing ones were not sent.
    pub answers: BTreeMap<String, QueryAnswer>,
    pub platform: Platform,
}

/// The platform of the cluster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Platform {
    Known(String),
    Unknown { why: String },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RiskVerdict {
    Applies,
    Clear,
    Unknown { why: String },
}

/// A verdict and how it was reached.
#[derive(Debug, Clone, PartialEq)]
pub struct RiskResult {
    pub verdict: RiskVerdict,
    /// One for each rule, in order; an any-of rule is replaced by its parts.
    pub trail: Vec<RuleAttempt>,
}

/// A rule and its result.
#[derive(Debug, Clone, PartialEq)]
pub struct RuleAttempt {
    pub rule: Rule,
    /// What Prometheus returned, if the rule has a query that was sent.
    pub answer: Option<QueryAnswer>,
    pub found: RuleOutcome,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RuleOutcome {
    Match,
    NoMatch,
    Failed(String),
    /// A rule that was not evaluated.
    NotNeeded,
}

/// Returns the queries for these risks, each once, in the order in which they are needed.
pub fn questions<'a>(risks: impl IntoIterator<Item = &'a Risk>) -> Vec<&'a str> {
    let mut seen = BTreeSet::new();
    let queries = risks.into_iter().flat_map(|risk| &risk.rules).flat_map(Rule::queries);
    queries.filter(|query| seen.insert(*query)).collect()
}

/// Evaluates a risk: the first of its rules that can be evaluated decides.
pub fn verdict(risk: &Risk, facts: &RiskInputs) -> RiskVerdict {
    evaluate(risk, facts).verdict
}

/// Evaluates a risk and returns the result of each rule.
pub fn evaluate(risk: &Risk, facts: &RiskInputs) -> RiskResult {
    let mut trail = Vec::new();
    let mut failures = Vec::new();
    let mut decided = None;
    for rule in &risk.rules {
        if decided.is_some() {
            facts.pass_over(rule, &mut trail);
            continue;
        }
        match facts.evaluate(rule, &mut trail) {
            RuleOutcome::Match => decided = Some(RiskVerdict::Applies),
            RuleOutcome::NoMatch => decided = Some(RiskVerdict::Clear),
            RuleOutcome::Failed(why) => failures.push(why),
            RuleOutcome::NotNeeded => {}
        }
    }
    let verdict = decided.unwrap_or_else(|| RiskVerdict::Unknown {
        why: if failures.is_empty() {
            "the risk has no rules".to_owned()
        } else {
            failures.join("; ")
        },
    });
    RiskResult { verdict, trail }
}

impl RiskInputs {
    fn evaluate(&self, rule: &Rule, trail: &mut Vec<RuleAttempt>) -> RuleOutcome {
        let mut answer = None;
        let found = match rule {
            Rule::Always => RuleOutcome::Match,
            Rule::PromQl(query) => {
                answer = self.answers.get(query).cloned();
                match &answer {
                    Some(answer) => matches(answer),
                    None => RuleOutcome::Failed("the query was not sent".to_owned()),
                }
            }
            Rule::Platforms(platforms) => self.is_on(platforms),
            Rule::AnyOf(rules) => return self.any_of(rules, trail),
            Rule::Unknown(kind) => RuleOutcome::Failed(format!("unknown rule type {kind:?}")),
        };
        trail.push(RuleAttempt { rule: rule.clone(), answer, found: found.clone() });
        found
    }

    /// Notes a rule that is not needed, with its answer if there is one.
    fn pass_over(&self, rule: &Rule, trail: &mut Vec<RuleAttempt>) {
        let answer = match rule {
            Rule::PromQl(query) => self.answers.get(query).cloned(),
            Rule::AnyOf(rules) => return rules.iter().for_each(|rule| self.pass_over(rule, trail)),
            Rule::Always | Rule::Platforms(_) | Rule::Unknown(_) => None,
        };
        trail.push(RuleAttempt { rule: rule.clone(), answer, found: RuleOutcome::NotNeeded });
    }

    /// One match is enough; without one, all must have been evaluated.
    fn any_of(&self, rules: &[Rule], trail: &mut Vec<RuleAttempt>) -> RuleOutcome {
        let found: Vec<RuleOutcome> = rules.iter().map(|rule| self.evaluate(rule, trail)).collect();
        if found.contains(&RuleOutcome::Match) {
            return RuleOutcome::Match;
        }
        let failures = found.into_iter().filter_map(|found| match found {
            RuleOutcome::Failed(why) => Some(why),
            RuleOutcome::Match | RuleOutcome::NoMatch | RuleOutcome::NotNeeded => None,
        });
        let failures: Vec<String> = failures.collect();
        match failures.is_empty() {
            true if rules.is_empty() => RuleOutcome::Failed("the rule is empty".to_owned()),
            true => RuleOutcome::NoMatch,
            false => RuleOutcome::Failed(failures.join("; ")),
        }
    }

    fn is_on(&self, platforms: &[String]) -> RuleOutcome {
        match &self.platform {
            Platform::Known(here) => {
                let matches = platforms.iter().any(|name| name.eq_ignore_ascii_case(here));
                if matches { RuleOutcome::Match } else { RuleOutcome::NoMatch }
            }
            Platform::Unknown { why } => {
                RuleOutcome::Failed(format!("the platform is unknown: {why}"))
            }
        }
    }
}

/// One sample of 1 matches, one of 0 does not; anything else is a failure.
#[expect(clippy::float_cmp, reason = "exactly 0 and exactly 1 have a meaning, nothing near them")]
fn matches(answer: &QueryAnswer) -> RuleOutcome {
    match answer {
        QueryAnswer::Vector(values) => match values.as_slice() {
            [value] if *value == 1.0 => RuleOutcome::Match,
            [value] if *value == 0.0 => RuleOutcome::NoMatch,
            [value] => RuleOutcome::Failed(format!("the result is {value}, not 0 or 1")),
            _ => RuleOutcome::Failed(format!("the result has {} samples, not 1", values.len())),
        },
        QueryAnswer::Failed(why) => RuleOutcome::Failed(why.clone()),
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

    fn nothing(why: &str) -> RiskInputs {
        let platform = Platform::Unknown { why: why.to_owned() };
        RiskInputs { answers: BTreeMap::new(), platform }
    }

    /// On every cluster, `one` is 1, `zero` is 0 and `down` fails.
    fn facts() -> RiskInputs {
        let answers = [
            ("one", QueryAnswer::Vector(vec![1.0])),
            ("zero", QueryAnswer::Vector(vec![0.0])),
            ("down", QueryAnswer::Failed("down".to_owned())),
        ];
        RiskInputs {
            answers: answers.map(|(query, answer)| (query.to_owned(), answer)).into(),
            platform: Platform::Known("VSphere".to_owned()),
        }
    }

    fn verdict_of(rules: &[Rule]) -> RiskVerdict {
        verdict(&risk(rules), &facts())
    }

    #[test]
    fn one_sample_of_one_or_zero_decides_and_nothing_else() {
        let judge = |values: &[f64]| {
            let mut facts = facts();
            facts.answers.insert("q".to_owned(), QueryAnswer::Vector(values.to_vec()));
            verdict(&risk(&[query("q")]), &facts)
        };
        assert_eq!(judge(&[1.0]), RiskVerdict::Applies);
        assert_eq!(judge(&[0.0]), RiskVerdict::Clear);
        for odd in [&[0.5][..], &[2.0], &[f64::NAN], &[f64::INFINITY], &[], &[0.0, 0.0]] {
            assert!(matches!(judge(odd), RiskVerdict::Unknown { .. }), "{odd:?}");
        }
    }

    #[test]
    fn the_first_rule_that_can_be_evaluated_decides() {
        assert_eq!(verdict_of(&[query("down"), query("zero")]), RiskVerdict::Clear);
        assert_eq!(verdict_of(&[query("down"), Rule::Always]), RiskVerdict::Applies);
        assert_eq!(verdict_of(&[query("zero"), Rule::Always]), RiskVerdict::Clear);
        let why = "down; the query was not sent".to_owned();
        assert_eq!(verdict_of(&[query("down"), query("other")]), RiskVerdict::Unknown { why });
    }

    #[test]
    fn what_no_rule_can_evaluate_is_unknown() {
        assert!(matches!(verdict_of(&[]), RiskVerdict::Unknown { .. }));
        assert!(matches!(
            verdict_of(&[Rule::Unknown("New".to_owned())]),
            RiskVerdict::Unknown { .. }
        ));
        assert!(matches!(verdict_of(&[Rule::AnyOf(Vec::new())]), RiskVerdict::Unknown { .. }));
    }

    #[test]
    fn a_rule_of_unknown_type_is_passed_over() {
        let unknown = || Rule::Unknown("New".to_owned());
        assert_eq!(verdict_of(&[unknown(), query("one")]), RiskVerdict::Applies);
        assert_eq!(verdict_of(&[unknown(), query("zero"), unknown()]), RiskVerdict::Clear);
        let failed = verdict_of(&[query("down"), unknown()]);
        assert!(matches!(failed, RiskVerdict::Unknown { .. }), "{failed:?}");
    }

    #[test]
    fn a_platform_is_matched_by_name_and_unknown_where_it_is_not_known() {
        let on = |names: &[&str]| Rule::Platforms(names.iter().map(|&n| n.to_owned()).collect());
        assert_eq!(verdict_of(&[on(&["AWS", "vsphere"])]), RiskVerdict::Applies);
        assert_eq!(verdict_of(&[on(&["AWS"])]), RiskVerdict::Clear);
        let nothing = nothing("forbidden");
        assert!(matches!(verdict(&risk(&[on(&["AWS"])]), &nothing), RiskVerdict::Unknown { .. }));
    }

    #[test]
    fn any_of_several_matches_and_none_is_known_only_if_all_are() {
        let any = |queries: &[&str]| Rule::AnyOf(queries.iter().map(|text| query(text)).collect());
        assert_eq!(verdict_of(&[any(&["down", "one"])]), RiskVerdict::Applies);
        assert_eq!(verdict_of(&[any(&["zero", "zero"])]), RiskVerdict::Clear);
        let why = "down".to_owned();
        assert_eq!(verdict_of(&[any(&["zero", "down"])]), RiskVerdict::Unknown { why });
    }

    #[test]
    fn the_trail_tells_of_every_rule() {
        let any = Rule::AnyOf(vec![query("zero"), Rule::Always]);
        let judged = evaluate(&risk(&[query("down"), query("one"), any]), &facts());
        let (answers, found): (Vec<_>, Vec<_>) =
            judged.trail.into_iter().map(|tried| (tried.answer, tried.found)).unzip();
        let failed = RuleOutcome::Failed("down".to_owned());
        assert_eq!(
            found,
            [failed, RuleOutcome::Match, RuleOutcome::NotNeeded, RuleOutcome::NotNeeded]
        );
        assert_eq!(answers[2], Some(QueryAnswer::Vector(vec![0.0])), "asked is asked");
    }

    #[test]
    fn a_question_is_asked_once() {
        let any = Rule::AnyOf(vec![query("c"), query("a")]);
        let risks =
            [risk(&[query("a"), query("b")]), risk(&[query("b"), Rule::Always]), risk(&[any])];
        assert_eq!(questions(&risks), ["a", "b", "c"]);
    }
}
