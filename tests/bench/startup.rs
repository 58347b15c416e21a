//! Starting: the size of the program, help, and a request on a practice cluster.

use std::path::Path;

use super::measure::{PROGRAM, Row, Run, Table, megabytes};

pub(crate) fn measure(table: &mut Table, _: &Path) {
    let size = std::fs::metadata(PROGRAM).unwrap().len();
    Row::fact("size of the program", format!("{:.1} MB", megabytes(size)));
    table.measure("--help", &Run::ours(&["--help"]), "");
    table.new_series();
    table.measure("a request in the lab", &Run::ours(&["--lab", "--to", "4.6.43"]), "");
}
