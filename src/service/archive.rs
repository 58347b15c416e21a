//! The graph-data in use as an archive, for other update services.

use super::body::pack;

/// Parts of graph-data in the archive, next to the files in these directories.
const FILES: [&str; 2] = ["LICENSE", "version"];
const FOLDERS: [&str; 3] = ["blocked-edges/", "channels/", "raw/"];

/// Packs files into a .tar.gz; the same files give the same bytes.
pub(crate) fn archive(files: &[(String, String)]) -> Vec<u8> {
    let is_part =
        |path: &str| FILES.contains(&path) || FOLDERS.iter().any(|folder| path.starts_with(folder));
    let mut parts: Vec<&(String, String)> =
        files.iter().filter(|(path, _)| is_part(path)).collect();
    parts.sort();
    let mut archive = tar::Builder::new(Vec::new());
    for (path, text) in parts {
        let mut header = tar::Header::new_gnu();
        header.set_size(text.len() as u64);
        header.set_mode(0o644);
        header.set_mtime(0);
        let written = archive.append_data(&mut header, path, text.as_bytes());
        written.expect("paths that were read are fit for an archive in memory");
    }
    pack(&archive.into_inner().expect("memory can be written to"))
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn the_parts_that_services_read_are_packed_and_nothing_else() {
        let file = |path: &str| (path.to_owned(), format!("text of {path}"));
        let files = [
            "version",
            "channels/b.yaml",
            "internal-channels/x.yaml",
            "blocked-edges/sub/a.yaml",
            "LICENSE",
            "raw/metadata.json",
            "channels/a.yaml",
            "README.md",
        ];
        let mut files = files.map(file);
        let packed = archive(&files);
        files.reverse();
        assert_eq!(packed, archive(&files), "whatever the order");
        let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(&packed[..]));
        let mut found = Vec::new();
        for entry in archive.entries().unwrap() {
            let mut entry = entry.unwrap();
            let path = entry.path().unwrap().display().to_string();
            let mut text = String::new();
            entry.read_to_string(&mut text).unwrap();
            assert_eq!(text, format!("text of {path}"));
            found.push(path);
        }
        let wanted = [
            "LICENSE",
            "blocked-edges/sub/a.yaml",
            "channels/a.yaml",
            "channels/b.yaml",
            "raw/metadata.json",
            "version",
        ];
        assert_eq!(found, wanted);
    }

    #[test]
    fn long_names_are_kept() {
        let path = format!("blocked-edges/{}.yaml", "x".repeat(200));
        let packed = archive(&[(path.clone(), "a".to_owned())]);
        let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(&packed[..]));
        let entry = archive.entries().unwrap().next().unwrap().unwrap();
        assert_eq!(entry.path().unwrap().display().to_string(), path);
    }
}
