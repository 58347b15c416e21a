//! What to do if there are no updates.

use crate::cli::invocation::Invocation;
use crate::error::Hint;
use upgrade_core::cluster::Cluster;
use upgrade_core::settings::channel;

/// Returns the channel command that is most likely to make updates available; without a likely
/// channel, the one that lists channels.
pub(crate) fn channel(cluster: &Cluster, invocation: &Invocation) -> Hint {
    match channel::next(cluster).filter(|_| !invocation.reads_files()) {
        Some(next) => {
            let command = invocation.command(["channel", &next]);
            Hint::run(&format!("to set the channel to {next}"), command)
        }
        None => Hint::run("to list channels", invocation.command(["channel"])),
    }
}

/// Returns how to make the cluster retrieve updates again.
pub(crate) fn retrieve(cluster: &Cluster, invocation: &Invocation) -> Hint {
    if cluster.needs_a_channel() {
        channel(cluster, invocation)
    } else {
        Hint::run("to check the update service", invocation.command(["upstream"]))
    }
}
