//! Text → values, within limits: the only reader of JSON and YAML from outside. A few bytes of text
//! can become a value that needs hundreds in memory, so values are counted while they are read.

use std::cell::RefCell;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

use serde::de::value::{I128Deserializer, U128Deserializer};
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess,
    Visitor,
};
use serde_json::{Map, Number, Value};

use crate::json::document::{CONDITIONAL, EDGES, NODES};

/// Bytes of one text: a List of the 2,000 nodes of the largest clusters has 50 MB.
pub const LARGEST_TEXT: usize = 64 << 20;
/// Values of one text, and of all texts that are kept together: 2,000 nodes have 300,000.
pub const MOST_VALUES: usize = 400_000;
/// Approximate bytes of these values in memory until they are printed: 2,000 nodes need 70 MB.
pub const MOST_MEMORY: usize = 80 << 20;
/// Levels, as serde_json allows.
const DEEPEST: usize = 128;

/// The limit that an input exceeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// Bytes of text.
    Text(usize),
    Values,
    Memory,
}

/// Text that cannot be read: neither YAML nor JSON, or too large.
#[derive(Debug)]
pub struct BadText {
    pub problem: String,
    /// Where it is invalid; zero if that is unknown.
    pub line: u64,
    pub column: u64,
    /// Set if only its size is the problem.
    pub limit: Option<Limit>,
}

/// Counts values and their memory.
#[derive(Debug, Default)]
pub struct Meter {
    values: AtomicUsize,
    memory: AtomicUsize,
    exceeded: OnceLock<Limit>,
}

/// Reads one JSON document.
pub fn json(text: &[u8]) -> Result<Value, BadText> {
    if text.len() > LARGEST_TEXT {
        return Err(Limit::Text(LARGEST_TEXT).into());
    }
    let meter = Meter::default();
    let mut deserializer = serde_json::Deserializer::from_slice(text);
    let value = meter.root().deserialize(&mut deserializer);
    let value = value.and_then(|value| deserializer.end().map(|()| value));
    value.map_err(|error| meter.bad_json(&error))
}

/// A list of an update graph. Its entries are most of the graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GraphList {
    Nodes,
    Edges,
    Groups,
    /// The edges of a group, which come before the group itself.
    EdgesOfGroup,
}

/// Takes the entries of lists.
type Taker<'a> = RefCell<dyn FnMut(GraphList, &Value) + 'a>;

/// Reads an update graph, and gives away the entries of its lists one by one: they are counted, but
/// only one is in memory. Returns the rest.
pub(crate) fn json_graph(
    text: &str,
    take: impl FnMut(GraphList, &Value),
) -> Result<Value, BadText> {
    if text.len() > LARGEST_TEXT {
        return Err(Limit::Text(LARGEST_TEXT).into());
    }
    let meter = Meter::default();
    let taker = RefCell::new(take);
    let root = Bounded { meter: &meter, place: Place::Graph, taker: Some(&taker) };
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let value = root.deserialize(&mut deserializer);
    let value = value.and_then(|value| deserializer.end().map(|()| value));
    value.map_err(|error| meter.bad_json(&error))
}

/// Reads JSON documents that follow one another.
pub fn json_documents(text: &str) -> Result<Vec<Value>, BadText> {
    if text.len() > LARGEST_TEXT {
        return Err(Limit::Text(LARGEST_TEXT).into());
    }
    let meter = Meter::default();
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let mut documents = Vec::new();
    while deserializer.end().is_err() {
        let value = meter.root().deserialize(&mut deserializer);
        documents.push(value.map_err(|error| meter.bad_json(&error))?);
    }
    Ok(documents)
}

/// Reads the documents of a YAML text.
pub fn yaml_documents(text: &str) -> Result<Vec<Value>, BadText> {
    if text.len() > LARGEST_TEXT {
        return Err(Limit::Text(LARGEST_TEXT).into());
    }
    let meter = Arc::new(Meter::default());
    let before = METER.replace(Some(Arc::clone(&meter)));
    let options = serde_saphyr::options! { budget: yaml_budget(), strict_booleans: true };
    let found = serde_saphyr::from_multiple_with_options::<Metered>(text, options);
    METER.set(before);
    match found {
        Ok(found) => Ok(found.into_iter().map(|Metered(value)| value).collect()),
        Err(error) => Err(meter.bad_yaml(&error)),
    }
}

/// What the YAML parser keeps itself: it also counts keys, and what is skipped.
fn yaml_budget() -> Option<serde_saphyr::Budget> {
    serde_saphyr::budget! {
        max_depth: DEEPEST,
        max_events: LARGEST_TEXT,
        max_nodes: LARGEST_TEXT,
        max_total_scalar_bytes: LARGEST_TEXT,
    }
}

thread_local! {
    /// The meter of the YAML text that is being read: its parser has no context.
    static METER: RefCell<Option<Arc<Meter>>> = const { RefCell::new(None) };
}

struct Metered(Value);

impl<'de> Deserialize<'de> for Metered {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let meter = METER.with_borrow(Clone::clone).unwrap_or_default();
        meter.root().deserialize(deserializer).map(Self)
    }
}

impl Meter {
    /// Counts a value that is kept in addition to those counted before.
    pub fn keep(&self, value: &Value) -> Result<(), Limit> {
        match value {
            Value::Null | Value::Bool(_) | Value::Number(_) => self.value(),
            Value::String(text) => self.value().and_then(|()| self.text(text)),
            Value::Array(items) => {
                self.value()?;
                items.iter().try_for_each(|item| self.keep(item))
            }
            Value::Object(entries) => {
                self.value()?;
                entries.iter().enumerate().try_for_each(|(place, (key, value))| {
                    self.entry(place, key).and_then(|()| self.keep(value))
                })
            }
        }
    }

    pub(crate) fn value(&self) -> Result<(), Limit> {
        if self.values.fetch_add(1, Relaxed) >= MOST_VALUES {
            return Err(self.exceed(Limit::Values));
        }
        self.take(VALUE)
    }

    pub(crate) fn text(&self, text: &str) -> Result<(), Limit> {
        let printed: usize = text.bytes().map(printed).sum();
        self.take(if text.is_empty() { 0 } else { printed + BLOCK })
    }

    /// Counts the key of an entry at this index of its map.
    pub(crate) fn entry(&self, place: usize, key: &str) -> Result<(), Limit> {
        self.take(if place == 0 { FIRST_ENTRY } else { ENTRY })?;
        self.text(key)
    }

    fn take(&self, bytes: usize) -> Result<(), Limit> {
        if self.memory.fetch_add(bytes, Relaxed) + bytes > MOST_MEMORY {
            return Err(self.exceed(Limit::Memory));
        }
        Ok(())
    }

    /// Returns the limit that was exceeded, if any.
    pub(crate) fn exceeded(&self) -> Option<Limit> {
        self.exceeded.get().copied()
    }

    fn exceed(&self, limit: Limit) -> Limit {
        *self.exceeded.get_or_init(|| limit)
    }

    fn root(&self) -> Bounded<'_> {
        Bounded { meter: self, place: Place::Object, taker: None }
    }

    fn bad_json(&self, error: &serde_json::Error) -> BadText {
        self.exceeded().map_or_else(
            || BadText {
                problem: plain(&error.to_string()),
                line: error.line() as u64,
                column: error.column() as u64,
                limit: None,
            },
            BadText::from,
        )
    }

    fn bad_yaml(&self, error: &serde_saphyr::Error) -> BadText {
        if let Some(limit) = self.exceeded() {
            return limit.into();
        }
        let place = error.location();
        BadText {
            problem: plain(&error.without_snippet().to_string()),
            line: place.as_ref().map_or(0, serde_saphyr::Location::line),
            column: place.as_ref().map_or(0, serde_saphyr::Location::column),
            limit: None,
        }
    }
}

/// Bytes of a value in a list, whose capacity may be twice as large.
const VALUE: usize = 2 * size_of::<Value>();
/// Returns the memory of a byte of text: it is copied for printing, and some are printed as
/// `\u001b`.
fn printed(byte: u8) -> usize {
    match byte {
        0x00..=0x1f | 0x7f => 2 * 6,
        b'"' | b'\\' | 0x80.. => 2 * 2,
        _ => 2,
    }
}

/// Bytes that are allocated in addition to a text, on average.
const BLOCK: usize = 24;
/// Bytes of a map with one entry: its entries are allocated in blocks of eleven.
const FIRST_ENTRY: usize = 640 - VALUE;
/// Bytes of a further entry, if such a block is half full.
const ENTRY: usize = 128 - VALUE;

/// Where a value is, as far as that determines what is read of it.
#[derive(Clone, Copy)]
enum Place {
    Object,
    Status,
    /// The managed fields, a tree that is larger than the object itself.
    Fields,
    FieldsOfSpec,
    Graph,
    Group,
    List(GraphList),
}

impl Place {
    /// Returns where the value of a key is; none if nothing reads it.
    fn of(self, key: &str) -> Option<Self> {
        match (self, key) {
            (Self::Object, "status") => Some(Self::Status),
            (Self::Object | Self::Status, "fieldsV1") => Some(Self::Fields),
            // All images on a node: the largest part of a Node.
            (Self::Status, "images") => None,
            (Self::Object | Self::Status, _) | (Self::FieldsOfSpec, "f:paused") => {
                Some(Self::Object)
            }
            (Self::Fields, "f:spec") => Some(Self::FieldsOfSpec),
            (Self::Fields | Self::FieldsOfSpec, _) => None,
            (Self::Graph, NODES) => Some(Self::List(GraphList::Nodes)),
            (Self::Graph, EDGES) => Some(Self::List(GraphList::Edges)),
            (Self::Graph, CONDITIONAL) => Some(Self::List(GraphList::Groups)),
            (Self::Group, EDGES) => Some(Self::List(GraphList::EdgesOfGroup)),
            (Self::Graph | Self::Group | Self::List(_), _) => Some(Self::Object),
        }
    }

    /// Returns where the items of a list are.
    fn of_items(self) -> Self {
        match self {
            Self::List(GraphList::Groups) => Self::Group,
            _ => Self::Object,
        }
    }
}

/// Reads and counts a value.
#[derive(Clone, Copy)]
struct Bounded<'a> {
    meter: &'a Meter,
    place: Place,
    /// Who takes the entries of the lists of a graph.
    taker: Option<&'a Taker<'a>>,
}

impl<'de> DeserializeSeed<'de> for Bounded<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        self.meter.value().map_err(D::Error::custom)?;
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Bounded<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_i128<E: serde::de::Error>(self, value: i128) -> Result<Value, E> {
        Number::deserialize(I128Deserializer::new(value)).map(Value::Number)
    }

    fn visit_u128<E: serde::de::Error>(self, value: u128) -> Result<Value, E> {
        Number::deserialize(U128Deserializer::new(value)).map(Value::Number)
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Value, E> {
        self.meter.text(text).map_err(E::custom)?;
        Ok(Value::String(text.to_owned()))
    }

    fn visit_string<E: serde::de::Error>(self, text: String) -> Result<Value, E> {
        self.meter.text(&text).map_err(E::custom)?;
        Ok(Value::String(text))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let each = Bounded { place: self.place.of_items(), ..self };
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(each)? {
            match (self.place, self.taker) {
                (Place::List(entries), Some(taker)) => (*taker.borrow_mut())(entries, &item),
                _ => list.push(item),
            }
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            let Some(place) = self.place.of(&key) else {
                entries.next_value::<IgnoredAny>()?;
                continue;
            };
            self.meter.entry(map.len(), &key).map_err(A::Error::custom)?;
            // Parsers differ on which duplicate counts, so it is an error.
            if map.contains_key(&key) {
                return Err(A::Error::custom(format_args!("duplicate key {key:?}")));
            }
            let value = entries.next_value_seed(Bounded { place, ..self })?;
            map.insert(key, value);
        }
        Ok(Value::Object(map))
    }
}

/// Removes the position that parsers append to their message: it is reported separately.
fn plain(problem: &str) -> String {
    let line = problem.lines().next().unwrap_or_default();
    line.split(" at line ").next().unwrap_or(line).to_owned()
}

impl From<Limit> for BadText {
    fn from(limit: Limit) -> Self {
        Self { problem: limit.to_string(), line: 0, column: 0, limit: Some(limit) }
    }
}

/// The limit that was exceeded: `larger than 64 MiB`.
impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(bytes) => write!(f, "larger than {} MiB", bytes >> 20),
            Self::Values => write!(f, "more than {MOST_VALUES} values"),
            Self::Memory => write!(f, "more than {} MiB in memory", MOST_MEMORY >> 20),
        }
    }
}

impl std::error::Error for Limit {}

impl fmt::Display for BadText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self { problem, line: 0, .. } => f.write_str(problem),
            Self { problem, line, column, .. } => {
                write!(f, "line {line}, column {column}: {problem}")
            }
        }
    }
}

impl std::error::Error for BadText {}

#[cfg(test)]
mod tests;
