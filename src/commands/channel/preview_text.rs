//! The text of a preview of a channel.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::actions::list_updates::text::image_columns;
use crate::commands::channel::preview_view::{ChannelPreview, OfferView};
use crate::output::table::{table, wrapping};
use crate::output::text::{self, labelled, line, with_command};
use crate::output::{Format, Layout, Printable, general, lines};

impl Printable for ChannelPreview {
    fn text(&self, layout: &Layout) -> String {
        let on = self.cluster.desired.version.as_deref().unwrap_or("the release");
        let (on, channel) = (line(on), line(&self.channel));
        let arch = line(&self.graph.arch);
        let shown = layout.theme.version(&on);
        let mut out = format!("Channel {channel} from {shown} ({arch}), preview only\n");
        out += &labelled("Graph", &line(&self.graph.origin), 0, layout.width);
        if self.current {
            out += "This is the current channel\n";
        }
        if !self.in_channel {
            return out + &self.stranded(&on, &channel, layout);
        }
        for (title, versions) in [("Gained", &self.gained), ("Lost", &self.lost)] {
            let versions = if versions.is_empty() { "none" } else { &versions.join(", ") };
            out += &labelled(title, &line(versions), 0, layout.width);
        }
        out += &self.recommended(layout);
        for (heading, offers) in
            [("Not recommended:", &self.not_recommended), ("Unknown:", &self.unknown)]
        {
            if !offers.is_empty() {
                let rows = offers.iter().map(row).collect();
                let heading = layout.theme.heading(heading);
                let table = wrapping(&["VERSION", "RISKS"], rows, layout);
                let _ = write!(out, "\n{heading}\n\n{table}");
            }
        }
        out += &self.not_judged(layout);
        out.push('\n');
        if !(self.not_recommended.is_empty() && self.unknown.is_empty()) {
            out += &with_command("To see the risks, run:", &self.reading.evaluate, layout.width);
        }
        if let Some(follow) = self.reading.follow.as_ref().filter(|_| !self.current) {
            out += &with_command("To set this channel, run:", follow, layout.width);
        }
        out
    }

    fn print(&self, format: Format, layout: &Layout) -> Option<String> {
        match format {
            Format::Version => Some(lines(self.recommended.iter().map(|release| &release.version))),
            Format::Name => Some(lines([&self.channel])),
            other => general(self, other, layout),
        }
    }
}

impl ChannelPreview {
    fn stranded(&self, on: &str, channel: &str, layout: &Layout) -> String {
        let fate = if self.current {
            "the cluster retrieves no updates (VersionNotFound)"
        } else {
            "in that channel, the cluster would retrieve no updates (VersionNotFound)"
        };
        let said = format!("\n{on} is not in {channel}: {fate}");
        let mut out = text::indented(&said, 0, layout.width);
        if !self.lost.is_empty() {
            out += &labelled("Lost", &line(&self.lost.join(", ")), 0, layout.width);
        }
        let channels = &self.cluster.desired.channels;
        if !channels.is_empty() {
            let names = line(&channels.join(", ")).into_owned();
            out += &labelled(&format!("Channels of {on}"), &names, 0, layout.width);
        }
        out
    }

    /// Why risks could not be evaluated, each text once.
    fn not_judged(&self, layout: &Layout) -> String {
        let risks = self.unknown.iter().flat_map(|offer| &offer.risks);
        let whys: BTreeMap<&str, &str> =
            risks.filter_map(|risk| Some((risk.name.as_str(), risk.why.as_deref()?))).collect();
        let lines = whys
            .iter()
            .map(|(name, why)| labelled(&line(name), &text::sentence(why), 2, layout.width));
        let lines: String = lines.collect();
        if lines.is_empty() { lines } else { format!("\n{lines}") }
    }

    fn recommended(&self, layout: &Layout) -> String {
        if self.recommended.is_empty() {
            return "\nNo recommended updates\n".to_owned();
        }
        let versions = self.recommended.iter().map(|release| release.version.as_str());
        let columns = image_columns(versions, 0, layout);
        let rows = self.recommended.iter().map(|release| {
            let image = release.image.as_deref().unwrap_or_default();
            vec![release.version.clone(), text::image(image, columns)]
        });
        let heading = layout.theme.heading("Recommended:");
        format!("\n{heading}\n\n{}", table(&["VERSION", "IMAGE"], rows, layout))
    }
}

/// Names the risks, or the reason why it is not recommended.
fn row(offer: &OfferView) -> Vec<String> {
    let why = if offer.open.is_empty() { offer.reason.clone() } else { offer.open.join(", ") };
    vec![offer.release.version.clone(), why]
}
