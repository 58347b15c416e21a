//! `upgrade man`: man pages of all commands and topics.

use std::path::PathBuf;

use clap_mangen::Man;
use clap_mangen::roff::{Inline, Roff, bold, roman};

use super::help::markdown::{Block, Content, blocks};
use super::help::topics::{TOPICS, Topic};
use crate::cli::Session;
use crate::cli::help::visible;
use crate::connect::local::write;
use crate::error::{Error, ExitStatus, Result};
use crate::output::Format;

/// Write man pages for all commands and topics
///
/// Writes pages of commands to DIR/man1 and manual topics to DIR/man7, as `man`
/// expects them below a directory of MANPATH.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade man ~/.local/share/man    Install the pages for yourself
  man upgrade-status                Read one of them

Exit codes: 0 ok, 1 error, 2 usage")]
pub(crate) struct Args {
    /// Directory to write to; created if missing [default: .]
    #[arg(value_name = "DIR", default_value = ".", hide_default_value = true)]
    dir: PathBuf,
}

pub(crate) const FORMATS: &[Format] = &[Format::Text];

/// The files of one section of the manual: names and texts.
type Pages = Vec<(String, String)>;

pub(crate) fn run(args: &Args, session: &mut Session) -> Result {
    let (commands, topics) = pages().map_err(|error| Error::new("Failed", error))?;
    let count = commands.len() + topics.len();
    for (section, pages) in [("man1", &commands), ("man7", &topics)] {
        write::replace_all(&args.dir.join(section), pages, is_ours)?;
    }
    let shown = args.dir.display();
    session.ui.print(&format!("Wrote {count} man pages to {shown}/man1 and {shown}/man7\n"))?;
    Ok(ExitStatus::Success)
}

fn pages() -> std::io::Result<(Pages, Pages)> {
    Ok((commands()?, TOPICS.iter().map(topic).collect::<std::io::Result<_>>()?))
}

/// Returns whether a file is a page of this program, perhaps of an earlier version.
fn is_ours(text: &str) -> bool {
    text.lines().any(|line| line.to_lowercase().starts_with(".th upgrade"))
}

/// Returns the pages of all commands.
fn commands() -> std::io::Result<Pages> {
    let mut pages = Pages::new();
    add_command(&super::command(), &["upgrade"], &mut pages)?;
    Ok(pages)
}

/// Adds the page of a command, and those of its subcommands.
fn add_command(command: &clap::Command, words: &[&str], pages: &mut Pages) -> std::io::Result<()> {
    for below in visible(command) {
        add_command(below, &[words, &[below.get_name()]].concat(), pages)?;
    }
    let name = words.join("-");
    let command = command.clone().display_name(name.clone()).bin_name(words.join(" "));
    let mut page = Vec::new();
    Man::new(command)
        .section("1")
        .source(concat!("upgrade ", env!("CARGO_PKG_VERSION")))
        .render(&mut page)?;
    pages.push((format!("{name}.1"), String::from_utf8_lossy(&page).into_owned()));
    Ok(())
}

/// Returns the page of a topic.
fn topic(topic: &Topic) -> std::io::Result<(String, String)> {
    let name = format!("upgrade-{}", topic.name);
    let mut roff = Roff::new();
    roff.control("TH", [name.to_uppercase().as_str(), "7"]);
    roff.control("SH", ["NAME"]);
    roff.text([roman(format!("{name} - {}", topic.summary))]);
    for block in blocks(topic.text) {
        add(&mut roff, &block);
    }
    let mut page = Vec::new();
    roff.to_writer(&mut page)?;
    Ok((format!("{name}.7"), String::from_utf8_lossy(&page).into_owned()))
}

fn add(roff: &mut Roff, block: &Block) {
    match &block.content {
        Content::Heading { title: true, .. } => {
            roff.control("SH", ["DESCRIPTION"]);
        }
        Content::Heading { title: false, text } => {
            roff.control("SH", [text.to_uppercase().as_str()]);
        }
        Content::Paragraph(text) => {
            roff.control("PP", []).text(inlines(text));
        }
        Content::Item { marker, text } => {
            roff.control("IP", [marker.as_str(), "4"]).text(inlines(text));
        }
        Content::Code(text) => verbatim(roff, text),
        Content::Table(rows) => verbatim(roff, &super::help::markdown::table(rows, 72)),
    }
}

/// Sets text line by line, as it is.
fn verbatim(roff: &mut Roff, text: &str) {
    roff.control("PP", []).control("RS", ["4"]).control("nf", []);
    for line in text.lines() {
        roff.text([roman(line)]);
    }
    roff.control("fi", []).control("RE", []);
}

/// Prints text in backticks in bold.
fn inlines(text: &str) -> Vec<Inline> {
    let parts = text.split('`').enumerate();
    parts.map(|(place, part)| if place % 2 == 1 { bold(part) } else { roman(part) }).collect()
}
