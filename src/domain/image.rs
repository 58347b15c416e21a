//! Release images: which two pull specs are one release.

/// Returns the digest of a by-digest pull spec, `sha256:…`.
pub(crate) fn digest(image: &str) -> Option<&str> {
    image.rsplit_once('@').map(|(_, digest)| digest).filter(|digest| digest.contains(':'))
}

/// Returns whether two pull specs name one image: by digest where both have one, else by text.
pub(crate) fn same(a: &str, b: &str) -> bool {
    match (digest(a), digest(b)) {
        (Some(a), Some(b)) => a == b,
        _ => a == b,
    }
}

/// Returns what identifies an image in an index: its digest, else its text.
pub(crate) fn key(image: &str) -> &str {
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
}
