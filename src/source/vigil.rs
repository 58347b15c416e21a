//! Keeping a cluster in sight: a look whenever something may have changed, through outages.

use std::rc::Rc;
use std::time::Duration;

use futures::future;
use http::StatusCode;
use jiff::{SignedDuration, Timestamp};
use kube::api::{GetParams, ListParams, Request};
use serde_json::Value;
use tokio::time::Instant;

use super::fault::Fault;
use super::live::{Live, Named, VERSION, expected};
use super::watch::{Heard, Watches};
use crate::api::{cluster_operator, cluster_version as cv, machine_config};
use crate::domain::wait::Look;
use crate::error::{Error, Result};
use crate::translate::{cluster_operator as operator, machine_config as pool};

/// Watches may be silent for reasons of their own.
const LONGEST_SILENCE: Duration = Duration::from_secs(30);
const WITHOUT_WATCH: Duration = Duration::from_secs(10); // nobody would tell us
const SHORTEST: Duration = Duration::from_millis(250); // between two looks
const BREATH: Duration = Duration::from_millis(10); // however fast the cluster's time runs
const BURST: Duration = Duration::from_millis(50); // changes come in groups
/// Between attempts to reach a server that is away.
const PAUSES: [u64; 5] = [1, 2, 4, 8, 15];
/// Tokens and routers flap while an API server rolls, so even a clear no is asked about again.
const NO_IS_NO_AFTER: SignedDuration = SignedDuration::from_mins(1);

const OPERATORS: Named = Named {
    group: cv::GROUP,
    kind: cluster_operator::KIND,
    plural: cluster_operator::PLURAL,
    namespace: None,
    name: "",
};
const POOLS: Named = Named {
    group: machine_config::GROUP,
    kind: machine_config::KIND,
    plural: machine_config::PLURAL,
    namespace: None,
    name: "",
};

pub(crate) struct Vigil {
    live: Rc<Live>,
    needs_pools: bool,
    watches: Watches,
    /// When the last look began.
    looked: Option<Instant>,
    looking: bool,
    seen: bool,
    outage: Option<Outage>,
}

/// What a look came to.
pub(crate) enum Sight {
    /// The cluster, and from when to when it could not be seen before.
    Seen { look: Box<Look>, blind: Option<(Timestamp, Timestamp)> },
    /// The server could not be reached; why, when that began, and whether it does not know us now.
    Nothing { why: String, unknown: bool },
}

struct Outage {
    since: Timestamp,
    why: String,
    attempts: usize,
    /// Since when it answers, and says no.
    refused: Option<Timestamp>,
}

/// A look that failed.
struct Missed {
    may_pass: bool,
    /// The server does not know who we are.
    unknown: bool,
    error: Error,
}

impl Vigil {
    pub(crate) fn over(live: Rc<Live>, needs_pools: bool) -> Self {
        Self {
            live,
            needs_pools,
            watches: Watches::of([VERSION, OPERATORS, POOLS]),
            looked: None,
            looking: false,
            seen: false,
            outage: None,
        }
    }

    /// Returns whether the last look was given up before it was answered.
    pub(crate) fn is_looking(&self) -> bool {
        self.looking
    }

    /// Goes on by another way to the same server.
    pub(crate) fn turn_to(&mut self, live: Rc<Live>) {
        self.live = live;
    }

    /// Returns the cluster's time; where it has none, time does not pass.
    pub(crate) fn now(&self) -> Timestamp {
        now(&self.live)
    }

    /// Looks at once the first time, then when something changes, after a while, or at `until`.
    pub(crate) async fn look(&mut self, until: Option<Timestamp>) -> Result<Sight> {
        self.occasion(until).await;
        self.looked = Some(Instant::now());
        self.looking = true;
        let glance = self.live.glance(self.needs_pools).await;
        self.looking = false;
        match glance {
            Ok(look) => {
                self.seen = true;
                self.watches.open(&self.live.client, |resource| match resource.plural {
                    cluster_operator::PLURAL => look.operators.is_some(),
                    machine_config::PLURAL => look.pools.is_some(),
                    _ => true,
                });
                let blind = self.outage.take().map(|outage| (outage.since, self.now()));
                Ok(Sight::Seen { look: Box::new(look), blind })
            }
            Err(missed) => self.missed(missed),
        }
    }

    async fn occasion(&mut self, until: Option<Timestamp>) {
        let Some(looked) = self.looked else { return };
        let clock = &self.live.clock;
        let longest = match &self.outage {
            None => LONGEST_SILENCE,
            Some(outage) => {
                let place = outage.attempts.min(PAUSES.len()).saturating_sub(1);
                Duration::from_secs(PAUSES[place])
            }
        };
        let left = until.map(|until| until.duration_since(now(&self.live)));
        let left = left.map(|left| Duration::try_from(left).unwrap_or_default()); // or it is over
        let pause = clock.here(left.map_or(longest, |left| left.min(longest)));
        if self.outage.is_some() {
            tokio::time::sleep(pause).await;
        } else {
            self.listen(pause).await;
        }
        let shortest = self.live.clock.here(SHORTEST).max(BREATH);
        tokio::time::sleep_until(looked + shortest).await;
    }

    /// Waits for the watches to say something, and for the rest of what they have to say.
    async fn listen(&mut self, pause: Duration) {
        let here = |there| Instant::now() + self.live.clock.here(there);
        let mut end = Instant::now() + pause;
        loop {
            match tokio::time::timeout_at(end, self.watches.next()).await {
                Ok(Heard::Something) => break,
                Ok(Heard::End(_)) => end = end.min(here(WITHOUT_WATCH)),
                Err(_) => return,
            }
        }
        let calm = here(BURST);
        while tokio::time::timeout_at(calm, self.watches.next()).await.is_ok() {}
    }

    fn missed(&mut self, missed: Missed) -> Result<Sight> {
        let Missed { may_pass, unknown, error } = missed;
        let now = self.now();
        if !may_pass && !self.seen {
            return Err(error);
        }
        let outage = self.outage.get_or_insert_with(|| Outage {
            since: now,
            why: reason(&error, self.live.server()),
            attempts: 0,
            refused: None,
        });
        outage.attempts += 1;
        if may_pass {
            outage.refused = None;
        } else {
            let since = *outage.refused.get_or_insert(now);
            if now.duration_since(since) > NO_IS_NO_AFTER {
                return Err(error);
            }
        }
        Ok(Sight::Nothing { why: outage.why.clone(), unknown })
    }
}

fn now(live: &Live) -> Timestamp {
    live.clock.now().unwrap_or(Timestamp::UNIX_EPOCH)
}

/// Says what is wrong without naming the server, which the sentence around it does.
fn reason(error: &Error, server: &str) -> String {
    let root = error.root();
    root.strip_prefix(server).map_or(root.as_str(), str::trim_start).to_owned()
}

impl Live {
    /// Reads everything a wait is judged by, once and at the same time.
    async fn glance(&self, needs_pools: bool) -> std::result::Result<Look, Missed> {
        let (version, operators, pools) =
            future::join3(self.once(VERSION), self.once(OPERATORS), self.once(POOLS)).await;
        let version = version.map_err(|fault| self.miss(fault, "read", VERSION))?;
        let cluster = self.cluster(&version).map_err(|error| Missed {
            may_pass: false,
            unknown: false,
            error,
        })?;
        let operators = match operators {
            Ok(list) => Some(operator::operators(&list)),
            Err(fault) if fault.may_pass() => return Err(self.miss(fault, "list", OPERATORS)),
            Err(_) => None,
        };
        let pools = match pools {
            Ok(list) => Some(pool::pools(&list)),
            Err(fault) if fault.may_pass() || needs_pools => {
                return Err(self.miss(fault, "list", POOLS));
            }
            Err(_) => None,
        };
        Ok(Look { cluster, operators, pools })
    }

    /// Reads an object, or all of a kind, without asking a busy server again.
    async fn once(&self, object: Named) -> std::result::Result<Value, Fault> {
        let place = Request::new(object.url());
        let request = if object.name.is_empty() {
            place.list(&ListParams::default())
        } else {
            place.get(object.name, &GetParams::default())
        };
        let request =
            request.map_err(|error| Fault::Transport(kube::Error::BuildRequest(error)))?;
        let answer = self.send(request, self.deadline()).await?;
        if object.name.is_empty() { listed(answer, object) } else { expected(answer, object) }
    }

    fn miss(&self, fault: Fault, verb: &str, object: Named) -> Missed {
        let may_pass = fault.may_pass();
        let unknown = fault.status() == Some(StatusCode::UNAUTHORIZED);
        let error = self.explain(fault, verb, object);
        let error = match object.plural {
            machine_config::PLURAL if !may_pass => {
                error.hint("only the goal `workers` needs the machine config pools")
            }
            _ => error,
        };
        Missed { may_pass, unknown, error }
    }
}

/// Whatever answers with JSON is not therefore a list.
fn listed(answer: Value, object: Named) -> std::result::Result<Value, Fault> {
    let kind = answer.get("kind").and_then(Value::as_str).unwrap_or_default();
    if kind == format!("{}List", object.kind) { Ok(answer) } else { Err(Fault::SomethingElse) }
}
