//! Change → merge patch: the exact bytes that are sent, and that `--dry-run` prints.

use serde_json::{Map, Value, json};

use upgrade_core::admin_gates::{Acknowledgement, GatePlace, YES};
use upgrade_core::objects::config_map::{ACKS, KIND};
use upgrade_core::pools::change::PoolChange;
use upgrade_core::request::clear::ClearRequest;
use upgrade_core::request::decide::UpdateChange;
use upgrade_core::settings::{Setting, SettingPatch as SettingChange};

/// Returns the merge patch. It has the resourceVersion of the decision, and names every field: a
/// merge patch keeps what it does not name.
pub(crate) fn merge_patch(change: &UpdateChange) -> Value {
    let UpdateChange { version, image, architecture, force, drop_mode, resource_version } = change;
    let mut desired = json!({
        "version": version,
        "image": image,
        "architecture": architecture,
        "force": force,
    });
    if *drop_mode {
        // Only if it is set: a server without the feature would warn about an unknown field.
        desired["mode"] = Value::Null;
    }
    let mut patch = json!({"spec": {"desiredUpdate": desired}});
    if let Some(resource_version) = resource_version {
        patch["metadata"] = json!({"resourceVersion": resource_version});
    }
    patch
}

/// Returns the merge patch that cancels a request. Accepted risks are not part of the request: they
/// stay.
pub(crate) fn clearing_patch(withdrawal: &ClearRequest) -> Value {
    let ClearRequest { requested, resource_version } = withdrawal;
    if !requested.accept_risks.is_empty() {
        return merge_patch(&withdrawal.change());
    }
    let mut patch = json!({"spec": {"desiredUpdate": null}});
    if let Some(resource_version) = resource_version {
        patch["metadata"] = json!({"resourceVersion": resource_version});
    }
    patch
}

/// Returns the merge patch of a setting: it contains only that setting.
pub(crate) fn setting_patch(setting: &Setting) -> Value {
    let spec = match &setting.change {
        SettingChange::Channel(channel) => json!({"channel": channel}),
        SettingChange::Upstream(upstream) => json!({"upstream": upstream}),
        SettingChange::AcceptRisks { names, alone: true, .. } if names.is_empty() => {
            json!({"desiredUpdate": null})
        }
        SettingChange::AcceptRisks { names, fields, .. } => {
            // A merge patch replaces the list, so it contains all risks.
            let risk = |name: &String| {
                let mut risk = fields.get(name).cloned().unwrap_or_default();
                risk.insert("name".to_owned(), name.as_str().into());
                Value::Object(risk)
            };
            let risks: Vec<Value> = names.iter().map(risk).collect();
            // An empty list is not allowed; it is written as null.
            let risks = if risks.is_empty() { Value::Null } else { Value::Array(risks) };
            json!({"desiredUpdate": {"acceptRisks": risks}})
        }
    };
    let mut patch = json!({"spec": spec});
    if let Some(resource_version) = &setting.resource_version {
        patch["metadata"] = json!({"resourceVersion": resource_version});
    }
    patch
}

/// Returns the merge patch that pauses or resumes a pool.
pub(crate) fn pool_patch(change: &PoolChange) -> Value {
    let mut patch = json!({"spec": {"paused": change.action.paused()}});
    if let Some(resource_version) = &change.resource_version {
        patch["metadata"] = json!({"resourceVersion": resource_version});
    }
    patch
}

/// Returns what acknowledges gates: a merge patch, or the whole ConfigMap if there is none.
pub(crate) fn acks_body(acknowledgement: &Acknowledgement) -> Value {
    let gates = acknowledgement.to_write().map(|gate| (gate.name.clone(), YES.into()));
    let data = Value::Object(gates.collect::<Map<String, Value>>());
    let (namespace, name) = ACKS;
    match &acknowledgement.place {
        GatePlace::Missing => json!({
            "apiVersion": "v1",
            "kind": KIND,
            "metadata": {"namespace": namespace, "name": name},
            "data": data,
        }),
        GatePlace::Stored { resource_version: Some(resource_version) } => {
            json!({"metadata": {"resourceVersion": resource_version}, "data": data})
        }
        GatePlace::Stored { resource_version: None } => json!({"data": data}),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change() -> UpdateChange {
        UpdateChange {
            version: "4.6.43".into(),
            image: "quay.io/x@sha256:1".into(),
            architecture: String::new(),
            force: false,
            drop_mode: false,
            resource_version: Some("41".into()),
        }
    }

    #[test]
    fn every_field_is_spelled_and_the_resource_version_carried() {
        assert_eq!(
            merge_patch(&change()),
            json!({
                "metadata": {"resourceVersion": "41"},
                "spec": {"desiredUpdate": {
                    "version": "4.6.43", "image": "quay.io/x@sha256:1", "architecture": "", "force": false,
                }},
            })
        );
    }

    #[test]
    fn mode_is_named_only_where_the_object_has_one() {
        let with_mode = merge_patch(&UpdateChange { drop_mode: true, ..change() });
        assert_eq!(with_mode["spec"]["desiredUpdate"]["mode"], Value::Null);
        assert!(with_mode["spec"]["desiredUpdate"].as_object().unwrap().contains_key("mode"));
        assert!(
            !merge_patch(&change())["spec"]["desiredUpdate"]
                .as_object()
                .unwrap()
                .contains_key("mode")
        );
    }

    /// Accepted risks are sent as a list, or as null if there are none; if nothing else is left,
    /// the whole `desiredUpdate` is removed, whatever its `force` and `mode`.
    #[test]
    fn accepted_risks_leave_no_empty_request_behind() {
        use upgrade_core::cluster::Requested;
        let leftover = Requested {
            force: true,
            mode: Some("Preflight".into()),
            accept_risks: vec!["A".into()],
            ..Requested::default()
        };
        let request = Requested { version: "4.6.43".into(), ..leftover.clone() };
        let spec = |names: &[&str], requested: Option<&Requested>| {
            let names = names.iter().map(|&name| name.to_owned()).collect();
            let change = SettingChange::accepting(names, requested);
            let resource_version = Some("41".to_owned());
            let setting = Setting { change, objections: Vec::new(), resource_version };
            let patch = setting_patch(&setting);
            assert_eq!(patch["metadata"], json!({"resourceVersion": "41"}));
            patch["spec"].clone()
        };
        let both = json!({"desiredUpdate": {"acceptRisks": [{"name": "A"}, {"name": "B"}]}});
        assert_eq!(spec(&["A", "B"], None), both);
        assert_eq!(spec(&["A", "B"], Some(&request)), both);
        let note = json!({"A": {"until": "4.8"}, "C": {"until": "4.9"}});
        let risk_fields = serde_json::from_value(note).unwrap();
        let noted = Requested { risk_fields, ..request.clone() };
        let kept = json!([{"name": "A", "until": "4.8"}, {"name": "B"}]);
        assert_eq!(
            spec(&["A", "B"], Some(&noted)),
            json!({"desiredUpdate": {"acceptRisks": kept}})
        );
        assert_eq!(spec(&[], Some(&request)), json!({"desiredUpdate": {"acceptRisks": null}}));
        assert_eq!(spec(&[], Some(&leftover)), json!({"desiredUpdate": null}));
    }

    /// Remains of every field, patched as in RFC 7386: ours replace them, accepted risks stay.
    #[test]
    fn no_leftover_survives_but_accepted_risks_do() {
        let mut object = json!({"spec": {"channel": "stable-4.6", "desiredUpdate": {
            "version": "4.6.1", "image": "old", "architecture": "Multi", "force": true,
            "mode": "Preflight", "acceptRisks": [{"name": "A"}],
        }}});
        json_patch::merge(&mut object, &merge_patch(&UpdateChange { drop_mode: true, ..change() }));
        assert_eq!(
            object["spec"],
            json!({"channel": "stable-4.6", "desiredUpdate": {
                "version": "4.6.43", "image": "quay.io/x@sha256:1", "architecture": "",
                "force": false, "acceptRisks": [{"name": "A"}],
            }})
        );
    }
}
