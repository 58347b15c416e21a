//! The text of `upgrade fleet`: a summary, a table or one for each answer, and the command for each cluster.

use std::collections::BTreeMap;

use crate::commands::fleet::target_view::TargetSummaryView;
use crate::commands::fleet::view::{FleetEntry, FleetProgressView, FleetReport, FleetSummaryView};
use crate::output::screen::rows_of_the_terminal;
use crate::output::table::{fitting, table};
use crate::output::text::{self, clipped, indented, line, sentence};
use crate::output::{Format, Layout, Printable, general, lines};
use upgrade_core::fleet::{FleetAnswer, FleetPhase, StepsAway, UpdateBlockers};

const HEADER: [&str; 7] = ["CONTEXT", "VERSION", "CHANNEL", "NEWEST", "MORE", "NOT REC.", "STATE"];
/// What a narrow terminal does without, in this order.
const DROPPED: [&str; 4] = ["CHANNEL", "NOT REC.", "MORE", "NEWEST"];
const BELOW: usize = 6; // columns before what stands below a row
const LONGEST_NAME: usize = 40; // columns of a context on a terminal; contexts of `oc login` are long

impl Printable for FleetReport {
    fn text(&self, layout: &Layout) -> String {
        let mut out = indented(&self.sentence(), 0, layout.width);
        if self.target.is_none() {
            let all: Vec<&FleetEntry> = self.clusters.iter().collect();
            return out + "\n" + &rows(&all, layout) + &commands(&all, layout);
        }
        for (answer, entries) in self.groups() {
            let title = format!("{} ({}):", heading(answer.as_ref(), self.target()), entries.len());
            let title = indented(&sentence(&title), 0, layout.width);
            out.push('\n');
            for part in title.lines() {
                out += &(layout.theme.heading(part) + "\n");
            }
            out += &rows(&entries, layout);
            out += &commands(&entries, layout);
        }
        out
    }

    fn print(&self, format: Format, layout: &Layout) -> Option<String> {
        match format {
            Format::Name => Some(lines(self.clusters.iter().map(|entry| &entry.name))),
            other => general(self, other, layout),
        }
    }
}

impl FleetReport {
    /// Returns what a terminal shows until all clusters were read.
    pub(crate) fn progress(&self, all: usize, layout: &Layout) -> String {
        let read = self.clusters.len();
        self.frame(&format!("Read {read} of {all} clusters"), "", layout, rows_of_the_terminal())
    }

    /// Returns a frame that fits this many rows.
    pub(crate) fn frame(
        &self,
        title: &str,
        footer: &str,
        layout: &Layout,
        height: usize,
    ) -> String {
        let width = layout.width.unwrap_or(80);
        let mut out = vec![layout.theme.heading(&clipped(title, width))];
        let all: Vec<&FleetEntry> = self.clusters.iter().collect();
        let room = height.saturating_sub(3 + usize::from(!footer.is_empty()));
        if !all.is_empty() {
            let table = rows(&all, &Layout { wide: false, ..*layout });
            let total = table.lines().count();
            out.extend(table.lines().take(room).map(str::to_owned));
            if total > room {
                out.push(format!("  … and {} more lines", total - room));
            }
        }
        if !footer.is_empty() {
            out.push(clipped(footer, width));
        }
        out.truncate(height);
        out.join("\n")
    }

    /// Returns the summary in a sentence.
    pub(crate) fn sentence(&self) -> String {
        if let (Some(summary), Some(target)) = (&self.summary.target, &self.target) {
            return self.target_sentence(summary, target);
        }
        let FleetSummaryView { clusters, failing, stalled, updating, idle, not_read, .. } =
            self.summary;
        let parts = [
            (failing, "failing"),
            (stalled, "stalled"),
            (not_read, "could not be read"),
            (updating, "updating"),
            (idle, "idle"),
        ];
        let parts = parts.into_iter().filter(|(count, _)| *count > 0);
        let parts: Vec<String> = parts.map(|(count, word)| format!("{count} {word}")).collect();
        let noun = if clusters == 1 { "cluster" } else { "clusters" };
        format!("{clusters} {noun}: {}", parts.join(", "))
    }

    /// `12 of 40 clusters can update to 4.16.9 now; 5 blocked by RiskX; 2 need an admin gate acknowledged`
    fn target_sentence(&self, summary: &TargetSummaryView, target: &str) -> String {
        let FleetSummaryView { clusters, not_read, .. } = self.summary;
        let noun = if clusters == 1 { "cluster" } else { "clusters" };
        let target = line(target);
        let mut parts =
            vec![format!("{} of {clusters} {noun} can update to {target} now", summary.ready)];
        let risks = summary.by_risk.iter();
        parts.extend(risks.map(|(name, count)| format!("{count} blocked by {}", line(name))));
        let needs = if summary.by_admin_gate == 1 { "needs" } else { "need" };
        let first = if summary.away == 1 { "needs" } else { "need" };
        let gates = (summary.by_admin_gate, format!("{needs} an admin gate acknowledged"));
        let findings = summary.by_finding.iter();
        let findings = findings.map(|(name, count)| (*count, format!("blocked by {name}")));
        let plain = [
            (summary.unexplained, "not recommended".to_owned()),
            (summary.away, format!("{first} other updates first")),
            (summary.requested, "requested".to_owned()),
            (summary.in_progress, "updating to it".to_owned()),
            (summary.at_target, "already there".to_owned()),
            (summary.newer, "on a newer version".to_owned()),
            (summary.no_path, "without an update path".to_owned()),
            (summary.unknown, "unknown".to_owned()),
            (not_read, "could not be read".to_owned()),
        ];
        let others = std::iter::once(gates).chain(findings).chain(plain);
        let others = others.filter(|(count, _)| *count > 0);
        parts.extend(others.map(|(count, words)| format!("{count} {words}")));
        parts.join("; ")
    }

    fn target(&self) -> &str {
        self.target.as_deref().unwrap_or_default()
    }

    /// Returns the clusters by answer, the closest to the target first; last those that could not be read.
    fn groups(&self) -> Vec<(Option<FleetAnswer>, Vec<&FleetEntry>)> {
        let mut groups: BTreeMap<(bool, Option<FleetAnswer>), Vec<&FleetEntry>> = BTreeMap::new();
        for entry in &self.clusters {
            let answer = entry.found.as_ref().map(FleetAnswer::group);
            groups.entry((answer.is_none(), answer)).or_default().push(entry);
        }
        groups.into_iter().map(|((_, answer), entries)| (answer, entries)).collect()
    }
}

/// Returns what the clusters of a group have in common.
fn heading(answer: Option<&FleetAnswer>, target: &str) -> String {
    match answer {
        None => "Could not be read".to_owned(),
        Some(FleetAnswer::Ready) => "Can update now".to_owned(),
        Some(FleetAnswer::Blocked(blockers)) => {
            format!("Recommended, but {}", blocked(blockers))
        }
        Some(FleetAnswer::NotRecommended(blockers)) => {
            let risks = match blockers.risks.as_slice() {
                [] => String::new(),
                risks => format!(": {}", risks.join(", ")),
            };
            let also = if blockers.findings.is_empty() {
                String::new()
            } else {
                format!("; {}", blocked(blockers))
            };
            format!("Not recommended{risks}{also}")
        }
        Some(FleetAnswer::Away(away)) => steps(away),
        Some(FleetAnswer::Requested) => "Requested, but not accepted yet".to_owned(),
        Some(FleetAnswer::InProgress) => format!("Updating to {target}"),
        Some(FleetAnswer::AtTarget) => format!("Already on {target}"),
        Some(FleetAnswer::Newer) => "On a newer version".to_owned(),
        Some(FleetAnswer::NoPath) => "No update path".to_owned(),
        Some(FleetAnswer::Unknown { why }) => format!("Unknown: {why}"),
    }
}

fn blocked(blockers: &UpdateBlockers) -> String {
    let names: Vec<&str> = blockers.findings.iter().map(|code| code.as_str()).collect();
    let gates = match blockers.admin_gates.as_slice() {
        [] => String::new(),
        gates => format!(" (admin gates to acknowledge: {})", gates.join(", ")),
    };
    format!("blocked by {}{gates}", names.join(", "))
}

fn steps(away: &StepsAway) -> String {
    let updates = if away.steps == 1 { "update" } else { "updates" };
    let risks = match (away.recommended, away.risks.as_slice()) {
        (true, _) => String::new(),
        (false, []) => ", not recommended".to_owned(),
        (false, risks) => format!(", not recommended: {}", risks.join(", ")),
    };
    format!("{} {updates} away{risks}", away.steps)
}

/// Returns the table. What needs attention stands below its row on a terminal, and in a column elsewhere.
fn rows(entries: &[&FleetEntry], layout: &Layout) -> String {
    let mut header = HEADER.to_vec();
    let cells = entries.iter().map(|entry| entry.cells(layout));
    let mut cells: Vec<Vec<String>> = cells.collect();
    if layout.wide || layout.width.is_none() {
        header.push("NOTE");
        for (row, entry) in cells.iter_mut().zip(entries) {
            row.push(sentence(&or_dash(entry.remarks().join("; "))));
        }
        if layout.wide {
            header.extend(["CLUSTER ID", "SERVER", "COMMAND"]);
            for (row, entry) in cells.iter_mut().zip(entries) {
                let known = entry.cluster.as_ref();
                let id = known.and_then(|cluster| cluster.id.clone());
                let server = known.and_then(|cluster| cluster.server.clone());
                row.extend([id, server].map(|cell| or_dash(cell.unwrap_or_default())));
                row.push(entry.command.clone());
            }
        }
        return table(&header, cells, layout);
    }
    let table = fitting(&header, &cells, &DROPPED, layout);
    let mut table = table.lines();
    let mut out = table.next().map(|header| format!("{header}\n")).unwrap_or_default();
    for (row, entry) in table.zip(entries) {
        out += row;
        out.push('\n');
        for remark in entry.remarks() {
            for part in indented(&sentence(&remark), BELOW, layout.width).lines() {
                out +=
                    &(if entry.is_quiet() { part.to_owned() } else { layout.theme.warning(part) });
                out.push('\n');
            }
        }
    }
    out
}

/// Returns the commands, each on a line of its own.
fn commands(entries: &[&FleetEntry], layout: &Layout) -> String {
    if layout.wide {
        return String::new(); // they are in the table
    }
    let commands = entries.iter().map(|entry| text::command(&entry.command, layout.width));
    format!("\n{}", commands.collect::<String>())
}

fn or_dash(text: String) -> String {
    if text.is_empty() { "-".to_owned() } else { text }
}

impl FleetEntry {
    fn cells(&self, layout: &Layout) -> Vec<String> {
        let known = |text: Option<&String>| or_dash(text.cloned().unwrap_or_default());
        let count = |count: Option<usize>| count.map_or("-".to_owned(), |count| count.to_string());
        let cluster = self.cluster.as_ref();
        let name = match layout.width {
            Some(_) if !layout.wide => clipped(&line(&self.name), LONGEST_NAME),
            _ => self.name.clone(),
        };
        let version = cluster
            .and_then(|cluster| cluster.version.as_ref().or(cluster.desired.version.as_ref()));
        vec![
            name,
            known(version),
            known(cluster.and_then(|cluster| cluster.channel.as_ref())),
            known(self.newest.as_ref().map(|newest| &newest.version)),
            count(self.recommended.map(|count| count.saturating_sub(1))),
            count(self.not_recommended),
            self.state_text(),
        ]
    }

    /// Returns the state: `updating 43%`, and `updating nodes 50%` once the control plane is updated.
    pub(crate) fn state_text(&self) -> String {
        let state = self.state.text();
        match self.progress {
            Some(FleetProgressView { phase: FleetPhase::ControlPlane, percent, .. }) => {
                format!("{state} {percent}%")
            }
            Some(FleetProgressView { phase: FleetPhase::Nodes, percent, .. }) => {
                format!("{state} nodes {percent}%")
            }
            None => state.to_owned(),
        }
    }

    /// Returns whether what stands below the row needs no attention.
    fn is_quiet(&self) -> bool {
        self.error.is_none() && !self.insight.as_ref().is_some_and(|insight| insight.grave)
    }

    /// Returns what the cells do not tell.
    fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        if let Some(other) = &self.same_cluster_as {
            remarks.push(format!("Same cluster as {other}"));
        }
        if let Some(error) = &self.error {
            // A path or an address stays as it is.
            let is_word = error.cause.starts_with(|c: char| c.is_ascii_alphabetic())
                && !error.cause.starts_with("http");
            let cause = if is_word { text::capitalized(&error.cause) } else { error.cause.clone() };
            remarks.push(cause);
        }
        let desired = self.cluster.as_ref().and_then(|cluster| cluster.desired.version.as_ref());
        if let Some(desired) = desired.filter(|_| self.updating) {
            remarks.push(format!("Updating to {desired}"));
        }
        if let Some(insight) = self.insight.as_ref().filter(|insight| insight.grave) {
            remarks.push(format!("{}: {}", insight.level.title(), insight.summary));
        }
        if self.hosted_control_plane.is_some() {
            remarks.push("Hosted control plane: update its HostedCluster instead".to_owned());
        }
        if let Some(newest) = self.newest.as_ref().filter(|newest| newest.blocked_by_upgradeable) {
            remarks.push(format!("{} is blocked by Upgradeable=False", newest.version));
        }
        if let Some(away) = self.answer.as_ref().and_then(|answer| answer.next.as_ref()) {
            let channel = self.answer.as_ref().and_then(|answer| answer.channel.as_ref());
            let channel = channel.map(|it| format!(" in channel {it}")).unwrap_or_default();
            remarks.push(format!("Next: {away}{channel}"));
        }
        remarks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_counted_and_name_their_risks() {
        let away = |count, recommended, risks: &[&str]| {
            steps(&StepsAway {
                steps: count,
                risks: risks.iter().map(ToString::to_string).collect(),
                recommended,
                channel: None,
                next: "4.6.2".into(),
            })
        };
        assert_eq!(away(1, true, &[]), "1 update away");
        assert_eq!(away(2, false, &["A", "B"]), "2 updates away, not recommended: A, B");
        assert_eq!(away(2, false, &[]), "2 updates away, not recommended");
    }
}
