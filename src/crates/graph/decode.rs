//! JSON → wire types, with the field named in every error.

use std::fmt;

use serde::Deserializer;
use serde::de::DeserializeOwned;

/// An object with a field of the wrong type.
#[derive(Debug)]
pub struct BadObject {
    pub field: String,
    pub problem: String,
}

/// Reads an object into its wire type; an error names the field. An owned object is not copied.
pub fn typed<'a, T: DeserializeOwned>(
    object: impl Deserializer<'a, Error = serde_json::Error>,
) -> Result<T, BadObject> {
    serde_path_to_error::deserialize(object).map_err(|error| BadObject {
        field: error.path().to_string(),
        problem: error.inner().to_string(),
    })
}

impl BadObject {
    /// Prefixes the field with the object that this one is a part of.
    #[must_use]
    pub fn within(self, part: &str) -> Self {
        let field = match self.field.as_str() {
            "." => part.to_owned(),
            field => format!("{part}.{field}"),
        };
        Self { field, ..self }
    }
}

impl fmt::Display for BadObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.field.as_str() {
            "" | "." => f.write_str(&self.problem),
            field => write!(f, "{field}: {}", self.problem),
        }
    }
}

impl std::error::Error for BadObject {}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    type Object = BTreeMap<String, BTreeMap<String, Vec<BTreeMap<String, String>>>>;

    #[test]
    fn a_wrong_type_names_its_field() {
        let object = serde_json::json!({"status": {"conditions": [{"type": "A"}, {"reason": []}]}});
        let error = typed::<Object>(&object).unwrap_err();
        assert_eq!(error.field, "status.conditions[1].reason");
    }
}
