//! What ran when: the history of a ClusterVersion.

use jiff::Timestamp;
use serde_json::{Value, json};

use super::objects::at;
use crate::internal_write::stamp;

const MOST: usize = 100; // entries an operator keeps

/// An update that begins.
pub(super) struct HistoryRecord<'a> {
    pub(super) version: &'a str,
    pub(super) image: &'a str,
    pub(super) verified: bool,
    /// What was knowingly passed over, if anything.
    pub(super) accepted_risks: Option<String>,
    /// The same in its early form, where the target was not recommended.
    pub(super) overrides: Option<String>,
}

/// Returns whether an update is in progress.
pub(super) fn rolling(version: &Value) -> bool {
    let newest = version["status"]["history"].get(0);
    newest.is_some_and(|newest| newest["state"] == "Partial")
}

/// Returns the newest release that was rolled out.
pub(super) fn completed(version: &Value) -> &str {
    let history = version["status"]["history"].as_array().map(Vec::as_slice).unwrap_or_default();
    let newest = history.iter().find(|past| past["state"] == "Completed");
    newest.and_then(|past| past["version"].as_str()).unwrap_or_default()
}

/// Begins an update. One in progress ends as partial.
pub(super) fn begin(version: &mut Value, entry: &HistoryRecord<'_>, now: Timestamp) {
    let mut begun = json!({
        "state": "Partial", "startedTime": stamp(now), "completionTime": null,
        "version": entry.version, "image": entry.image, "verified": entry.verified,
    });
    for (field, text) in [("acceptedRisks", &entry.accepted_risks), ("overrides", &entry.overrides)]
    {
        if let Some(text) = text {
            begun[field] = json!(text);
        }
    }
    let history = at(version, &["status", "history"]);
    if !history.is_array() {
        *history = json!([]);
    }
    let Some(history) = history.as_array_mut() else { return };
    if let Some(newest) = history.first_mut()
        && newest["completionTime"].is_null()
    {
        *at(newest, &["completionTime"]) = json!(stamp(now));
    }
    history.insert(0, begun);
    // The release that the cluster was made with is never forgotten.
    while history.len() > MOST {
        history.remove(MOST - 1);
    }
}

/// Ends the update in progress.
pub(super) fn complete(version: &mut Value, now: Timestamp) {
    if let Some(newest) = version.pointer_mut("/status/history/0") {
        *at(newest, &["state"]) = json!("Completed");
        *at(newest, &["completionTime"]) = json!(stamp(now));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_history_keeps_its_beginning() {
        let mut version = json!({});
        for patch in 0..150 {
            let text = format!("4.7.{patch}");
            let entry = HistoryRecord {
                version: &text,
                image: "",
                verified: true,
                accepted_risks: None,
                overrides: None,
            };
            begin(&mut version, &entry, Timestamp::UNIX_EPOCH);
        }
        let history = version["status"]["history"].as_array().unwrap();
        assert_eq!(history.len(), MOST);
        assert_eq!(history[0]["version"], "4.7.149");
        assert_eq!(history[98]["version"], "4.7.51");
        assert_eq!(history[99]["version"], "4.7.0");
    }
}
