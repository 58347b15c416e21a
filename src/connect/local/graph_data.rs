//! Graph-data from a directory, an archive, or a revision of a git checkout.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Read, Write};
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use anyhow::anyhow;

use super::archive::{self, ArchiveEntry, Opened};
use super::fingerprint::Fingerprint;
use super::recording::{read_bytes, unreadable};
use super::unix;
use crate::error::{Error, Result};
use upgrade_graph::bounded::Limit;
use upgrade_graph::data::GraphData;
use upgrade_graph::data::read::{self, DataFile};
use upgrade_graph::parallel::in_parts;

/// Bytes of all files together; the real data has one million.
const LARGEST_DATA: usize = 16 << 20;
const LICENSE: &str = "LICENSE"; // not part of the data, but served with it

/// Reads graph-data: `-` is an archive on standard input, and a revision belongs to the checkout at
/// the path. Problems in the data are findings in it; it is an error if there is none.
pub(crate) fn load(path: &Path, revision: Option<&str>) -> Result<GraphData> {
    let DataFiles { origin, files, checkout } = read(path, revision)?;
    Ok(GraphData { checkout, ..read::graph_data(&origin, files) })
}

/// The files of graph-data, and their origin.
pub(crate) struct DataFiles {
    pub(crate) origin: String,
    pub(crate) files: Vec<DataFile>,
    /// What shows that this is a checkout.
    checkout: Option<String>,
}

/// Reads the files of graph-data.
pub(crate) fn read(path: &Path, revision: Option<&str>) -> Result<DataFiles> {
    let shown = path.display().to_string();
    let data = match revision {
        Some(revision) => DataFiles {
            origin: format!("{shown} at {revision}"),
            files: of_revision(path, revision)?,
            checkout: Some(".git".to_owned()),
        },
        None if path == Path::new("-") => unpack(io::stdin(), "standard input")?,
        None => {
            let found = std::fs::metadata(path).map_err(|error| unreadable(path, error))?;
            if found.is_dir() { of_folder(path)? } else { of_archive(path)? }
        }
    };
    if !data.files.iter().any(|file| read::is_part(&file.path)) {
        return Err(Error::new("BadData", anyhow!("{} contains no graph-data", data.origin)).hint(
            "use a directory with the file version and the directories channels and blocked-edges",
        ));
    }
    Ok(data)
}

/// Returns a fingerprint of graph-data.
pub(crate) fn stamp(path: &Path, revision: Option<&str>) -> Fingerprint {
    let mut stamp = Fingerprint::default();
    match revision {
        Some(revision) => {
            let commit = format!("{revision}^{{commit}}");
            let said =
                git(path, &["rev-parse", "--verify", "--end-of-options", &commit], Vec::new());
            stamp.add_text(path, said.map_err(|error| error.message()));
        }
        None if path.is_dir() => {
            for part in FILES.iter().chain(&FOLDERS) {
                stamp.add(&path.join(part));
            }
        }
        None => stamp.add(path),
    }
    stamp
}

const FILES: [&str; 3] = ["version", "raw/metadata.json", LICENSE];
const FOLDERS: [&str; 3] = ["blocked-edges", "channels", "internal-channels"];
/// What checkouts have in addition to the data that update services serve.
const OF_CHECKOUTS: [&str; 3] = [".git", "build-suggestions", "hack"];

fn of_folder(root: &Path) -> Result<DataFiles> {
    let mut found = Vec::new();
    for part in FILES {
        let path = root.join(part);
        if is_there(&path) {
            found.push((path, part.to_owned()));
        }
    }
    for part in FOLDERS {
        let path = root.join(part);
        if is_there(&path) {
            descend(&path, part, &mut found)?;
        }
    }
    let room = Room::default();
    let read = |found: &[(PathBuf, String)]| {
        found.iter().map(|(path, within)| file(path, within, &room)).collect::<Vec<_>>()
    };
    Ok(DataFiles {
        origin: root.display().to_string(),
        files: in_parts(&found, read).into_iter().flatten().collect(),
        checkout: OF_CHECKOUTS.map(str::to_owned).into_iter().find(|it| is_there(&root.join(it))),
    })
}

/// A dangling link exists, but cannot be read.
fn is_there(path: &Path) -> bool {
    std::fs::symlink_metadata(path).is_ok()
}

/// Links to directories are refused: they may lead outside, or form a cycle.
fn descend(folder: &Path, within: &str, found: &mut Vec<(PathBuf, String)>) -> Result<()> {
    #[expect(clippy::disallowed_methods, reason = "this is where files are read")]
    let entries = std::fs::read_dir(folder).map_err(|error| unreadable(folder, error))?;
    for entry in entries {
        let entry = entry.map_err(|error| unreadable(folder, error))?;
        let path = entry.path();
        let within = format!("{within}/{}", entry.file_name().to_string_lossy());
        let kind = entry.file_type().map_err(|error| unreadable(&path, error))?;
        if kind.is_dir() && path.extension().is_none_or(|end| end != "yaml") {
            descend(&path, &within, found)?;
            continue;
        }
        if kind.is_symlink() && path.is_dir() {
            return Err(no_file(&path.display().to_string()));
        }
        found.push((path, within)); // what is not a file is reported when it is read
    }
    Ok(())
}

/// The target of a link may contain blocks, so it cannot be skipped.
fn no_file(place: &str) -> Error {
    Error::new("BadData", anyhow!("{place} is a symbolic link or not a regular file"))
        .hint("replace it with the file itself")
}

fn file(path: &Path, within: &str, room: &Room) -> DataFile {
    let text = open(path).and_then(|opened| room.text(opened, within));
    DataFile { path: within.to_owned(), text: text.map_err(|error| error.message()) }
}

/// Opens a file. Opening a named pipe would block.
fn open(path: &Path) -> Result<std::fs::File> {
    let found = std::fs::metadata(path).map_err(|error| unreadable(path, error))?.file_type();
    if !found.is_file() {
        let what = unix::kind(found);
        return Err(Error::new("BadData", anyhow!("{} is {what}, not a file", path.display())));
    }
    #[expect(clippy::disallowed_methods, reason = "this is where files are read")]
    std::fs::File::open(path).map_err(|error| unreadable(path, error))
}

/// How much more may be read.
struct Room(AtomicUsize);

impl Default for Room {
    fn default() -> Self {
        Self(AtomicUsize::new(LARGEST_DATA))
    }
}

impl Room {
    /// Reads UTF-8 text. Upstream's tools read nothing else.
    fn text(&self, stream: impl Read, origin: &str) -> Result<String> {
        let left = self.0.load(Relaxed);
        let bytes = read_bytes(stream.take(left as u64 + 1), origin)?;
        let taken = self.0.try_update(Relaxed, Relaxed, |left| left.checked_sub(bytes.len()));
        if taken.is_err() {
            let limit = Limit::Text(LARGEST_DATA);
            let problem = format!("the graph-data is too large with {origin}: {limit}");
            return Err(Error::new("BadData", anyhow!(problem)));
        }
        String::from_utf8(bytes).map_err(|error| {
            let is = match error.as_bytes() {
                [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "is UTF-16 text, not UTF-8 text",
                _ => "is not UTF-8 text",
            };
            Error::new("BadData", anyhow!("{origin} {is}"))
        })
    }
}

fn of_archive(path: &Path) -> Result<DataFiles> {
    #[expect(clippy::disallowed_methods, reason = "this is where files are read")]
    let opened = std::fs::File::open(path).map_err(|error| unreadable(path, error))?;
    unpack(opened, &path.display().to_string())
}

fn unpack(stream: impl Read + 'static, origin: &str) -> Result<DataFiles> {
    match archive::open(stream).map_err(|error| unreadable(Path::new(origin), error))? {
        Opened::Archive(stream) => {
            let (mut files, mut links, mut beside) = (Vec::new(), Vec::new(), BTreeSet::new());
            let room = Room::default();
            let take = |ArchiveEntry { path, stream }: ArchiveEntry<'_>| {
                let path = slashed(&path);
                let Some(stream) = stream else { return links.push(path) };
                let text = room.text(stream, &path).map_err(|error| error.message());
                files.push(DataFile { path, text });
            };
            let wanted = |path: &Path| {
                let within = slashed(path);
                beside.extend(tails(&within).filter_map(|tail| {
                    let name = tail.split('/').next().filter(|name| OF_CHECKOUTS.contains(name))?;
                    Some(format!("{}{name}", within.strip_suffix(tail)?))
                }));
                tails(&within).any(is_place) || path.ends_with(LICENSE)
            };
            archive::each(stream, origin, wanted, take)?;
            let root = root(&files);
            let below = |link: &&String| link.strip_prefix(&root).is_some_and(is_place);
            if let Some(link) = links.iter().find(below) {
                return Err(no_file(&format!("{origin}:{link}")));
            }
            let is_beside = |name: &&str| beside.contains(&format!("{root}{name}"));
            Ok(DataFiles {
                origin: origin.to_owned(),
                files: below_root(files, &root),
                checkout: OF_CHECKOUTS.iter().copied().find(is_beside).map(str::to_owned),
            })
        }
        Opened::Text(_) => Err(Error::new(
            "BadData",
            anyhow!("{origin} is neither a directory nor an archive of graph-data"),
        )
        .hint("use a checkout of graph-data, or a .tar.gz from an update service")),
    }
}

fn slashed(path: &Path) -> String {
    let parts = path.components().filter_map(|part| match part {
        Component::Normal(part) => Some(part.to_string_lossy()),
        _ => None,
    });
    parts.collect::<Vec<_>>().join("/")
}

/// Returns the directory of the graph-data that a file would belong to, closest to the root first.
fn root_of(path: &str) -> Option<&str> {
    tails(path).find(|tail| read::is_part(tail)).and_then(|tail| path.strip_suffix(tail))
}

/// Returns the path relative to each of its directories.
fn tails(path: &str) -> impl Iterator<Item = &str> {
    let starts = path.match_indices('/').map(|(place, _)| place + 1);
    std::iter::once(0).chain(starts).map(|start| &path[start..])
}

/// Returns whether it is a file or directory of graph-data.
fn is_place(path: &str) -> bool {
    let within = |name: &str| read::is_part(&format!("{path}/{name}"));
    read::is_part(path) || within("any.yaml") || within("metadata.json")
}

/// Archives contain graph-data at their root, or in a directory.
fn root(files: &[DataFile]) -> String {
    let roots =
        files.iter().filter(|file| !file.path.ends_with("version") || file.path == "version");
    let roots = roots.filter_map(|file| root_of(&file.path));
    roots.min_by_key(|root| root.len()).unwrap_or_default().to_owned()
}

/// Of entries with the same name the last counts, as when unpacking.
fn below_root(files: Vec<DataFile>, root: &str) -> Vec<DataFile> {
    let below = files.into_iter().filter_map(|file| {
        let path = file.path.strip_prefix(root)?.to_owned();
        Some((path.clone(), DataFile { path, ..file }))
    });
    below.collect::<BTreeMap<_, _>>().into_values().collect()
}

/// Reads the files as they were committed. `git archive` would honor attributes that exclude or
/// change files.
fn of_revision(checkout: &Path, revision: &str) -> Result<Vec<DataFile>> {
    if revision.starts_with('-') || revision.is_empty() {
        return Err(Error::usage(anyhow!("{revision:?} is not a git revision")));
    }
    let listed = git(checkout, &["ls-tree", "-r", "-z", revision], Vec::new())?;
    let listed = String::from_utf8_lossy(&listed).into_owned();
    if let Some(link) = listed.split('\0').find_map(link) {
        return Err(no_file(&format!("{link} at {revision}")));
    }
    let entries: Vec<(&str, &str)> = listed.split('\0').filter_map(entry).collect();
    let wanted = entries.iter().flat_map(|(object, _)| [object, "\n"]).collect::<String>();
    let mut contents = git(checkout, &["cat-file", "--batch"], wanted.into_bytes())?.into_iter();
    let mut files = Vec::new();
    let room = Room::default();
    for (_, path) in entries {
        let bytes = content(&mut contents)
            .ok_or_else(|| Error::new("Input", anyhow!("git cannot read {path} at {revision}")))?;
        let text = room.text(bytes.as_slice(), path).map_err(|error| error.message());
        files.push(DataFile { path: path.to_owned(), text });
    }
    Ok(files)
}

/// Returns the path of an entry of graph-data that is a link or a submodule.
fn link(line: &str) -> Option<&str> {
    let (about, path) = line.split_once('\t')?;
    (!about.starts_with("100") && is_place(path)).then_some(path)
}

/// Reads `MODE blob OBJECT<tab>PATH`.
fn entry(line: &str) -> Option<(&str, &str)> {
    let (about, path) = line.split_once('\t')?;
    let (mode, object) = about.split_once(" blob ")?;
    let wanted = read::is_part(path) || path == LICENSE;
    (mode.starts_with("100") && wanted).then_some((object, path))
}

/// Reads `OBJECT blob SIZE`, a line break, as many bytes, and a line break.
fn content(stream: &mut impl Iterator<Item = u8>) -> Option<Vec<u8>> {
    let head: Vec<u8> = stream.take_while(|byte| *byte != b'\n').collect();
    let size = String::from_utf8(head).ok()?.rsplit_once(" blob ")?.1.parse().ok()?;
    let bytes: Vec<u8> = stream.take(size).collect();
    stream.next()?;
    Some(bytes).filter(|bytes| bytes.len() == size)
}

/// Runs git in a checkout with an input, and returns its output.
pub(crate) fn git(checkout: &Path, arguments: &[&str], input: Vec<u8>) -> Result<Vec<u8>> {
    let shown = checkout.display();
    let cannot = |error: io::Error| {
        Error::new("Input", anyhow!(error).context("cannot run git"))
            .hint("install git and add it to your PATH")
    };
    let mut command = Command::new("git");
    command.arg("-C").arg(checkout).args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(cannot)?;
    let mut stdin = child.stdin.take();
    // Written on another thread, because git answers before it has read all of its input.
    let feeder = std::thread::spawn(move || {
        let _ = stdin.as_mut().map(|stdin| stdin.write_all(&input));
    });
    let printed = read_bytes(child.stdout.take().expect("it is piped"), "what git prints");
    if printed.is_err() {
        let _ = child.kill();
    }
    let output = child.wait_with_output().map_err(cannot)?;
    let _ = feeder.join();
    let printed = printed?;
    if output.status.success() {
        return Ok(printed);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let said = said.lines().find(|line| !line.trim().is_empty()).unwrap_or("git failed");
    let said = said.trim().trim_start_matches("fatal: ").to_owned();
    Err(Error::new("Input", anyhow!(said).context(format!("git cannot read {shown}"))))
}

#[cfg(test)]
mod tests;
