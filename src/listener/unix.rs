//! Unix: how many connections may be open.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Allows as many file descriptors as the system permits, and returns how many; none is no limit.
/// The usual soft limit is for programs that use `select`.
pub(super) fn descriptors() -> Option<u64> {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    getrlimit(Resource::Nofile).current
}
