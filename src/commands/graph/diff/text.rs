//! The text of a comparison of two revisions of graph-data, for people and as Markdown.

use crate::commands::graph::diff::impact_view::{
    ImpactView, OfferStateView, StateKind, UpdateChangeView,
};
use crate::commands::graph::diff::view::{
    BlockChangeView, ChangedView, DiffChannelView, GraphDataDiff, RewordingView, RiskChangeView,
    RiskReachView, SourceChangeView, TermsView, VersionsView,
};
use crate::output::outline::{self, Fact, OutlineEntry, OutlineSection, Span, plain};
use crate::output::text::{self, line};
use crate::output::{Format, Layout, Printable, general};
use upgrade_graph::diff::{ChangeKind, ChannelMembership, Field, Presence};

const NOTHING: &str = "No differences.";

impl Printable for GraphDataDiff {
    fn text(&self, layout: &Layout) -> String {
        let title: String = self.title().iter().map(plain).collect();
        let mut out = text::indented(&title, 0, layout.width);
        out.extend(self.sections().iter().map(|section| section.human(layout)));
        if self.is_empty() {
            out.extend(["\n", NOTHING, "\n"]);
        }
        out
    }

    fn print(&self, format: Format, layout: &Layout) -> Option<String> {
        match format {
            Format::Markdown => Some(self.markdown()),
            other => general(self, other, layout),
        }
    }
}

impl GraphDataDiff {
    fn markdown(&self) -> String {
        let mut out = outline::preamble(&self.title(), &self.warnings);
        out.extend(self.sections().iter().map(OutlineSection::markdown));
        if self.is_empty() {
            out.extend(["\n", NOTHING, "\n"]);
        }
        out
    }
}

impl GraphDataDiff {
    fn is_empty(&self) -> bool {
        self.schema.is_none()
            && self.channels.is_empty()
            && self.risks.is_empty()
            && self.blocks.is_empty()
            && self.amendments.is_empty()
    }

    fn title(&self) -> Vec<Span> {
        vec![
            Span::trusted("Graph-data: "),
            Span::untrusted(&*self.before),
            Span::trusted(" → "),
            Span::untrusted(&*self.after),
        ]
    }

    fn sections(&self) -> Vec<OutlineSection> {
        let risks = |presence: Presence| -> Vec<OutlineEntry> {
            self.risks.iter().filter(|risk| risk.presence == presence).map(risk).collect()
        };
        let mut sections = vec![
            OutlineSection::new("Channels", self.channels.iter().map(channel).collect()),
            OutlineSection::new("New risks", risks(Presence::New)),
            OutlineSection::new("Changed risks", risks(Presence::Kept)),
            OutlineSection::new("Removed risks", risks(Presence::Gone)),
            OutlineSection::new(
                "Updates blocked for all clusters",
                self.blocks.iter().map(block).collect(),
            ),
            OutlineSection::new("Other files", self.others()),
        ];
        sections.extend(self.impact.as_ref().map(impact));
        sections
    }

    fn others(&self) -> Vec<OutlineEntry> {
        let schema = self.schema.as_ref().map(|change| OutlineEntry {
            title: vec![Span::untrusted("version")],
            facts: vec![turned("Schema version:", change)],
        });
        let amendments = self.amendments.iter().map(|change| OutlineEntry {
            title: vec![Span::untrusted("raw/metadata.json")],
            facts: vec![Fact::Change {
                title: vec![Span::untrusted(format!("{} {}", change.release, change.key))],
                before: change.value.before.clone(),
                after: change.value.after.clone(),
            }],
        });
        schema.into_iter().chain(amendments).collect()
    }
}

fn turned(label: &'static str, change: &ChangedView) -> Fact {
    let side = |given: &Option<String>| Span::untrusted(given.as_deref().unwrap_or("(none)"));
    let parts = vec![side(&change.before), Span::trusted(" → "), side(&change.after)];
    Fact::Line { label, parts, alarming: false }
}

fn said(label: &'static str, text: impl Into<String>) -> Fact {
    Fact::Line { label, parts: vec![Span::untrusted(text)], alarming: false }
}

fn channel(change: &DiffChannelView) -> OutlineEntry {
    let mut title = vec![Span::untrusted(&*change.name)];
    title.extend(match (change.presence, change.internal) {
        (Presence::Kept, false) => None,
        (Presence::Kept, true) => Some(Span::trusted(" (internal)")),
        (Presence::New, false) => Some(Span::trusted(" (new)")),
        (Presence::New, true) => Some(Span::trusted(" (new, internal)")),
        (Presence::Gone, false) => Some(Span::trusted(" (removed)")),
        (Presence::Gone, true) => Some(Span::trusted(" (removed, internal)")),
    });
    let mut facts = Vec::new();
    let mut listed = |label: &'static str, set: &VersionsView| {
        if !set.versions.is_empty() {
            facts.push(said(label, &*set.summary));
        }
    };
    listed("Added:", &change.added);
    listed("Tombstoned:", &change.tombstoned);
    listed("No longer tombstoned:", &change.revived);
    if !change.removed.is_empty() {
        let mut parts = vec![Span::untrusted(&*change.removed_summary)];
        if !change.internal {
            parts.push(Span::trusted(". Clusters on them get VersionNotFound"));
        }
        facts.push(Fact::Line { label: "Removed:", parts, alarming: !change.internal });
    }
    if let Some(feeder) = &change.feeder {
        let terms = [terms(feeder.before.as_ref()), terms(feeder.after.as_ref())];
        let [before, after] = terms.map(Span::untrusted);
        let parts = vec![before, Span::trusted(" → "), after];
        facts.push(Fact::Line { label: "Fed by:", parts, alarming: false });
    }
    OutlineEntry { title, facts }
}

fn terms(terms: Option<&TermsView>) -> String {
    let Some(TermsView { name, delay, errata, filter }) = terms else {
        return "(nothing)".to_owned();
    };
    let delay = delay.as_ref().map(|delay| format!("delay {delay}"));
    let errata = errata.as_ref().map(|errata| format!("errata {errata}"));
    let filter = filter.as_ref().map(|filter| format!("filter {filter}"));
    let parts = [Some(name.clone()), delay, errata, filter].into_iter().flatten();
    parts.collect::<Vec<_>>().join(", ")
}

fn risk(change: &RiskChangeView) -> OutlineEntry {
    let mut facts = Vec::new();
    let new = change.presence == Presence::New;
    facts.extend(change.extended.iter().map(|reach| self::reach(reach, new)));
    for fix in &change.fixed {
        facts.push(match (&fix.fixed_in.before, &fix.fixed_in.after) {
            (None, Some(after)) => fixed("Fixed in", "declared", after, &fix.target),
            (Some(before), None) => {
                fixed("No longer fixed in", "was declared", before, &fix.target)
            }
            _ => turned("Fixed in", &fix.fixed_in),
        });
    }
    let with_fix = change
        .dropped
        .iter()
        .filter_map(|dropped| Some((&dropped.target, dropped.fixed_in.as_ref()?)));
    facts.extend(with_fix.map(|(target, fix)| {
        let (target, fix) = (Span::untrusted(target), Span::untrusted(fix));
        let parts = vec![target, Span::trusted(", which has the fix in "), fix];
        Fact::Line { label: "Dropped from", parts, alarming: false }
    }));
    let open = change.dropped.iter().filter(|dropped| dropped.fixed_in.is_none());
    let open: Vec<&str> = open.map(|dropped| dropped.target.as_str()).collect();
    if !open.is_empty() {
        let but = Span::trusted(" without fixedIn");
        let parts = vec![Span::untrusted(open.join(", ")), but];
        facts.push(Fact::Line { label: "Dropped from", parts, alarming: true });
    }
    facts.extend(change.sources.iter().flat_map(sources));
    facts.extend(change.changed.iter().map(rewording));
    if new {
        let text =
            |label, text: &Option<String>| text.clone().map(|text| Fact::Text { label, text });
        facts.extend(text("Message", &change.message));
        facts.extend(text("URL", &change.url));
        let rules = change.rules.iter();
        facts.extend(rules.map(|rule| Fact::Text { label: "Rule", text: rule.clone() }));
    }
    OutlineEntry { title: vec![Span::untrusted(&*change.name)], facts }
}

fn fixed(label: &'static str, declared: &str, fix: &str, target: &str) -> Fact {
    let (fix, target) = (Span::untrusted(fix), Span::untrusted(target));
    let on = Span::trusted(format!(" ({declared} on "));
    let parts = vec![fix, on, target, Span::trusted(")")];
    Fact::Line { label, parts, alarming: false }
}

fn reach(reach: &RiskReachView, new: bool) -> Fact {
    let parts = vec![
        Span::untrusted(&*reach.targets.summary),
        Span::trusted(" from "),
        Span::untrusted(&*reach.sources.summary),
        Span::trusted(" with "),
        Span::untrusted(&*reach.from),
    ];
    let label = if new { "On updates to" } else { "Extended to" };
    Fact::Line { label, parts, alarming: false }
}

fn sources(change: &SourceChangeView) -> Vec<Fact> {
    let title = titled("from", &change.targets);
    let (before, after) = (Some(change.before.clone()), Some(change.after.clone()));
    let mut facts = vec![Fact::Change { title, before, after }];
    for (label, set) in [("Also from", &change.gained), ("No longer from", &change.lost)] {
        if !set.versions.is_empty() {
            facts.push(said(label, &*set.summary));
        }
    }
    if facts.len() == 1 {
        let parts = vec![Span::trusted("the same known versions")];
        facts.push(Fact::Line { label: "Matches", parts, alarming: false });
    }
    facts
}

fn titled(field: &str, targets: &VersionsView) -> Vec<Span> {
    vec![
        Span::trusted(format!("{field} of ")),
        Span::untrusted(&*targets.summary),
        Span::trusted(":"),
    ]
}

fn rewording(change: &RewordingView) -> Fact {
    let field = match change.field {
        Field::Message => "message",
        Field::Url => "url",
        Field::Rules => "matchingRules",
        Field::AutoExtend => "autoExtend",
    };
    Fact::Change {
        title: titled(field, &change.targets),
        before: change.text.before.clone(),
        after: change.text.after.clone(),
    }
}

fn block(change: &BlockChangeView) -> OutlineEntry {
    let BlockChangeView { target, presence, from, gained, lost } = change;
    let by = |label, set: &VersionsView, from: &Option<String>| {
        let from = Span::untrusted(from.as_deref().unwrap_or_default());
        let parts = vec![Span::untrusted(&*set.summary), Span::trusted(" with "), from];
        Fact::Line { label, parts, alarming: false }
    };
    let (title, facts) = match presence {
        Presence::New => (" (new)", vec![by("Blocked from", gained, &from.after)]),
        Presence::Gone => (" (removed)", vec![by("No longer blocked from", lost, &from.before)]),
        Presence::Kept => {
            let title = vec![Span::trusted("from:")];
            let (before, after) = (from.before.clone(), from.after.clone());
            let mut facts = vec![Fact::Change { title, before, after }];
            let sets = [("Also blocked from", gained), ("No longer blocked from", lost)];
            let there = sets.into_iter().filter(|(_, set)| !set.versions.is_empty());
            facts.extend(there.map(|(label, set)| said(label, &*set.summary)));
            ("", facts)
        }
    };
    OutlineEntry { title: vec![Span::untrusted(target), Span::trusted(title)], facts }
}

fn impact(impact: &ImpactView) -> OutlineSection {
    let ImpactView { version, architecture, channel, exact, before, after, updates } = impact;
    let heading = format!("For {version} ({architecture}) in {channel}");
    let heading = line(&heading).into_owned();
    let standing = match (before, after) {
        (ChannelMembership::InChannel, ChannelMembership::InChannel) => "",
        (_, ChannelMembership::InChannel) => "The version is now in the channel. ",
        (_, ChannelMembership::NoChannel) => {
            "The channel was removed: clusters in it get VersionNotFound. "
        }
        (ChannelMembership::InChannel, ChannelMembership::NotInChannel) => {
            "The version was removed from the channel: clusters on it get VersionNotFound. "
        }
        (_, ChannelMembership::NotInChannel) => "The version is not in the channel. ",
    };
    let what = match (updates.is_empty(), exact) {
        (true, true) => "No updates changed.",
        (true, false) => "No changes to its updates in graph-data.",
        (false, true) => "Changed updates:",
        (false, false) => {
            "Changes in graph-data. To see which of these updates exist, add --releases:"
        }
    };
    let remark = Some(format!("{standing}{what}"));
    let entries = updates.iter().map(update).collect();
    OutlineSection { heading, remark, entries }
}

fn update(change: &UpdateChangeView) -> OutlineEntry {
    let UpdateChangeView { version, change: kind, before, after } = change;
    let (label, parts) = match kind {
        ChangeKind::Gained if after.risks.is_empty() => ("Gained", Vec::new()),
        ChangeKind::Gained => ("Gained, with risks:", state(after)),
        ChangeKind::Lost => ("Lost:", state(after)),
        ChangeKind::NowConditional => ("Now conditional:", state(after)),
        ChangeKind::NoLongerConditional => ("No longer conditional:", state(before)),
        ChangeKind::OtherRisks if before.risks == after.risks => {
            ("Still conditional, changed text of", state(after))
        }
        ChangeKind::OtherRisks => {
            let arrow = vec![Span::trusted(" → ")];
            ("Still conditional, other risks:", [state(before), arrow, state(after)].concat())
        }
    };
    let alarming = *kind == ChangeKind::Lost;
    let facts = vec![Fact::Line { label, parts, alarming }];
    OutlineEntry { title: vec![Span::untrusted(version)], facts }
}

fn state(state: &OfferStateView) -> Vec<Span> {
    match state.state {
        StateKind::Open => Vec::new(),
        StateKind::Absent => vec![Span::trusted("no longer in the channel")],
        StateKind::Conditional => vec![Span::untrusted(state.risks.join(", "))],
        StateKind::Blocked => {
            vec![Span::trusted("blocked by "), Span::untrusted(state.blocked_by.join(", "))]
        }
    }
}
