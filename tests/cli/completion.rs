//! `completions/` is what `upgrade completion` prints; `BLESS=1 cargo test` rewrites it.

use std::fs;
use std::path::Path;

use crate::common::upgrade;

#[test]
fn completions_are_current() {
    for (shell, file) in [
        ("bash", "upgrade.bash"),
        ("zsh", "_upgrade"),
        ("fish", "upgrade.fish"),
        ("powershell", "_upgrade.ps1"),
    ] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("completions").join(file);
        let printed = upgrade(&["completion", shell]).stdout;
        if std::env::var_os("BLESS").is_some() {
            fs::write(&path, &printed).unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            kept == printed,
            "completions/{file} is not current: run BLESS=1 cargo test completions"
        );
    }
}
