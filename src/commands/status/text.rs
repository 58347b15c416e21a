//! The text of `upgrade status`: sections, labels and tables are those of `oc adm upgrade status`.

use std::fmt::Write;

use crate::commands::status::pool_view::{PoolView, StatusNodeView};
use crate::commands::status::reported_view::OtherPoolView;
use crate::commands::status::view::{
    ControlPlaneTargetView, ControlPlaneView, OperatorView, UpdateStatusReport,
};
use crate::output::table::flush;
use crate::output::text::{self, line, sentence, short};
use crate::output::{Format, Layout, Printable, general, lines};
use upgrade_core::progress::control_plane::Remaining;
use upgrade_core::progress::nodes::NodePhase;
use upgrade_core::progress::pools::PoolAssessment;

const NODES_SHOWN: usize = 10; // nodes of a pool, without --details=nodes
const REASON_SHOWN: usize = 20;
const SHORT_REST: i64 = 10 * 60; // seconds below which an estimate is too precise

impl Printable for UpdateStatusReport {
    fn text(&self, layout: &Layout) -> String {
        let mut out = String::new();
        if let Some(refused) = &self.refused {
            let label = layout.theme.bad("The cluster does not accept the request");
            let _ =
                writeln!(out, "{label} for {} ({}):", line(&refused.target), line(&refused.reason));
            out += &text::indented(&text::message(&refused.message), 2, layout.width);
            out.push('\n');
        }
        if !self.updating {
            out += "The cluster is not updating.\n";
            out += &self.chosen_nodes(layout);
            return out + &set_off(&self.health(layout)) + &self.resume(layout);
        }
        out += &self.control_plane(layout);
        out += &self.workers(layout);
        out + &set_off(&self.health(layout)) + &self.resume(layout)
    }

    fn print(&self, format: Format, layout: &Layout) -> Option<String> {
        match format {
            Format::Version => Some(lines([&self.control_plane.target.version])),
            other => general(self, other, layout),
        }
    }
}

/// Puts an empty line before a section.
fn set_off(said: &str) -> String {
    if said.is_empty() { String::new() } else { format!("\n{said}") }
}

impl UpdateStatusReport {
    /// What to do about nodes that a pause keeps from updating.
    fn resume(&self, layout: &Layout) -> String {
        let Some(command) = &self.resume else { return String::new() };
        let said = "Nodes of paused pools do not update. To resume the pools, run:";
        format!("\n{}", text::with_command(said, command, layout.width))
    }

    fn control_plane(&self, layout: &Layout) -> String {
        let plane = &self.control_plane;
        let mut out = format!("{}\n", layout.theme.heading("= Control Plane ="));
        match &plane.completed_at {
            Some(at) => {
                let version = line(&plane.target.version);
                let took = short(shown(plane.duration_seconds));
                let _ = writeln!(
                    out,
                    "Update to {version} successfully completed at {} (duration: {took})",
                    line(at)
                );
            }
            None => out += &hanging(&summary(plane), layout),
        }
        let updating: Vec<&OperatorView> =
            plane.operators.iter().filter(|operator| operator.updating).collect();
        if self.details.operators && !updating.is_empty() {
            out += &operators(&updating, layout);
        }
        out += &self.own_nodes(layout);
        out
    }

    /// Returns the chosen nodes if no pool section shows them.
    fn chosen_nodes(&self, layout: &Layout) -> String {
        let pools = self.pools.iter().flat_map(|pool| &pool.nodes);
        let nodes: Vec<StatusNodeView> =
            self.control_plane.nodes.iter().chain(pools).cloned().collect();
        if self.chosen.is_none() || nodes.is_empty() {
            return String::new();
        }
        format!("\nNodes\n{}", self.node_table(&nodes, layout))
    }

    fn own_nodes(&self, layout: &Layout) -> String {
        let nodes = &self.control_plane.nodes;
        let Some(first) = nodes.first() else { return String::new() };
        if self.chosen.is_none() && nodes.iter().all(|node| node.phase == NodePhase::Updated) {
            let version = first.version.as_deref().unwrap_or("?");
            return format!(
                "\nAll control plane nodes successfully updated to {}\n",
                line(version)
            );
        }
        format!("\nControl Plane Nodes\n{}", self.node_table(nodes, layout))
    }

    fn workers(&self, layout: &Layout) -> String {
        let are_empty = |pool: &PoolView| pool.assessment == PoolAssessment::Empty;
        if self.pools.iter().all(are_empty) && self.other_pools.is_empty() {
            return String::new();
        }
        let mut out = format!("\n{}\n\n", layout.theme.heading("= Worker Upgrade ="));
        let others = self.other_pools.iter().map(other_row);
        let rows = self.pools.iter().map(pool_row).chain(others).collect();
        out += &flush(&["WORKER POOL", "ASSESSMENT", "COMPLETION", "STATUS"], rows, layout);
        for pool in self.pools.iter().filter(|pool| !pool.nodes.is_empty()) {
            let _ = writeln!(out, "\nWorker Pool Nodes: {}", line(&pool.name));
            out += &self.node_table(&pool.nodes, layout);
        }
        out
    }

    fn node_table(&self, nodes: &[StatusNodeView], layout: &Layout) -> String {
        let shown = |(place, node): &(usize, &StatusNodeView)| {
            self.details.nodes || *place < NODES_SHOWN || node.stands_out
        };
        let (shown, hidden): (Vec<_>, Vec<_>) = nodes.iter().enumerate().partition(shown);
        let rows = shown.into_iter().map(|(_, node)| node_row(node)).collect();
        let header = ["NAME", "ASSESSMENT", "PHASE", "VERSION", "EST", "MESSAGE"];
        let mut out = flush(&header, rows, layout);
        for node in nodes.iter().filter(|_| self.details.nodes) {
            for hold in &node.held_by {
                let _ = writeln!(
                    out,
                    "{}: pod {} cannot be evicted: PodDisruptionBudget {}",
                    line(&node.name),
                    line(&hold.pod),
                    line(&hold.budget)
                );
            }
        }
        if !hidden.is_empty() {
            let hidden: Vec<&StatusNodeView> = hidden.into_iter().map(|(_, node)| node).collect();
            out += &omitted(&hidden);
        }
        out
    }
}

const LABELS: usize = 17; // columns of the labels of a summary

/// Wraps what is too long for a terminal beside its label.
fn hanging(summary: &str, layout: &Layout) -> String {
    let line = |line: &str| match line.split_at_checked(LABELS) {
        Some((label, text)) => {
            format!("{label}{}\n", text::indented(text, LABELS, layout.width).trim())
        }
        None => format!("{line}\n"),
    };
    summary.lines().map(line).collect()
}

fn summary(plane: &ControlPlaneView) -> String {
    let mut out = format!("Assessment:      {}\n", plane.assessment.text());
    let _ = writeln!(out, "Target Version:  {}", line(&target(&plane.target)));
    let updating: Vec<&str> = plane
        .operators
        .iter()
        .filter(|operator| operator.updating)
        .map(|operator| operator.name.as_str())
        .collect();
    if !updating.is_empty() {
        let _ = writeln!(out, "Updating:        {}", line(&updating.join(", ")));
    }
    let _ = match &plane.completion {
        None => writeln!(out, "Completion:      unknown (cannot read cluster operators)"),
        Some(done) => writeln!(
            out,
            "Completion:      {}% ({} operators updated, {} updating, {} waiting)",
            done.percent, done.updated, done.updating, done.waiting
        ),
    };
    let _ = writeln!(
        out,
        "Duration:        {}{}",
        short(shown(plane.duration_seconds)),
        remaining(plane)
    );
    let [healthy, unavailable, degraded] = plane.health;
    if plane.completion.is_none() {
        return out;
    }
    let _ = write!(out, "Operator Health: {healthy} Healthy");
    if unavailable > 0 {
        let _ = write!(out, ", {unavailable} Unavailable");
    }
    if degraded > 0 {
        let _ = write!(out, ", {degraded} Available but degraded");
    }
    out + "\n"
}

/// Longer durations are shown in minutes.
pub(crate) fn shown(seconds: i64) -> i64 {
    if seconds > SHORT_REST { (seconds + 30) / 60 * 60 } else { seconds }
}

pub(crate) fn target(target: &ControlPlaneTargetView) -> String {
    let ControlPlaneTargetView { version, previous, .. } = target;
    let previous = previous.as_deref().unwrap_or("unknown");
    if target.new_install {
        format!("{version} (a new install)")
    } else if target.previous_incomplete {
        format!("{version} (from incomplete {previous})")
    } else if target.to_multi_arch {
        format!("{version} to Multi-Architecture")
    } else {
        format!("{version} (from {previous})")
    }
}

pub(crate) fn remaining(plane: &ControlPlaneView) -> String {
    let left = match plane.remaining {
        Remaining::Nothing | Remaining::NoData => return String::new(),
        Remaining::NotKnown => "N/A for Multi-Architecture Migration".to_owned(),
        Remaining::Overdue { estimated } => {
            format!("N/A; estimate duration was {}", short(estimated.as_secs()))
        }
        Remaining::About(left) => return about(left.as_secs()),
    };
    format!(" (Est. Time Remaining: {left})")
}

fn about(left: i64) -> String {
    let left = if left < SHORT_REST { "<10m".to_owned() } else { short(shown(left)) };
    format!(" (Est. Time Remaining: {left})")
}

fn operators(updating: &[&OperatorView], layout: &Layout) -> String {
    let mut rows = Vec::new();
    for operator in updating {
        let message = operator.message.as_deref().unwrap_or_default();
        let mut lines = message.lines();
        let reason = operator.reason.as_deref().unwrap_or("-");
        let reason = if reason.chars().count() > REASON_SHOWN {
            reason.chars().take(REASON_SHOWN - 3).collect::<String>() + "..."
        } else {
            reason.to_owned()
        };
        rows.push(vec![
            operator.name.clone(),
            operator.age.map_or("-".to_owned(), short),
            reason,
            lines.next().unwrap_or_default().to_owned(),
        ]);
        let more =
            lines.map(|line| vec![String::new(), String::new(), String::new(), line.to_owned()]);
        rows.extend(more);
    }
    let table = flush(&["NAME", "SINCE", "REASON", "MESSAGE"], rows, layout);
    format!("\nUpdating Cluster Operators\n{table}")
}

fn pool_row(pool: &PoolView) -> Vec<String> {
    let assessment = pool.assessment.text().to_owned();
    let Some(done) = &pool.completion else {
        let (completion, status) = match pool.assessment {
            PoolAssessment::Empty => ("", "0 Total"),
            PoolAssessment::Completed
            | PoolAssessment::Pending
            | PoolAssessment::Degraded
            | PoolAssessment::Excluded
            | PoolAssessment::Progressing => ("?", "The pool reports no machines"),
        };
        return vec![pool.name.clone(), assessment, completion.to_owned(), status.to_owned()];
    };
    let mut status = format!(
        "{} Available, {} Progressing, {} Draining",
        done.available, done.progressing, done.draining
    );
    for (count, word) in [(done.excluded, "Excluded"), (done.degraded, "Degraded")] {
        if count > 0 {
            let _ = write!(status, ", {count} {word}");
        }
    }
    status += &pool.estimated_remaining_seconds.map(about).unwrap_or_default();
    let completion = format!("{}% ({}/{})", done.percent, done.updated, done.total);
    vec![pool.name.clone(), assessment, completion, status]
}

/// A pool that only the UpdateStatus reports: its number of nodes is unknown.
fn other_row(pool: &OtherPoolView) -> Vec<String> {
    let said = pool.message.as_ref().or(pool.reason.as_ref());
    let mut status = said.map(|said| sentence(said)).unwrap_or_default();
    status += &pool.estimated_remaining_seconds.map(about).unwrap_or_default();
    vec![pool.label.clone(), pool.assessment.text().to_owned(), "?".to_owned(), status]
}

fn node_row(node: &StatusNodeView) -> Vec<String> {
    vec![
        node.name.clone(),
        node.assessment.text().to_owned(),
        node.phase_text().to_owned(),
        node.version.clone().unwrap_or_else(|| "?".to_owned()),
        node.estimate.clone(),
        // However many lines a node reports, it is one row.
        sentence(&node.message.lines().map(str::trim).collect::<Vec<_>>().join(" ")),
    ]
}

fn omitted(hidden: &[&StatusNodeView]) -> String {
    let count = |place: usize| hidden.iter().filter(|node| node.counted[place]).count();
    let [updated, available, progressing, draining, excluded] = [0, 1, 2, 3, 4].map(count);
    let (total, outdated) = (hidden.len(), hidden.len() - updated);
    format!(
        "...\nOmitted additional {total} Total, {updated} Completed, {available} Available, {progressing} Progressing, {outdated} Outdated, {draining} Draining, {excluded} Excluded, and 0 Degraded nodes.\nPass along --details=nodes to see all information.\n"
    )
}
