//! The text of a recommendation.

use std::fmt::Write;

use crate::actions::list_updates::text::{image_line, matching_rule, paused, risk_title};
use crate::commands::recommend::alerts::AlertCheckView;
use crate::commands::recommend::view::{
    MinorView, Recommendation, RecommendedTargetView, Show, TargetRiskView,
};
use crate::output::parts::cluster::ConditionView;
use crate::output::table::painted;
use crate::output::text::{self, labelled, line};
use crate::output::{Format, Layout, Printable, general, lines};
use upgrade_graph::condition::Status;
use upgrade_graph::path::AcceptedBy;

const NO_ISSUES: &str = "no known issues relevant to this cluster";

impl Printable for Recommendation {
    fn text(&self, layout: &Layout) -> String {
        let mut out = self.preamble(layout);
        if let Some(hosted) = &self.hosted_control_plane {
            let _ = write!(out, "\n{}", hosted.text(layout));
        }
        match (&self.reading.show, &self.target) {
            (Show::Target(_), Some(target)) => out += &self.account(target, layout),
            (Show::Target(_), None) => {}
            (Show::Newest | Show::All, _) => out += &self.overview(layout),
        }
        out + &self.passed_checks(layout)
    }

    fn print(&self, format: Format, layout: &Layout) -> Option<String> {
        match format {
            // The releases without open issues. A single version is evaluated together with the
            // cluster.
            Format::Version => {
                let listed = self.updates.iter().flat_map(|minor| &minor.releases);
                let asked: Vec<&RecommendedTargetView> = match self.reading.show {
                    Show::Target(_) => self.target.iter().filter(|_| self.is_settled()).collect(),
                    Show::Newest | Show::All => listed.collect(),
                };
                let clean = asked.into_iter().filter(|target| !target.is_open());
                Some(lines(clean.map(|target| &target.release.version)))
            }
            other => general(self, other, layout),
        }
    }
}

impl Recommendation {
    /// Returns whether the target has no issues that are not accepted.
    fn is_settled(&self) -> bool {
        self.unaccepted.as_ref().is_some_and(Vec::is_empty)
    }

    fn preamble(&self, layout: &Layout) -> String {
        let mut out = String::new();
        for (condition, accepted) in &self.reading.health {
            out += &match condition.r#type.as_str() {
                "Progressing" => progressing(condition, *accepted, layout),
                _ => stated(condition, *accepted, layout),
            };
        }
        out += &self.checks(layout);
        if let Some(note) = &self.reading.note {
            let _ = writeln!(out, "{}\n", line(note));
        }
        let paused = paused(self.paused_pools.as_deref(), self.reading.resume.as_deref(), layout);
        if !paused.is_empty() {
            let _ = writeln!(out, "{paused}");
        }
        let cluster = &self.cluster;
        let upstream =
            cluster.upstream.as_deref().unwrap_or("not set (the cluster uses its default)");
        out += &labelled("Upstream update service", &line(upstream), 0, layout.width);
        let channel = cluster.channel.as_deref().unwrap_or("not set");
        let mut channels = format!("Channel: {}", line(channel));
        if !cluster.desired.channels.is_empty() {
            let known = cluster.desired.channels.join(", ");
            let _ = write!(channels, " (available channels: {})", line(&known));
        }
        out + &text::indented(&channels, 0, layout.width)
    }

    /// The checks of alerts; details follow below while one is not accepted.
    fn checks(&self, layout: &Layout) -> String {
        let of = |wanted: fn(&AlertCheckView) -> bool| self.checks_by(wanted);
        let here = of(|check| check.accepted_by == Some(AcceptedBy::Flag));
        let stored = of(|check| check.accepted_by == Some(AcceptedBy::Cluster));
        let open = of(|check| check.issue.is_some() && !check.accepted);
        let mut out = String::new();
        for (heading, found) in [
            ("Failed checks, accepted by --accept", &here),
            ("Failed checks, accepted on the cluster", &stored),
            ("Failed checks", &open),
        ] {
            if !found.is_empty() {
                out += &listed(heading, found, layout);
                out.push('\n');
            }
        }
        if self.alerts.are_described() {
            let told = self.alerts.conditions.iter().filter(|check| check.issue.is_some());
            for check in told {
                out += &stated(&check.condition, check.accepted, layout);
            }
        }
        out
    }

    /// Passed checks come last.
    fn passed_checks(&self, layout: &Layout) -> String {
        match self.checks_by(|check| check.issue.is_none()).as_slice() {
            [] => String::new(),
            passed => format!("\n{}", listed("Passed checks", passed, layout)),
        }
    }

    fn checks_by(&self, wanted: fn(&AlertCheckView) -> bool) -> Vec<&AlertCheckView> {
        let mut found: Vec<&AlertCheckView> =
            self.alerts.conditions.iter().filter(|check| wanted(check)).collect();
        found.sort_by_key(|check| &check.condition.r#type);
        found
    }

    fn overview(&self, layout: &Layout) -> String {
        if let Some(cause) = &self.reading.nothing_because {
            let said = format!("No updates available: {}", text::sentence(cause));
            return format!("\n{}", text::indented(&said, 0, layout.width));
        }
        let all = self.reading.show == Show::All;
        self.updates.iter().map(|minor| bucket(minor, all, layout)).collect()
    }

    fn account(&self, target: &RecommendedTargetView, layout: &Layout) -> String {
        let version = line(&target.release.version);
        let version = if target.is_open() {
            layout.theme.not_recommended(&version)
        } else {
            layout.theme.recommended(&version)
        };
        let release = &target.release;
        let accepted = self.reading.all_accepted.join(", ");
        let clean = match line(&accepted) {
            none if none.is_empty() && self.is_settled() => {
                format!("Update to {version} has {NO_ISSUES}.")
            }
            none if none.is_empty() => {
                format!("Update to {version} has no known issues of its own.")
            }
            names => {
                format!("Update to {version} has {NO_ISSUES} other than the accepted: {names}")
            }
        };
        let mut out = if target.reason.is_none() {
            format!("\n{clean}\n")
        } else {
            let verdict = format!("Recommended={}:", target.recommended.text());
            format!("\nUpdate to {version} {}\n", layout.theme.warning(&verdict))
        };
        out += &image_line(release, 0, layout);
        let url = line(release.url.as_deref().unwrap_or_default()).into_owned();
        let _ = writeln!(out, "{}", format!("Release URL: {url}").trim_end());
        if !release.channels.is_empty() {
            out += &labelled("Channels", &line(&release.channels.join(", ")), 0, layout.width);
        }
        if let (Some(reason), Some(message)) = (&target.reason, &target.message) {
            out += &reason_line(reason, 0);
            out += &labelled("Message", message, 0, layout.width);
        }
        if let Some(upgradeable) = &self.reading.upgradeable {
            out += &labelled("Upgradeable", upgradeable, 0, layout.width);
        }
        out += &self.risks(&target.risks, layout);
        if target.reason.is_some() && !accepted.is_empty() {
            let _ = writeln!(out, "\n{clean}");
        }
        out
    }

    /// The risks of the target. An alert that is also a risk is described above.
    fn risks(&self, risks: &[TargetRiskView], layout: &Layout) -> String {
        let mut out = String::new();
        for TargetRiskView { risk, accepted_here } in risks {
            if out.is_empty() {
                out += "Risks:\n";
            }
            let accepted = match (*accepted_here, risk.accepted, risk.applies) {
                (true, _, _) => ", accepted by --accept",
                (false, false, Status::True | Status::Unknown) => ", not accepted",
                (false, _, _) => "",
            };
            let title = risk_title(risk);
            let title = title.strip_suffix(')').unwrap_or(&title);
            out += &text::indented(&format!("\n{title}{accepted})"), 2, layout.width);
            if self.alerts.are_described() && self.alerts.has(&risk.name) {
                out += &text::indented("See the alert above.", 4, layout.width);
                continue;
            }
            out += &text::indented(&text::message(&risk.message), 4, layout.width);
            if let Some(url) = &risk.url {
                out += &text::indented(&line(url), 4, layout.width);
            }
            for rule in &risk.matching_rules {
                let query = rule.promql.as_ref().map(|query| query.promql.as_str());
                out += &matching_rule(&rule.r#type, query, rule.platforms.as_deref(), layout);
            }
        }
        out
    }
}

fn listed(heading: &str, checks: &[&AlertCheckView], layout: &Layout) -> String {
    let names: Vec<String> = checks.iter().map(|check| named(check)).collect();
    text::indented(&format!("{heading}: {}", names.join(", ")), 0, layout.width)
}

fn named(check: &AlertCheckView) -> String {
    let ConditionView { r#type, reason, .. } = &check.condition;
    match check.issue {
        None => format!("{} ({})", line(r#type), line(reason)),
        Some(_) => line(r#type).into_owned(),
    }
}

fn stated(condition: &ConditionView, accepted: bool, layout: &Layout) -> String {
    let prefix = if accepted { "accepted " } else { "" };
    let title = format!("{prefix}{}={}:", line(&condition.r#type), condition.status.text());
    let title = match condition.r#type.as_str() {
        "Failing" => layout.theme.bad(&title),
        _ => layout.theme.warning(&title),
    };
    format!(
        "{title}\n\n{}{}\n",
        reason_line(&condition.reason, 2),
        labelled("Message", &condition.message, 2, layout.width)
    )
}

fn reason_line(reason: &str, indent: usize) -> String {
    labelled("Reason", &line(reason), indent, None)
}

fn progressing(condition: &ConditionView, accepted: bool, layout: &Layout) -> String {
    let accepted = if accepted { " (accepted)" } else { "" };
    let label = layout.theme.hint("info:");
    let advice = "wait for it to complete";
    let message = text::message(&condition.message);
    let said = format!("{label} an update is in progress{accepted}; {advice}");
    format!(
        "{}{}\n",
        text::indented(&said, 0, layout.width),
        text::indented(&message, 2, layout.width)
    )
}

fn bucket(minor: &MinorView, all: bool, layout: &Layout) -> String {
    let heading = match &minor.minor {
        Some(minor) => format!("Updates to {minor}:"),
        None => "Updates to other versions:".to_owned(),
    };
    let mut out = format!("\n{}\n", layout.theme.heading(&heading));
    if all {
        let rows = minor.releases.iter().map(|target| row(target, summary(target)));
        let paint = |row: usize, version: &str| match minor.releases.get(row) {
            Some(target) if target.is_open() => layout.theme.not_recommended(version),
            _ => layout.theme.recommended(version),
        };
        return out + &painted(&["VERSION", "ISSUES"], rows, layout, paint);
    }
    let shown: Vec<&RecommendedTargetView> =
        minor.shown.iter().filter_map(|place| minor.releases.get(*place)).collect();
    for run in shown.chunk_by(|a, b| !a.is_open() && !b.is_open()) {
        if run[0].is_open() {
            out.push('\n');
            out += &block(run[0], layout);
        } else {
            // An empty line separates a table from the block before it.
            out += if std::ptr::eq(run[0], shown[0]) { "" } else { "\n" };
            let rows = run.iter().map(|target| row(target, clean(target)));
            let paint = |_, version: &str| layout.theme.recommended(version);
            out += &painted(&["VERSION", "ISSUES"], rows, layout, paint);
        }
    }
    let minor_name = minor.minor.as_deref().unwrap_or_default();
    let see = "available: use --show-outdated-releases, or --version VERSION";
    // The newest two do not count as older; one without issues below them does, shown or not.
    let hidden = match minor.releases.len() - shown.len().min(2) {
        _ if minor.releases.len() == shown.len() => return out,
        1 => format!("And 1 older {minor_name} update {see}"),
        hidden => format!("And {hidden} older {minor_name} updates {see}"),
    };
    out + "\n" + &text::indented(&hidden, 0, layout.width)
}

fn row(target: &RecommendedTargetView, issues: String) -> Vec<String> {
    let version = &target.release.version;
    vec![if version.is_empty() { "(none)".to_owned() } else { version.clone() }, issues]
}

/// Names the accepted issues of a release without open ones.
fn clean(target: &RecommendedTargetView) -> String {
    let names: Vec<&str> = target.issues.iter().map(|issue| issue.name.as_str()).collect();
    if names.is_empty() {
        NO_ISSUES.to_owned()
    } else {
        format!("{NO_ISSUES} other than the accepted: {}", names.join(", "))
    }
}

/// The reason, followed by the names of the issues if it is not one of them.
fn summary(target: &RecommendedTargetView) -> String {
    let Some(reason) = target.reason.as_ref().filter(|_| target.is_open()) else {
        return clean(target);
    };
    match names(target) {
        names if names == *reason => names,
        names => format!("{reason}: {names}"),
    }
}

fn names(target: &RecommendedTargetView) -> String {
    let names = target.issues.iter().map(|issue| {
        let accepted = if issue.accepted { " (accepted)" } else { "" };
        format!("{}{accepted}", issue.name)
    });
    names.collect::<Vec<_>>().join(", ")
}

fn block(target: &RecommendedTargetView, layout: &Layout) -> String {
    let RecommendedTargetView { release, reason, message, .. } = target;
    let version = if release.version.is_empty() { "(none)" } else { &release.version };
    let mut out = format!("  Version: {}\n", layout.theme.not_recommended(&line(version)));
    out += &image_line(release, 2, layout);
    out += &reason_line(reason.as_deref().unwrap_or_default(), 2);
    out += &labelled("Risks", &line(&names(target)), 2, layout.width);
    out += &labelled("Message", message.as_deref().unwrap_or_default(), 2, layout.width);
    out
}
