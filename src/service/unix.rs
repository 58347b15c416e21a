//! What the C library keeps of the memory that is freed.

use std::os::unix::process::CommandExt;
use std::process::Command;

/// glibc takes it from the environment alone, when a program starts.
const TRIM_THRESHOLD: (&str, &str) = ("MALLOC_TRIM_THRESHOLD_", "131072");
/// A user who sets one of these decides.
const SETTINGS: [&str; 2] = [TRIM_THRESHOLD.0, "GLIBC_TUNABLES"];

/// Starts the program again, in the same process, with an allocator that returns what is freed to the system.
///
/// glibc returns the end of its heap when that is larger than a threshold, and raises the threshold to twice the size
/// of the largest block that was ever freed. After a file of 4 MB has been read, 8 MB would stay. A threshold that is
/// set stays as it is.
///
/// Returns if there is nothing to do, or if it cannot be done: the service works as well, with more memory.
#[expect(clippy::disallowed_methods, reason = "this is about the allocator, not about the service")]
pub(super) fn return_freed_memory() {
    let is_set = |name: &&str| std::env::var_os(name).is_some();
    if cfg!(not(target_env = "gnu")) || SETTINGS.iter().any(is_set) {
        return;
    }
    let mut words = std::env::args_os();
    let (Some(name), Ok(program)) = (words.next(), std::env::current_exe()) else { return };
    let mut command = Command::new(program);
    command.arg0(name).args(words).env(TRIM_THRESHOLD.0, TRIM_THRESHOLD.1);
    let _ = command.exec(); // returns only if it fails
}
