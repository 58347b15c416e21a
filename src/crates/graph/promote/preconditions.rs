//! Whether graph-data is fit for promotion: a misspelled key would not stop a promotion.

use std::collections::BTreeMap;

use crate::data::{Channel, GraphData, LintCode, LintFinding, Location};

/// A problem that makes graph-data unfit, and its position.
#[derive(Debug, PartialEq, Eq)]
pub struct PreconditionFault {
    pub file: String,
    pub spot: Location,
    pub problem: String,
}

/// What promotion does with graph-data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PromotionUse {
    /// Reports what is due.
    Report,
    /// Changes the files of the channels.
    Write,
}

/// Returns all problems, in the order of files.
pub fn unfit(data: &GraphData, purpose: PromotionUse) -> Vec<PreconditionFault> {
    let mut faults: Vec<PreconditionFault> =
        data.findings.iter().filter(|it| matters(it, purpose)).map(fault).collect();
    let channels: Vec<&Channel> = data.channels.iter().chain(&data.internal).collect();
    let mut first: BTreeMap<&str, &Channel> = BTreeMap::new();
    for channel in channels {
        let name = channel.name.value.as_str();
        if let Some(first) = first.insert(name, channel) {
            let problem = format!("{} also defines the channel `{name}`", first.file);
            faults.push(at(channel, channel.name.spot, problem));
        }
        let Some(feeder) = &channel.feeder else { continue };
        let fed_by = &feeder.name.value;
        if fed_by == name {
            let problem = format!("`{name}` feeds itself");
            faults.push(at(channel, feeder.name.spot, problem));
        } else if data.feeder_of(channel).is_none() {
            let problem = format!("the feeder `{fed_by}` does not exist");
            faults.push(at(channel, feeder.name.spot, problem));
        }
    }
    faults.sort_by(|a, b| (&a.file, a.spot).cmp(&(&b.file, b.spot)));
    faults
}

/// An unknown key, and whatever a newer schema adds, may restrict what is promoted. A report can warn
/// about a newer schema; written files cannot.
fn matters(finding: &LintFinding, purpose: PromotionUse) -> bool {
    let of_channel =
        finding.file.starts_with("channels/") || finding.file.starts_with("internal-channels/");
    match finding.code {
        LintCode::BadDelay | LintCode::BadErrata => true,
        LintCode::UnknownKey => of_channel,
        LintCode::NewerSchema => purpose == PromotionUse::Write,
        code => code.is_fatal(),
    }
}

fn fault(finding: &LintFinding) -> PreconditionFault {
    let LintFinding { file, spot, problem, .. } = finding;
    PreconditionFault { file: file.clone(), spot: *spot, problem: problem.clone() }
}

fn at(channel: &Channel, spot: Location, problem: String) -> PreconditionFault {
    PreconditionFault { file: channel.file.clone(), spot, problem }
}
