//! The text of a list of machine config pools.

use crate::commands::pools::view::{PoolItemView, PoolList};
use crate::output::table::wrapping;
use crate::output::text::{age, indented, line, with_command};
use crate::output::{Format, Layout, Printable, general, lines};

const HEADER: [&str; 7] =
    ["POOL", "NODES", "UPDATED", "DEGRADED", "PAUSED", "VERSION", "WAITS FOR"];

impl Printable for PoolList {
    fn text(&self, layout: &Layout) -> String {
        if self.hosted_control_plane && self.pools.is_empty() {
            let said = "Hosted control plane: its nodes belong to NodePools on the management \
                        cluster. To list them there, run:";
            return indented(said, 0, layout.width) + "  oc get nodepools --namespace NAMESPACE\n";
        }
        if self.pools.is_empty() {
            return "No machine config pools\n".to_owned();
        }
        let rows = self.pools.iter().map(row).collect();
        let mut out = wrapping(&HEADER, rows, layout);
        let paused: Vec<&PoolItemView> = self.pools.iter().filter(|pool| pool.paused).collect();
        if paused.is_empty() {
            return out;
        }
        out.push('\n');
        for pool in &paused {
            out += &indented(&since(pool), 0, layout.width);
        }
        let Some(resume) = &self.resume else { return out };
        let them = if paused.len() == 1 { "it" } else { "them" };
        out + &with_command(&format!("To resume {them}, run:"), resume, layout.width)
    }

    fn print(&self, format: Format, layout: &Layout) -> Option<String> {
        match format {
            Format::Name => Some(lines(self.pools.iter().map(|pool| &pool.name))),
            other => general(self, other, layout),
        }
    }
}

fn row(pool: &PoolItemView) -> Vec<String> {
    let count = |count: Option<usize>| count.map_or("?".to_owned(), |count| count.to_string());
    let paused = match (pool.paused, pool.paused_for) {
        (false, _) => "no".to_owned(),
        (true, None) => "yes".to_owned(),
        (true, Some(time)) => age(time),
    };
    let versions = match pool.versions.as_slice() {
        [] if pool.nodes == Some(0) => "-".to_owned(),
        [] => "unknown".to_owned(),
        versions => versions.join(","),
    };
    let waits_for = pool.waits_for.as_ref().map_or("-".to_owned(), |wait| wait.message.clone());
    vec![
        pool.name.clone(),
        count(pool.nodes),
        count(pool.updated),
        count(pool.degraded),
        paused,
        versions,
        waits_for,
    ]
}

/// Tells since when a pool is paused, and by whom.
fn since(pool: &PoolItemView) -> String {
    let name = line(&pool.name);
    let by = pool.paused_by.as_ref().map(|by| format!(" by {}", line(by))).unwrap_or_default();
    match (&pool.paused_since, pool.paused_for) {
        (Some(since), Some(time)) => {
            format!("{name} was paused{by} {} ago ({since})", age(time))
        }
        (Some(since), None) => format!("{name} was paused{by} ({since})"),
        (None, _) => format!("{name} is paused; the cluster does not report since when"),
    }
}
