//! Both parsers return the same, down to the column.

use proptest::prelude::*;

use super::{DEEPEST, parse};
use crate::bounded::Meter;
use crate::data::read::testing::same;

#[test]
fn files_as_they_are_written_are_read() {
    for text in [
        "to: 4.2.11\nfrom: .*\n",
        "to: 4.2.0-rc.5\nfrom: ^4\\.1\\.(18|20)[+].*$\n",
        "# why\nname: fast-4.2\nversions:\n- 4.2.0 # first\n- 4.2.1+amd64\n\n# no 4.2.2\n- 4.2.3\n",
        "name: a-1\nversions: [4.2.0, \"4.2.1\", '4.2.2']\n",
        "message: |-\n  One.\n\n  Two: # three\nurl: >\n  a\n  b\n",
        "rules:\n- type: PromQL\n  promql:\n    promql: |\n      max(a)\n      or\n      b\n",
        "---\nto: 4.2.11\nfrom: .*\n",
        "to: 4.2.11\nfrom: .*\n...\n",
        "message: one\n  two\n  three\nname: A\n",
        "\"to\": \"4.2.11\"\n'from': \"\\u00e9\"\n",
        "{\"4.1.0\": {\"key\": \"a,b\"}}",
        "name: \u{e9}\u{4e2d} b\nurl: https://example.com/#a\n",
        "versions: []\nfeeder: {}\n",
    ] {
        assert!(same(text), "{text:?} is not read");
    }
}

#[test]
fn what_may_be_something_else_is_left_alone() {
    for text in [
        "",
        "a: 4.10\n",
        "a: 1\n",
        "a: true\n",
        "a: No\n",
        "a:\n",
        "a: ~\n",
        "a: .inf\n",
        "a: 0x10\n",
        "a: 1_000\n",
        "a: !!str b\n",
        "a: &b c\n",
        "a: &b c\nd: *b\n",
        "<<: {a: b}\n",
        "a: b\na: c\n",
        "1: b\n",
        "? [a]\n: b\n",
        "a: b\n---\nc: d\n",
        "a: [b\n",
        "a: b: c\n",
        "%YAML 1.2\n---\na: b\n",
    ] {
        assert!(parse(text, &Meter::default()).is_none(), "{text:?}");
    }
    let deep = "[".repeat(DEEPEST + 1) + &"]".repeat(DEEPEST + 1);
    assert!(parse(&deep, &Meter::default()).is_none());
}

proptest! {
    #[test]
    fn whatever_is_read_is_read_the_same(
        text in "((- |a: |b:\n  |  |# c\n)?(4\\.1(\\.2)?|true|\\.\\*|x y|'q'|\"r\"|\\[s, t\\]|\\{u: v\\}|\\|\n  w|~|&z 1)?\n){1,6}"
    ) {
        same(&text);
    }

    #[test]
    fn words_are_read_the_same(word in "[-+._:~0-9a-zA-Z*^$]{0,8}") {
        same(&format!("a: {word}\n"));
        same(&format!("- {word}\n"));
    }
}
