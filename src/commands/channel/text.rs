//! The text of `upgrade channel`.

use std::fmt::Write;

use crate::commands::channel::view::{ChannelList, ChannelView};
use crate::output::table::table;
use crate::output::text::{line, with_command};
use crate::output::{Format, Layout, Printable, general, lines};

impl Printable for ChannelList {
    fn text(&self, layout: &Layout) -> String {
        let current = self.cluster.channel.as_deref().filter(|channel| !channel.is_empty());
        let mut out = format!("Channel: {}\n\n", line(current.unwrap_or("not set")));
        let on = self.cluster.desired.version.as_deref().unwrap_or("the release");
        if self.channels.is_empty() {
            let _ = writeln!(out, "Channels of {}: unknown", line(on));
            return out;
        }
        let _ = writeln!(out, "Channels of {}:\n", layout.theme.version(&line(on)));
        let rows = self.channels.iter().map(|channel| vec![channel.name.clone(), leads(channel)]);
        out += &table(&["CHANNEL", "LEADS TO"], rows, layout);
        if let Some(set) = &self.set {
            out.push('\n');
            out += &with_command("To change the channel, run:", set, layout.width);
        }
        out
    }

    fn print(&self, format: Format, layout: &Layout) -> Option<String> {
        match format {
            Format::Name => Some(lines(self.channels.iter().map(|channel| &channel.name))),
            other => general(self, other, layout),
        }
    }
}

fn leads(channel: &ChannelView) -> String {
    let to = channel.leads_to.as_deref().unwrap_or("unknown");
    let further = if channel.leads_further { " (minor version update)" } else { "" };
    let current = if channel.current { " (current)" } else { "" };
    format!("{to}{further}{current}")
}
