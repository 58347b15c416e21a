//! Commands for hints: they repeat the flags that chose the cluster.

/// How this program was called.
#[derive(Debug, Clone)]
pub(crate) struct Invocation {
    program: String,
    flags: Vec<String>,
}

impl Invocation {
    pub(crate) fn new(program: String, flags: Vec<String>) -> Self {
        Self { program, flags }
    }

    /// Returns the same program for the cluster that other flags choose.
    pub(crate) fn with_flags(&self, flags: Vec<String>) -> Self {
        Self { flags, ..self.clone() }
    }

    /// Returns a command line that can be pasted into a shell.
    pub(crate) fn command<'a>(&'a self, arguments: impl IntoIterator<Item = &'a str>) -> String {
        let flags = self.flags.iter().map(String::as_str);
        self.line(flags.chain(arguments))
    }

    /// Returns whether the commands read files, which cannot be changed.
    pub(crate) fn reads_files(&self) -> bool {
        self.flags.iter().any(|flag| flag == "--from")
    }

    /// Returns whether each command gets a practice cluster of its own.
    pub(crate) fn is_practice(&self) -> bool {
        self.flags.iter().any(|flag| flag == "--lab" || flag.starts_with("--lab="))
    }

    /// Returns a command line that does not choose a cluster.
    pub(crate) fn plain<'a>(&self, arguments: impl IntoIterator<Item = &'a str>) -> String {
        self.line(arguments)
    }

    fn line<'a>(&self, words: impl IntoIterator<Item = &'a str>) -> String {
        let words = words.into_iter().map(quoted);
        std::iter::once(self.program.clone()).chain(words).collect::<Vec<_>>().join(" ")
    }
}

/// Quotes a word for a shell, if needed.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=@,+%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_repeat_the_flags_and_quote_what_a_shell_would_split() {
        let flags = ["--context", "prod eu", "--from", "it's"].map(String::from).to_vec();
        let invocation = Invocation::new("upgrade".into(), flags);
        assert_eq!(
            invocation.command(["--to", "4.6.43"]),
            r"upgrade --context 'prod eu' --from 'it'\''s' --to 4.6.43"
        );
    }
}
