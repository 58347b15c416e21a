//! A path as sections, which Markdown and a page for a browser share.

use crate::actions::find_path::route_view::{HopRiskView, HopView, PauseView, RouteView};
use crate::actions::find_path::view::{PathOutcome, UpdatePath};
use crate::commands::graph::show::drawing::svg;
use crate::commands::path::text;
use crate::output::outline::{Fact, OutlineEntry, OutlineSection, Span, preamble};
use crate::output::page::Page;
use crate::output::parts::risk::MatchingRuleView;

impl UpdatePath {
    /// Prints it as Markdown, for a ticket.
    pub(super) fn markdown(&self) -> String {
        let mut out = preamble(&self.heading(), &self.warnings);
        out.extend(self.sections().iter().map(OutlineSection::markdown));
        out
    }

    /// Prints it as one page, for a change board.
    pub(super) fn html(&self) -> String {
        let page = Page {
            title: &self.heading(),
            summary: &[],
            warnings: &self.warnings,
            picture: self.picture.as_ref().map(svg::draw),
            sections: &self.sections(),
        };
        page.html()
    }

    fn heading(&self) -> Vec<Span> {
        let (before, between) = match self.outcome {
            PathOutcome::Arrived => ("The cluster is already on ", None),
            PathOutcome::Found => ("Update path from ", Some(" to ")),
            PathOutcome::NotRecommended => ("No recommended update path from ", Some(" to ")),
            PathOutcome::NoWay => ("No update path from ", Some(" to ")),
            PathOutcome::Incomplete => ("No update path found from ", Some(" to ")),
        };
        let mut title = vec![Span::trusted(before), Span::untrusted(&self.from)];
        if let Some(between) = between {
            title.extend([Span::trusted(between), Span::untrusted(&self.to)]);
        }
        title
    }

    fn sections(&self) -> Vec<OutlineSection> {
        let ways = if self.ways.is_empty() { &self.not_recommended } else { &self.ways };
        let is_refused = self.outcome == PathOutcome::NotRecommended;
        let best = if is_refused { "Best other path" } else { "Best path" };
        let mut sections: Vec<OutlineSection> =
            ways.first().map(|way| in_full(best, way)).into_iter().collect();
        let others = ways.iter().enumerate().skip(1).map(|(place, way)| self.other(place, way));
        sections.push(OutlineSection::new("Other paths", others.collect()));
        sections.push(self.reached());
        let missing = self.missing.iter().map(|missing| OutlineEntry {
            title: vec![Span::untrusted(&missing.message)],
            facts: missing.pattern.iter().map(|it| text_fact("remove_regex", it)).collect(),
        });
        sections.push(OutlineSection::new("Why there is no path", missing.collect()));
        let next = self.reading.next.iter().map(|command| OutlineEntry {
            title: vec![Span::untrusted(command)],
            facts: Vec::new(),
        });
        sections.push(OutlineSection::new("Next", next.collect()));
        sections.push(self.origin());
        sections
    }

    /// One path in a few lines.
    fn other(&self, place: usize, way: &RouteView) -> OutlineEntry {
        let mut title =
            vec![Span::trusted(format!("{}. ", place + 1)), Span::untrusted(&self.from)];
        for hop in &way.hops {
            title.extend([Span::trusted(" → "), Span::untrusted(&hop.to.version)]);
        }
        let names = way.unaccepted.iter().chain(&way.accepted);
        let names: Vec<&str> = names.map(String::as_str).collect();
        let mut facts = vec![line("Summary:", [Span::trusted(text::counts(way))])];
        if !names.is_empty() {
            facts.push(line("Risks:", [Span::untrusted(names.join(", "))]));
        }
        let channels: Vec<&str> = way.hops.iter().filter_map(HopView::to_set).collect();
        if !channels.is_empty() {
            facts.push(line("Channels to set:", [Span::untrusted(channels.join(", "))]));
        }
        OutlineEntry { title, facts }
    }

    fn reached(&self) -> OutlineSection {
        let minors = self.reachable.iter().map(|reach| OutlineEntry {
            title: vec![Span::untrusted(&reach.minor)],
            facts: vec![
                line("Newest:", [Span::untrusted(&reach.newest)]),
                line(
                    "With recommended updates only:",
                    [reach.recommended.as_ref().map_or(Span::trusted("none"), Span::untrusted)],
                ),
            ],
        });
        OutlineSection::new("What is reachable", minors.collect())
    }

    /// What the answer was determined from.
    fn origin(&self) -> OutlineSection {
        let named = |label, value: &Option<String>| {
            value.as_ref().map(|value| line(label, [Span::untrusted(value)]))
        };
        let mut facts = Vec::new();
        if let Some(cluster) = &self.cluster {
            facts.extend(named("Cluster:", &cluster.context));
            facts.extend(named("Server:", &cluster.server));
            facts.extend(named("Cluster ID:", &cluster.id));
            facts.extend(named("Channel now:", &cluster.channel));
        }
        let graph = &self.graph;
        facts.push(line("Graph:", [Span::untrusted(&graph.origin)]));
        facts.push(line("Architecture:", [Span::untrusted(&graph.arch)]));
        let names: Vec<&str> =
            graph.channels.iter().filter_map(|channel| channel.name.as_deref()).collect();
        if !names.is_empty() {
            facts.push(line("Channels searched:", [Span::untrusted(names.join(", "))]));
        }
        facts.extend(self.notes.iter().map(|note| text_fact("Note", note)));
        let title = vec![Span::trusted("Determined from")];
        OutlineSection::new("Basis", vec![OutlineEntry { title, facts }])
    }
}

/// One path in full.
fn in_full(heading: &str, way: &RouteView) -> OutlineSection {
    let hops = way.hops.iter().map(|hop| OutlineEntry {
        title: vec![
            Span::trusted(format!("{}. ", hop.number)),
            Span::untrusted(&hop.from),
            Span::trusted(" → "),
            Span::untrusted(&hop.to.version),
            Span::trusted(text::step(hop)),
        ],
        facts: hop_facts(hop, way),
    });
    let mut section = OutlineSection::new(heading, hops.collect());
    section.remark = Some(crate::output::text::capitalized(&text::counts(way)) + ".");
    section
}

fn hop_facts(hop: &HopView, way: &RouteView) -> Vec<Fact> {
    let before = way.pauses.iter().filter(|pause| pause.before == hop.number);
    let mut facts: Vec<Fact> = before.map(pause).collect();
    facts.push(match (&hop.channel, hop.to_set()) {
        (None, _) => line("Channel:", [Span::trusted("unknown")]),
        (Some(name), None) => {
            line("Channel:", [Span::untrusted(name), Span::trusted(" (no change)")])
        }
        (_, Some(name)) => line("Channel:", [Span::trusted("set "), Span::untrusted(name)]),
    });
    let url = hop.to.url.as_ref().map_or(Span::trusted("none"), Span::link);
    facts.push(line("Errata:", [url]));
    facts.extend(hop.to.image.iter().map(|image| line("Image:", [Span::untrusted(image)])));
    if hop.risks.is_empty() {
        let said = if hop.unexplained { "may apply, no reason given" } else { "none" };
        let label = if hop.by_todays_metrics { "Risks, with today's metrics:" } else { "Risks:" };
        facts.push(line(label, [Span::trusted(said)]));
    }
    facts.extend(hop.risks.iter().flat_map(risk));
    if hop.unexplained && !hop.risks.is_empty() {
        facts.push(line("Risk:", [Span::trusted("another may apply, no reason given")]));
    }
    facts.extend(hop.notes.iter().map(|note| text_fact("Note", note)));
    let after = way.pauses.iter().filter(|pause| pause.until == hop.number);
    facts.extend(after.map(|pause| {
        let said =
            [Span::trusted("resume the worker pools. They update to "), Span::untrusted(&pause.to)];
        line("Then:", said)
    }));
    facts
}

fn pause(pause: &PauseView) -> Fact {
    let said = [
        Span::trusted("pause the worker pools. They can stay on "),
        Span::untrusted(&pause.from),
        Span::trusted(format!(" until step {} completes", pause.until)),
    ];
    line("First:", said)
}

/// A risk that may apply is described in full.
fn risk(risk: &HopRiskView) -> Vec<Fact> {
    let title =
        [Span::untrusted(&risk.name), Span::trusted(format!(" ({})", text::standing(risk)))];
    let alarming = risk.matters() && !risk.accepted;
    let mut facts = vec![Fact::Line { label: "Risk:", parts: title.into(), alarming }];
    if risk.matters() {
        facts.push(text_fact("Message", &risk.message));
        facts.extend(risk.why.iter().map(|why| text_fact("Unknown", why)));
        facts.extend(risk.url.iter().map(|url| line("Link:", [Span::link(url)])));
        facts.extend(rules(&risk.matching_rules));
    }
    facts
}

/// The queries of a risk.
pub(in crate::commands) fn rules(rules: &[MatchingRuleView]) -> impl Iterator<Item = Fact> {
    let queries = rules.iter().filter_map(|rule| rule.promql.as_ref());
    queries.map(|query| text_fact("PromQL", &query.promql))
}

fn line(label: &'static str, parts: impl Into<Vec<Span>>) -> Fact {
    Fact::Line { label, parts: parts.into(), alarming: false }
}

fn text_fact(label: &'static str, text: &str) -> Fact {
    Fact::Text { label, text: text.to_owned() }
}
