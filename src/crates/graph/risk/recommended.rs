//! One `Recommended` condition from the evaluation of each risk.

use super::evaluate::RiskVerdict;
use crate::condition::{Condition, Status};
use crate::model::Risk;

/// Which wording to use.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum MessageWording {
    /// The earliest form of conditional updates.
    Early,
    /// 4.10 to 4.13.
    FirstShipped,
    #[default]
    Shipped,
}

/// A risk with its evaluation.
#[derive(Debug, Clone)]
pub struct WordedRisk {
    pub risk: Risk,
    pub verdict: RiskVerdict,
    /// Accepted on the cluster.
    pub accepted: bool,
}

/// Status, reason and message of a condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recommended {
    pub status: &'static str,
    pub reason: String,
    pub message: String,
}

impl Recommended {
    /// Returns the full condition.
    pub(crate) fn condition(self) -> Condition {
        let status = match self.status {
            "True" => Status::True,
            "False" => Status::False,
            _ => Status::Unknown,
        };
        let (kind, Self { reason, message, .. }) = ("Recommended".to_owned(), self);
        Condition { kind, status, reason, message, since: None }
    }
}

/// Composes the condition as the cluster-version operator does: False, then Unknown, then True,
/// with messages in the order of the risks.
pub fn recommended(risks: &[WordedRisk], wording: MessageWording) -> Recommended {
    let mut reasons: Vec<&str> = Vec::new();
    let mut messages = Vec::new();
    let mut failed = false;
    let mut accepted = false;
    let mut several = false;
    for WordedRisk { risk, verdict, accepted: was_accepted } in risks {
        match verdict {
            RiskVerdict::Clear => {}
            RiskVerdict::Applies if *was_accepted => {
                accepted = true;
                // The cluster-version operator itself counts an accepted risk that follows one that
                // is not.
                several |= !reasons.is_empty();
            }
            RiskVerdict::Applies => {
                reasons.push(&risk.name);
                messages.push(format!("{} {}", risk.message, risk.url));
            }
            RiskVerdict::Unknown { why } => {
                failed = true;
                messages.push(not_judged(risk, why, wording));
            }
        }
    }
    let message = messages.join("\n\n");
    let fixed = |reason: &str, message: &str| Recommended {
        status: "True",
        reason: reason.to_owned(),
        message: message.to_owned(),
    };
    match (reasons.as_slice(), failed) {
        ([], true) => {
            let reason = match wording {
                MessageWording::Early => "PromQLError",
                MessageWording::FirstShipped | MessageWording::Shipped => "EvaluationFailed",
            };
            Recommended { status: "Unknown", reason: reason.to_owned(), message }
        }
        ([], false) if accepted => fixed(
            "AllExposedRisksAccepted",
            "The update is recommended, because all of the risks the cluster is exposed to have been accepted.",
        ),
        ([], false) => fixed(
            "NotExposedToRisks",
            "The update is recommended, because none of the conditional update risks apply to this cluster.",
        ),
        (names, failed) => {
            let reason = reason(names, several || failed).to_owned();
            Recommended { status: "False", reason, message }
        }
    }
}

fn not_judged(risk: &Risk, why: &str, wording: MessageWording) -> String {
    let Risk { name, message, url, .. } = risk;
    match wording {
        MessageWording::Early => format!(
            "Unable to evaluate PromQL to determine if the cluster is impacted by {name}. {url}"
        ),
        MessageWording::FirstShipped => format!(
            "Exposure to {name} is unknown due to an evaluation failure: {why}\n{message} {url}"
        ),
        MessageWording::Shipped => format!(
            "Could not evaluate exposure to update risk {name} ({why})\n  {name} description: {message}\n  {name} URL: {url}"
        ),
    }
}

fn reason<'a>(names: &[&'a str], several: bool) -> &'a str {
    match names {
        names if names.iter().all(|name| !is_reason(name)) => "ExposedToRisks",
        [name] if !several => name,
        _ => "MultipleReasons",
    }
}

/// Returns whether a name is valid as the reason of a condition.
pub fn is_reason(name: &str) -> bool {
    let legal = |c: char| c.is_ascii_alphanumeric() || "_,:".contains(c);
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(legal)
        && name.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(name: &str, verdict: &RiskVerdict, accepted: bool) -> WordedRisk {
        let risk = Risk {
            name: name.to_owned(),
            message: format!("{name} is bad."),
            url: format!("https://{name}"),
            rules: Vec::new(),
        };
        WordedRisk { risk, verdict: verdict.clone(), accepted }
    }

    /// Composes risks given as a name and a letter: applies, clear, unknown, or accepted.
    fn recommended_of(risks: &[(&str, char)]) -> (&'static str, String, String) {
        let unknown = RiskVerdict::Unknown { why: "down".to_owned() };
        let risks: Vec<WordedRisk> = risks
            .iter()
            .map(|(name, letter)| match letter {
                'a' => judged(name, &RiskVerdict::Applies, false),
                'c' => judged(name, &RiskVerdict::Clear, false),
                'u' => judged(name, &unknown, false),
                _ => judged(name, &RiskVerdict::Applies, true),
            })
            .collect();
        let Recommended { status, reason, message } = recommended(&risks, MessageWording::Shipped);
        (status, reason, message)
    }

    #[test]
    fn every_row_of_the_table() {
        for (risks, status, reason) in [
            (&[][..], "True", "NotExposedToRisks"),
            (&[("A", 'c'), ("B", 'c')], "True", "NotExposedToRisks"),
            (&[("A", 'x'), ("B", 'c')], "True", "AllExposedRisksAccepted"),
            (&[("A", 'a'), ("B", 'c')], "False", "A"),
            (&[("A-1", 'a')], "False", "ExposedToRisks"),
            (&[("A", 'a'), ("B", 'a')], "False", "MultipleReasons"),
            (&[("A-1", 'a'), ("B.2", 'a')], "False", "ExposedToRisks"),
            (&[("A", 'u'), ("B", 'c')], "Unknown", "EvaluationFailed"),
            (&[("A", 'u'), ("B", 'u')], "Unknown", "EvaluationFailed"),
            (&[("A", 'u'), ("B", 'a')], "False", "MultipleReasons"),
            (&[("A", 'u'), ("B-1", 'a')], "False", "ExposedToRisks"),
            (&[("A", 'u'), ("B", 'x')], "Unknown", "EvaluationFailed"),
            (&[("A", 'a'), ("B", 'x')], "False", "MultipleReasons"),
            (&[("A", 'x'), ("B", 'a')], "False", "B"),
        ] {
            let (found, why, _) = recommended_of(risks);
            assert_eq!((found, why.as_str()), (status, reason), "{risks:?}");
        }
    }

    #[test]
    fn messages_stand_in_the_order_of_the_risks_with_a_blank_line_between() {
        let (_, _, message) = recommended_of(&[("B", 'a'), ("Seen", 'x'), ("A", 'u'), ("No", 'c')]);
        assert_eq!(
            message,
            "B is bad. https://B\n\nCould not evaluate exposure to update risk A (down)\n  \
             A description: A is bad.\n  A URL: https://A"
        );
    }
}
