//! `upgrade graph lint`: checks graph-data for errors.

pub(crate) mod ci_text;
pub(crate) mod text;
pub(crate) mod view;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use anyhow::anyhow;

use crate::cli::Session;
use crate::commands::graph::lint::view::LintReport;
use crate::connect::local::{graph_data, releases};
use crate::error::{Error, ExitStatus, Result};
use crate::output::Format;
use upgrade_graph::data::{GraphData, LintCode, LintFinding, Severity};
use upgrade_graph::lint::{self, QueryFault};
use upgrade_graph::promql::shape;
use upgrade_graph::suggest;

/// Check graph-data for errors
///
/// Reports each finding with its position and a fix: files that cannot be read or
/// that Cincinnati ignores or misreads, queries that cannot be evaluated,
/// expressions that match by accident, and inconsistent channels. With
/// `--releases`, also checks that versions exist, have errata, and have updates to
/// later patches. Signatures are not checked.
///
/// To allow a finding, use `--allow CODE` or a comment in the file:
/// `# lint: allow CODE and why`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade graph lint .              Check a checkout
  upgrade graph lint . -o github    Annotate a pull request
  upgrade graph lint . -o sarif     Report to code scanning

Exit codes: 0 no errors, 1 no graph-data, 2 usage, 3 errors found")]
pub(crate) struct Args {
    /// Directory, .tar.gz, or - for stdin
    #[arg(value_name = "DIR|FILE|-")]
    path: PathBuf,
    /// Check this git revision
    #[arg(long, value_name = "REVISION")]
    rev: Option<String>,
    /// Compare with the releases in this file or directory
    #[arg(long, value_name = "FILE|DIR")]
    releases: Option<PathBuf>,
    /// Allow findings with these codes (repeatable)
    #[arg(long, value_name = "CODE,...", value_delimiter = ',')]
    allow: Vec<String>,
}

pub(crate) const FORMATS: &[Format] = &[
    Format::Text,
    Format::Json,
    Format::Yaml,
    Format::Wide,
    Format::Name,
    Format::Sarif,
    Format::Github,
];

pub(crate) fn run(args: &Args, session: &mut Session) -> Result {
    let allowed = args.allowed()?;
    let data = graph_data::load(&args.path, args.rev.as_deref())?;
    let releases = args.releases.as_deref().map(releases::load).transpose()?;
    let (releases, left_out) = releases.unzip();
    let faults = query_faults(&data);
    let findings = lint::lint(&data, &faults, releases.as_ref());
    let (passed, findings): (Vec<LintFinding>, Vec<LintFinding>) = findings
        .into_iter()
        .partition(|finding| allowed.contains(&finding.code) || lint::is_allowed(&data, finding));
    let mut report = LintReport::new(&data, &findings, passed.len());
    if args.path.is_dir() {
        report = report.below(&args.path);
    }
    report.warnings = left_out.unwrap_or_default();
    session.ui.warn(&report.warnings);
    session.ui.show(&report)?;
    let bad = findings.iter().any(|finding| finding.code.severity() == Severity::Error);
    Ok(if bad { ExitStatus::Refused } else { ExitStatus::Success })
}

fn query_faults(data: &GraphData) -> BTreeMap<String, QueryFault> {
    let fault = |query: &str| match shape::check(query) {
        Err(problem) => Some(QueryFault::Syntax(problem)),
        Ok(oddity) => oddity.map(QueryFault::Series),
    };
    let queries = lint::queries(data).into_iter();
    queries.filter_map(|query| Some((query.to_owned(), fault(query)?))).collect()
}

impl Args {
    fn allowed(&self) -> Result<BTreeSet<LintCode>> {
        let find = |name: &String| {
            LintCode::find(name.trim()).ok_or_else(|| {
                let near = suggest::words(name, LintCode::all().map(LintCode::name));
                let error = Error::usage(anyhow!("--allow {name}: unknown code"));
                if near.is_empty() {
                    error
                } else {
                    error.hint(format!("did you mean {}?", near[0]))
                }
            })
        };
        self.allow.iter().map(find).collect()
    }
}
