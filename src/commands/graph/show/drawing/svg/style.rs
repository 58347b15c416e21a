//! The style sheet of a picture, for light and for dark surroundings, and the heads of arrows.

use std::fmt::Write;

use crate::commands::graph::show::drawing::palette::{DARK, LIGHT, Palette};

const SHAPES: &str = "\
text { font-family: system-ui, 'DejaVu Sans', Helvetica, Arial, sans-serif; font-size: 12px }
.heading { font-size: 18px; font-weight: 600 }
.remark { font-size: 12px }
.minor { font-size: 20px; font-weight: 600 }
.unnumbered { font-size: 15px; font-weight: 600 }
.small { font-size: 10px }
.version, .risk, .mark { font-family: ui-monospace, 'DejaVu Sans Mono', Menlo, monospace; text-anchor: middle }
.version { font-size: 12px }
.risk, .mark { font-size: 9px }
.number { font-family: ui-monospace, 'DejaVu Sans Mono', Menlo, monospace; font-size: 11px; text-anchor: end }
.node { stroke-width: 1 }
.node.near { stroke-width: 1.8 }
a:hover .node, a:focus .node { stroke-width: 3 }
.node.conditional { stroke-dasharray: 4 3 }
.node.apart { stroke-opacity: .4 }
.edge { fill: none; stroke-width: 1 }
.edge.far { opacity: .6 }
.edge.far.back { opacity: .4 }
.edge.near { stroke-width: 1.5 }
.edge.conditional { stroke-dasharray: 5 3 }
.edge:hover { stroke-width: 3; opacity: 1 }
";

/// Returns the style sheet and the markers that it refers to.
pub(super) fn sheet() -> String {
    let mut out = format!("<style>\n{}{}", scoped(SHAPES), scoped(&colors(&LIGHT)));
    let dark = scoped(&colors(&DARK));
    let _ = write!(out, "@media (prefers-color-scheme: dark) {{\n{dark}}}\n</style>\n<defs>\n");
    for name in ["plain", "recommended", "conditional"] {
        let _ = writeln!(
            out,
            "<marker id=\"updates-{name}\" class=\"head {name}\" viewBox=\"0 0 8 8\" refX=\"6.5\" refY=\"4\" \
             markerWidth=\"8\" markerHeight=\"8\" markerUnits=\"userSpaceOnUse\" orient=\"auto\">\
             <path d=\"M1 1L7 4L1 7Z\"/></marker>"
        );
    }
    out + "</defs>\n"
}

/// Keeps rules to the picture, should it stand within a page.
fn scoped(rules: &str) -> String {
    let rule = |rule: &str| {
        let (selectors, body) = rule.split_once(" {").expect("each line of a sheet is a rule");
        let selectors: Vec<String> =
            selectors.split(", ").map(|one| format!(".updates {one}")).collect();
        format!("{} {{{body}\n", selectors.join(", "))
    };
    rules.lines().map(rule).collect()
}

fn colors(palette: &Palette) -> String {
    let Palette { ground, band, node, text, faint, current, on_current, recommended, conditional } =
        palette;
    format!(
        "\
.ground {{ fill: {ground} }}
.band {{ fill: {band} }}
text {{ fill: {text} }}
text.remark, text.small, text.version.apart {{ fill: {faint} }}
text.risk {{ fill: {conditional} }}
.node {{ fill: {node}; stroke: {faint} }}
.node.near.recommended {{ stroke: {recommended} }}
.node.near.conditional {{ stroke: {conditional} }}
.node.current {{ fill: {current}; stroke: {current} }}
.node.target {{ stroke: {current}; stroke-width: 3 }}
text.version.on-current, text.mark.on-current {{ fill: {on_current} }}
.edge {{ stroke: {faint}; marker-end: url(#updates-plain) }}
.edge.conditional {{ stroke: {conditional}; marker-end: url(#updates-conditional) }}
.edge.near.recommended {{ stroke: {recommended}; marker-end: url(#updates-recommended) }}
.head.plain {{ fill: {faint} }}
.head.recommended {{ fill: {recommended} }}
.head.conditional {{ fill: {conditional} }}
"
    )
}
