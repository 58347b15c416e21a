//! A part of a cluster: known, or why not.

/// Something that is read from a cluster, as far as it is known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Part<T> {
    /// It was not requested.
    #[default]
    NotRead,
    Known(T),
    /// The cluster does not have it, or the recording does not contain it.
    NotServed,
    Unreadable {
        why: String,
        /// The server may be back soon.
        transient: bool,
    },
}

impl<T> Part<T> {
    /// It cannot be read, and will not be soon.
    pub fn unreadable(why: impl Into<String>) -> Self {
        Self::Unreadable { why: why.into(), transient: false }
    }

    pub fn known(&self) -> Option<&T> {
        match self {
            Self::Known(known) => Some(known),
            Self::NotRead | Self::NotServed | Self::Unreadable { .. } => None,
        }
    }

    pub fn into_known(self) -> Option<T> {
        match self {
            Self::Known(known) => Some(known),
            Self::NotRead | Self::NotServed | Self::Unreadable { .. } => None,
        }
    }

    pub fn is_known(&self) -> bool {
        self.known().is_some()
    }

    pub fn is_unreadable(&self) -> bool {
        matches!(self, Self::Unreadable { .. })
    }

    pub fn as_ref(&self) -> Part<&T> {
        match self {
            Self::NotRead => Part::NotRead,
            Self::Known(known) => Part::Known(known),
            Self::NotServed => Part::NotServed,
            Self::Unreadable { why, transient } => {
                Part::Unreadable { why: why.clone(), transient: *transient }
            }
        }
    }

    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Part<U> {
        self.and_then(|known| Part::Known(change(known)))
    }

    /// Continues with a known value; otherwise the reason stays.
    pub fn and_then<U>(self, next: impl FnOnce(T) -> Part<U>) -> Part<U> {
        match self {
            Self::NotRead => Part::NotRead,
            Self::Known(known) => next(known),
            Self::NotServed => Part::NotServed,
            Self::Unreadable { why, transient } => Part::Unreadable { why, transient },
        }
    }
}

impl<T> Part<Vec<T>> {
    /// Returns the value, for callers that can do without.
    pub fn items(&self) -> &[T] {
        self.known().map(Vec::as_slice).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_known_stays_so_for_the_same_reason() {
        let known = Part::Known(vec![1, 2]);
        assert_eq!(known.as_ref().map(Vec::len), Part::Known(2));
        assert_eq!(known.items(), [1, 2]);
        let away = || Part::<Vec<u8>>::Unreadable { why: "away".into(), transient: true };
        for part in [Part::NotRead, Part::NotServed, away()] {
            assert!(part.items().is_empty() && !part.is_known());
            assert_eq!(part.clone().and_then(Part::Known), part);
        }
    }
}
