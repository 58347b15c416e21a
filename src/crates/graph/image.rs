//! Release images: parses pull specs, and decides which two of them are one release.

use oci_spec::distribution::Reference;

/// A valid pull spec, as the user wrote it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PullSpec {
    text: String,
    digest: Option<String>,
}

/// Why a text is not the pull spec of a release.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Malformed {
    Grammar(String),
    /// It has neither a registry nor a repository: `name@sha256:…` would mean Docker Hub.
    NoRepository,
    /// It has neither a tag nor a digest: it would mean `latest`.
    NothingNamed,
    /// Digests are compared, and written in lowercase.
    UpperCase,
}

impl PullSpec {
    pub fn parse(text: &str) -> Result<Self, Malformed> {
        let reference: Reference =
            text.parse().map_err(|error| Malformed::Grammar(format!("{error}")))?;
        let name = text.split('@').next().unwrap_or_default();
        let (path, last) = name.rsplit_once('/').ok_or(Malformed::NoRepository)?;
        if path.is_empty() {
            return Err(Malformed::NoRepository);
        }
        let digest = reference.digest().map(str::to_owned);
        // The parser adds `latest`, so the text decides whether a tag was written.
        if digest.is_none() && !last.contains(':') {
            return Err(Malformed::NothingNamed);
        }
        if digest.as_ref().is_some_and(|digest| digest.chars().any(|c| c.is_ascii_uppercase())) {
            return Err(Malformed::UpperCase);
        }
        Ok(Self { text: text.to_owned(), digest })
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns whether it has a digest; tags can move.
    pub fn is_pinned(&self) -> bool {
        self.digest.is_some()
    }
}

/// Returns the digest of a by-digest pull spec, `sha256:…`.
pub fn digest(image: &str) -> Option<&str> {
    image.rsplit_once('@').map(|(_, digest)| digest).filter(|digest| digest.contains(':'))
}

/// Returns the tag of a pull spec without a digest.
pub fn tag(image: &str) -> Option<&str> {
    let (_, tag) = image.rsplit_once(':')?;
    (digest(image).is_none() && !tag.contains('/')).then_some(tag)
}

/// Returns whether two pull specs name one image: by digest if both have one, else by text.
pub fn same(a: &str, b: &str) -> bool {
    match (digest(a), digest(b)) {
        (Some(a), Some(b)) => a.eq_ignore_ascii_case(b),
        _ => a == b,
    }
}

/// Returns the identity of an image for an index: its digest, else its text.
pub fn key(image: &str) -> &str {
    digest(image).unwrap_or(image)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mirror_of_a_digest_is_the_same_image() {
        assert!(same("quay.io/a/b@sha256:11", "mirror.example:5000/c@sha256:11"));
        assert!(!same("quay.io/a/b@sha256:11", "quay.io/a/b@sha256:12"));
        assert!(!same("quay.io/a/b:tag", "quay.io/a/b@sha256:12"));
        assert!(same("quay.io/a/b:tag", "quay.io/a/b:tag"));
    }

    #[test]
    fn a_tag_is_what_follows_the_repository() {
        assert_eq!(tag("quay.io/a/b:4.6.1-x86_64"), Some("4.6.1-x86_64"));
        assert_eq!(tag("registry.example:5000/b:tag"), Some("tag"));
        for image in ["registry.example:5000/b", "quay.io/a/b", "quay.io/a/b:tag@sha256:11", ""] {
            assert_eq!(tag(image), None, "{image}");
        }
    }

    #[test]
    fn pull_specs_are_told_apart() {
        let digest = format!("sha256:{}", "a".repeat(64));
        for (text, pinned) in [
            (format!("quay.io/a/b@{digest}"), true),
            (format!("localhost:5000/b@{digest}"), true),
            (format!("a/b@{digest}"), true),
            (format!("quay.io/a/b:4.6.1@{digest}"), true),
            ("quay.io/a/b:4.6.1-x86_64".to_owned(), false),
            ("registry.example:5000/b:tag".to_owned(), false),
        ] {
            let spec = PullSpec::parse(&text).unwrap();
            assert_eq!((spec.text(), spec.is_pinned()), (text.as_str(), pinned));
        }
    }

    #[test]
    fn what_is_no_pull_spec_of_a_release_is_refused() {
        let digest = format!("sha256:{}", "a".repeat(64));
        assert_eq!(PullSpec::parse(&format!("b@{digest}")), Err(Malformed::NoRepository));
        assert_eq!(PullSpec::parse("quay.io/a/b"), Err(Malformed::NothingNamed));
        let shouted = format!("quay.io/a/b@sha256:{}", "A".repeat(64));
        assert_eq!(PullSpec::parse(&shouted), Err(Malformed::UpperCase));
        assert_eq!(PullSpec::parse("registry.example:5000/b"), Err(Malformed::NothingNamed));
        for text in [
            "",
            "quay.io/A/B:x",
            "quay.io/a/b@sha256:12",
            "quay.io/a/b:",
            " quay.io/a/b:x",
            "4.6.1",
            "quay.io/a/b\u{1b}:x",
        ] {
            assert!(PullSpec::parse(text).is_err(), "{text}");
        }
    }
}
