//! `upgrade status --watch`: a whole update of a practice cluster, and usage errors.

use serde_json::Value;

use crate::common::upgrade;

fn documents(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn programs_see_a_whole_update_a_line_a_change() {
    let run = upgrade(&["status", "--lab=updating", "--watch", "-o", "json"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let reports = documents(&run.stdout);
    let (last, before) = reports.split_last().unwrap();
    assert!(before.len() > 5, "hardly anything was told: {}", before.len());
    assert!(before.iter().all(|report| report["updating"] == true));
    assert_eq!(last["updating"], false);
    assert_eq!(last["verdict"], "AtRest");
    let plane = &last["controlPlane"];
    assert_eq!(plane["assessment"], "Completed");
    assert_eq!(plane["completion"], Value::Null, "nothing is updating");
    let operators = plane["operators"].as_array().unwrap();
    assert!(operators.len() == 31 && operators.iter().all(|operator| operator["updated"] == true));
    assert!(plane["completedAt"].is_string() && plane["nodes"].as_array().unwrap().len() == 3);
    let worker = &last["pools"][0];
    assert_eq!((&worker["name"], &worker["assessment"]), (&"worker".into(), &"Completed".into()));
    assert_eq!(
        (&worker["completion"]["updated"], &worker["completion"]["total"]),
        (&3.into(), &3.into())
    );
    assert!(reports.windows(2).all(|pair| pair[0] != pair[1]), "nothing changed");
    for pair in before.windows(2) {
        for place in [
            "/controlPlane/completion/percent",
            "/controlPlane/completion/updated",
            "/pools/0/completion/updated",
            "/pools/0/completion/percent",
        ] {
            let [before, after] =
                [&pair[0], &pair[1]].map(|report| report.pointer(place).unwrap().as_u64().unwrap());
            assert!(after >= before, "{place} went back from {before} to {after}");
        }
    }
    for report in before {
        let done = &report["controlPlane"]["completion"];
        let count = |name: &str| done[name].as_u64().unwrap();
        assert_eq!(count("total"), 31);
        assert!(count("updated") + count("updating") + count("waiting") <= 31);
        assert_eq!(report["controlPlane"]["target"]["version"], "4.6.43");
        assert_eq!(report["notes"], Value::Array(Vec::new()));
    }
}

#[test]
fn people_see_a_whole_update_a_line_a_change() {
    let run = upgrade(&["status", "--lab=updating", "--watch", "--exit-code"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert!(lines.len() > 5, "{}", run.stdout);
    assert!(
        lines[0]
            .contains(" operators 16/31, master 0/3, worker 0/3: Update to 4.6.43 (from 4.6.23): "),
        "{}",
        lines[0]
    );
    let last = lines.last().unwrap();
    assert!(last.contains(" operators 31/31, master 3/3, worker 3/3: "), "{last}");
    assert!(last.ends_with("no update is in progress"), "{last}");
    for said in [
        "operator machine-config is updated",
        "the control plane is updated to 4.6.43",
        "node worker-2 is updated",
        "pool worker is updated",
        "pool master is updated",
    ] {
        assert_eq!(run.stdout.matches(said).count(), 1, "{said}: {}", run.stdout);
    }
    let times: Vec<&str> = lines.iter().map(|line| line.split(' ').next().unwrap()).collect();
    assert!(times.is_sorted() && times.iter().all(|time| time.len() == "07:58:04".len()));
    for pair in lines.windows(2) {
        let said = |line: &str| line.split_once(' ').unwrap().1.to_owned();
        assert_ne!(said(pair[0]), said(pair[1]), "nothing changed");
    }
}

#[test]
fn yaml_documents_are_set_off() {
    let run = upgrade(&["status", "--lab=healthy", "--watch", "-o", "yaml"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.starts_with("---\napiVersion: upgrade/v1\nkind: UpdateStatusReport\n"));
    assert_eq!(run.stdout.matches("---\n").count(), 1);
}

#[test]
fn where_nothing_updates_it_ends_at_once() {
    let run = upgrade(&["status", "--lab=healthy", "--watch"]);
    assert_eq!(run.code, 0);
    assert_eq!(run.stdout.lines().count(), 1, "{}", run.stdout);
    assert!(run.stdout.ends_with(": Cluster version is 4.7.24\n"), "{}", run.stdout);
    let run = upgrade(&["status", "--lab=failing", "--watch", "--exit-code"]);
    assert_eq!(run.code, 5, "{}", run.stdout);
}

#[test]
fn what_does_not_change_cannot_be_watched() {
    let files = ["--from", "src/lab/scenarios/updating", "status", "--watch"];
    snap!("status-watch", "from-files", upgrade(&files));
    snap!("status-watch", "version", upgrade(&["--lab", "status", "--watch", "-o", "version"]));
    snap!("status-watch", "help", upgrade(&["status", "--help"]));
}
