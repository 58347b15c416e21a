//! Informers: services that report insights about updates, how they are queried, and the outcomes.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use crate::insight::Insight;
use upgrade_graph::condition::{Condition, Status};

/// An `UpdateInformer` of the cluster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Informer {
    pub name: String,
    pub enabled: bool,
    /// Its service; an error if the reference is invalid.
    pub service: Result<InformerService, String>,
    /// Namespace and name of the Secret with the CA that signed its certificate.
    pub authority: Option<(String, String)>,
    pub online: Online,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InformerService {
    pub namespace: String,
    pub name: String,
    pub port: u16,
}

/// The informer's own status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Online {
    /// It is online, or does not report it.
    Yes,
    /// It is updating itself and will be back.
    Updating {
        message: String,
    },
    Degraded {
        message: String,
    },
    /// It has sent no heartbeat for a while.
    Silent {
        since: Timestamp,
    },
}

/// The question to informers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InformerQuestion {
    pub hook: Hook,
    pub cluster: Option<String>,
    pub from: String,
    pub to: String,
    /// Whether informers may update themselves first.
    pub informer_update: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hook {
    /// How is the current update going?
    Status,
    /// What would go wrong?
    Plan,
}

/// An answer that could be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    pub response: InformerResponse,
    pub message: String,
    pub insights: Vec<Insight>,
    /// The invalid parts of it; each names its field.
    pub problems: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InformerResponse {
    Success,
    Failure,
    /// It is collecting data, and wants to be called again.
    Wait,
}

/// The outcome of querying an informer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InformerOutcome {
    /// An administrator disabled it; it was not queried.
    Disabled,
    /// It does not implement this hook.
    NotImplemented,
    Replied(Reply),
    /// It reports that it is degraded, and was not queried.
    Degraded {
        message: String,
    },
    /// It cannot be reached.
    Offline {
        why: String,
    },
    /// It answers with an error, or querying it is forbidden.
    Failed {
        why: String,
    },
    /// Its answer is invalid.
    Invalid {
        why: String,
    },
    /// The time was up; its last message, if any.
    TimedOut {
        after: Duration,
        said: Option<String>,
    },
}

/// When to call an informer again that returned Wait.
pub const AGAIN_AFTER: Duration = Duration::from_secs(5);
/// The limit of one call.
pub const CALL_LIMIT: Duration = Duration::from_mins(1);
/// The default limit for waiting.
pub const BUDGET: Duration = Duration::from_mins(2);

const SILENT_AFTER: SignedDuration = SignedDuration::from_mins(5);
const UPDATING: &str = "InformerUpdating";

impl Online {
    /// Reads the `Online` condition and the last heartbeat.
    pub(crate) fn new(
        condition: Option<&Condition>,
        heartbeat: Option<Timestamp>,
        now: Option<Timestamp>,
    ) -> Self {
        if let Some(condition) = condition.filter(|said| said.status == Status::False) {
            let message = condition.message.clone();
            return match condition.reason.as_str() {
                UPDATING => Self::Updating { message },
                _ => Self::Degraded { message },
            };
        }
        match (heartbeat, now) {
            (Some(since), Some(now)) if now.duration_since(since) > SILENT_AFTER => {
                Self::Silent { since }
            }
            _ => Self::Yes,
        }
    }
}

impl Hook {
    /// Returns the name of its handler.
    pub(crate) fn handler(self) -> &'static str {
        match self {
            Self::Status => "status",
            Self::Plan => "plan",
        }
    }

    /// Returns the last part of its URL.
    pub fn path(self) -> &'static str {
        match self {
            Self::Status => "updateInsights",
            Self::Plan => "updatePlanInsights",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{condition, now};

    #[test]
    fn an_informer_that_is_not_online_is_updating_or_degraded() {
        let said = |status, reason: &str| Condition {
            reason: reason.to_owned(),
            ..condition("Online", status)
        };
        let of = |said: &Condition| Online::new(Some(said), None, Some(now()));
        assert_eq!(of(&said(Status::True, "Degraded")), Online::Yes);
        assert_eq!(of(&said(Status::Unknown, "")), Online::Yes);
        assert!(matches!(of(&said(Status::False, UPDATING)), Online::Updating { .. }));
        for reason in ["Degraded", "", "Whatever"] {
            assert!(matches!(of(&said(Status::False, reason)), Online::Degraded { .. }));
        }
    }

    #[test]
    fn five_minutes_without_a_heartbeat_are_reported() {
        let at = |minutes| Some(now() - SignedDuration::from_mins(minutes));
        assert_eq!(Online::new(None, at(5), Some(now())), Online::Yes);
        assert!(matches!(Online::new(None, at(6), Some(now())), Online::Silent { .. }));
        assert_eq!(Online::new(None, at(6), None), Online::Yes);
        assert_eq!(Online::new(None, None, Some(now())), Online::Yes);
    }
}
