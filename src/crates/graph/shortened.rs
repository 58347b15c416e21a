//! Lists of names in a sentence.

/// Joins names, and counts those that it leaves out.
pub(crate) fn shortened<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    match names.split_at_checked(SHOWN) {
        Some((first, rest)) if rest.len() > 1 => {
            format!("{} and {} more", first.join(", "), rest.len())
        }
        _ => names.join(", "),
    }
}

const SHOWN: usize = 4; // names in a sentence

#[cfg(test)]
mod tests {
    use super::shortened;

    #[test]
    fn a_long_list_ends_with_how_many_more_there_are() {
        assert_eq!(shortened([]), "");
        assert_eq!(shortened(["a", "b", "c", "d", "e"]), "a, b, c, d, e");
        assert_eq!(shortened(["a", "b", "c", "d", "e", "f"]), "a, b, c, d and 2 more");
    }
}
