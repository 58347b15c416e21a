//! End to end over real HTTP on loopback: the program, a kubeconfig, and a server that counts.
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "tests: what does not hold should end the test"
)]

mod accepting;
mod acknowledging;
mod alerts;
mod connection;
mod controller;
mod cost;
mod errata;
mod faults;
mod graphs;
mod informer;
mod judging;
mod keeping;
mod lab;
mod leaders;
mod outages;
mod pre_checks;
mod prometheus;
mod races;
mod reaching;
mod rights;
mod server;
mod service;
mod serving;
mod serving_changes;
mod settings;
mod sight;
mod status;
mod telling;
mod terminal;
mod tls;
mod waiting;
mod watching;
mod writing;
