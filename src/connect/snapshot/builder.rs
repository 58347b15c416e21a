//! A snapshot while it is being built: which parts were read, and which could not be.

use std::collections::BTreeMap;

use serde_json::Value;

use super::report;
use crate::connect::collection::Unreadable;
use upgrade_core::alert::Alert;
use upgrade_core::cluster::Cluster;
use upgrade_core::objects::cluster_operator::Operator;
use upgrade_core::objects::etcd::EtcdPod;
use upgrade_core::objects::machine_config_pool::Pool;
use upgrade_core::objects::node::{self, Budget, Node, Pod};
use upgrade_core::objects::olm::{InstallPlan, InstalledOperator};
use upgrade_core::part::Part;
use upgrade_core::snapshot::Snapshot;

/// The result of reading something; none if it was not wanted.
pub(super) type Read<T> = Option<Result<T, Unreadable>>;

/// A machine config, and its release.
pub(super) type ConfigRead = (String, Result<Option<String>, Unreadable>);

#[derive(Default)]
pub(super) struct ListsRead {
    pub(super) pools: Read<Vec<Pool>>,
    pub(super) operators: Read<Vec<Operator>>,
    pub(super) nodes: Read<Vec<Node>>,
    pub(super) alerts: Option<Part<Vec<Alert>>>,
}

/// What only pre-checks read.
pub(super) struct ReadinessRead {
    pub(super) etcd: Read<Vec<EtcdPod>>,
    pub(super) network: Read<Part<String>>,
    pub(super) olm_operators: Read<Vec<InstalledOperator>>,
    pub(super) install_plans: Read<Vec<InstallPlan>>,
}

/// A snapshot, as far as it was read.
pub(super) struct SnapshotBuilder {
    pub(super) snapshot: Snapshot,
    /// Why a part is unknown that may be available soon.
    pub(super) away: Option<String>,
}

impl ListsRead {
    /// Returns whether the cluster does not serve pools at all.
    pub(super) fn lacks_pools(&self) -> bool {
        matches!(&self.pools, Some(Err(unreadable)) if unreadable.is_not_served())
    }
}

impl SnapshotBuilder {
    pub(super) fn new(cluster: Cluster) -> Self {
        Self { snapshot: Snapshot::new(cluster), away: None }
    }

    pub(super) fn part<T>(&mut self, read: Read<T>) -> Part<T> {
        match read {
            None => Part::NotRead,
            Some(Ok(known)) => Part::Known(known),
            Some(Err(unreadable)) => {
                self.note(&unreadable);
                unreadable.into_part()
            }
        }
    }

    fn note(&mut self, unreadable: &Unreadable) {
        if unreadable.transient {
            self.away.get_or_insert_with(|| unreadable.why.clone());
        }
        self.snapshot.notes.push(unreadable.why.clone());
    }

    /// Takes what was read. The machines of a hosted cluster belong to the cluster that hosts it: it has no
    /// pools.
    pub(super) fn take(&mut self, lists: ListsRead, hosted: bool) {
        let ListsRead { pools, operators, nodes, alerts } = lists;
        if let Some(pools) = pools {
            self.snapshot.pools =
                if hosted { Part::Known(Vec::new()) } else { self.part(Some(pools)) };
        }
        if operators.is_some() {
            self.snapshot.operators = self.part(operators);
        }
        if nodes.is_some() {
            self.snapshot.nodes = self.part(nodes);
        }
        if let Some(alerts) = alerts {
            self.snapshot.alerts = alerts;
        }
    }

    pub(super) fn take_readiness(&mut self, read: ReadinessRead) {
        let ReadinessRead { etcd, network, olm_operators, install_plans } = read;
        self.snapshot.etcd = self.part(etcd);
        self.snapshot.network = self.part(network).and_then(|plugin| plugin);
        self.snapshot.olm_operators = self.part(olm_operators);
        self.snapshot.install_plans = self.part(install_plans);
    }

    /// Adds the UpdateStatus. If it is forbidden, it counts as missing, which is likely. Any other
    /// problem is a note, and nothing waits for it.
    pub(super) fn report(&mut self, read: Read<Option<Value>>) {
        match read {
            None => {}
            Some(Ok(None)) => self.snapshot.reported = Part::NotServed,
            Some(Ok(Some(object))) => report(&mut self.snapshot, &object),
            Some(Err(unreadable)) => {
                self.snapshot.reported = if unreadable.is_forbidden() {
                    Part::NotServed
                } else {
                    Part::unreadable(&unreadable.why)
                };
                self.snapshot.notes.push(unreadable.why);
            }
        }
    }

    pub(super) fn take_configs(&mut self, configs: Option<Vec<ConfigRead>>) {
        let Some(configs) = configs else { return };
        let mut known: BTreeMap<String, Option<String>> = BTreeMap::new();
        for (name, read) in configs {
            match read {
                Ok(release) => drop(known.insert(name, release)),
                Err(unreadable) => self.note(&unreadable),
            }
        }
        self.snapshot.configs = Part::Known(known);
    }

    /// Adds the image of the machine-config operator's deployment. Without a deployment, its
    /// expected image is unknown.
    pub(super) fn take_image(&mut self, deployment: Read<Value>) {
        self.snapshot.machine_config_image = match deployment {
            None => Part::NotRead,
            Some(Ok(deployment)) => {
                node::operator_image(&deployment).map_or(Part::NotServed, Part::Known)
            }
            Some(Err(unreadable)) => {
                self.note(&unreadable);
                Part::Unreadable { why: unreadable.why, transient: unreadable.transient }
            }
        };
    }

    pub(super) fn take_drains(&mut self, drains: Read<Option<(Vec<Pod>, Vec<Budget>)>>) {
        match drains {
            None | Some(Ok(None)) => {}
            Some(Ok(Some((pods, budgets)))) => {
                self.snapshot.pods = Part::Known(pods);
                self.snapshot.budgets = Part::Known(budgets);
            }
            Some(Err(unreadable)) => {
                self.note(&unreadable);
                self.snapshot.pods = unreadable.into_part();
            }
        }
    }
}
