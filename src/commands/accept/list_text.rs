//! The text of the risks that a cluster reports or accepts.

use crate::commands::accept::list_view::{KnownRiskView, RiskList};
use crate::output::table::fitting;
use crate::output::text;
use crate::output::{Format, Layout, Printable, general, lines};

const SHOWN: usize = 3; // targets per row; -o wide and JSON have all

impl Printable for RiskList {
    fn text(&self, layout: &Layout) -> String {
        if self.risks.is_empty() {
            return "No update risks reported or accepted\n".to_owned();
        }
        let header = ["RISK", "APPLIES", "ACCEPTED", "TARGETS", "LINK"];
        let rows: Vec<Vec<String>> = self.risks.iter().map(|known| row(known, layout)).collect();
        let mut out = fitting(&header, &rows, &["LINK", "TARGETS", "ACCEPTED"], layout);
        let said = match self.open().count() {
            0 => return out,
            1 => "1 risk applies or may apply and is not accepted".to_owned(),
            open => format!("{open} risks apply or may apply and are not accepted"),
        };
        out.push('\n');
        out += &match &self.accept {
            Some(hint) => hint.sentence(&said, layout),
            None => text::indented(&said, 0, layout.width),
        };
        out
    }

    fn print(&self, format: Format, layout: &Layout) -> Option<String> {
        match format {
            Format::Name => Some(lines(self.risks.iter().map(|known| &known.risk.name))),
            other => general(self, other, layout),
        }
    }
}

fn row(known: &KnownRiskView, layout: &Layout) -> Vec<String> {
    let KnownRiskView { risk, targets } = known;
    let targets = match targets.len() {
        0 => "none".to_owned(),
        all if layout.wide || all <= SHOWN => targets.join(", "),
        all => format!("{} and {} more", targets[..SHOWN].join(", "), all - SHOWN),
    };
    vec![
        risk.name.clone(),
        risk.applies.text().to_owned(),
        if risk.accepted { "yes" } else { "no" }.to_owned(),
        targets,
        risk.url.clone().unwrap_or_default(),
    ]
}
