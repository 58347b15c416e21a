//! Where the updates of a hosted control plane are requested.

use schemars::JsonSchema;
use serde::Serialize;

use crate::output::Layout;
use crate::output::text;
use upgrade_core::snapshot::Snapshot;

/// A hosted control plane, which is updated on its HostedCluster
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct HostedView {
    /// What that means for the updates here
    message: String,
    /// The command for the management cluster; NAME and NAMESPACE are those of the HostedCluster
    pub(crate) command: String,
}

impl HostedView {
    /// Returns none if the control plane is not hosted, or if that is unknown.
    pub(crate) fn new(snapshot: &Snapshot) -> Option<Self> {
        snapshot.is_hosted().then(|| Self {
            message:
                "Hosted control plane: request updates on its HostedCluster, on the management \
                      cluster. The updates shown here are for information."
                    .to_owned(),
            command: "oc edit hostedcluster NAME --namespace NAMESPACE".to_owned(),
        })
    }

    /// Returns a paragraph that ends with the command on a line of its own.
    pub(crate) fn text(&self, layout: &Layout) -> String {
        let said = format!("{} To set spec.release.image there, run:", self.message);
        format!("{}  {}\n", text::indented(&said, 0, layout.width), self.command)
    }
}
