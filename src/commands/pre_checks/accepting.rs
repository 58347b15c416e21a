//! Accepting insights of a plan: exactly those that were shown, or none.

use anyhow::anyhow;

use super::{Checked, Meaning};
use crate::cli::Session;
use crate::commands::consult::refused;
use crate::commands::request::ATTEMPTS;
use crate::domain::insight::RISKS;
use crate::domain::precheck::{Edited, Found, Id, Level, Plan, Unfit, Wanted};
use crate::error::{Error, Result};
use crate::source::Source;
use crate::source::plans::{Half, Keeping, Kept, Lookup, Saved};
use crate::view::pre_check::{Outcome, PreCheckReport};

/// Changes what the plan accepts, and returns how that ended.
pub(super) async fn accept(
    checked: Checked,
    wanted: &Wanted,
    (meaning, source): (&Meaning, &Source),
    session: &mut Session,
) -> Result<(Checked, PreCheckReport)> {
    let plan = checked.kept.plan.clone();
    let edited = plan.edit(wanted, checked.risks()).map_err(|unfit| explain(unfit, &plan))?;
    let after = Plan { accepted: edited.accepted.clone(), ..plan.clone() };
    if edited.changes_nothing() {
        let report = checked.report(&plan, session).with(&edited, Outcome::Unchanged);
        return Ok((checked, report));
    }
    if meaning.dry_run {
        let report = checked.report(&after, session).with(&edited, Outcome::DryRun);
        return Ok((checked, report));
    }
    if checked.kept.at == Keeping::Nowhere {
        let error = anyhow!("nothing can be accepted: there is no place to keep the plan");
        let because = checked.kept.because.iter().cloned();
        return Err(because.fold(Error::new("NoPlace", error), Error::hint));
    }
    if !is_confirmed(&checked, &edited, meaning, session) {
        let report = checked.report(&plan, session).with(&edited, Outcome::NotConfirmed);
        return Ok((checked, report));
    }
    let Some((kept, edited)) = store(&checked, wanted, source).await? else {
        let report = checked.report(&plan, session).with(&edited, Outcome::Changed);
        return Ok((checked, report));
    };
    let checked = Checked { kept, ..checked };
    let report = checked.report(&checked.kept.plan, session).with(&edited, Outcome::Accepted);
    Ok((checked, report))
}

fn is_confirmed(
    checked: &Checked,
    edited: &Edited,
    meaning: &Meaning,
    session: &mut Session,
) -> bool {
    let ui = &session.ui;
    if !ui.interactive || ui.format.structured() || meaning.yes {
        return true;
    }
    let plan = Plan { accepted: edited.accepted.clone(), ..checked.kept.plan.clone() };
    let asked = checked.report(&plan, session).with(edited, Outcome::DryRun);
    let found = plan.found(&[]);
    let is_risk = |one: &&Found| one.informer == RISKS && edited.added.contains(&one.id);
    let risks = found.iter().filter(is_risk).map(|one| one.insight.uid.clone());
    let risks: Vec<String> = risks.filter(|_| meaning.also_accept_risks).collect();
    let question = asked.question(&risks, &session.ui.err);
    session.ui.confirm(&question)
}

/// Writes the acceptance; none where the plan no longer says what was shown.
async fn store(
    checked: &Checked,
    wanted: &Wanted,
    source: &Source,
) -> Result<Option<(Kept, Edited)>> {
    let shown = told(&checked.kept.plan);
    let mut kept = checked.kept.clone();
    for _ in 0..ATTEMPTS {
        let plan = kept.plan.clone();
        let edited = plan.edit(wanted, checked.risks()).map_err(|unfit| explain(unfit, &plan))?;
        let wanted_list = edited.accepted.clone();
        kept.plan.accepted.clone_from(&wanted_list);
        kept.plan.seen.clone_from(&kept.revision);
        let said = match source.save_plan(&kept, Half::Spec).await? {
            Saved::Kept(stored) if stored.plan.accepted == wanted_list => {
                return Ok(Some((*stored, edited)));
            }
            Saved::Kept(_) => {
                let error = anyhow!("the API server took the plan but did not store all of it");
                return Err(Error::new("NotStored", error));
            }
            Saved::Conflict(said) => said,
        };
        kept = match source.find_plan(&plan.target).await? {
            Lookup::Found(theirs) if theirs.revision != kept.revision => *theirs,
            _ => return Err(refused(&said)),
        };
        if told(&kept.plan) != shown {
            return Ok(None);
        }
    }
    Ok(None)
}

/// What somebody who accepts has seen.
fn told(plan: &Plan) -> Vec<(Id, Level, String)> {
    let found = plan.found(&[]).into_iter();
    found.map(|found| (found.id, found.insight.level, found.insight.summary)).collect()
}

fn explain(unfit: Unfit, plan: &Plan) -> Error {
    let target = &plan.target;
    match unfit {
        Unfit::Unknown { name, nearest } => {
            let error = Error::no_target(anyhow!("the update to {target} has no insight {name:?}"));
            match nearest.as_slice() {
                [] => error.hint("insights are named by id or uid, as they are listed"),
                near => error.hint(format!("did you mean {}?", near.join(", "))),
            }
        }
        Unfit::Ambiguous { name, ids } => {
            let ids: Vec<String> = ids.iter().map(|id| format!("{} ({id})", id.short())).collect();
            Error::usage(anyhow!("{name:?} stands for several insights"))
                .hint(format!("name one of them: {}", ids.join(", ")))
        }
        Unfit::NotAccepted { name } => {
            Error::no_target(anyhow!("the plan of {target} does not accept {name:?}"))
        }
        Unfit::TooMany(count) => {
            Error::usage(anyhow!("{count} insights are more than a plan can accept"))
        }
    }
}
