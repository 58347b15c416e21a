//! The text of an audit: stranded releases by channel and architecture, then by class.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::commands::graph::audit::view::{ChannelAuditView, GraphAudit, StrandedView};
use crate::output::text::{indented, line};
use crate::output::{Format, Layout, Printable, general, lines};
use upgrade_graph::audit::StrandedClass;

const LISTED: usize = 8; // channels without findings that are listed; -o wide has all

impl Printable for GraphAudit {
    fn text(&self, layout: &Layout) -> String {
        if self.channels.iter().all(|channel| channel.releases == 0) {
            return "No releases to audit\n".to_owned();
        }
        let mut out = String::new();
        let is_clean = |channel: &&ChannelAuditView| channel.stranded.is_empty();
        for channel in self.channels.iter().filter(|channel| !is_clean(channel)) {
            let _ = writeln!(out, "{}", found(channel, layout));
        }
        let clean: Vec<&ChannelAuditView> = self.channels.iter().filter(is_clean).collect();
        let all = self.channels.len();
        if clean.len() <= LISTED || layout.wide {
            for channel in clean {
                out += &none(channel, layout);
            }
        } else {
            let count = clean.len();
            let which = if count == all {
                format!("all {all} channels and architectures")
            } else {
                format!("the other {count} channels and architectures")
            };
            let _ = writeln!(out, "No stranded releases in {which}. To list them, use -o wide");
        }
        out
    }

    fn print(&self, format: Format, layout: &Layout) -> Option<String> {
        match format {
            Format::Version => {
                let stranded = self.channels.iter().flat_map(|channel| &channel.stranded);
                let mut versions: Vec<&str> = Vec::new();
                for found in stranded {
                    if !versions.contains(&found.version.as_str()) {
                        versions.push(&found.version);
                    }
                }
                Some(lines(versions))
            }
            other => general(self, other, layout),
        }
    }
}

fn title(channel: &ChannelAuditView) -> String {
    let name = channel.channel.as_deref().unwrap_or("Graph");
    match &channel.arch {
        Some(arch) => format!("{} ({})", line(name), line(arch)),
        None => line(name).into_owned(),
    }
}

fn none(channel: &ChannelAuditView, layout: &Layout) -> String {
    let said = match channel.releases {
        0 => "no releases".to_owned(),
        1 => "1 release, not stranded".to_owned(),
        count => format!("{count} releases, none stranded"),
    };
    let mut out = format!("{}: {said}\n", title(channel));
    if layout.wide {
        out += &ends(channel, layout);
    }
    out
}

fn found(channel: &ChannelAuditView, layout: &Layout) -> String {
    let (count, all) = (channel.stranded.len(), channel.releases);
    let heading = format!("{}: {count} of {all} releases stranded", title(channel));
    let mut out = layout.theme.heading(&heading) + "\n";
    for class in StrandedClass::ALL {
        // A release without a recommended update has no path, either.
        let shown = |found: &&StrandedView| found.classes.first() == Some(&class);
        let all: Vec<&StrandedView> = channel.stranded.iter().filter(shown).collect();
        if !all.is_empty() {
            let _ = writeln!(out, "  {}: {}", class.name(), description(class, channel));
            out += &rows(&all, class, layout);
        }
    }
    out + &ends(channel, layout)
}

fn description(class: StrandedClass, channel: &ChannelAuditView) -> String {
    match class {
        StrandedClass::NoExit => "no updates".to_owned(),
        StrandedClass::OnlyAlways => {
            "every update has a risk that applies to all clusters".to_owned()
        }
        StrandedClass::OnlyConditional => "every update has risks".to_owned(),
        StrandedClass::NoWay => {
            let minor = channel.minor.as_deref().unwrap_or_default();
            format!("no recommended path to {minor}")
        }
    }
}

/// Releases with the same remark share a row.
fn rows(all: &[&StrandedView], class: StrandedClass, layout: &Layout) -> String {
    let mut order: Vec<String> = Vec::new();
    let mut versions: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for found in all {
        let said = remark(found, class);
        if !order.contains(&said) {
            order.push(said.clone());
        }
        versions.entry(said).or_default().push(&found.version);
    }
    let mut out = String::new();
    for said in order {
        let list = versions.remove(&said).unwrap_or_default().join(", ");
        let row = if said.is_empty() { list } else { format!("{list}: {said}") };
        out += &indented(&line(&row), 4, layout.width);
    }
    out
}

fn remark(found: &StrandedView, class: StrandedClass) -> String {
    let mut said = Vec::new();
    if class == StrandedClass::NoWay {
        said.extend(found.reaches.as_ref().map(|newest| format!("reaches {newest}")));
        let further =
            found.reaches_with_risks.as_ref().filter(|it| found.reaches.as_ref() != Some(it));
        said.extend(further.map(|newest| format!("reaches {newest} with risks")));
    } else if !found.risks.is_empty() {
        said.push(found.risks.join(", "));
    }
    if let Some(files) = found.blocked_by.as_ref().filter(|files| !files.is_empty()) {
        said.push(format!("blocked by {}", files.join(", ")));
    }
    said.join("; ")
}

fn ends(channel: &ChannelAuditView, layout: &Layout) -> String {
    let newest: Vec<&str> = channel.ends.iter().map(|end| end.version.as_str()).collect();
    let minors = match newest.len() {
        0 => return String::new(),
        1 => "newest release of its minor version",
        _ => "newest releases of their minor versions",
    };
    let said = format!("not counted ({minors}): {}", newest.join(", "));
    indented(&line(&said), 2, layout.width)
}
