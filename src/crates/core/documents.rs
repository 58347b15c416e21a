//! Text → objects: YAML and JSON, several documents, Lists split into items.

use serde_json::{Map, Value};
use upgrade_graph::bounded::{self, BadText};

/// A Kubernetes object with the name of the file it came from.
#[derive(Debug, Clone)]
pub struct Document {
    pub origin: String,
    pub object: Value,
}

impl Document {
    pub fn kind(&self) -> &str {
        text(&self.object, "kind")
    }

    pub fn group(&self) -> &str {
        text(&self.object, "apiVersion").split_once('/').map_or("", |(group, _)| group)
    }

    pub fn name(&self) -> &str {
        self.object.get("metadata").map_or("", |metadata| text(metadata, "name"))
    }

    /// Returns the namespace; empty for cluster-scoped objects.
    pub fn namespace(&self) -> &str {
        self.object.get("metadata").map_or("", |metadata| text(metadata, "namespace"))
    }

    /// Returns the identity of objects with the same name: the uid, else the cluster's id.
    pub fn identity(&self) -> &str {
        match self.object.get("metadata").map_or("", |metadata| text(metadata, "uid")) {
            "" => self.object.get("spec").map_or("", |spec| text(spec, "clusterID")),
            uid => uid,
        }
    }
}

fn text<'a>(object: &'a Value, key: &str) -> &'a str {
    object.as_object().map_or("", |object| field(object, key))
}

/// Returns the text of a file: UTF-8, or UTF-16 with a byte order mark, as PowerShell writes it.
pub fn decode(bytes: Vec<u8>) -> Option<String> {
    let wide = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let (pairs, rest) = bytes.as_chunks::<2>();
        let units: Vec<u16> = pairs.iter().map(|pair| unit(*pair)).collect();
        String::from_utf16(&units).ok().filter(|_| rest.is_empty())
    };
    match bytes.as_slice() {
        [0xff, 0xfe, rest @ ..] => wide(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => wide(rest, u16::from_be_bytes),
        _ => String::from_utf8(bytes).ok(),
    }
}

/// Parses all documents of a text; Lists become their items, empty documents are dropped.
pub fn parse(origin: &str, text: &str) -> Result<Vec<Document>, BadText> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    // As in kubectl: text that starts with a brace is JSON, and so is a list of that.
    let is_json = text.trim_start().starts_with(['{', '[']);
    let values =
        if is_json { bounded::json_documents(text) } else { bounded::yaml_documents(text) }?;
    let mut documents = Vec::new();
    for value in values {
        unfold(origin, value, &mut documents);
    }
    Ok(documents)
}

fn unfold(origin: &str, value: Value, into: &mut Vec<Document>) {
    match value {
        Value::Null => {}
        Value::Array(items) => {
            for item in items {
                unfold(origin, item, into);
            }
        }
        Value::Object(mut list) if is_list(&list) => {
            let kind = field(&list, "kind").trim_end_matches("List").to_owned();
            let api_version = field(&list, "apiVersion").to_owned();
            let Some(Value::Array(items)) = list.remove("items") else { return };
            for mut item in items {
                // The items of a typed list omit what the list itself has.
                if let Value::Object(item) = &mut item
                    && !kind.is_empty()
                {
                    item.entry("kind").or_insert_with(|| kind.clone().into());
                    item.entry("apiVersion").or_insert_with(|| api_version.clone().into());
                }
                unfold(origin, item, into);
            }
        }
        object => into.push(Document { origin: origin.to_owned(), object }),
    }
}

fn is_list(object: &Map<String, Value>) -> bool {
    field(object, "kind").ends_with("List") && object.get("items").is_some_and(Value::is_array)
}

fn field<'a>(object: &'a Map<String, Value>, name: &str) -> &'a str {
    object.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// Returns the objects of a list that have a name, with their names.
pub fn items(list: &Value) -> impl Iterator<Item = (String, &Value)> {
    let items = list.get("items").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    items.iter().filter_map(|object| {
        let name = object.get("metadata").map_or("", |metadata| text(metadata, "name"));
        (!name.is_empty()).then(|| (name.to_owned(), object))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        let documents = parse("test", text).unwrap();
        documents.iter().map(|d| format!("{}/{}", d.kind(), d.name())).collect()
    }

    #[test]
    fn documents_lists_and_typed_lists_become_objects() {
        let text = "---\nkind: A\nmetadata: {name: a}\n---\n---\nkind: List\nitems:\n- kind: B\n  metadata: {name: b}\n";
        assert_eq!(names(text), ["A/a", "B/b"]);
        let typed =
            r#"{"kind": "NodeList", "apiVersion": "v1", "items": [{"metadata": {"name": "n"}}]}"#;
        assert_eq!(names(typed), ["Node/n"]);
        assert!(names("# nothing here\n").is_empty());
    }

    #[test]
    fn broken_text_names_its_place() {
        let error = parse("x", "kind: A\nspec:\n  a: [1, 2\nb: }\n").unwrap_err();
        assert_eq!(error.line, 4, "{error}");
        let error = parse("x", "{\"kind\": \"A\",\n \"spec\": }").unwrap_err();
        assert_eq!(error.line, 2, "{error}");
    }

    #[test]
    fn doubled_keys_are_an_error() {
        assert!(parse("x", "kind: A\nkind: B\n").is_err());
        let error = parse("x", "{\"kind\": \"A\",\n \"spec\": {\"a\": 1, \"a\": 1}}").unwrap_err();
        assert_eq!(error.to_string(), "line 2, column 21: duplicate key \"a\"");
    }
}
