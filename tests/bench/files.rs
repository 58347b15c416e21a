//! Recorded clusters of any size: the overview and `status`.

use std::path::Path;

use super::data::{cluster_version, update_of_nodes};
use super::measure::{Run, Table};

pub(crate) fn measure(table: &mut Table, folder: &Path) {
    let write = |name: String, text: String| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let overview = |path: &str| Run::ours(&["--from", path, "--include-not-recommended"]);
    let text = cluster_version(1_070);
    let case = format!("overview of {} KB of YAML", text.len() / 1000);
    table.measure(&case, &overview(&write("typical.yaml".into(), text)), "target: 15 MB");
    table.new_series();
    for count in [10, 100, 1_000, 10_000] {
        let path = write(format!("{count}.yaml"), cluster_version(count));
        table.measure(&format!("overview of {count} updates"), &overview(&path), "");
    }
    table.new_series();
    for megabytes in [1, 5] {
        let message = "word ".repeat(megabytes * 200_000);
        let text = cluster_version(1)
            .replace("It breaks.", &message)
            .replace("status: 'False'}", "status: 'True', message: MESSAGE}")
            .replace("MESSAGE", &message);
        let path = write(format!("{megabytes}-megabytes.json"), text);
        let run = Run::ours(&["--from", &path, "-o", "json"]);
        table.measure(&format!("overview of 3 messages of {megabytes} MB"), &run, "");
    }
    table.new_series();
    for count in [20, 200, 2_000] {
        let path = write(format!("{count}-nodes.json"), update_of_nodes(count));
        let run = Run::ours(&["status", "--from", &path]);
        table.measure(&format!("status of {count} nodes"), &run, "");
    }
}
