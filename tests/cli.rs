//! Snapshots of the real program: stdout, stderr and exit code together, in `snapshots/`.
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::print_stderr,
    reason = "tests: what does not hold should end the test"
)]

#[macro_use]
mod common;

mod cli {
    mod accept;
    mod ack;
    mod agreement;
    mod channel;
    mod channel_preview;
    mod completion;
    mod controller;
    mod crds;
    mod errors;
    mod fleet;
    mod graph_audit;
    mod graph_build;
    mod graph_diff;
    mod graph_evaluate;
    mod graph_lint;
    mod graph_promote;
    mod graph_serve;
    mod graph_show;
    mod habits;
    mod history;
    mod insights;
    mod instructions;
    mod lab;
    mod manual;
    mod overview;
    mod packages;
    mod path;
    mod pools;
    mod pre_checks;
    mod recommend;
    mod request;
    mod rollback;
    mod schema;
    mod source;
    mod start;
    mod status;
    mod status_watch;
    mod update_status;
    mod upstream;
    mod usage;
    mod version;
    mod wait;
    mod why;
}
