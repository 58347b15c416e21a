//! `spec.versionManagement`: how an administrator pauses updates.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde_json::Value;

/// `spec.versionManagement` of a ClusterVersion or a MachineSet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Management {
    pub paused_until: PausedUntil,
    /// Fields without a published schema: windows, exclusions and others.
    pub others: BTreeMap<String, Value>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum PausedUntil {
    #[default]
    Never,
    Forever,
    Time(Timestamp),
    /// The value is neither a boolean nor a time.
    Unreadable(String),
}

const PAUSED_UNTIL: &str = "pausedUntil";

pub(crate) fn management(object: Option<&Value>) -> Management {
    let fields = match object {
        None | Some(Value::Null) => return Management::default(),
        Some(Value::Object(fields)) => fields,
        Some(other) => {
            let paused_until = PausedUntil::Unreadable(other.to_string());
            return Management { paused_until, ..Management::default() };
        }
    };
    let others = fields.iter().filter(|(name, value)| *name != PAUSED_UNTIL && !value.is_null());
    Management {
        paused_until: fields.get(PAUSED_UNTIL).map(paused_until).unwrap_or_default(),
        others: others.map(|(name, value)| (name.clone(), value.clone())).collect(),
    }
}

fn paused_until(value: &Value) -> PausedUntil {
    let text = match value {
        Value::Null => return PausedUntil::Never,
        Value::Bool(paused) => paused.to_string(),
        Value::String(text) => text.trim().to_owned(),
        other => return PausedUntil::Unreadable(other.to_string()),
    };
    match text.to_ascii_lowercase().as_str() {
        "" | "false" => PausedUntil::Never,
        "true" => PausedUntil::Forever,
        _ => text.parse().map_or_else(|_| PausedUntil::Unreadable(text), PausedUntil::Time),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_pause_is_a_yes_or_a_time_and_all_else_is_not_readable() {
        let time = || PausedUntil::Time("2026-01-01T00:00:00Z".parse().unwrap());
        let odd = |text: &str| PausedUntil::Unreadable(text.to_owned());
        for (value, expected) in [
            (json!(null), PausedUntil::Never),
            (json!(""), PausedUntil::Never),
            (json!(false), PausedUntil::Never),
            (json!("False"), PausedUntil::Never),
            (json!(true), PausedUntil::Forever),
            (json!(" true "), PausedUntil::Forever),
            (json!("2026-01-01T00:00:00Z"), time()),
            (json!("2026-01-01T01:00:00+01:00"), time()),
            (json!("tomorrow"), odd("tomorrow")),
            (json!(3), odd("3")),
            (json!(["true"]), odd("[\"true\"]")),
        ] {
            assert_eq!(paused_until(&value), expected, "{value}");
        }
    }

    #[test]
    fn fields_without_a_schema_are_kept() {
        let object = json!({"pausedUntil": "true", "maintenanceWindow": {}, "a": null});
        let expected = Management {
            paused_until: PausedUntil::Forever,
            others: [("maintenanceWindow".to_owned(), json!({}))].into(),
        };
        assert_eq!(management(Some(&object)), expected);
        assert_eq!(management(None), Management::default());
        assert_eq!(management(Some(&json!({}))), Management::default());
        let odd = management(Some(&json!("paused")));
        assert_eq!(odd.paused_until, PausedUntil::Unreadable("\"paused\"".to_owned()));
    }
}
