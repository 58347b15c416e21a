//! Adds releases to channel files: lines are inserted, and nothing else changes.

use std::path::{Path, PathBuf};

use anyhow::anyhow;

use super::write;
use crate::error::{Error, Result};
use upgrade_graph::data::read::{DataFile, graph_data};
use upgrade_graph::data::{Channel, GraphData, Location, ReleaseName, WithLocation};
use upgrade_graph::diff::FeederTerms;
use upgrade_graph::promote::insert;

/// A file as it was read, and its new content.
pub(crate) struct ChannelFileDraft {
    path: PathBuf,
    before: String,
    after: String,
}

impl ChannelFileDraft {
    /// Prepares a file. Unexpected results are not written.
    pub(crate) fn new(root: &Path, channel: &Channel, new: &[ReleaseName]) -> Result<Self> {
        let path = root.join(&channel.file);
        let shown = path.display().to_string();
        let refuse = |why: String| {
            Error::new("BadData", anyhow!("cannot add versions to {shown}: {why}"))
                .hint("the file was not changed: add the versions by hand")
        };
        let before = write::own_text(&path)?;
        let read = read(&channel.file, &before);
        if !all(&read).any(|found| is_same(found, channel) && spots(found) == spots(channel)) {
            return Err(refuse("the file changed since it was read".to_owned()));
        }
        let after = insert(&before, channel, new).map_err(refuse)?;
        let wrote = self::read(&channel.file, &after);
        let kept = |found: &Channel| {
            let listed = found.versions.iter().map(|listed| &listed.value);
            let (new, old): (Vec<&ReleaseName>, Vec<&ReleaseName>) =
                listed.partition(|name| new.contains(name));
            let before = channel.versions.iter().map(|listed| &listed.value);
            old.into_iter().eq(before) && !new.is_empty() && is_same(&without(found, &new), channel)
        };
        let comments = |data: &GraphData| -> Vec<String> {
            data.comments.values().flatten().map(|comment| comment.value.clone()).collect()
        };
        let sound = read.findings.len() == wrote.findings.len();
        if !all(&wrote).any(kept) || comments(&read) != comments(&wrote) || !sound {
            return Err(refuse(
                "the edited file would not list exactly the new versions".to_owned(),
            ));
        }
        Ok(Self { path, before, after })
    }

    /// Writes the file atomically, if it is still what was read.
    pub(crate) fn write(&self) -> Result<()> {
        write::rewrite(&self.path, &self.before, &self.after)
    }
}

/// Reads one file as if it were alone.
fn read(file: &str, text: &str) -> GraphData {
    let file = DataFile { path: file.to_owned(), text: Ok(text.to_owned()) };
    graph_data("", vec![file])
}

fn all(data: &GraphData) -> impl Iterator<Item = &Channel> {
    data.channels.iter().chain(&data.internal)
}

/// Returns whether two have the same content, apart from positions.
fn is_same(a: &Channel, b: &Channel) -> bool {
    let names = |listed: &[WithLocation<ReleaseName>]| -> Vec<ReleaseName> {
        listed.iter().map(|listed| listed.value.clone()).collect()
    };
    let terms = |channel: &Channel| channel.feeder.as_ref().map(FeederTerms::new);
    a.name.value == b.name.value
        && names(&a.versions) == names(&b.versions)
        && names(&a.tombstones) == names(&b.tombstones)
        && terms(a) == terms(b)
}

fn spots(channel: &Channel) -> Vec<Location> {
    channel.versions.iter().map(|listed| listed.spot).collect()
}

fn without(channel: &Channel, new: &[&ReleaseName]) -> Channel {
    let old = channel.versions.iter().filter(|listed| !new.contains(&&listed.value));
    Channel { versions: old.cloned().collect(), ..channel.clone() }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests read what was written")]
mod tests {
    use super::*;

    fn folder(text: &str) -> (tempfile::TempDir, Channel) {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("channels")).unwrap();
        std::fs::write(folder.path().join("channels/fast-4.2.yaml"), text).unwrap();
        let channel = read("channels/fast-4.2.yaml", text).channels.pop().unwrap();
        (folder, channel)
    }

    fn name(text: &str) -> ReleaseName {
        ReleaseName::parse(text).unwrap()
    }

    const TEXT: &str = "\
# the fast one
name: fast-4.2   # as the file
feeder: {name: candidate-4.2, errata: public}
tombstones:
- 4.2.0
versions:
- 4.2.0
# no 4.2.1: never built
- 4.2.2
";

    #[test]
    fn a_line_is_added_and_nothing_else_changes() {
        let (folder, channel) = folder(TEXT);
        ChannelFileDraft::new(folder.path(), &channel, &[name("4.2.3")]).unwrap().write().unwrap();
        let path = folder.path().join("channels/fast-4.2.yaml");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), format!("{TEXT}- 4.2.3\n"));
        let left: Vec<_> = std::fs::read_dir(folder.path().join("channels")).unwrap().collect();
        assert_eq!(left.len(), 1);
    }

    #[test]
    fn a_file_that_changed_meanwhile_is_left_alone() {
        let (folder, channel) = folder(TEXT);
        let path = folder.path().join("channels/fast-4.2.yaml");
        let draft = ChannelFileDraft::new(folder.path(), &channel, &[name("4.2.3")]).unwrap();
        let other = TEXT.replace("- 4.2.2", "- 4.2.2\n- 4.2.9");
        std::fs::write(&path, &other).unwrap();
        assert!(draft.write().unwrap_err().message().contains("changed since it was read"));
        let error = ChannelFileDraft::new(folder.path(), &channel, &[name("4.2.3")]).err().unwrap();
        assert!(error.message().contains("changed since it was read"), "{}", error.message());
        // Even with the same content at another position.
        std::fs::write(&path, format!("# more\n{TEXT}")).unwrap();
        assert!(ChannelFileDraft::new(folder.path(), &channel, &[name("4.2.3")]).is_err());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), format!("# more\n{TEXT}"));
    }

    #[test]
    fn what_cannot_be_edited_line_by_line_is_refused() {
        for text in [
            "name: fast-4.2\nversions: [4.2.0]\n",
            "name: fast-4.2\nversions:\n- &a 4.2.0\n",
            "{name: fast-4.2, versions: [4.2.0]}\n",
        ] {
            let (folder, channel) = folder(text);
            let error =
                ChannelFileDraft::new(folder.path(), &channel, &[name("4.2.3")]).err().unwrap();
            assert!(error.message().contains("is not a list item"), "{}", error.message());
        }
    }

    #[test]
    fn links_are_not_written_through() {
        let (folder, channel) = folder(TEXT);
        let path = folder.path().join("channels/fast-4.2.yaml");
        let real = folder.path().join("real.yaml");
        std::fs::rename(&path, &real).unwrap();
        crate::connect::local::unix::symlink(&real, &path).unwrap();
        let error = ChannelFileDraft::new(folder.path(), &channel, &[name("4.2.3")]).err().unwrap();
        assert!(error.message().contains("is a symbolic link"), "{}", error.message());
    }
}
