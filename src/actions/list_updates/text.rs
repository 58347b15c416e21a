//! The text of the overview.

use std::fmt::Write;

use crate::actions::list_updates::shared_risks::{RiskNames, SharedRisks};
use crate::actions::list_updates::view::{
    BlockedText, NotRecommended, PendingWork, RecommendedUpdate, UpdateList,
};
use crate::cli::invocation::Invocation;
use crate::output::parts::cluster::{ClusterView, ConditionView, ReleaseView};
use crate::output::parts::risk::RiskView;
use crate::output::table::painted;
use crate::output::text::{self, labelled, line};
use crate::output::{Format, Layout, Printable, general, lines};
use upgrade_core::updates::EvaluationState;
use upgrade_graph::condition::Status;

impl Printable for UpdateList {
    fn text(&self, layout: &Layout) -> String {
        let mut out = String::new();
        for condition in &self.reading.attention {
            out += &attention(condition, layout);
        }
        out += &self.whereabouts(layout);
        if let Some(hosted) = &self.hosted_control_plane {
            let _ = write!(out, "\n{}", hosted.text(layout));
        }
        out += &self.recommended(layout);
        out += &self.not_recommended(layout);
        out += &self.legend(layout);
        out
    }

    fn print(&self, format: Format, layout: &Layout) -> Option<String> {
        match format {
            Format::Version => {
                let not_recommended = self.not_recommended.iter().map(|update| &update.release);
                let shown = not_recommended.filter(|_| self.reading.show_not_recommended);
                let recommended = self.recommended.iter().map(|update| &update.release);
                let all = recommended.chain(shown);
                Some(lines(all.map(|release| &release.version)))
            }
            other => general(self, other, layout),
        }
    }
}

impl UpdateList {
    fn whereabouts(&self, layout: &Layout) -> String {
        let ClusterView { version, desired, channel, upstream, .. } = &self.cluster;
        let mut out = match version {
            Some(version) => {
                format!("Cluster version is {}\n", layout.theme.version(&line(version)))
            }
            None => "Cluster version is unknown: no completed update in history\n".to_owned(),
        };
        if let Some(work) = &self.reading.work {
            let (verb, target) = match work {
                PendingWork::UpdatingTo(target) => ("Updating to", target),
                PendingWork::Installing(target) => ("Installing", target),
            };
            let _ = writeln!(out, "{verb} {}", layout.theme.version(&line(target)));
        }
        if let Some(target) = &self.reading.pending {
            let _ = writeln!(out, "Requested: {} (not accepted yet)", line(target));
        }
        out += &paused(self.paused_pools.as_deref(), self.reading.resume.as_deref(), layout);
        if layout.wide {
            out += &which_cluster(&self.cluster, 0, layout);
        }
        out.push('\n');
        let upstream = upstream.as_deref().unwrap_or("not set (the cluster uses its default)");
        let _ = writeln!(out, "Upstream: {}", line(upstream));
        let mut channels = format!("Channel: {}", line(channel.as_deref().unwrap_or("not set")));
        if !desired.channels.is_empty() {
            let _ =
                write!(channels, " (available channels: {})", line(&desired.channels.join(", ")));
        }
        out += &text::indented(&channels, 0, layout.width);
        out
    }

    fn recommended(&self, layout: &Layout) -> String {
        if let Some(cause) = &self.reading.nothing_because {
            let cause = format!("No recommended updates: {cause}");
            // The other updates, or how to list them, follow.
            if !self.not_recommended.is_empty() {
                return format!("\n{}", text::indented(&text::sentence(&cause), 0, layout.width));
            }
            return format!("\n{}", self.reading.nothing_hint.sentence(&cause, layout));
        }
        let mut header: Vec<&str> = vec!["VERSION", "IMAGE"];
        if layout.wide {
            header.extend(["URL", "CHANNELS"]);
        }
        let marked = self.recommended.iter().any(|update| update.blocked_by_upgradeable);
        header.extend(marked.then_some(""));
        let versions = self.recommended.iter().map(|update| update.release.version.as_str());
        let columns = image_columns(versions, if marked { MARK.len() + 2 } else { 0 }, layout);
        let rows = self.recommended.iter().map(|update| row(update, columns, layout));
        let heading = layout.theme.heading("Recommended updates:");
        let paint = |_, version: &str| layout.theme.recommended(version);
        format!("\n{heading}\n\n{}", painted(&header, rows, layout, paint))
    }

    /// Explains the mark, if an update that is shown has it.
    fn legend(&self, layout: &Layout) -> String {
        let Some(BlockedText { condition, ack }) = &self.reading.blocked else {
            return String::new();
        };
        let recommended = self.recommended.iter().map(|update| update.blocked_by_upgradeable);
        let rest = self.not_recommended.iter().filter(|_| self.reading.show_not_recommended);
        let mut shown = recommended.chain(rest.map(|update| update.blocked_by_upgradeable));
        if !shown.any(|blocked| blocked) {
            return String::new();
        }
        let meaning = format!(
            "{MARK}: the cluster-version operator blocks minor version updates while {condition}. \
             To list admin gates, run:"
        );
        format!("\n{}", text::with_command(&text::sentence(&meaning), ack, layout.width))
    }

    fn not_recommended(&self, layout: &Layout) -> String {
        let count = self.not_recommended.len();
        if !self.reading.show_not_recommended {
            let hidden = match count {
                0 => return String::new(),
                1 => "1 more update is not recommended. To list it, run:".to_owned(),
                _ => format!("{count} more updates are not recommended. To list them, run:"),
            };
            return format!(
                "\n{}",
                text::with_command(&hidden, &self.reading.show_hidden, layout.width)
            );
        }
        if count == 0 {
            return "\nNo updates that are supported but not recommended\n".to_owned();
        }
        let heading = layout.theme.heading("Supported but not recommended updates:");
        let mut out = format!("\n{heading}\n");
        let shared = match layout.width {
            Some(_) => SharedRisks::new(&self.not_recommended),
            None => SharedRisks::default(), // in a pipe, every block is complete
        };
        for (place, update) in self.not_recommended.iter().enumerate() {
            out.push('\n');
            let names = shared.replace(place).then(|| RiskNames::new(update));
            out += &block(update, names.as_ref(), self.reading.blocked.as_ref(), layout);
        }
        out + &shared.text(layout)
    }
}

fn attention(condition: &ConditionView, layout: &Layout) -> String {
    let title = format!("{}={}:", line(&condition.r#type), condition.status.text());
    let title = match condition.r#type.as_str() {
        "Failing" | "Invalid" => layout.theme.bad(&title),
        _ => layout.theme.warning(&title),
    };
    let reason = if condition.reason.is_empty() { "not given" } else { &condition.reason };
    format!(
        "{title}\n\n{}{}\n",
        labelled("Reason", &line(reason), 2, layout.width),
        labelled("Message", &condition.message, 2, layout.width)
    )
}

/// Names the paused pools; nothing if there are none.
pub(crate) fn paused(pools: Option<&[String]>, resume: Option<&str>, layout: &Layout) -> String {
    let (said, them, their) = match pools.unwrap_or_default() {
        [] => return String::new(),
        [pool] => (format!("Pool {} is paused", line(pool)), "it", "its"),
        pools => (format!("Pools {} are paused", line(&pools.join(", "))), "them", "their"),
    };
    match resume {
        None => {
            let said = format!("{said}: resume {them} to update {their} nodes");
            text::indented(&said, 0, layout.width)
        }
        Some(command) => {
            let said = format!("{said}. To resume {them} and update {their} nodes, run:");
            text::with_command(&said, command, layout.width)
        }
    }
}

/// Returns the command that resumes pools; none without paused ones, or for files.
pub(crate) fn resume(pools: Option<&[String]>, invocation: &Invocation) -> Option<String> {
    let pools = pools.filter(|pools| !pools.is_empty() && !invocation.reads_files())?;
    let names = pools.iter().map(String::as_str);
    Some(invocation.command(["pools", "resume"].into_iter().chain(names)))
}

/// Names the cluster by context and server; by its id with `-o wide`, or if it has no other name.
pub(crate) fn which_cluster(cluster: &ClusterView, indent: usize, layout: &Layout) -> String {
    let is_named = cluster.context.is_some() || cluster.server.is_some();
    let id = Some(&cluster.id).filter(|_| layout.wide || !is_named).unwrap_or(&None);
    let named = [("context", &cluster.context), ("server", &cluster.server), ("id", id)];
    let parts: Vec<String> = named
        .into_iter()
        .filter_map(|(name, value)| Some(format!("{name} {}", line(value.as_ref()?))))
        .collect();
    let parts = if parts.is_empty() { "unknown".to_owned() } else { parts.join(", ") };
    text::indented(&format!("Cluster: {parts}"), indent, layout.width)
}

/// Marks an update that the cluster-version operator blocks.
const MARK: &str = "blocked";

fn row(update: &RecommendedUpdate, columns: Option<usize>, layout: &Layout) -> Vec<String> {
    let RecommendedUpdate { release, blocked_by_upgradeable } = update;
    let mut cells = vec![
        if release.version.is_empty() { "(none)".to_owned() } else { release.version.clone() },
        text::image(release.image.as_deref().unwrap_or("(none)"), columns),
    ];
    if layout.wide {
        cells.push(release.url.clone().unwrap_or_default());
        cells.push(release.channels.join(","));
    }
    cells.extend(blocked_by_upgradeable.then(|| MARK.to_owned()));
    cells
}

/// Describes an update; with `names` the names of its risks replace their texts.
fn block(
    update: &NotRecommended,
    names: Option<&RiskNames>,
    blocked: Option<&BlockedText>,
    layout: &Layout,
) -> String {
    let NotRecommended { release, recommended, reason, message, conditions, risks, .. } = update;
    let version = if release.version.is_empty() { "(none)" } else { &release.version };
    let mut out = format!("  Version: {}\n", layout.theme.not_recommended(&line(version)));
    out += &image_line(release, 2, layout);
    let verdict = layout.theme.warning(recommended.text());
    let verdict = match update.evaluation {
        EvaluationState::Settled => format!("Recommended: {verdict}"),
        EvaluationState::Pending => {
            format!("Recommended: {verdict} (pending: the cluster is still evaluating risks)")
        }
        EvaluationState::Failing { age } => {
            format!("Recommended: {verdict} (evaluation failing for {})", text::age(age))
        }
    };
    out += &text::indented(&verdict, 2, layout.width);
    out += &labelled("Reason", &line(reason), 2, layout.width);
    let message = names.map_or(message.as_str(), |names| &names.in_message);
    out += &labelled("Message", message, 2, layout.width);
    if let Some(blocked) = blocked.filter(|_| update.blocked_by_upgradeable) {
        out += &labelled("Blocked", &line(&blocked.condition), 2, layout.width);
    }
    for other in conditions.iter().filter(|condition| condition.r#type != "Recommended") {
        out += &other_condition(other, layout);
    }
    if let Some(url) = &release.url {
        let _ = writeln!(out, "  URL: {}", line(url));
    }
    if layout.wide && !release.channels.is_empty() {
        out += &labelled("Channels", &line(&release.channels.join(", ")), 2, layout.width);
    }
    out += &match names {
        Some(names) => labelled("Risks", &names.others, 2, layout.width),
        None => risk_lines(risks, layout),
    };
    out
}

/// Returns how wide images may be in a table beside versions and so many other columns; none where they
/// stay whole.
pub(crate) fn image_columns<'a>(
    versions: impl Iterator<Item = &'a str>,
    others: usize,
    layout: &Layout,
) -> Option<usize> {
    let width = layout.width.filter(|_| !layout.wide)?;
    let versions = versions.map(|version| version.chars().count());
    let version = versions.chain(["VERSION".len()]).max().unwrap_or_default();
    Some(width.saturating_sub(version + others + 4))
}

/// Names the image: whole, or on a terminal as far as it fits.
pub(crate) fn image_line(release: &ReleaseView, indent: usize, layout: &Layout) -> String {
    let columns = layout.width.filter(|_| !layout.wide);
    let columns = columns.map(|width| width.saturating_sub(indent + "Image: ".len()));
    let image = text::image(release.image.as_deref().unwrap_or("(none)"), columns);
    format!("{}Image: {image}\n", " ".repeat(indent))
}

/// A condition of a type that is unknown here.
fn other_condition(condition: &ConditionView, layout: &Layout) -> String {
    let ConditionView { r#type, status, reason, message, .. } = condition;
    let mut said = status.text().to_owned();
    if !reason.is_empty() {
        said = format!("{said} ({reason})");
    }
    if !message.trim().is_empty() {
        said = format!("{said}: {}", message.trim());
    }
    labelled(&line(r#type), &said, 2, layout.width)
}

fn risk_lines(risks: &[RiskView], layout: &Layout) -> String {
    if risks.is_empty() {
        return String::new();
    }
    let mut out = "  Risks:\n".to_owned();
    for risk in risks {
        let url = risk.url.as_ref().map(|url| format!(" {}", line(url))).unwrap_or_default();
        out += &text::indented(&format!("{}{url}", risk_title(risk)), 4, layout.width);
    }
    out
}

/// What a rule matches.
pub(crate) fn matching_rule(
    kind: &str,
    query: Option<&str>,
    platforms: Option<&[String]>,
    layout: &Layout,
) -> String {
    match (query, platforms) {
        (Some(query), _) => labelled("PromQL", query, 4, layout.width),
        (None, Some(names)) => labelled("Platforms", &line(&names.join(", ")), 4, layout.width),
        (None, None) => labelled("Rule", &line(kind), 4, layout.width),
    }
}

/// Describes a risk with its link, unless `told` already contains it.
pub(crate) fn risk_text(risk: &RiskView, told: &str, indent: usize, layout: &Layout) -> String {
    let message = text::message(&risk.message);
    let mut out = String::new();
    if !text::message(told).contains(message.trim()) {
        out += &text::indented(&message, indent, layout.width);
    }
    if let Some(url) = &risk.url {
        let _ = writeln!(out, "{:indent$}{}", "", line(url));
    }
    out
}

pub(crate) fn risk_title(risk: &RiskView) -> String {
    risk_named(&risk.name, risk.applies, risk.accepted)
}

pub(crate) fn risk_named(name: &str, applies: Status, accepted: bool) -> String {
    let name = if name.is_empty() { "(unnamed)".into() } else { line(name) };
    let applies = match applies {
        Status::True => "applies",
        Status::False => "does not apply",
        Status::Unknown => "may apply",
    };
    let accepted = if accepted { ", accepted" } else { "" };
    format!("{name} ({applies}{accepted})")
}
