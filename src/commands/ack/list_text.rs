//! The text of the admin gates of a cluster.

use crate::commands::ack::list_view::{GateList, GateView};
use crate::output::table::table;
use crate::output::text::{indented, labelled, line, with_command};
use crate::output::{Format, Layout, Printable, general, lines};

impl Printable for GateList {
    fn text(&self, layout: &Layout) -> String {
        let (now, others): (Vec<&GateView>, Vec<&GateView>) =
            self.gates.iter().partition(|gate| gate.applies);
        let mut out = match &self.minor {
            _ if !self.known => "Admin gates are unknown\n".to_owned(),
            None => {
                "Cannot check which admin gates apply: the cluster version is unknown\n".to_owned()
            }
            Some(minor) if now.is_empty() => format!("{minor} has no admin gates\n"),
            Some(minor) => format!("Admin gates of {minor}:\n"),
        };
        for gate in now {
            out.push('\n');
            out += &block(gate, layout);
        }
        if !others.is_empty() {
            out += "\nAdmin gates of other versions:\n\n";
            out +=
                &table(&["GATE", "VERSION", "ACKNOWLEDGED"], others.into_iter().map(row), layout);
        }
        let said = match self.open() {
            0 => return out,
            1 => "1 admin gate is not acknowledged".to_owned(),
            open => format!("{open} admin gates are not acknowledged"),
        };
        out.push('\n');
        out + &match &self.acknowledge {
            Some(command) => {
                with_command(&format!("{said}. To acknowledge, run:"), command, layout.width)
            }
            None => indented(&said, 0, layout.width),
        }
    }

    fn print(&self, format: Format, layout: &Layout) -> Option<String> {
        match format {
            Format::Name => Some(lines(self.gates.iter().map(|gate| &gate.name))),
            other => general(self, other, layout),
        }
    }
}

fn block(gate: &GateView, layout: &Layout) -> String {
    let said = acknowledged(gate);
    let said =
        if gate.acknowledged { layout.theme.good(&said) } else { layout.theme.warning(&said) };
    let mut out = format!("  Gate: {}\n  Acknowledged: {said}\n", line(&gate.name));
    out += &labelled("Text", &gate.text, 2, layout.width);
    out
}

fn row(gate: &GateView) -> Vec<String> {
    let minor = gate.minor.clone().unwrap_or_else(|| "(none)".to_owned());
    vec![gate.name.clone(), minor, acknowledged(gate)]
}

fn acknowledged(gate: &GateView) -> String {
    match &gate.value {
        _ if gate.acknowledged => "yes".to_owned(),
        Some(value) => format!("no ({})", line(&format!("{value:?}"))),
        None => "no".to_owned(),
    }
}
