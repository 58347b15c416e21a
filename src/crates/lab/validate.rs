//! The types that fields must have, as far as the lab reads or writes them.

use serde_json::Value;

/// What a field may be; one that is missing or null always may.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FieldForm {
    Object,
    /// An object of strings.
    Texts,
    /// A list of objects.
    Objects,
    Text,
    Truth,
    Count,
    /// A number, or a percentage of something.
    Share,
}

/// Of every object, of any kind.
const EVERY: [(&str, FieldForm); 8] = [
    ("metadata", FieldForm::Object),
    ("metadata.name", FieldForm::Text),
    ("metadata.namespace", FieldForm::Text),
    ("metadata.labels", FieldForm::Texts),
    ("metadata.annotations", FieldForm::Texts),
    ("metadata.generation", FieldForm::Count),
    ("metadata.ownerReferences", FieldForm::Objects),
    ("metadata.resourceVersion", FieldForm::Text),
];

/// Of every kind that is built in.
const BUILT_IN: [(&str, FieldForm); 3] = [
    ("spec", FieldForm::Object),
    ("status", FieldForm::Object),
    ("status.conditions", FieldForm::Objects),
];

const OF_KIND: [(&str, &str, FieldForm); 40] = [
    ("configmaps", "data", FieldForm::Texts),
    ("secrets", "data", FieldForm::Texts),
    ("secrets", "stringData", FieldForm::Texts),
    ("clusterversions", "spec.channel", FieldForm::Text),
    ("clusterversions", "spec.upstream", FieldForm::Text),
    ("clusterversions", "spec.overrides", FieldForm::Objects),
    ("clusterversions", "spec.desiredUpdate", FieldForm::Object),
    ("clusterversions", "spec.desiredUpdate.acceptRisks", FieldForm::Objects),
    ("clusterversions", "status.desired", FieldForm::Object),
    ("clusterversions", "status.history", FieldForm::Objects),
    ("clusterversions", "status.observedGeneration", FieldForm::Count),
    ("clusterversions", "status.availableUpdates", FieldForm::Objects),
    ("clusterversions", "status.conditionalUpdates", FieldForm::Objects),
    ("clusterversions", "status.conditionalUpdateRisks", FieldForm::Objects),
    ("clusteroperators", "status.versions", FieldForm::Objects),
    ("machineconfigpools", "spec.configuration", FieldForm::Object),
    ("machineconfigpools", "spec.configuration.name", FieldForm::Text),
    ("machineconfigpools", "spec.maxUnavailable", FieldForm::Share),
    ("machineconfigpools", "spec.nodeSelector", FieldForm::Object),
    ("machineconfigpools", "spec.nodeSelector.matchLabels", FieldForm::Texts),
    ("machineconfigpools", "spec.nodeSelector.matchExpressions", FieldForm::Objects),
    ("machineconfigpools", "spec.paused", FieldForm::Truth),
    ("machineconfigpools", "status.configuration", FieldForm::Object),
    ("nodes", "spec.unschedulable", FieldForm::Truth),
    ("nodes", "status.nodeInfo", FieldForm::Object),
    ("nodes", "status.nodeInfo.kubeletVersion", FieldForm::Text),
    ("pods", "spec.nodeName", FieldForm::Text),
    ("pods", "status.phase", FieldForm::Text),
    ("poddisruptionbudgets", "spec.maxUnavailable", FieldForm::Share),
    ("poddisruptionbudgets", "spec.minAvailable", FieldForm::Share),
    ("poddisruptionbudgets", "spec.selector", FieldForm::Object),
    ("poddisruptionbudgets", "spec.selector.matchExpressions", FieldForm::Objects),
    ("poddisruptionbudgets", "spec.selector.matchLabels", FieldForm::Texts),
    ("infrastructures", "status.controlPlaneTopology", FieldForm::Text),
    ("networks", "spec.networkType", FieldForm::Text),
    ("networks", "status.networkType", FieldForm::Text),
    ("installplans", "spec.approved", FieldForm::Truth),
    ("installplans", "status.phase", FieldForm::Text),
    ("subscriptions", "status.state", FieldForm::Text),
    ("subscriptions", "status.installPlanRef", FieldForm::Object),
];

/// Returns the first field of an object that has not the form it must have, and the rule.
pub(crate) fn odd(plural: &str, object: &Value) -> Option<(&'static str, &'static str)> {
    let built_in = crate::resource::built_in().any(|known| known.plural == plural);
    let common = BUILT_IN.iter().filter(|_| built_in).copied();
    let of_kind = OF_KIND.iter().filter(|(of, ..)| *of == plural);
    let of_kind = of_kind.map(|(_, path, form)| (*path, *form));
    EVERY.into_iter().chain(common).chain(of_kind).find_map(|(path, form)| {
        let found = path.split('.').try_fold(object, |object, part| object.get(part));
        let found = found.filter(|found| !found.is_null())?;
        form.broken(found).map(|rule| (path, rule))
    })
}

impl FieldForm {
    fn broken(self, value: &Value) -> Option<&'static str> {
        let list = || value.as_array();
        let (holds, rule) = match self {
            Self::Object => (value.is_object(), "must be an object"),
            Self::Texts => {
                let fields = value.as_object();
                let holds = fields.is_some_and(|fields| fields.values().all(Value::is_string));
                (holds, "must be an object of strings")
            }
            Self::Objects => {
                let holds = list().is_some_and(|items| items.iter().all(Value::is_object));
                (holds, "must be a list of objects")
            }
            Self::Text => (value.is_string(), "must be a string"),
            Self::Truth => (value.is_boolean(), "must be true or false"),
            Self::Count => (value.is_i64() || value.is_u64(), "must be a whole number"),
            Self::Share => (is_share(value), "must be a number from 0, or a percentage up to 100%"),
        };
        (!holds).then_some(rule)
    }
}

fn is_share(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.as_u64().is_some_and(|count| i32::try_from(count).is_ok()),
        Value::String(text) => percent(text).is_some_and(|percent| percent <= 100),
        _ => false,
    }
}

fn percent(text: &str) -> Option<u64> {
    let digits = text.strip_suffix('%')?;
    digits.bytes().all(|digit| digit.is_ascii_digit()).then(|| digits.parse().ok())?
}

/// Which way a percentage of a few things is rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ValidationRound {
    Up,
    Down,
}

/// Returns how many of so many a number or a percentage means.
pub(crate) fn share(value: &Value, of: u64, round: ValidationRound) -> Option<u64> {
    match value {
        Value::Number(number) => number.as_u64(),
        Value::String(text) => {
            let hundredfold = of.saturating_mul(percent(text)?);
            Some(match round {
                ValidationRound::Up => hundredfold.div_ceil(100),
                ValidationRound::Down => hundredfold / 100,
            })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_field_that_is_odd_is_named() {
        for (plural, object, field) in [
            ("nodes", json!({"metadata": "x"}), "metadata"),
            ("nodes", json!({"metadata": {"annotations": "x"}}), "metadata.annotations"),
            ("nodes", json!({"metadata": {"labels": {"a": 1}}}), "metadata.labels"),
            ("things", json!({"spec": "x", "metadata": {"labels": []}}), "metadata.labels"),
            ("nodes", json!({"status": "x"}), "status"),
            ("nodes", json!({"status": {"conditions": ["x"]}}), "status.conditions"),
            ("machineconfigpools", json!({"spec": {"configuration": "x"}}), "spec.configuration"),
            ("configmaps", json!({"data": {"a": 1}}), "data"),
        ] {
            assert_eq!(odd(plural, &object).map(|(field, _)| field), Some(field), "{object}");
        }
        assert_eq!(odd("things", &json!({"spec": "x", "status": 1})), None, "it may define that");
        assert_eq!(odd("nodes", &json!({"metadata": {"labels": null}, "spec": null})), None);
    }

    #[test]
    fn shares_are_numbers_or_percentages() {
        for (value, allowed) in [
            (json!(0), true),
            (json!("100%"), true),
            (json!(-1), false),
            (json!("101%"), false),
            (json!("-1%"), false),
            (json!("+1%"), false),
            (json!("1"), false),
            (json!(1.5), false),
            (json!(u64::MAX), false),
        ] {
            let budget = json!({"spec": {"minAvailable": value}});
            assert_eq!(odd("poddisruptionbudgets", &budget).is_none(), allowed, "{budget}");
        }
        assert_eq!(share(&json!("50%"), 3, ValidationRound::Up), Some(2));
        assert_eq!(share(&json!("50%"), 3, ValidationRound::Down), Some(1));
        assert_eq!(share(&json!(7), 3, ValidationRound::Up), Some(7));
        assert_eq!(
            share(&json!("18446744073709551615%"), u64::MAX, ValidationRound::Up),
            Some(u64::MAX.div_ceil(100))
        );
        assert_eq!(share(&json!("x"), 3, ValidationRound::Up), None);
    }
}
