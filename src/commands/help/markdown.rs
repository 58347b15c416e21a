//! Manual pages: Markdown → blocks → text.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::output::text;
use crate::output::theme::Theme;

/// Columns of prose in a pipe, and at most on a terminal.
const PIPE: usize = 80;
const WIDEST: usize = 100;

/// A part of a page.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Block {
    /// The depth of lists around it.
    pub(crate) depth: usize,
    pub(crate) content: Content,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// A heading and whether it is the title of the page.
    Heading {
        title: bool,
        text: String,
    },
    Paragraph(String),
    /// The first paragraph of an item, after its marker.
    Item {
        marker: String,
        text: String,
    },
    Code(String),
    /// Rows of cells, of which the first is the header.
    Table(Vec<Vec<String>>),
}

/// Returns a page as text: wrapped to a terminal, or to 80 columns in a pipe.
pub(crate) fn text(markdown: &str, width: Option<usize>, theme: Theme) -> String {
    let width = width.unwrap_or(PIPE).clamp(40, WIDEST);
    let mut out = String::new();
    let mut last: Option<&Block> = None;
    let blocks = blocks(markdown);
    for block in &blocks {
        if last.is_some_and(|last| !is_next_item(last, block)) {
            out.push('\n');
        }
        out += &block_text(block, width, theme);
        last = Some(block);
    }
    out
}

/// The marker of an item without a number.
const BULLET: &str = "-";

/// Returns whether both are items of one list, or of a list and a nested one.
fn is_next_item(last: &Block, next: &Block) -> bool {
    match (&last.content, &next.content) {
        (Content::Item { marker: before, .. }, Content::Item { marker: after, .. }) => {
            last.depth != next.depth || (before == BULLET) == (after == BULLET)
        }
        _ => false,
    }
}

fn block_text(block: &Block, width: usize, theme: Theme) -> String {
    let indent = 2 * block.depth;
    match &block.content {
        Content::Heading { text, .. } => format!("{}\n", theme.heading(text)),
        Content::Paragraph(text) => text::indented(text, indent, Some(width)),
        Content::Item { marker, text } => {
            let text = text::indented(text, indent + marker.len() - 1, Some(width));
            let start = indent.saturating_sub(2);
            format!("{}{marker} {}", " ".repeat(start), text.trim_start())
        }
        Content::Code(text) => text::indented(text, indent + 2, None),
        Content::Table(rows) => text::indented(&table(rows, width - indent), indent, None),
    }
}

/// Prints a table in columns if it fits, with the last column wrapped, and row by row otherwise.
pub(crate) fn table(rows: &[Vec<String>], width: usize) -> String {
    let count = rows.first().map_or(0, Vec::len);
    let cell = |row: &Vec<String>, column: usize| row.get(column).cloned().unwrap_or_default();
    let widest = |column: usize| rows.iter().map(|row| wide(&cell(row, column))).max();
    let widths: Vec<usize> = (0..count).map(|column| widest(column).unwrap_or_default()).collect();
    let before: usize = widths.iter().take(count.saturating_sub(1)).map(|width| width + 2).sum();
    let last = widths.last().copied().unwrap_or_default();
    if before + last.min(ROOM) > width {
        return by_row(rows, width);
    }
    let line = |row: &Vec<String>| {
        let padded = (0..count.saturating_sub(1)).map(|column| {
            let text = cell(row, column);
            let gap = widths[column].saturating_sub(wide(&text)) + 2;
            text + &" ".repeat(gap)
        });
        let padded: String = padded.collect();
        let last = text::indented(&cell(row, count - 1), before, Some(width));
        format!("{padded}{}", if last.is_empty() { "\n" } else { last.trim_start() })
    };
    rows.iter().map(line).map(|line| line.trim_end().to_owned() + "\n").collect()
}

/// Columns below which a cell is hard to read.
const ROOM: usize = 32;

fn wide(text: &str) -> usize {
    text.chars().count()
}

/// Prints each row as its first cell, with the others below, labeled with their columns.
fn by_row(rows: &[Vec<String>], width: usize) -> String {
    let Some((header, rows)) = rows.split_first() else { return String::new() };
    let mut out = String::new();
    for row in rows {
        out += &text::indented(row.first().map_or("", String::as_str), 0, Some(width));
        for (name, cell) in header.iter().zip(row).skip(1).filter(|(_, cell)| !cell.is_empty()) {
            out += &text::indented(&format!("{name}: {cell}"), 2, Some(width));
        }
    }
    out
}

/// Parses a page.
pub(crate) fn blocks(markdown: &str) -> Vec<Block> {
    let mut reader = Reader::default();
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        reader.take(event);
    }
    reader.blocks
}

#[derive(Default)]
struct Reader {
    blocks: Vec<Block>,
    /// The text of the current block so far.
    text: String,
    /// The numbers of the lists around it; bullets have none.
    lists: Vec<Option<u64>>,
    /// The marker of the item that starts.
    marker: Option<String>,
    /// The target of a link, and where its text starts.
    link: Option<(String, usize)>,
    rows: Vec<Vec<String>>,
}

impl Reader {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => self.text += &text,
            Event::Code(code) => self.text.extend(["`", &code, "`"]),
            Event::SoftBreak => self.text.push(' '),
            Event::HardBreak => self.text.push('\n'),
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::List(first) => {
                self.paragraph();
                self.lists.push(first);
            }
            Tag::Item => {
                let number = self.lists.last_mut().and_then(Option::as_mut);
                self.marker = Some(match number {
                    Some(number) => {
                        *number += 1;
                        format!("{}.", *number - 1)
                    }
                    None => BULLET.to_owned(),
                });
            }
            Tag::Link { dest_url, .. } => {
                self.link = Some((dest_url.into_string(), self.text.len()));
            }
            Tag::CodeBlock(_) => self.paragraph(),
            Tag::TableHead | Tag::TableRow => self.rows.push(Vec::new()),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph | TagEnd::Item => self.paragraph(),
            TagEnd::List(_) => {
                self.lists.pop();
            }
            TagEnd::Heading(level) => {
                let text = std::mem::take(&mut self.text);
                let title = level == pulldown_cmark::HeadingLevel::H1;
                self.push(Content::Heading { title, text });
            }
            TagEnd::CodeBlock => {
                let text = std::mem::take(&mut self.text);
                self.push(Content::Code(text));
            }
            TagEnd::Link => self.end_of_link(),
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.text);
                self.rows.last_mut().expect("a cell stands in a row").push(cell);
            }
            TagEnd::Table => {
                let rows = std::mem::take(&mut self.rows);
                self.push(Content::Table(rows));
            }
            _ => {}
        }
    }

    fn paragraph(&mut self) {
        let text = std::mem::take(&mut self.text);
        match self.marker.take() {
            Some(marker) => self.push(Content::Item { marker, text }),
            None if text.is_empty() => {}
            None => self.push(Content::Paragraph(text)),
        }
    }

    /// A link to another page becomes the command that shows it.
    fn end_of_link(&mut self) {
        let Some((target, start)) = self.link.take() else { return };
        let words = self.text[start..].to_owned();
        if target.starts_with('#') {
            return; // a heading of the same page
        }
        let target = match target.strip_suffix(".md").filter(|target| !target.contains('/')) {
            Some(topic) => format!("`upgrade help {topic}`"),
            None => target,
        };
        let is_name = target == format!("`upgrade help {}`", words.trim_matches('`'));
        self.text.truncate(start);
        if is_name || words == target {
            self.text += &target;
        } else {
            self.text.extend([words.as_str(), " (", &target, ")"]);
        }
    }

    fn push(&mut self, content: Content) {
        self.blocks.push(Block { depth: self.lists.len(), content });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "\
# status: Progress

Some words of [pre-checks](pre-checks.md), `code`
and [a site](https://example.com).

- one
- two, which goes on for so long that it has to be wrapped at the end of the line, as here

1. first

   ```console
   $ upgrade
   ```

| code | meaning |
| --- | --- |
| 0 | ok |
| 10 | a meaning that is longer than what fits into one line of eighty columns, so it is wrapped |
";

    #[test]
    fn a_page_becomes_text_of_eighty_columns() {
        let text = text(PAGE, None, Theme { color: false });
        assert_eq!(
            text,
            "\
status: Progress

Some words of `upgrade help pre-checks`, `code` and a site
(https://example.com).

- one
- two, which goes on for so long that it has to be wrapped at the end of the
  line, as here

1. first

    $ upgrade

code  meaning
0     ok
10    a meaning that is longer than what fits into one line of eighty columns,
      so it is wrapped
"
        );
        assert!(text.lines().all(|line| line.chars().count() <= 80));
    }

    #[test]
    fn a_table_that_does_not_fit_is_set_row_by_row() {
        let page = format!(
            "| a | b | c |\n| - | - | - |\n| {} | {} | z |\n",
            "x ".repeat(25),
            "y ".repeat(25)
        );
        let text = text(&page, Some(60), Theme { color: false });
        assert!(text.starts_with("x x"), "{text}");
        assert!(text.contains("\n  b: y y"), "{text}");
        assert!(text.contains("\n  c: z\n"), "{text}");
    }
}
