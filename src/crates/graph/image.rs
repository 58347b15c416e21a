//! Release images: parses pull specs, and decides which two of them are one release.

/// A valid pull spec, as the user wrote it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PullSpec {
    text: String,
    digest: Option<String>,
}

/// Why a text is not the pull spec of a release.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Malformed {
    /// Only a name: `name@sha256:…` would mean Docker Hub.
    NoRepository,
    Registry,
    /// A part of the repository.
    Repository,
    TooLong,
    Tag,
    /// Neither a tag nor a digest: it would mean `latest`.
    NothingNamed,
    Digest,
    /// Digests are compared, and written in lowercase.
    UpperCase,
}

const LONGEST_REPOSITORY: usize = 255;
const LONGEST_TAG: usize = 128;

impl PullSpec {
    /// Parses `REGISTRY/REPOSITORY[:TAG][@DIGEST]`, by the grammar of the distribution project.
    pub fn parse(text: &str) -> Result<Self, Malformed> {
        let (name, digest) =
            text.split_once('@').map_or((text, None), |(name, digest)| (name, Some(digest)));
        let (above, last) = name.rsplit_once('/').ok_or(Malformed::NoRepository)?;
        let (last, tag) =
            last.split_once(':').map_or((last, None), |(last, tag)| (last, Some(tag)));
        let (first, between) =
            above.split_once('/').map_or((above, None), |(first, rest)| (first, Some(rest)));
        let parts = between.into_iter().flat_map(|parts| parts.split('/')).chain([last]);
        let is_host = first.contains(['.', ':']) || first == "localhost";
        match first {
            "" => return Err(Malformed::NoRepository),
            _ if is_host && !is_registry(first) => return Err(Malformed::Registry),
            _ if !is_host && !is_part(first) => return Err(Malformed::Repository),
            _ => {}
        }
        if !parts.clone().all(is_part) {
            return Err(Malformed::Repository);
        }
        let length = name.len() - tag.map_or(0, |tag| tag.len() + 1);
        if length - if is_host { first.len() + 1 } else { 0 } > LONGEST_REPOSITORY {
            return Err(Malformed::TooLong);
        }
        if !tag.is_none_or(is_tag) {
            return Err(Malformed::Tag);
        }
        match digest {
            None if tag.is_none() => Err(Malformed::NothingNamed),
            Some(digest) if !is_digest(digest) => Err(Malformed::Digest),
            Some(digest) if digest.contains(|c: char| c.is_ascii_uppercase()) => {
                Err(Malformed::UpperCase)
            }
            _ => Ok(Self { text: text.to_owned(), digest: digest.map(str::to_owned) }),
        }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns whether it has a digest; tags can move.
    pub fn is_pinned(&self) -> bool {
        self.digest.is_some()
    }
}

/// Returns whether it is a host, perhaps with a port.
fn is_registry(text: &str) -> bool {
    let (host, port) = text.split_once(':').map_or((text, None), |(host, port)| (host, Some(port)));
    let is_label = |label: &str| {
        let is_within = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        !label.is_empty()
            && label.bytes().all(is_within)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let is_port = |port: &str| !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
    host.split('.').all(is_label) && port.is_none_or(is_port)
}

/// Returns whether it is a part of a repository: runs of lowercase letters and digits, with `.`, `_`, `__` or any number
/// of `-` between them.
fn is_part(text: &str) -> bool {
    let is_run = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let is_bounded = |text: &str| {
        text.bytes().next().is_some_and(is_run) && text.bytes().next_back().is_some_and(is_run)
    };
    let is_between =
        |text: &str| matches!(text, "" | "." | "_" | "__") || text.bytes().all(|byte| byte == b'-');
    is_bounded(text) && text.split(|c: char| c.is_ascii() && is_run(c as u8)).all(is_between)
}

fn is_tag(text: &str) -> bool {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    text.bytes().next().is_some_and(is_word)
        && text.bytes().all(|byte| is_word(byte) || b".-".contains(&byte))
        && text.len() <= LONGEST_TAG
}

fn is_digest(text: &str) -> bool {
    let Some((algorithm, digits)) = text.split_once(':') else { return false };
    let length = match algorithm {
        "sha256" => 64,
        "sha384" => 96,
        "sha512" => 128,
        _ => return false,
    };
    digits.len() == length && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
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
    fn pull_specs_are_distinguished() {
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
        let part = "a".repeat(LONGEST_REPOSITORY);
        let tag = "t".repeat(LONGEST_TAG + 1);
        for (text, why) in [
            ("", Malformed::NoRepository),
            ("4.6.1", Malformed::NoRepository),
            ("/a:x", Malformed::NoRepository),
            (" quay.io/a/b:x", Malformed::Registry),
            ("quay_io.example/a:x", Malformed::Registry),
            ("quay.io:/a:x", Malformed::Registry),
            ("-quay.io/a:x", Malformed::Registry),
            ("quay.io/A/B:x", Malformed::Repository),
            ("Quay/a:x", Malformed::Repository),
            ("quay.io//b:x", Malformed::Repository),
            ("quay.io/a.-b:x", Malformed::Repository),
            ("quay.io/a___b:x", Malformed::Repository),
            ("quay.io/a-:x", Malformed::Repository),
            ("quay.io/a/b\u{1b}:x", Malformed::Repository),
            ("quay.io/ä:x", Malformed::Repository),
            (&format!("quay.io/{part}a:x"), Malformed::TooLong),
            ("quay.io/a/b:", Malformed::Tag),
            ("quay.io/a/b:-x", Malformed::Tag),
            ("quay.io/a/b:x:y", Malformed::Tag),
            (&format!("quay.io/a/b:{tag}"), Malformed::Tag),
            ("quay.io/a/b@sha256:12", Malformed::Digest),
            ("quay.io/a/b:x@", Malformed::Digest),
            (&format!("quay.io/a/b@md5:{}", "1".repeat(32)), Malformed::Digest),
        ] {
            assert_eq!(PullSpec::parse(text), Err(why), "{text}");
        }
        for text in [
            &format!("quay.io/{part}:{}", &tag[1..]),
            "quay.io/a__b/c---d/e.f_g/0:X.y-z_",
            "Registry-1.Example:5000/a:x",
        ] {
            assert!(PullSpec::parse(text).is_ok(), "{text}");
        }
    }
}
