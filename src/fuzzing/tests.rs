//! Every target on its seeds, and on random changes of them.

#![expect(clippy::disallowed_methods, reason = "tests read their seeds")]

use std::fs;
use std::path::PathBuf;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use super::TARGETS;

fn seeds(target: &str) -> Vec<Vec<u8>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(".fuzz/seeds").join(target);
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

/// A change of a seed: bytes are replaced, removed, duplicated, or taken from another seed.
fn damaged(seed: &[u8], other: &[u8], damage: &[(u8, u16, u8)]) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for &(kind, at, byte) in damage {
        let at = usize::from(at) % (bytes.len() + 1);
        let end = (at + usize::from(byte)).min(bytes.len());
        match kind % 5 {
            0 => bytes.insert(at, byte),
            1 => drop(bytes.drain(at..end)),
            2 => bytes.splice(at..end, other.iter().copied().skip(at).take(64)).for_each(drop),
            3 => {
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece).for_each(drop);
            }
            _ => bytes.iter_mut().skip(at).take(1).for_each(|old| *old = byte),
        }
    }
    bytes
}

#[test]
fn every_target_holds_for_its_seeds_and_for_damaged_ones() {
    for (name, target) in TARGETS {
        let seeds = seeds(name);
        assert!(!seeds.is_empty(), "{name} has no seeds");
        for seed in &seeds {
            target(seed);
        }
        let seed = any::<prop::sample::Index>;
        let damage = prop::collection::vec(any::<(u8, u16, u8)>(), 1..6);
        let mut runner = TestRunner::new(Config { failure_persistence: None, ..Config::default() });
        runner
            .run(&(seed(), seed(), damage), |(seed, other, damage)| {
                let seeds: [&Vec<u8>; 2] = [seed.get(&seeds), other.get(&seeds)];
                target(&damaged(seeds[0], seeds[1], &damage));
                Ok(())
            })
            .unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

#[test]
fn every_target_is_run_by_the_fuzzers() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(".fuzz");
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    let count = manifest.matches("[[bin]]").count();
    assert_eq!(count, TARGETS.len());
    for (name, _) in TARGETS {
        assert!(manifest.contains(&format!("name = \"{name}\"")), "{name}");
        assert!(folder.join(format!("targets/{name}.rs")).exists(), "{name}");
    }
}
