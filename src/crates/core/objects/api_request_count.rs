//! API usage, from APIRequestCounts.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use crate::objects::cluster_version::wire::Text;
use upgrade_graph::decode::typed;

/// The usage of an API.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ApiUse {
    /// As `ingresses.v1beta1.extensions`.
    pub name: String,
    /// The Kubernetes version, major and minor, that removes it.
    pub removed_in: Option<(u64, u64)>,
    /// The number of requests within a day.
    pub requests: u64,
    /// The clients with the most requests, as far as they are counted.
    pub users: Vec<ApiUser>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ApiUser {
    pub name: String,
    pub agent: String,
    pub requests: u64,
}

pub const KIND: &str = "APIRequestCount";
pub const PATH: &str = "/apis/apiserver.openshift.io/v1/apirequestcounts";

#[derive(Debug, Default, Deserialize)]
pub(crate) struct ApiRequestCount {
    pub status: Option<ApiRequestCountStatus>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ApiRequestCountStatus {
    /// The Kubernetes version that removes it.
    pub removed_in_release: Option<Text>,
    /// Within a day.
    pub request_count: Option<i64>,
    /// By hour, including those of the day before.
    #[serde(rename = "last24h")]
    pub last_day: Option<Vec<PerResource>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PerResource {
    pub by_node: Option<Vec<PerNode>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PerNode {
    pub by_user: Option<Vec<PerUser>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PerUser {
    #[serde(alias = "username")]
    pub user_name: Option<Text>,
    pub user_agent: Option<Text>,
    pub request_count: Option<i64>,
}

pub fn api_use(name: String, object: &Value) -> ApiUse {
    let Ok(wire) = typed::<ApiRequestCount>(object) else {
        // If the details cannot be read, the summary still counts.
        let removed = object["status"]["removedInRelease"].as_str();
        let removed_in = removed.and_then(release);
        return ApiUse { name, removed_in, requests: 1, users: Vec::new() };
    };
    let status = wire.status.unwrap_or_default();
    let count = |count: Option<i64>| u64::try_from(count.unwrap_or_default()).unwrap_or_default();
    let hours = status.last_day.unwrap_or_default().into_iter();
    let nodes = hours.flat_map(|hour| hour.by_node.unwrap_or_default());
    let mut users: BTreeMap<(String, String), u64> = BTreeMap::new();
    for user in nodes.flat_map(|node| node.by_user.unwrap_or_default()) {
        let PerUser { user_name, user_agent, request_count } = user;
        let key = (user_name.unwrap_or_default().0, user_agent.unwrap_or_default().0);
        *users.entry(key).or_default() += count(request_count);
    }
    let users = users.into_iter().filter(|(_, requests)| *requests > 0);
    let mut users: Vec<ApiUser> =
        users.map(|((name, agent), requests)| ApiUser { name, agent, requests }).collect();
    users.sort_by_key(|user| std::cmp::Reverse(user.requests));
    ApiUse {
        name,
        removed_in: status.removed_in_release.and_then(|text| release(&text.0)),
        requests: count(status.request_count),
        users,
    }
}

/// Reads `1.22`.
fn release(text: &str) -> Option<(u64, u64)> {
    let (major, minor) = text.trim().trim_start_matches('v').split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn requests_are_counted_by_user_over_the_day() {
        let user = |name: &str, count: i64| json!({"username": name, "userAgent": "curl", "requestCount": count});
        let hour = |users: Value| json!({"byNode": [{"nodeName": "n", "byUser": users}]});
        let object = json!({"status": {
            "removedInRelease": "1.22", "requestCount": 12,
            "last24h": [hour(json!([user("a", 1), user("b", 5)])), hour(json!([user("a", 6), user("c", 0)])), {}],
        }});
        let read = api_use("ingresses.v1beta1.extensions".into(), &object);
        assert_eq!((read.removed_in, read.requests), (Some((1, 22)), 12));
        let users: Vec<_> =
            read.users.iter().map(|user| (user.name.as_str(), user.requests)).collect();
        assert_eq!(users, [("a", 7), ("b", 5)]);
    }

    #[test]
    fn what_is_odd_counts_as_used_and_what_stays_is_not_removed() {
        let odd = json!({"status": {"removedInRelease": "1.22", "requestCount": "many"}});
        assert_eq!(api_use("x".into(), &odd).requests, 1);
        for object in
            [json!({}), json!({"status": null}), json!({"status": {"removedInRelease": "never"}})]
        {
            let read = api_use("x".into(), &object);
            assert_eq!((read.removed_in, read.requests), (None, 0), "{object}");
        }
    }
}
