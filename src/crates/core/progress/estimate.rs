//! The time remaining, estimated from the progress and the time so far.

use jiff::{RoundMode, SignedDuration, SignedDurationRound, Unit};

/// What is known about the duration of an update.
#[derive(Debug, Clone, Copy)]
pub(crate) struct UpdateTiming {
    /// The usual duration of an update here.
    pub usual: SignedDuration,
    /// From the start to the last operator that was updated.
    pub to_last_progress: SignedDuration,
    pub so_far: SignedDuration,
    /// The share of operators that are updated, from 0 to 1.
    pub completion: f64,
}

// oc: pkg/cli/admin/upgrade/status/controlplane.go:357, 365, 372
const MODEL_AFTER: SignedDuration = SignedDuration::from_mins(5); // before that there is no basis for the model
const CAUTION: f64 = 1.2;
const IN_MINUTES: SignedDuration = SignedDuration::from_mins(10);

/// Returns the time remaining; negative if it is overdue.
pub(crate) fn remaining(pace: &UpdateTiming) -> SignedDuration {
    if pace.completion >= 1.0 {
        return SignedDuration::ZERO;
    }
    let share = share_of_time(pace.completion);
    let modelled = pace.completion > 0.0 && share > 0.0 && pace.to_last_progress > MODEL_AFTER;
    let total = if modelled {
        pace.to_last_progress.as_secs_f64() / share
    } else {
        pace.usual.as_secs_f64()
    };
    let left = total - pace.so_far.as_secs_f64();
    let left = if left >= 0.0 { left * CAUTION } else { left / CAUTION };
    let left = SignedDuration::try_from_secs_f64(left.trunc()).unwrap_or(SignedDuration::ZERO);
    if left > IN_MINUTES { to_minutes(left) } else { left }
}

/// Rounds up to whole minutes.
pub(crate) fn up_to_minutes(duration: SignedDuration) -> SignedDuration {
    let up = SignedDurationRound::new().smallest(Unit::Minute).mode(RoundMode::Ceil);
    duration.round(up).unwrap_or(duration)
}

/// Returns an estimate for display: in minutes if it is long.
pub(crate) fn rounded(left: SignedDuration) -> SignedDuration {
    if left > IN_MINUTES { up_to_minutes(left) } else { left }
}

/// Rounds to whole minutes, halves away from zero.
fn to_minutes(duration: SignedDuration) -> SignedDuration {
    duration.round(Unit::Minute).unwrap_or(duration)
}

/// Operators take different times: which share of the time has passed when a share of them is
/// updated. Fitted by the authors of the reference client to updates that they observed. oc:
/// pkg/cli/admin/upgrade/status/controlplane.go:383-394
fn share_of_time(x: f64) -> f64 {
    let polynomial = |coefficients: &[f64]| {
        coefficients.iter().rev().fold(0.0, |sum: f64, coefficient| sum.mul_add(x, *coefficient))
    };
    if x < 0.25 {
        polynomial(&[-0.030_787_88, 2.628_86, -3.823_954])
    } else if x < 0.9 {
        polynomial(&[0.185_121_5, 1.649_94, -4.676_898, 5.451_824, -2.125_286])
    } else {
        polynomial(&[25_053.32, -107_394.3, 172_527.2, -123_107.0, 32_921.81])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_known_estimates_hold() {
        for (usual, progress, so_far, completion, left) in [
            ("1h", "30m", "30m", 0.0, "36m"),
            ("1h", "30m", "31m", 0.0, "35m"),
            ("1h", "30m", "30m", 0.2, "1h9m"),
            ("1h", "30m", "35m", 0.2, "1h3m"),
            ("1h", "30m", "30m", 0.75, "50m"),
            ("1h", "20m", "20m", 0.99, "4m50s"),
            ("80m", "4m", "10m", 0.05, "1h24m"),
            ("1h", "30m", "30m", 1.0, "0s"),
        ] {
            let time = |text: &str| text.parse::<SignedDuration>().unwrap();
            let pace = UpdateTiming {
                usual: time(usual),
                to_last_progress: time(progress),
                so_far: time(so_far),
                completion,
            };
            assert_eq!(remaining(&pace), time(left), "{pace:?}");
        }
    }

    #[test]
    fn what_is_overdue_is_less_than_nothing() {
        let time = SignedDuration::from_mins;
        let pace = UpdateTiming {
            usual: time(60),
            to_last_progress: time(1),
            so_far: time(120),
            completion: 0.5,
        };
        assert_eq!(remaining(&pace), -time(50));
    }
}
