//! What must hold of every picture.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use roxmltree::{Document, Node};

use super::*;
use crate::commands::graph::show::testing::{graph, large};
use crate::output::text::unsafe_char;

fn small() -> UpdateGraph {
    graph(
        &["4.6.1", "4.6.2", "4.6.3", "4.7.0", "4.7.1", "odd"],
        &[
            "4.6.1>4.6.2",
            "4.6.1>4.7.0:A,B",
            "4.6.2>4.6.3",
            "4.6.2>4.7.0:A",
            "4.6.3>4.7.1",
            "4.7.0>4.7.1:",
            "4.6.1>odd:C",
        ],
        Some("4.6.1"),
    )
}

fn of_class<'a>(picture: &'a Document<'a>, class: &str) -> Vec<Node<'a, 'a>> {
    let has = |node: &Node<'_, '_>| {
        node.attribute("class").is_some_and(|all| all.split(' ').any(|one| one == class))
    };
    picture.descendants().filter(has).collect()
}

fn number(node: Node<'_, '_>, name: &str) -> isize {
    node.attribute(name).unwrap().parse().unwrap()
}

/// Returns the words in a picture that are not tooltips.
fn words(picture: &Document<'_>) -> Vec<String> {
    let texts = picture.descendants().filter(|node| node.has_tag_name("text"));
    texts.filter_map(|node| node.text()).map(str::to_owned).collect()
}

fn tooltip(node: Node<'_, '_>) -> Option<String> {
    let title = node.children().find(|child| child.has_tag_name("title"))?;
    title.text().map(str::to_owned)
}

#[test]
fn every_release_and_every_edge_that_is_drawn_is_there_with_its_tooltip() {
    for graph in [small(), large(30, Some("4.12.3")), large(20, None)] {
        let svg = svg::draw(&graph);
        let picture = Document::parse(&svg).unwrap();
        let told = |class: &str| of_class(&picture, class).into_iter().filter_map(tooltip).count();
        assert_eq!(told("node"), graph.nodes.len());
        assert_eq!(told("edge"), graph.edges.iter().filter(|edge| edge.drawn).count());
        let dot = dot::draw(&graph);
        assert_eq!(dot.matches(" -> ").count(), told("edge"));
        let mermaid = mermaid::draw(&graph);
        let lines = mermaid.lines().filter(|line| line.contains("-->") || line.contains("-.->"));
        assert_eq!(lines.count(), told("edge"));
    }
}

#[test]
fn boxes_of_three_hundred_releases_have_room() {
    for graph in [large(100, Some("4.12.7")), large(100, None), small()] {
        let svg = svg::draw(&graph);
        let picture = Document::parse(&svg).unwrap();
        let width = number(picture.root_element(), "width");
        let boxes: Vec<[isize; 4]> = of_class(&picture, "node")
            .into_iter()
            .map(|node| ["x", "y", "width", "height"].map(|name| number(node, name)))
            .collect();
        assert!(boxes.len() >= graph.nodes.len() && width < 1_500, "{width}");
        for (place, [x, y, wide, high]) in boxes.iter().enumerate() {
            assert!(*x > 0 && x + wide < width, "a box sticks out at {x}");
            for [other_x, other_y, other_wide, other_high] in &boxes[place + 1..] {
                let beside = x + wide <= *other_x || other_x + other_wide <= *x;
                let below = y + high <= *other_y || other_y + other_high <= *y;
                assert!(beside || below, "two boxes overlap at {x},{y}");
            }
        }
    }
}

#[test]
fn bands_run_from_old_to_new_and_releases_from_left_to_right() {
    let svg = svg::draw(&small());
    let picture = Document::parse(&svg).unwrap();
    let place = |version: &str| {
        let found = picture.descendants().find(|node| node.text() == Some(version)).unwrap();
        let text = found.ancestors().find(|node| node.has_tag_name("text")).unwrap();
        (number(text, "x"), number(text, "y"))
    };
    let (old, newer, next) = (place("4.6.1"), place("4.6.2"), place("4.7.0"));
    assert!(old.0 < newer.0 && old.1 == newer.1 && next.1 > newer.1);
    let minors: Vec<&str> = ["minor", "unnumbered"]
        .map(|class| of_class(&picture, class))
        .concat()
        .iter()
        .filter_map(Node::text)
        .collect();
    assert_eq!(minors, ["4.6", "4.7", "not SemVer"]);
}

#[test]
fn the_current_version_and_the_kinds_of_edges_are_distinguished() {
    let svg = svg::draw(&small());
    let picture = Document::parse(&svg).unwrap();
    assert_eq!(
        tooltip(of_class(&picture, "current")[0]).unwrap(),
        "4.6.1: current version. Channels: stable-4.6"
    );
    let edges = of_class(&picture, "edge");
    let dashed = |node: &&Node<'_, '_>| node.attribute("class").unwrap().contains("conditional");
    let told: Vec<String> = edges.iter().filter(dashed).filter_map(|node| tooltip(*node)).collect();
    assert_eq!(
        told,
        [
            "4.6.2 → 4.7.0: conditional, risks: A",
            "4.7.0 → 4.7.1: conditional, no reason given",
            "4.6.1 → 4.7.0: conditional, risks: A, B",
            "4.6.1 → odd: conditional, risks: C",
        ]
    );
}

#[test]
fn few_risks_are_called_by_name_and_many_by_number() {
    let svg = svg::draw(&small());
    let few = words(&Document::parse(&svg).unwrap());
    for word in ["A", "B", "C", "no reason given", "A: A hurts."] {
        assert!(few.iter().any(|text| text == word), "{word}: {few:?}");
    }
    let large = large(60, Some("4.12.0"));
    let svg = svg::draw(&large);
    let many = words(&Document::parse(&svg).unwrap());
    assert!(large.risks.len() > 4);
    assert!(many.iter().any(|text| text == "1") && !many.iter().any(|text| text == "Risk13x0"));
    assert!(many.iter().any(|text| text == "Risk13x0: Risk13x0 hurts."), "{many:?}");
}

#[test]
fn risks_of_updates_from_other_releases_stand_in_parentheses() {
    let edges = ["4.6.1>4.6.2", "4.6.1>4.7.0", "4.6.2>4.7.0:A"];
    let svg = svg::draw(&graph(&["4.6.1", "4.6.2", "4.7.0"], &edges, Some("4.6.1")));
    let words = words(&Document::parse(&svg).unwrap());
    assert!(words.contains(&"(A)".to_owned()), "{words:?}");
    assert!(
        words.iter().any(|text| text.ends_with("in parentheses: not of the update from 4.6.1"))
    );
}

#[test]
fn boxes_lead_to_errata_and_to_nothing_else() {
    let mut graph = small();
    for (node, url) in graph.nodes.iter_mut().zip([
        Some("https://example.com/errata/RHBA-2021:3197?a=1&b=\"2\""),
        Some("javascript:alert(1)"),
        Some("data:text/html,<script>"),
        Some("http://mirror.example.com/4.6.2"),
        Some("https://example.com/\u{202e}fdp"),
        None,
    ]) {
        node.release.url = url.map(str::to_owned);
    }
    let svg = svg::draw(&graph);
    let picture = Document::parse(&svg).unwrap();
    let links: Vec<Node<'_, '_>> =
        picture.descendants().filter(|node| node.has_tag_name("a")).collect();
    let lead_to = |link: &Node<'_, '_>| {
        let version = link.descendants().find(|node| node.attribute("class") == Some("version"));
        let boxes = link.children().filter(|node| node.has_tag_name("rect")).count();
        let version = version.and_then(|node| node.text()).unwrap().to_owned();
        (version, boxes, link.attribute("href").unwrap().to_owned())
    };
    let to = |version: &str, url: &str| (version.to_owned(), 1, url.to_owned());
    assert_eq!(
        links.iter().map(lead_to).collect::<Vec<_>>(),
        [
            to("4.7.1", "https://example.com/errata/RHBA-2021:3197?a=1&b=\"2\""),
            to("4.6.2", "http://mirror.example.com/4.6.2"),
        ]
    );
}

#[test]
fn pictures_name_update_services_and_no_files() {
    for (origin, told) in [
        ("/home/jo/secret-customer/graph.json", false),
        ("standard input", false),
        ("https://updates.example.com/api/upgrades_info/v1/graph", true),
    ] {
        let mut graph = small();
        graph.graph.origin = origin.to_owned();
        for drawn in [svg::draw(&graph), dot::draw(&graph), mermaid::draw(&graph)] {
            assert_eq!(drawn.contains(origin), told, "{drawn}");
        }
    }
}

#[test]
fn what_is_left_out_is_said_in_every_language() {
    let graph = large(20, Some("4.12.0"));
    let hidden = graph.edges.iter().filter(|edge| !edge.drawn).count();
    assert!(hidden > 100, "{hidden}");
    for (language, draw) in [
        ("SVG", svg::draw as fn(&UpdateGraph) -> String),
        ("DOT", dot::draw),
        ("Mermaid", mermaid::draw),
    ] {
        let said = format!("{hidden} of {} updates are not drawn", graph.edges.len());
        assert!(draw(&graph).contains(&said), "{language}");
        assert!(!draw(&small()).contains("not drawn"), "{language}");
    }
}

#[test]
fn nothing_to_draw_is_a_picture_all_the_same() {
    let nothing = graph(&[], &[], None);
    assert!(Document::parse(&svg::draw(&nothing)).is_ok());
    assert!(dot::draw(&nothing).ends_with("}\n"));
    assert!(mermaid::draw(&nothing).starts_with("flowchart LR\n"));
}

/// Names as an enemy would give them; without the signs of the sample's own little language.
fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        "[^:,>]{1,12}",
        "[\u{0}-\u{1f}\u{7f}-\u{9f}\u{200b}-\u{202e}\u{feff}\u{fffe}\u{ffff}\"'\\\\<&;#%`|]{1,8}",
        Just("\"]; n0 -- n1 [\"".to_owned()),
        Just("]]&gt;</title><script/><!--".to_owned()),
        Just("end".to_owned()),
        Just("\\N\\\"\\l&amp;%%{init}%%".to_owned()),
    ]
}

fn config() -> ProptestConfig {
    ProptestConfig { rng_seed: RngSeed::Fixed(41), ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn no_name_is_taken_for_a_part_of_the_language(version in name(), risk in name()) {
        let versions = ["4.6.1", version.as_str()];
        let edge = format!("4.6.1>{version}:{risk}");
        prop_assume!(!version.trim().is_empty());
        let graph = graph(&versions, &[&edge], Some("4.6.1"));
        let svg = svg::draw(&graph);
        let picture = Document::parse(&svg).unwrap();
        prop_assert_eq!(of_class(&picture, "node").len(), 2);
        let dot = dot::draw(&graph);
        // Outside of quotes stands what always does.
        let bare = outside_quotes(&dot);
        prop_assert_eq!(bare, outside_quotes(&dot::draw(&plain())));
        let mermaid = mermaid::draw(&graph);
        prop_assert_eq!(shape(&mermaid), shape(&mermaid::draw(&plain())));
        for text in [svg, dot, mermaid] {
            prop_assert!(text.chars().all(|c| c == '\n' || !unsafe_char(c)));
        }
    }
}

fn plain() -> UpdateGraph {
    graph(&["4.6.1", "plain"], &["4.6.1>plain:Risk"], Some("4.6.1"))
}

/// Returns DOT without what stands between quotes.
fn outside_quotes(dot: &str) -> String {
    let (mut out, mut quoted, mut escaped) = (String::new(), false, false);
    for c in dot.chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            c if !quoted => out.push(c),
            _ => {}
        }
    }
    assert!(!quoted, "a quote is open: {dot}");
    out
}

/// Returns Mermaid without comments and labels, which have nothing but letters and entities.
fn shape(mermaid: &str) -> String {
    let lines = mermaid.lines().filter(|line| !line.starts_with("%% "));
    let parts = lines.map(|line| {
        let parts: Vec<&str> = line.split('"').collect();
        for label in parts.iter().skip(1).step_by(2) {
            let stray = label.chars().find(|c| c.is_ascii() && "\"`<>{}[]|%\\:/".contains(*c));
            assert_eq!(stray, None, "{label}");
        }
        parts.into_iter().step_by(2).collect::<Vec<_>>().join("\"")
    });
    parts.collect::<Vec<_>>().join("\n")
}
