#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| upgrade::fuzzing::cluster_version(bytes));
