//! What all readers of graph-data share: values of the right type, or a finding at their position.

use std::collections::BTreeMap;

use crate::bounded::Meter;
use crate::data::read::characters::{line_break, location, other_type, unprintable};
use crate::data::read::fast_yaml;
use crate::data::read::tree::{Key, Located, Tree, TreeNode};
use crate::data::{LintCode, LintFinding, Location, Pattern, ReleaseName, WithLocation};

pub(super) struct BlockReader<'a> {
    pub(super) file: &'a str,
    pub(super) text: &'a str,
    pub(super) findings: &'a mut Vec<LintFinding>,
    pub(super) patterns: &'a mut Patterns,
    /// The memory of all files together.
    pub(super) meter: &'a Meter,
}

/// Regular expressions, each compiled once, or their error.
#[derive(Default)]
pub(super) struct Patterns {
    known: BTreeMap<(String, bool), Result<Pattern, String>>,
}

pub(super) type Entries = Vec<(Key, TreeNode)>;

impl BlockReader<'_> {
    pub(super) fn found(&mut self, code: LintCode, spot: Location, problem: String, fix: String) {
        let file = self.file.to_owned();
        self.findings.push(LintFinding { code, file, spot, problem, fix });
    }

    /// Returns the only document of the file.
    pub(super) fn parse(&mut self) -> Option<TreeNode> {
        if let Some((letter, at)) = unprintable(self.text) {
            let problem =
                format!("the character U+{:04X} is not allowed in YAML", u32::from(letter));
            self.found(LintCode::Syntax, at, problem, "remove it".to_owned());
            return None;
        }
        self.other_spaces();
        if let Some(node) = fast_yaml::parse(self.text, self.meter) {
            return Some(node);
        }
        if let Some(limit) = self.meter.exceeded() {
            let problem = format!("with this file, the graph-data is too large: {limit}");
            let fix = "remove what is not graph-data".to_owned();
            self.found(LintCode::Unreadable, Location::START, problem, fix);
            return None;
        }
        for (tag, at) in fast_yaml::tags(self.text) {
            let problem = format!("YAML parsers interpret the tag {} differently", quoted(&tag));
            let fix = "remove the tag. Quote the value if it is text".to_owned();
            self.found(LintCode::YamlTag, at, problem, fix);
        }
        let error = match any(self.text) {
            Ok(node) => return Some(node),
            Err(error) => error,
        };
        let at = error.location().map_or(Location::START, |location| Location {
            line: location.line().max(1),
            column: location.column().max(1),
        });
        if let serde_saphyr::Error::DuplicateMappingKey { key, .. } = error.without_snippet() {
            let key = key.as_deref().unwrap_or("a key");
            let problem = format!("duplicate key {}", quoted(key));
            self.found(LintCode::DuplicateKey, at, problem, "remove one of the two".to_owned());
        } else {
            let problem = plain(&error.without_snippet().to_string());
            self.found(LintCode::Syntax, at, problem, "make it valid YAML".to_owned());
        }
        None
    }

    /// Reports white space that YAML 1.1 parsers, such as those of upstream's tools, do not accept.
    fn other_spaces(&mut self) {
        if self.file == super::RAW {
            return; // JSON has none of these
        }
        if let Some(tab) = fast_yaml::bare_tab(self.text) {
            let problem = "some YAML parsers reject a tab here".to_owned();
            let at = location(self.text, tab);
            self.found(LintCode::AmbiguousText, at, problem, "use spaces".to_owned());
        }
        if let Some((letter, at)) = line_break(self.text) {
            let code = u32::from(letter);
            let problem = format!("some YAML parsers read U+{code:04X} as a line break");
            self.found(LintCode::AmbiguousText, at, problem, "use a space".to_owned());
        }
    }

    /// Returns the entries of a map.
    pub(super) fn map<'n>(&mut self, node: &'n TreeNode, what: &str) -> Option<&'n Entries> {
        if let Tree::Map(entries) = &node.value {
            return Some(entries);
        }
        self.wrong_type(node, what, "a map of keys and values");
        None
    }

    /// Returns the items of a list.
    pub(super) fn list<'n>(&mut self, node: &'n TreeNode, key: &str) -> Option<&'n [TreeNode]> {
        if let Tree::List(items) = &node.value {
            return Some(items);
        }
        self.wrong_type(node, &format!("`{key}`"), "a list");
        None
    }

    /// Returns text. A key without a value counts as missing.
    pub(super) fn text(&mut self, node: &TreeNode, key: &str) -> Option<WithLocation<String>> {
        match &node.value {
            Tree::Text(text) => {
                self.unambiguous(node, text);
                Some(WithLocation { value: text.clone(), spot: spot(node) })
            }
            Tree::Null => None,
            Tree::Bool | Tree::Number | Tree::List(_) | Tree::Map(_) => {
                self.wrong_type(node, &format!("`{key}`"), "text");
                None
            }
        }
    }

    /// Text that YAML 1.1 parsers, such as those of upstream's tools, read as another type needs
    /// quotes.
    pub(super) fn unambiguous(&mut self, node: &TreeNode, text: &str) {
        let Some(other) = other_type(text).filter(|_| self.written(node) == text) else { return };
        let problem = format!("some YAML parsers read {} as {other}", quoted(text));
        self.found(LintCode::AmbiguousText, spot(node), problem, "quote it".to_owned());
    }

    /// Returns the name of a release; `what` names it in the sentence.
    pub(super) fn release(
        &mut self,
        node: &TreeNode,
        what: &str,
    ) -> Option<WithLocation<ReleaseName>> {
        let text = match &node.value {
            Tree::Text(text) => text.clone(),
            // What looks like a number, 4.10, is most likely a version.
            Tree::Number => self.written(node),
            Tree::Null => return None,
            Tree::Bool | Tree::List(_) | Tree::Map(_) => {
                self.wrong_type(node, what, "text");
                return None;
            }
        };
        let spot = spot(node);
        let value = self.name(&text, spot, what)?;
        Some(WithLocation { value, spot })
    }

    pub(super) fn name(&mut self, text: &str, spot: Location, what: &str) -> Option<ReleaseName> {
        let name = ReleaseName::parse(text);
        if name.is_none() {
            let problem = format!("{what} is not a SemVer version: {}", quoted(text));
            self.found(
                LintCode::BadVersion,
                spot,
                problem,
                "use a full version, such as `4.14.1`".to_owned(),
            );
        }
        name
    }

    /// Returns a regular expression; an anchored one must match the whole name.
    pub(super) fn pattern(
        &mut self,
        node: &TreeNode,
        key: &str,
        anchored: bool,
    ) -> Option<WithLocation<Pattern>> {
        let WithLocation { value: text, spot } = self.text(node, key)?;
        match self.patterns.compile(text, anchored) {
            Ok(value) => Some(WithLocation { value, spot }),
            Err(why) => {
                let problem = format!("`{key}` is not a regular expression: {why}");
                self.found(LintCode::BadRegex, spot, problem, "correct the expression".to_owned());
                None
            }
        }
    }

    pub(super) fn missing(&mut self, key: &str) {
        let problem = format!("`{key}` is missing");
        self.found(LintCode::MissingKey, Location::START, problem, format!("add `{key}`"));
    }

    pub(super) fn unknown(&mut self, key: &Key, known: &[&str]) {
        let problem = format!("unknown key {}", quoted(&key.value));
        let like = |known: &&&str| known.eq_ignore_ascii_case(&key.value);
        let fix = match known.iter().find(like) {
            Some(meant) => format!("write it as `{meant}`"),
            None => format!("remove it. Known keys: {}", known.join(", ")),
        };
        self.found(LintCode::UnknownKey, spot(key), problem, fix);
    }

    fn wrong_type(&mut self, node: &TreeNode, what: &str, wanted: &str) {
        let is = match &node.value {
            Tree::Null => "nothing".to_owned(),
            Tree::Bool | Tree::Number => format!("the value {}", self.written(node)),
            Tree::Text(_) => "text".to_owned(),
            Tree::List(_) => "a list".to_owned(),
            Tree::Map(_) => "a map".to_owned(),
        };
        let fix = match &node.value {
            Tree::Bool | Tree::Number if wanted == "text" => "quote it".to_owned(),
            Tree::Null
            | Tree::Bool
            | Tree::Number
            | Tree::Text(_)
            | Tree::List(_)
            | Tree::Map(_) => format!("change it to {wanted}"),
        };
        let problem = format!("{what} must be {wanted}, not {is}");
        self.found(LintCode::WrongType, spot(node), problem, fix);
    }

    /// Returns a scalar as it is written in the file.
    fn written(&self, node: &TreeNode) -> String {
        let range = node.bytes.and_then(|(start, length)| {
            let start = usize::try_from(start).ok()?;
            Some(start..start.checked_add(usize::try_from(length).ok()?)?)
        });
        range.and_then(|range| self.text.get(range)).unwrap_or_default().to_owned()
    }
}

impl Patterns {
    fn compile(&mut self, text: String, anchored: bool) -> Result<Pattern, String> {
        let compile = if anchored { Pattern::anchored } else { Pattern::new };
        let known = self.known.entry((text, anchored));
        let of = |(text, _): &(String, bool)| compile(text).map_err(|error| reason(&error));
        known.or_insert_with_key(of).clone()
    }
}

/// Reads any YAML.
pub(super) fn any(text: &str) -> Result<TreeNode, serde_saphyr::Error> {
    let options = serde_saphyr::options! {
        strict_booleans: true,
        emit_comments: false,
        with_snippet: false,
    };
    serde_saphyr::from_str_with_options(text, options)
}

pub(super) fn spot<T>(node: &Located<T>) -> Location {
    Location { line: node.line.max(1), column: node.column.max(1) }
}

/// Returns text for a sentence.
pub(super) fn quoted(text: &str) -> String {
    match text {
        "" => "an empty text".to_owned(),
        text => format!("`{text}`"),
    }
}

/// Removes the position that the parser appends, and its advice to programmers.
fn plain(problem: &str) -> String {
    let line = problem.lines().next().unwrap_or_default();
    let line = line.split(" at line ").next().unwrap_or(line);
    line.split("; use from_").next().unwrap_or(line).to_owned()
}

/// Errors of expressions end with the problem, after a picture of the position.
fn reason(error: &str) -> String {
    let last = error.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
    last.trim().trim_start_matches("error: ").to_owned()
}
