//! What a wait looks at: the ClusterVersion, the operators and the pools, once and at the same time.

use std::time::Duration;

use futures::future;
use kube::api::{ListParams, Request};
use serde_json::Value;

use super::fault::Fault;
use super::live::{Live, Named, VERSION};
use super::scene::{OPERATORS, POOLS};
use super::vigil::{Eye, Missed};
use crate::api::{cluster_operator, machine_config};
use crate::domain::part::Part;
use crate::domain::snapshot::Snapshot;
use crate::translate::{cluster_operator as operator, machine_config as pool};

pub(crate) struct Glance {
    pub(crate) needs_pools: bool,
}

impl Eye for Glance {
    type Look = Snapshot;
    const WATCHED: &'static [Named] = &[VERSION, OPERATORS, POOLS];
    const SHORTEST: Duration = Duration::from_millis(250);
    const PATIENT: bool = true;

    async fn look(&self, live: &Live) -> Result<Snapshot, Missed> {
        let (version, operators, pools) =
            future::join3(live.version_once(), live.all(OPERATORS), live.all(POOLS)).await;
        let cluster = live.cluster(&version?)?;
        let operators = match operators {
            Ok(list) => Part::Known(operator::operators(&list)),
            Err(fault) if fault.may_pass() => return Err(live.miss(fault, "list", OPERATORS)),
            Err(_) => Part::unreadable("it is not ours to read"),
        };
        let pools = match pools {
            Ok(list) => Part::Known(pool::pools(&list)),
            Err(fault) if fault.may_pass() => return Err(live.miss(fault, "list", POOLS)),
            Err(fault) if self.needs_pools => {
                let missed = live.miss(fault, "list", POOLS);
                let hint = "only the goal `workers` needs the machine config pools";
                return Err(Missed { error: missed.error.hint(hint), ..missed });
            }
            Err(_) => Part::unreadable("it is not ours to read"),
        };
        Ok(Snapshot { operators, pools, ..Snapshot::new(cluster) })
    }

    fn could_read(look: &Snapshot, resource: &Named) -> bool {
        match resource.plural {
            cluster_operator::PLURAL => look.operators.is_known(),
            machine_config::PLURAL => look.pools.is_known(),
            _ => true,
        }
    }
}

impl Live {
    /// Reads all of a kind, without asking a busy server again.
    async fn all(&self, object: Named) -> Result<Value, Fault> {
        let request = Request::new(object.url()).list(&ListParams::default());
        let request =
            request.map_err(|error| Fault::Transport(kube::Error::BuildRequest(error)))?;
        listed(self.send(request, self.deadline()).await?, object)
    }
}

/// Whatever answers with JSON is not therefore a list.
fn listed(answer: Value, object: Named) -> Result<Value, Fault> {
    let kind = answer.get("kind").and_then(Value::as_str).unwrap_or_default();
    if kind == format!("{}List", object.kind) { Ok(answer) } else { Err(Fault::SomethingElse) }
}
