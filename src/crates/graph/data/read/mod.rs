//! Files of graph-data → graph-data. All problems are reported, each with its file, line and
//! column.

pub(crate) mod block;
pub(crate) mod channel;
pub(crate) mod characters;
pub(crate) mod comments;
pub(crate) mod fast_yaml;
pub(crate) mod reader;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub(crate) mod tree;

use reader::{BlockReader, Patterns};

use crate::bounded::Meter;
use crate::data::{
    Amendment, GraphData, KNOWN_SCHEMA, LintCode, LintFinding, Location, ReleaseName, WithLocation,
};
use crate::parallel::in_parts;

const VERSION: &str = "version";
const CHANNELS: &str = "channels";
const INTERNAL: &str = "internal-channels";
const BLOCKS: &str = "blocked-edges";
const RAW: &str = "raw/metadata.json";

/// A file, and its text or why it cannot be read.
#[derive(Debug, Clone)]
pub struct DataFile {
    /// Relative to the directory of the graph-data, with slashes.
    pub path: String,
    pub text: Result<String, String>,
}

/// Returns whether a file is part of graph-data, even with an unusual name.
pub fn is_part(path: &str) -> bool {
    let folder = path.split('/').next().unwrap_or_default();
    path == VERSION
        || path == RAW
        || ([CHANNELS, INTERNAL, BLOCKS].contains(&folder) && folder != path)
}

/// Reads graph-data from its files, in any order.
pub fn graph_data(origin: &str, mut files: Vec<DataFile>) -> GraphData {
    files.retain(|file| is_part(&file.path));
    files.sort_by(|a, b| a.path.cmp(&b.path));
    let mut data = GraphData { origin: origin.to_owned(), ..GraphData::default() };
    if !files.iter().any(|file| file.path == VERSION) {
        data.findings.push(no_schema());
    }
    let meter = Meter::default();
    for part in in_parts(&files, |files| part(files, &meter)) {
        data.append(part);
    }
    data.findings.sort_by(|a, b| (&a.file, a.spot).cmp(&(&b.file, b.spot)));
    data
}

fn part(files: &[DataFile], meter: &Meter) -> GraphData {
    let (mut data, mut patterns) = (GraphData::default(), Patterns::default());
    for file in files {
        data.files.push(file.path.clone());
        read(file, &mut data, &mut patterns, meter);
    }
    data
}

fn read(file: &DataFile, data: &mut GraphData, patterns: &mut Patterns, meter: &Meter) {
    let path = file.path.as_str();
    let place = DataPlace::new(path);
    if let Some(finding) = place.finding(path) {
        data.findings.push(finding);
    }
    if !place.is_read() {
        return;
    }
    let text = match &file.text {
        Ok(text) => text.strip_prefix('\u{feff}').unwrap_or(text),
        Err(why) => {
            data.findings.push(LintFinding {
                code: LintCode::Unreadable,
                file: path.to_owned(),
                spot: Location::START,
                problem: why.clone(),
                fix: "replace it with a readable UTF-8 text file".to_owned(),
            });
            return;
        }
    };
    let mut reader =
        BlockReader { file: path, text, findings: &mut data.findings, patterns, meter };
    match place.folder {
        DataFolder::Version => data.schema = schema(&mut reader),
        DataFolder::Raw => data.raw = raw(&mut reader),
        DataFolder::Channels => data.channels.extend(channel::channel(&mut reader)),
        DataFolder::Internal => data.internal.extend(channel::channel(&mut reader)),
        DataFolder::Blocks => {
            let served = place.is_served();
            data.blocks.extend(block::block(&mut reader, served));
        }
    }
    if !matches!(place.folder, DataFolder::Version | DataFolder::Raw) {
        let comments = comments::comments(text);
        if !comments.is_empty() {
            data.comments.insert(path.to_owned(), comments);
        }
    }
}

fn no_schema() -> LintFinding {
    LintFinding {
        code: LintCode::SchemaVersion,
        file: VERSION.to_owned(),
        spot: Location::START,
        problem: "the file is missing: the schema version is unknown".to_owned(),
        fix: format!("create it with `{}.{}.0`", KNOWN_SCHEMA[0], KNOWN_SCHEMA[1]),
    }
}

/// A reader of x.y.0 can read x.m for every m up to y.
fn schema(reader: &mut BlockReader<'_>) -> Option<WithLocation<ReleaseName>> {
    let [major, minor] = KNOWN_SCHEMA;
    let text = reader.text.trim();
    let known = format!("{major}.{minor}.0");
    let Some(version) = ReleaseName::parse(text) else {
        let problem = format!("{} is not a SemVer version", reader::quoted(text));
        reader.found(LintCode::SchemaVersion, Location::START, problem, format!("write `{known}`"));
        return None;
    };
    let (given_major, given_minor) = version.minor();
    if given_major != major {
        let problem = format!("schema version {version} is not supported (supported: {known})");
        let fix = format!("use graph-data of schema {major}.x, or a newer `upgrade`");
        reader.found(LintCode::SchemaVersion, Location::START, problem, fix);
    } else if given_minor > minor {
        let problem =
            format!("schema version {version} is newer than {known} and may have unknown keys");
        reader.found(
            LintCode::NewerSchema,
            Location::START,
            problem,
            "use a newer `upgrade`".to_owned(),
        );
    }
    Some(WithLocation { value: version, spot: Location::START })
}

/// JSON is YAML, and reading it as such finds duplicate keys.
fn raw(reader: &mut BlockReader<'_>) -> Vec<Amendment> {
    let mut amendments = Vec::new();
    let Some(root) = reader.parse() else { return amendments };
    let Some(releases) = reader.map(&root, "the file") else { return amendments };
    for (release, metadata) in releases {
        let Some(name) = reader.name(&release.value, reader::spot(release), "a release") else {
            continue;
        };
        let what = format!("`{}`", release.value);
        for (key, value) in reader.map(metadata, &what).into_iter().flatten() {
            if let Some(value) = reader.text(value, &key.value) {
                let release = WithLocation { value: name.clone(), spot: reader::spot(release) };
                amendments.push(Amendment { release, key: key.value.clone(), value });
            }
        }
    }
    amendments
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum DataFolder {
    Version,
    Raw,
    Channels,
    Internal,
    Blocks,
}

/// The place of a file, and its kind.
struct DataPlace<'a> {
    folder: DataFolder,
    nested: bool,
    extension: Option<&'a str>,
}

impl<'a> DataPlace<'a> {
    fn new(path: &'a str) -> Self {
        let (folder, rest) = path.split_once('/').unwrap_or((path, ""));
        let folder = match folder {
            VERSION => DataFolder::Version,
            CHANNELS => DataFolder::Channels,
            INTERNAL => DataFolder::Internal,
            BLOCKS => DataFolder::Blocks,
            _ => DataFolder::Raw,
        };
        let name = rest.rsplit('/').next().unwrap_or(rest);
        let extension = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty());
        Self { folder, nested: rest.contains('/'), extension: extension.map(|(_, end)| end) }
    }

    /// Returns whether it is read. A block in the wrong place still blocks; a misplaced channel
    /// file adds nothing.
    fn is_read(&self) -> bool {
        match self.folder {
            DataFolder::Version | DataFolder::Raw => true,
            DataFolder::Channels | DataFolder::Internal => {
                !self.nested && self.is_yaml_to_the_service()
            }
            DataFolder::Blocks => self.extension == Some("yml") || self.is_yaml_to_the_service(),
        }
    }

    /// Returns whether Cincinnati reads it.
    fn is_served(&self) -> bool {
        !self.nested && self.is_yaml_to_the_service()
    }

    /// Cincinnati searches the extension for `ya+ml`, without anchors.
    fn is_yaml_to_the_service(&self) -> bool {
        let Some(extension) = self.extension else { return false };
        extension.match_indices('y').any(|(start, _)| {
            let rest = extension[start + 1..].trim_start_matches('a');
            extension[start + 1..].starts_with('a') && rest.starts_with("ml")
        })
    }

    fn finding(&self, path: &str) -> Option<LintFinding> {
        let problem = match (self.folder, self.extension) {
            (DataFolder::Version | DataFolder::Raw, _) => return None,
            (DataFolder::Internal, Some(extension)) if extension != "yml" => return None,
            (_, Some("yaml")) if self.nested => "Cincinnati does not read subdirectories",
            (_, Some("yaml")) => return None,
            (_, _) if self.is_served() => {
                "Cincinnati reads the file although it does not end in `.yaml`"
            }
            (_, None) => "Cincinnati skips files without an extension",
            (_, Some(_)) => "Cincinnati skips files that do not end in `.yaml`",
        };
        let fix = if self.nested {
            "move it to the parent directory, with a name that ends in `.yaml`"
        } else {
            "rename it to end in `.yaml`, or move it elsewhere"
        };
        Some(LintFinding {
            code: LintCode::FileName,
            file: path.to_owned(),
            spot: Location::START,
            problem: problem.to_owned(),
            fix: fix.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests;
