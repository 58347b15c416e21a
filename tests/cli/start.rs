//! `upgrade start`.

use crate::common::upgrade;

#[test]
fn start_is_a_request_and_nothing_else() {
    assert_eq!(upgrade(&["--lab", "start", "--to", "4.6.43"]).code, 0);
    snap!("start", "nothing", upgrade(&["--lab", "start"]));
    snap!("start", "clear", upgrade(&["--lab", "start", "--clear"]));
}
