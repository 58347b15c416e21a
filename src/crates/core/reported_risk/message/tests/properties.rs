//! What holds for any message: a second parser, which tries everything, finds the same.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::*;
use crate::cluster::{Cluster, Conditional, Requested};
use crate::reported_risk::{AppliesFrom, ReportedRisks};
use crate::testing::{cluster, conditional};
use upgrade_graph::condition::Conditions;
use upgrade_graph::model::Risk;
use upgrade_graph::risk::{MessageWording, RiskVerdict, WordedRisk, recommended};

/// The same cases every time; `PROPTEST_CASES=20000 cargo test properties` searches for new ones.
fn config() -> ProptestConfig {
    let default = ProptestConfig::default();
    let searching = default.cases != 256;
    let rng_seed = if searching { default.rng_seed } else { RngSeed::Fixed(4_012_016) };
    ProptestConfig { rng_seed, failure_persistence: None, ..default }
}

/// Finds every reading by trying every risk at every position, piece by piece.
fn every_reading(message: &str, risks: &[ReportedRisk]) -> BTreeSet<Reading> {
    let mut found = BTreeSet::new();
    read_on(message.trim_end(), risks, &vec![Mention::NotNamed; risks.len()], &mut found);
    found
}

fn read_on(rest: &str, risks: &[ReportedRisk], so_far: &Reading, found: &mut BTreeSet<Reading>) {
    let ends =
        rest.match_indices('\n').map(|(at, _)| at).filter(|at| rest[*at..].starts_with("\n\n"));
    for end in ends.chain([rest.len()]) {
        for (place, risk) in risks.iter().enumerate() {
            if so_far[place] != Mention::NotNamed {
                continue;
            }
            for mention in [Mention::Applies, Mention::NotEvaluated] {
                if !is_text(&rest[..end], risk, mention) {
                    continue;
                }
                let mut longer = so_far.clone();
                longer[place] = mention;
                match rest[end..].strip_prefix("\n\n") {
                    Some(rest) => read_on(rest, risks, &longer, found),
                    None => drop(found.insert(longer)),
                }
            }
        }
    }
}

/// Returns whether a piece is a whole text of a risk.
fn is_text(piece: &str, risk: &ReportedRisk, mention: Mention) -> bool {
    let is = |text: &str| piece == text || piece == text.trim_end();
    let (name, url) = (&risk.name, risk.url.as_deref().unwrap_or_default());
    let applies = format!("{} {url}", risk.message);
    if mention == Mention::Applies {
        return is(&applies);
    }
    let sketched = format!(
        "Unable to evaluate PromQL to determine if the cluster is impacted by {name}. {url}"
    );
    let first_shipped = format!("Exposure to {name} is unknown due to an evaluation failure:");
    let first_shipped = piece.strip_prefix(&first_shipped).is_some_and(|rest| {
        let (_, next) = rest.split_once('\n').unwrap_or((rest, ""));
        let whole = rest.contains('\n') && next == applies;
        whole || (next == applies.trim_end() && rest.contains('\n') != next.is_empty())
    });
    let shipped = format!("Could not evaluate exposure to update risk {name} (");
    let shipped = piece.strip_prefix(&shipped).is_some_and(|rest| {
        let last = rest.rsplit_once('\n').map(|(_, last)| last);
        last.is_some_and(|last| last.starts_with(&format!("  {name} URL:")))
    });
    is(&sketched) || first_shipped || shipped
}

/// Texts that are equal, are prefixes of each other, contain blank lines, or resemble another's.
const MESSAGES: [&str; 9] = [
    "",
    "x",
    "x u",
    "x u\n\ny",
    "y",
    "y\n",
    "\n\nx",
    "Could not evaluate exposure to update risk A (e)\n  A URL:",
    "Exposure to A is unknown due to an evaluation failure: e\nx",
];
const URLS: [&str; 3] = ["", "u", "v"];
const FAILURES: [&str; 5] = ["e", "", "x u", "e\n\ny u", "e)\n  A URL: u"];

#[derive(Debug, Clone)]
struct Told {
    risks: Vec<WordedRisk>,
    wording: MessageWording,
}

fn told() -> impl Strategy<Value = Told> {
    let wording = prop_oneof![
        Just(MessageWording::Early),
        Just(MessageWording::FirstShipped),
        Just(MessageWording::Shipped)
    ];
    let verdict = (0..FAILURES.len() + 4, any::<bool>());
    let risk = (0..MESSAGES.len(), 0..URLS.len(), verdict);
    let risks = proptest::collection::vec(risk, 2..6);
    (risks, wording).prop_map(|(risks, wording)| {
        let worded = |(place, (message, url, (verdict, accepted))): (
            usize,
            (usize, usize, (usize, bool)),
        )| {
            let name = ["A", "B", "AB", "MultipleReasons", "A ("];
            let risk = Risk {
                name: String::from(name[place]),
                message: String::from(MESSAGES[message]),
                url: String::from(URLS[url]),
                rules: Vec::new(),
            };
            let verdict = match FAILURES.get(verdict) {
                // In 4.10 to 4.13, the failure is on one line.
                Some(why) if wording == MessageWording::FirstShipped => {
                    RiskVerdict::Unknown { why: why.replace('\n', " ") }
                }
                Some(why) => RiskVerdict::Unknown { why: String::from(*why) },
                None if verdict % 2 == 0 => RiskVerdict::Applies,
                None => RiskVerdict::Clear,
            };
            WordedRisk { risk, verdict, accepted: accepted && place % 2 == 0 }
        };
        Told { risks: risks.into_iter().enumerate().map(worded).collect(), wording }
    })
}

impl Told {
    fn reported(&self) -> Vec<ReportedRisk> {
        self.risks.iter().map(|it| risk(&it.risk.name, &it.risk.message, &it.risk.url)).collect()
    }

    /// As the cluster-version operator joins it.
    fn condition(&self) -> Condition {
        let composed = recommended(&self.risks, self.wording);
        let status = match composed.status {
            "True" => Status::True,
            "False" => Status::False,
            _ => Status::Unknown,
        };
        said(status, &composed.reason, &composed.message)
    }

    fn cluster(&self) -> Cluster {
        let accepted = self.risks.iter().filter(|it| it.accepted);
        let accept_risks = accepted.map(|it| it.risk.name.clone()).collect();
        let requested = Requested { accept_risks, ..Requested::default() };
        Cluster { requested: Some(requested), ..cluster("4.6.23") }
    }

    fn update(&self, condition: Condition) -> Conditional {
        Conditional {
            risks: self.reported(),
            conditions: Conditions(vec![condition]),
            ..conditional("4.7.4", Status::True, &[])
        }
    }
}

/// One small change to a text.
fn edited(text: &str, at: prop::sample::Index, how: usize) -> String {
    let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let at = places[at.index(places.len())];
    let (before, after) = text.split_at(at);
    let without_first = |text: &str| text.chars().skip(1).collect::<String>();
    match how {
        0 => format!("{before}{}", without_first(after)),
        1 => before.to_owned(),
        2 => format!("{after}\n\n{before}"),
        3 => format!("{before}\n\n{after}"),
        4 => format!("{before}\n{after}"),
        5 => format!("{before} {after}"),
        6 => format!("{text}\n\n{after}"),
        _ => after.to_owned(),
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn risks_with_texts_of_their_own_are_distinguished_exactly(mut told in told()) {
        for (place, worded) in told.risks.iter_mut().enumerate() {
            worded.risk.message = format!("{place}{}\n\n and more", worded.risk.message);
            worded.risk.name = format!("R{place}");
            if let RiskVerdict::Unknown { why } = &mut worded.verdict {
                *why = why.replace('A', "it");
            }
        }
        let cluster = told.cluster();
        let update = told.update(told.condition());
        for (found, truth) in ReportedRisks::new(&cluster).risks(&update).iter().zip(&told.risks) {
            let applies = match truth.verdict {
                // The cluster-version operator does not name accepted risks, whether they apply or
                // not.
                RiskVerdict::Applies | RiskVerdict::Clear if truth.accepted => Status::Unknown,
                RiskVerdict::Applies => Status::True,
                RiskVerdict::Clear => Status::False,
                RiskVerdict::Unknown { .. } => Status::Unknown,
            };
            prop_assert_eq!(found.applies, applies, "{:?} in {:?}", found, told.condition());
            prop_assert!(found.applies_from != AppliesFrom::Nothing, "{:?}", found);
        }
    }

    #[test]
    fn what_was_put_together_is_taken_apart_and_nothing_is_said_that_was_not(told in told()) {
        let cluster = told.cluster();
        let update = told.update(told.condition());
        for (found, truth) in ReportedRisks::new(&cluster).risks(&update).iter().zip(&told.risks) {
            let applies = match truth.verdict {
                RiskVerdict::Applies => Status::True,
                RiskVerdict::Clear => Status::False,
                RiskVerdict::Unknown { .. } => Status::Unknown,
            };
            let known = found.applies == applies || found.applies == Status::Unknown;
            prop_assert!(known, "{found:?} is {applies:?} in {:?}", told.condition());
        }
    }

    #[test]
    fn a_second_reader_finds_the_same_readings_even_of_edited_messages(
        told in told(),
        edits in proptest::collection::vec((any::<prop::sample::Index>(), 0..8_usize), 0..3),
    ) {
        let message = told.condition().message;
        let message = edits.into_iter().fold(message, |text, (at, how)| edited(&text, at, how));
        let risks = told.reported();
        let expected = Some(every_reading(&message, &risks)).filter(|found| !found.is_empty());
        prop_assert_eq!(readings(&message, &risks), expected, "{:?}", message);
    }

    #[test]
    fn parts_hold_the_whole_message(
        told in told(),
        edits in proptest::collection::vec((any::<prop::sample::Index>(), 0..8_usize), 0..3),
    ) {
        let message = told.condition().message;
        let message = edits.into_iter().fold(message, |text, (at, how)| edited(&text, at, how));
        let risks = told.reported();
        let Some(parts) = parts(&message, &risks) else { return Ok(()) };
        // Apart from trailing white space.
        let condensed = |text: &str| text.split_whitespace().collect::<String>();
        let told: String = parts.iter().map(|part| {
            let risk = &risks[part.risk];
            let (name, url) = (&risk.name, risk.url.as_deref().unwrap_or_default());
            let own = text(risk);
            match &part.failure {
                None => own,
                Some(why) if why.starts_with("Could not") => {
                    format!("{why} {name} description: {} {name} URL: {url}", risk.message)
                }
                Some(why) if why.starts_with("Exposure") => format!("{why} {own}"),
                Some(why) => format!("{why} {url}"),
            }
        }).collect();
        prop_assert_eq!(condensed(&told), condensed(&message));
    }

    #[test]
    fn a_risk_is_said_not_to_apply_only_by_a_message_that_the_operator_could_have_written(
        told in told(),
        edits in proptest::collection::vec((any::<prop::sample::Index>(), 0..8_usize), 1..3),
        status in prop_oneof![Just(Status::False), Just(Status::Unknown)],
        reason in prop_oneof![Just(None), Just(Some("A")), Just(Some("MultipleReasons"))],
    ) {
        let mut condition = told.condition();
        condition.message =
            edits.into_iter().fold(condition.message, |text, (at, how)| edited(&text, at, how));
        condition.status = status;
        condition.reason = reason.map_or(condition.reason, str::to_owned);
        let (cluster, risks) = (told.cluster(), told.reported());
        let found = ReportedRisks::new(&cluster).risks(&told.update(condition.clone()));
        let could_be = |reading: &Reading| {
            let names = |mention| reading.contains(&mention);
            let by_status = match status {
                Status::False => names(Mention::Applies),
                _ => names(Mention::NotEvaluated) && !names(Mention::Applies),
            };
            let by_reason = risks.iter().position(|risk| risk.name == condition.reason);
            by_status && by_reason.is_none_or(|place| reading[place] == Mention::Applies)
        };
        let readings = every_reading(&condition.message, &risks);
        for (place, found) in found.iter().enumerate().filter(|(_, it)| it.applies == Status::False) {
            let without = |reading: &Reading| reading[place] == Mention::NotNamed;
            prop_assert!(readings.iter().all(without), "{found:?} of {condition:?}");
            prop_assert!(readings.iter().any(could_be), "{found:?} of {condition:?}");
        }
    }
}
