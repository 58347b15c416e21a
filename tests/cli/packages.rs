//! What `.dist` makes for installers, as far as it needs no build. `.ci/run` tries the rest.

use std::process::Command;

use serde_json::Value;

fn krew(words: &[&str]) -> (bool, String) {
    let output = Command::new(".dist/krew").args(words).output().unwrap();
    (output.status.success(), String::from_utf8(output.stdout).unwrap())
}

/// Returns whether krew takes it as a name: https://krew.sigs.k8s.io/docs/developer-guide/plugin-manifest/
fn is_plugin_name(text: &str) -> bool {
    text.split('-').all(|word| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase()))
        && !text.starts_with("kubectl")
}

#[test]
fn the_krew_manifest_has_the_required_fields() {
    let folder = tempfile::tempdir().unwrap();
    let archives = ["x86_64", "aarch64"].map(|machine| {
        let path = folder.path().join(format!("upgrade-1.2.3-linux-{machine}.tar.gz"));
        std::fs::write(&path, machine).unwrap();
        path.to_str().unwrap().to_owned()
    });
    let downloads = "https://downloads.example.com/v1.2.3";
    let (done, text) = krew(&["1.2.3", downloads, &archives[0], &archives[1]]);
    assert!(done, "{text}");
    let manifest: Value = serde_saphyr::from_str(&text).unwrap();
    assert_eq!(manifest["apiVersion"], "krew.googlecontainertools.github.com/v1alpha2");
    assert_eq!(manifest["kind"], "Plugin");
    assert_eq!(manifest["metadata"]["name"], "openshift-upgrade");
    assert!(is_plugin_name(manifest["metadata"]["name"].as_str().unwrap()));
    let spec = &manifest["spec"];
    assert_eq!(spec["version"], "v1.2.3");
    let short = spec["shortDescription"].as_str().unwrap();
    assert!((1..=50).contains(&short.len()) && !short.ends_with('.'), "{short}");
    for field in ["description", "caveats"] {
        let text = spec[field].as_str().unwrap();
        assert!(text.lines().all(|line| line.len() <= 80), "{text}");
    }
    let platforms = spec["platforms"].as_array().unwrap();
    for (platform, arch) in platforms.iter().zip(["amd64", "arm64"]) {
        let labels = &platform["selector"]["matchLabels"];
        assert_eq!((&labels["os"], &labels["arch"]), (&"linux".into(), &arch.into()));
        let uri = platform["uri"].as_str().unwrap();
        assert!(uri.starts_with(downloads) && uri.ends_with(".tar.gz"), "{uri}");
        let found = platform["sha256"].as_str().unwrap();
        assert!(found.len() == 64 && found.chars().all(|c| c.is_ascii_hexdigit()), "{found}");
        assert_eq!(platform["bin"], "upgrade");
        let files = platform["files"].as_array().unwrap();
        assert!(files.iter().any(|file| {
            let from = file["from"].as_str().unwrap();
            from.ends_with("/upgrade") && file["to"] == "."
        }));
    }
    assert_ne!(platforms[0]["sha256"], platforms[1]["sha256"]);
    assert_eq!(platforms.len(), 2);
}

#[test]
fn an_archive_for_an_unknown_machine_is_refused() {
    assert!(!krew(&["1.2.3", "https://downloads.example.com", "upgrade-linux-vax.tar.gz"]).0);
}

/// What `.dist/package` puts into packages is what the completion command prints.
#[test]
fn packages_have_every_completion_and_page() {
    let manifest = std::fs::read_to_string("Cargo.toml").unwrap();
    for kind in ["[package.metadata.deb]", "[package.metadata.generate-rpm]"] {
        let part = manifest.split(kind).nth(1).unwrap().split("\n[").next().unwrap();
        for path in ["completions/upgrade.bash", "completions/_upgrade", "completions/upgrade.fish"]
        {
            assert!(part.contains(path), "{kind} lacks {path}");
        }
        for path in ["/upgrade\"", "man1/*.gz", "man7/*.gz", "CHANGELOG.md"] {
            assert!(part.contains(path), "{kind} lacks {path}");
        }
    }
}
