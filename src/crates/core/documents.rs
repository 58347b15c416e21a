//! Text → objects: YAML and JSON, several documents, Lists taken apart.

use std::fmt;

use serde_json::{Map, Value};

const MOST_VALUES: usize = 8_000_000; // a large cluster's nodes in one List have about a million

/// A Kubernetes object with the name of the file it came from.
#[derive(Debug, Clone)]
pub struct Document {
    pub origin: String,
    pub object: Value,
}

/// Text that is neither YAML nor JSON, with the place where it stops making sense.
#[derive(Debug)]
pub struct BadText {
    pub problem: String,
    pub line: u64,
    pub column: u64,
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

    /// Returns the namespace; empty for what has none.
    pub fn namespace(&self) -> &str {
        self.object.get("metadata").map_or("", |metadata| text(metadata, "namespace"))
    }

    /// Returns what tells two objects of one name apart: the uid, else the cluster's id.
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

/// Returns the text of a file: UTF-8, or UTF-16 with its mark, as PowerShell writes it.
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

/// Parses all documents of a text; Lists become their items, empty documents vanish.
pub fn parse(origin: &str, text: &str) -> Result<Vec<Document>, BadText> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    // In memory a value takes many times its text; what has more of them is no recording of a cluster.
    if text.bytes().filter(|byte| matches!(byte, b',' | b':' | b'\n')).count() > MOST_VALUES {
        let problem = format!("more than {MOST_VALUES} values");
        return Err(BadText { problem, line: 0, column: 0 });
    }
    // As kubectl: what opens with a brace is JSON, and so is a list of such.
    let values = if text.trim_start().starts_with(['{', '[']) { json(text) } else { yaml(text) }?;
    let mut documents = Vec::new();
    for value in values {
        unfold(origin, value, &mut documents);
    }
    Ok(documents)
}

fn json(text: &str) -> Result<Vec<Value>, BadText> {
    serde_json::Deserializer::from_str(text).into_iter().collect::<Result<_, _>>().map_err(
        |error: serde_json::Error| BadText {
            problem: plain(&error.to_string()),
            line: error.line() as u64,
            column: error.column() as u64,
        },
    )
}

fn yaml(text: &str) -> Result<Vec<Value>, BadText> {
    // A dump of a large cluster is far beyond the parser's limits for configuration files.
    let budget = serde_saphyr::budget! {
        max_depth: 128,
        max_events: 4 * MOST_VALUES,
        max_nodes: 2 * MOST_VALUES,
        max_total_scalar_bytes: 1 << 30,
    };
    let options = serde_saphyr::options! { budget: budget, strict_booleans: true };
    serde_saphyr::from_multiple_with_options(text, options).map_err(|error| {
        let location = error.location();
        BadText {
            problem: plain(&error.without_snippet().to_string()),
            line: location.as_ref().map_or(0, serde_saphyr::Location::line),
            column: location.as_ref().map_or(0, serde_saphyr::Location::column),
        }
    })
}

/// Cuts the place that parsers append to their message: it is told apart.
fn plain(problem: &str) -> String {
    let line = problem.lines().next().unwrap_or_default();
    line.split(" at line ").next().unwrap_or(line).to_owned()
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
                // The items of a typed list leave out what the list itself says.
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

/// Returns the objects of a list that have a name, with it.
pub fn items(list: &Value) -> impl Iterator<Item = (String, &Value)> {
    let items = list.get("items").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    items.iter().filter_map(|object| {
        let name = object.get("metadata").map_or("", |metadata| text(metadata, "name"));
        (!name.is_empty()).then(|| (name.to_owned(), object))
    })
}

impl fmt::Display for BadText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { problem, line, column } = self;
        write!(f, "line {line}, column {column}: {problem}")
    }
}

impl std::error::Error for BadText {}

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
    }
}
