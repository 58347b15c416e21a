//! Informers: who has a say in updates, how they are asked, and what can come of that.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use crate::insight::Insight;
use upgrade_graph::condition::{Condition, Status};

/// An `UpdateInformer` of the cluster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Informer {
    pub name: String,
    pub enabled: bool,
    /// Where it answers; what is wrong with that, where it makes no sense.
    pub service: Result<InformerService, String>,
    /// Namespace and name of the Secret with the authority that signed its certificate.
    pub authority: Option<(String, String)>,
    pub online: Online,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InformerService {
    pub namespace: String,
    pub name: String,
    pub port: u16,
}

/// What an informer says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Online {
    /// It is, or says nothing of it.
    Yes,
    /// It takes on a new version of itself and will be back.
    Updating {
        message: String,
    },
    Degraded {
        message: String,
    },
    /// It has not given a sign of life for long.
    Silent {
        since: Timestamp,
    },
}

/// What informers are asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InformerQuestion {
    pub hook: Hook,
    pub cluster: Option<String>,
    pub from: String,
    pub to: String,
    /// Whether informers may look for a newer version of themselves first.
    pub informer_update: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hook {
    /// How does the update go that is under way?
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
    /// What of it makes no sense; each names its field.
    pub problems: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InformerResponse {
    Success,
    Failure,
    /// It gathers data, and wants to be asked again.
    Wait,
}

/// What came of asking an informer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InformerOutcome {
    /// An administrator has switched it off; it was not asked.
    Disabled,
    /// It does not take part in this.
    NotImplemented,
    Replied(Reply),
    /// It says of itself that it is not well, and was not asked.
    Degraded {
        message: String,
    },
    /// Nobody answers for it.
    Offline {
        why: String,
    },
    /// It answers with an error of its own, or may not be asked.
    Failed {
        why: String,
    },
    /// What it answers makes no sense.
    Invalid {
        why: String,
    },
    /// The time was up; what it wanted the time for, where it said so.
    TimedOut {
        after: Duration,
        said: Option<String>,
    },
}

/// After which an informer that wants to be asked again is.
pub const AGAIN_AFTER: Duration = Duration::from_secs(5);
/// Longer than that no call takes.
pub const CALL_LIMIT: Duration = Duration::from_mins(1);
/// Longer than that nobody is waited for, unless asked to.
pub const BUDGET: Duration = Duration::from_mins(2);

const SILENT_AFTER: SignedDuration = SignedDuration::from_mins(5);
const UPDATING: &str = "InformerUpdating";

impl Online {
    /// Reads the `Online` condition and the last sign of life.
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
    /// Returns what an informer calls its handler.
    pub(crate) fn handler(self) -> &'static str {
        match self {
            Self::Status => "status",
            Self::Plan => "plan",
        }
    }

    /// Returns the last part of the address.
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
    fn no_sign_of_life_for_five_minutes_is_told() {
        let at = |minutes| Some(now() - SignedDuration::from_mins(minutes));
        assert_eq!(Online::new(None, at(5), Some(now())), Online::Yes);
        assert!(matches!(Online::new(None, at(6), Some(now())), Online::Silent { .. }));
        assert_eq!(Online::new(None, at(6), None), Online::Yes);
        assert_eq!(Online::new(None, None, Some(now())), Online::Yes);
    }
}
