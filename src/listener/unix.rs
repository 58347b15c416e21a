//! Unix: how many connections may be open.

use rustix::process::{Resource, getrlimit};

/// Returns how many file descriptors the process may have; none is no limit.
pub(super) fn descriptors() -> Option<u64> {
    getrlimit(Resource::Nofile).current
}
