//! The text of pre-checks: insights by scope.

use std::fmt::Write;

use crate::actions::list_updates::text::which_cluster;
use crate::commands::pre_checks::view::{
    AcceptOutcome, InformerView, ObjectView, PlaceView, PlanInsightView, PreCheckReport,
};
use crate::output::table::table;
use crate::output::text::{indented, labelled, line};
use crate::output::{Format, Layout, Printable, general, lines};
use upgrade_core::insight::Level;
use upgrade_core::pre_checks::{InformerState, InsightAcceptedBy};

impl Printable for PreCheckReport {
    fn text(&self, layout: &Layout) -> String {
        let from = self.from.as_deref().unwrap_or("an unknown version");
        let headline =
            format!("Pre-checks for the update from {} to {}", line(from), line(&self.target));
        let mut out = format!("{}\n", layout.theme.heading(&headline));
        out += &which_cluster(&self.cluster, 2, layout);
        out += &self.where_it_is(layout);
        let _ = writeln!(out, "  Informers: {}", self.informers());
        out += &self.changes(layout);
        out += &self.all(layout);
        if self.reading.details {
            out += "\nInformers:\n\n";
            let rows = self.informers.iter().map(informer_row);
            out += &table(&["NAME", "STATE", "INSIGHTS", "MESSAGE"], rows, layout);
        }
        out
    }

    fn print(&self, format: Format, layout: &Layout) -> Option<String> {
        match format {
            Format::Version => Some(lines([&self.target])),
            Format::Name => Some(lines(self.insights.iter().map(|insight| &insight.id))),
            other => general(self, other, layout),
        }
    }
}

impl PreCheckReport {
    /// What the user confirms: all insights to accept, and the cluster.
    pub(crate) fn question(&self, risks: &[String], layout: &Layout) -> String {
        let count = match (self.added.len(), self.removed.len()) {
            (0, 1) => "Stop accepting 1 insight".to_owned(),
            (0, gone) => format!("Stop accepting {gone} insights"),
            (1, _) => "Accept 1 insight".to_owned(),
            (count, _) => format!("Accept {count} insights"),
        };
        let mut out = format!("{count} for the update to {}\n", line(&self.target));
        out += &which_cluster(&self.cluster, 2, layout);
        out += &self.changes(layout);
        if !risks.is_empty() {
            let risks = format!(
                "The cluster also accepts the risks {} until you stop accepting them",
                risks.join(", ")
            );
            out += &indented(&line(&risks), 2, layout.width);
        }
        out.push('\n');
        out
    }

    fn where_it_is(&self, layout: &Layout) -> String {
        let plan = &self.plan;
        let kept = match (plan.place, self.outcome) {
            (PlaceView::Nowhere, _) => "not stored".to_owned(),
            (_, AcceptOutcome::DryRun) => format!("{} (not stored)", plan.location),
            _ => plan.location.clone(),
        };
        let because = match plan.because.as_slice() {
            [] => String::new(),
            because => format!("; {}", because.join(", ")),
        };
        let mut out = indented(&line(&format!("Plan: {kept}{because}")), 2, layout.width);
        if let (Some(at), Some(by)) = (&plan.collected_time, &plan.collected_by) {
            let _ = writeln!(out, "  Collected: {} by {}", line(&to_the_second(at)), line(by));
        }
        out
    }

    fn informers(&self) -> String {
        let (own, others): (Vec<&InformerView>, Vec<&InformerView>) =
            self.informers.iter().partition(|informer| informer.built_in);
        let silent = self.informers.iter().filter(|one| one.state != InformerState::Answered);
        let names: Vec<String> =
            silent.map(|one| format!("{}: {}", one.name, one.state.text())).collect();
        let silent = match names.as_slice() {
            [] => String::new(),
            names => format!(" ({})", names.join(", ")),
        };
        let said = format!("{} built in, {} on the cluster{silent}", own.len(), others.len());
        line(&said).into_owned()
    }

    /// What was accepted and withdrawn, or would be.
    fn changes(&self, layout: &Layout) -> String {
        let (accepted, withdrawn) = match self.outcome {
            AcceptOutcome::DryRun => ("Would accept", "Would withdraw"),
            AcceptOutcome::Accepted => ("Accepted", "Withdrawn"),
            AcceptOutcome::Unchanged => return "  All insights are accepted\n".to_owned(),
            AcceptOutcome::Shown => return String::new(),
            AcceptOutcome::NotConfirmed | AcceptOutcome::Changed => {
                ("Not accepted", "Not withdrawn")
            }
        };
        let mut out = String::new();
        for (label, ids) in [(accepted, &self.added), (withdrawn, &self.removed)] {
            // One per line, aligned below the label.
            let column = 4 + label.len();
            let told =
                ids.iter().map(|id| indented(&line(&self.described(id)), column, layout.width));
            let told: String = told.collect();
            if !told.is_empty() {
                let _ = write!(out, "  {label}: {}", told.trim_start());
            }
        }
        out
    }

    fn described(&self, id: &str) -> String {
        match self.insights.iter().find(|insight| insight.id == *id) {
            Some(one) => format!("{} {}: {}", one.short_id, one.level.title(), one.summary),
            None => id.to_owned(),
        }
    }

    fn all(&self, layout: &Layout) -> String {
        if self.insights.is_empty() {
            let said = "No insights";
            return format!("\n{}\n", layout.theme.good(said));
        }
        let mut out = String::new();
        let mut place = "";
        for insight in &self.insights {
            if insight.place != place {
                place = &insight.place;
                let heading = layout.theme.heading(&format!("{}:", line(place)));
                let _ = write!(out, "\n{heading}\n");
            }
            out.push('\n');
            out += &self.block(insight, layout);
        }
        out
    }

    fn block(&self, insight: &PlanInsightView, layout: &Layout) -> String {
        let id = format!("{} ({})", insight.short_id, insight.uid);
        let mut out = labelled("Insight", &line(&id), 2, layout.width);
        let _ = writeln!(out, "  Level: {}", level(insight, layout));
        let _ = writeln!(out, "  Impact: {}", line(insight.impact.title()));
        let told = |label, text: &str| labelled(label, text, 2, layout.width);
        out += &told("Summary", &insight.summary);
        if self.reading.details {
            out += &told("Description", &insight.description);
            let objects: Vec<String> = insight.scope.resources.iter().map(object).collect();
            out += &told("About", &objects.join(", "));
            out += &told("Informer", &insight.informer);
            out += &told("Acquired", insight.acquisition_time.as_deref().unwrap_or_default());
            out += &told("Expected end", insight.estimated_finish.as_deref().unwrap_or_default());
        }
        out += &told("Remedy", insight.action.as_deref().unwrap_or_default());
        out += &told("Reference", insight.reference.as_deref().unwrap_or_default());
        out
    }
}

fn level(insight: &PlanInsightView, layout: &Layout) -> String {
    let theme = layout.theme;
    let said = match (insight.must_be_accepted, insight.accepted_by) {
        (_, Some(InsightAcceptedBy::Plan)) => ", accepted",
        (_, Some(InsightAcceptedBy::Cluster)) => ", accepted on the cluster",
        (true, None) => ", not accepted",
        (false, None) => "",
    };
    let text = format!("{}{said}", insight.level.title());
    let open = insight.must_be_accepted && !insight.accepted;
    match (open, insight.level >= Level::Error) {
        (true, true) => theme.bad(&text),
        (true, false) => theme.warning(&text),
        (false, _) => text,
    }
}

fn object(object: &ObjectView) -> String {
    match &object.namespace {
        Some(namespace) => format!("{} {namespace}/{}", object.kind, object.name),
        None => format!("{} {}", object.kind, object.name),
    }
}

fn informer_row(informer: &InformerView) -> Vec<String> {
    let message = informer.message.clone().unwrap_or_default();
    let insights = informer.insights.to_string();
    vec![informer.name.clone(), informer.state.text().to_owned(), insights, message]
}

/// Nanoseconds are left out.
fn to_the_second(time: &str) -> String {
    time.split_once('.').map_or_else(|| time.to_owned(), |(seconds, _)| format!("{seconds}Z"))
}
