//! The page of the update service, in a real browser: Chromium, driven through chromedriver.
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "tests: what does not hold should end the test"
)]

#[macro_use]
mod common;

mod browser {
    mod accessible;
    mod answers;
    mod chromium;
    mod data;
    mod drawing;
    mod explore;
    mod hostile;
    mod looks;
    mod many;
    mod page;
}
