//! `upgrade lab` and `--lab`.

use crate::common::upgrade;

#[test]
fn the_scenarios_are_listed() {
    snap!("lab", "list", upgrade(&["lab", "list"]));
    snap!("lab", "list-json", upgrade(&["lab", "list", "-o", "json"]));
}

#[test]
fn an_unknown_scenario_names_the_nearest() {
    snap!("lab", "unknown-scenario", upgrade(&["--lab=vsphere"]));
}

#[test]
fn every_lab_is_fresh() {
    assert_eq!(upgrade(&["--lab", "--to", "4.6.43"]).code, 0);
    assert_eq!(
        upgrade(&["--lab", "-o", "json"]).json()["cluster"]["requested"],
        serde_json::Value::Null
    );
}

#[test]
fn a_scenario_is_the_same_live_and_from_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["updating", "thousand", "hostile"] {
        let place = folder.path().join(name);
        let place = place.to_str().unwrap();
        assert_eq!(upgrade(&["lab", "export", name, place]).code, 0);
        let live = upgrade(&[&format!("--lab={name}"), "-o", "json"]).json();
        let mut files = upgrade(&["--from", place, "-o", "json"]).json();
        files["cluster"]["context"] = name.into();
        files["cluster"]["server"] = "lab".into();
        assert_eq!(live, files);
    }
}
