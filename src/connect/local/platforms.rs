//! The platforms of clusters that do not send theirs when they request updates.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::anyhow;

use super::recording;
use crate::error::{Error, Result};
use upgrade_graph::bounded;
use upgrade_graph::decode::typed;

/// Reads a map from cluster ids to platforms, in YAML or JSON.
pub(crate) fn load(path: &Path) -> Result<BTreeMap<String, String>> {
    let text = recording::text(path)?;
    parse(&text).map_err(|why| {
        Error::new("BadData", anyhow!("{}: {why}", path.display()))
            .hint("write one line per cluster, such as CLUSTER-ID: AWS")
    })
}

fn parse(text: &str) -> std::result::Result<BTreeMap<String, String>, String> {
    let mut found = bounded::yaml_documents(text).map_err(|bad| bad.to_string())?;
    let (Some(found), true) = (found.pop(), found.is_empty()) else {
        return Err("expected one YAML or JSON document".to_owned());
    };
    let given: BTreeMap<String, String> = typed(&found).map_err(|bad| bad.to_string())?;
    let mut platforms: BTreeMap<String, String> = BTreeMap::new();
    for (id, platform) in given {
        if platform.is_empty() || !platform.bytes().all(|letter| letter.is_ascii_alphanumeric()) {
            return Err(format!("{id}: {platform:?} is not a platform"));
        }
        if platforms.insert(id.trim().to_ascii_lowercase(), platform).is_some() {
            return Err(format!("duplicate cluster ID {id}"));
        }
    }
    Ok(platforms)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_compared_whatever_their_case() {
        let found = parse("AAAA-1: VSphere\n\"bbbb-2\": None\n").unwrap();
        let found: Vec<_> = found.iter().map(|(id, on)| (id.as_str(), on.as_str())).collect();
        assert_eq!(found, [("aaaa-1", "VSphere"), ("bbbb-2", "None")]);
        assert_eq!(parse(r#"{"a": "AWS"}"#).unwrap()["a"], "AWS");
        assert!(parse("{}").unwrap().is_empty());
    }

    #[test]
    fn invalid_input_is_refused() {
        for (text, why) in [
            ("a: AWS\nA: GCP\n", "duplicate cluster ID"),
            ("a: AWS\na: GCP\n", "a"),
            ("a: \"\"\n", "is not a platform"),
            ("a: on AWS\n", "is not a platform"),
            ("- a\n", ""),
            ("a: [AWS]\n", ""),
            ("a: {", ""),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.contains(why), "{text:?}: {error}");
        }
    }
}
