//! End to end over real HTTP on loopback: the program, a kubeconfig, and a server that counts.
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "tests: what does not hold should end the test"
)]

#[macro_use]
mod common;

mod live {
    mod accept;
    mod ack;
    mod alerts;
    mod channel;
    mod completion;
    mod connection;
    mod controller;
    mod controller_credentials;
    mod controller_events;
    mod controller_informers;
    mod controller_leaders;
    mod controller_outages;
    mod controller_rbac;
    mod errata;
    mod evaluate;
    mod explore;
    mod faults;
    mod fleet;
    mod hosted;
    mod lab;
    mod lab_agreement;
    mod lab_eus;
    mod lab_oc;
    mod lab_record;
    mod lab_state;
    mod limits;
    mod limits_data;
    mod listener;
    mod log;
    mod manifests;
    mod path;
    mod pools;
    mod pre_checks;
    mod prometheus;
    mod request;
    mod request_count;
    mod request_races;
    mod secrets;
    mod service;
    mod service_reload;
    mod status;
    mod status_watch;
    mod terminal;
    mod tls;
    mod unwritable_output;
    mod update_service;
    mod update_status;
    mod wait;
    mod wait_outages;
}
