//! Files of graph-data: YAML in which every value keeps its position, for findings.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_saphyr::Spanned;

/// A value and its position; lines and columns count from one.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Located<T> {
    pub value: T,
    pub line: u64,
    pub column: u64,
    /// The offset of its text in the file, and its length.
    pub bytes: Option<(u64, u64)>,
}

pub(crate) type Key = Located<String>;
pub(crate) type TreeNode = Located<Tree>;

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Located<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Spanned { value, referenced, defined } = Spanned::deserialize(deserializer)?;
        let span = defined.span();
        let bytes = span.byte_offset().zip(span.byte_len());
        Ok(Self { value, line: referenced.line(), column: referenced.column(), bytes })
    }
}

/// Scalars that are not text are named by their type; their text is in the file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Tree {
    Null,
    Bool,
    Number,
    Text(String),
    List(Vec<TreeNode>),
    Map(Vec<(Key, TreeNode)>),
}

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Any)
    }
}

struct Any;

impl<'de> Visitor<'de> for Any {
    type Value = Tree;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Tree, E> {
        Ok(Tree::Null)
    }

    fn visit_none<E>(self) -> Result<Tree, E> {
        Ok(Tree::Null)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Tree, E> {
        Ok(Tree::Bool)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Tree, E> {
        Ok(Tree::Number)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Tree, E> {
        Ok(Tree::Number)
    }

    fn visit_i128<E>(self, _: i128) -> Result<Tree, E> {
        Ok(Tree::Number)
    }

    fn visit_u128<E>(self, _: u128) -> Result<Tree, E> {
        Ok(Tree::Number)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Tree, E> {
        Ok(Tree::Number)
    }

    fn visit_str<E>(self, text: &str) -> Result<Tree, E> {
        Ok(Tree::Text(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<Tree, E> {
        Ok(Tree::Text(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Tree, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = access.next_element()? {
            items.push(item);
        }
        Ok(Tree::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Tree, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = access.next_entry()? {
            entries.push(entry);
        }
        Ok(Tree::Map(entries))
    }
}
