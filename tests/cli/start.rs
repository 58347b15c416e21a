//! `upgrade start`.

use crate::common::upgrade;

#[test]
fn start_is_a_request_and_nothing_else() {
    assert_eq!(upgrade(&["--lab", "start", "--to", "4.6.43"]).code, 0);
    snap!("start", "nothing", upgrade(&["--lab", "start"]));
    snap!("start", "clear", upgrade(&["--lab", "start", "--clear"]));
}

#[test]
fn the_control_plane_need_not_be_named() {
    for (name, words) in [
        ("control-plane", &["control-plane", "start", "--lab", "--to", "4.6.43", "--dry-run"][..]),
        ("control-plane-later", &["--lab=healthy", "control-plane", "start", "--to-latest"]),
    ] {
        let run = upgrade(words);
        assert_eq!(run.code, 2, "{}", run.stderr);
        snap!("start", name, run);
        let command = run.stderr.lines().find_map(|line| line.strip_prefix("  upgrade ")).unwrap();
        let pasted = upgrade(&command.split(' ').collect::<Vec<_>>());
        assert_eq!(pasted.code, 0, "{command}: {}", pasted.stderr);
    }
}
