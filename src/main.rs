//! The `upgrade` program; everything it does is in the library.

fn main() -> std::process::ExitCode {
    upgrade::main()
}
