//! No line runs behind a box, measured on what is drawn.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use roxmltree::{Document, Node};

use crate::actions::show_graph::view::UpdateGraph;
use crate::commands::graph::show::drawing::svg;
use crate::commands::graph::show::testing::{graph, large};

const SAMPLES: u16 = 64; // points of each part of a line

type Point = (f64, f64);

/// A box: where it begins, and where it ends.
type Area = (Point, Point);

/// How many boxes lines run behind, other than those they lead from and to.
#[derive(Debug, PartialEq, Eq)]
struct Crossings {
    drawn: usize,
    /// If each line went straight from box to box.
    straight: usize,
}

fn crossings(graph: &UpdateGraph) -> Crossings {
    let svg = svg::draw(graph);
    let picture = Document::parse(&svg).unwrap();
    let boxes: Vec<Area> = told(&picture, "rect").into_iter().map(area).collect();
    assert_eq!(boxes.len(), graph.nodes.len());
    let place = |version: &str| {
        graph.nodes.iter().position(|node| node.release.version == version).unwrap()
    };
    let (mut drawn, mut straight, mut seen) = (0, 0, 0);
    for line in told(&picture, "path") {
        let title = line.first_element_child().and_then(|title| title.text()).unwrap();
        let (from, to) = title.split_once(": ").unwrap().0.split_once(" → ").unwrap();
        let ends = [place(from), place(to)];
        let others = boxes.iter().enumerate().filter(|(number, _)| !ends.contains(number));
        let others: Vec<&Area> = others.map(|(_, area)| area).collect();
        let behind = |points: &[Point]| {
            others.iter().filter(|area| points.iter().any(|point| within(*point, area))).count()
        };
        drawn += behind(&points(line.attribute("d").unwrap()));
        straight += behind(&sampled(&ends.map(|end| middle(&boxes[end]))));
        seen += 1;
    }
    assert_eq!(seen, graph.edges.iter().filter(|edge| edge.drawn).count());
    Crossings { drawn, straight }
}

/// Returns the elements with a tooltip: those of the legend have none.
fn told<'a>(picture: &'a Document<'a>, element: &str) -> Vec<Node<'a, 'a>> {
    let elements = picture.descendants().filter(|node| node.has_tag_name(element));
    elements.filter(|node| node.first_element_child().is_some()).collect()
}

fn area(node: Node<'_, '_>) -> Area {
    let [x, y, width, height] = ["x", "y", "width", "height"]
        .map(|name| node.attribute(name).unwrap().parse::<f64>().unwrap());
    ((x, y), (x + width, y + height))
}

fn middle(((left, top), (right, bottom)): &Area) -> Point {
    (f64::midpoint(*left, *right), f64::midpoint(*top, *bottom))
}

fn within((x, y): Point, ((left, top), (right, bottom)): &Area) -> bool {
    *left < x && x < *right && *top < y && y < *bottom
}

/// Returns points along a path, which has absolute commands only.
fn points(path: &str) -> Vec<Point> {
    let mut at = (0.0, 0.0);
    let mut out = Vec::new();
    for (command, numbers) in parts(path) {
        let mut stops = vec![at];
        match command {
            'H' => stops.push((numbers[0], at.1)),
            'V' => stops.push((at.0, numbers[0])),
            'M' | 'L' | 'Q' | 'C' => stops.extend(numbers.chunks(2).map(|two| (two[0], two[1]))),
            other => panic!("{other} in {path}"),
        }
        at = stops[stops.len() - 1];
        if command != 'M' {
            out.extend(sampled(&stops));
        }
    }
    out
}

fn parts(path: &str) -> Vec<(char, Vec<f64>)> {
    let starts = path.match_indices(|c: char| c.is_ascii_alphabetic()).map(|(start, _)| start);
    let mut starts: Vec<usize> = starts.collect();
    starts.push(path.len());
    let part = |two: &[usize]| {
        let numbers = path[two[0] + 1..two[1]].split(' ').map(|word| word.parse().unwrap());
        (path[two[0]..].chars().next().unwrap(), numbers.collect())
    };
    starts.windows(2).map(part).collect()
}

/// Returns points on the Bézier curve of any degree with these stops; two of them are a straight line.
fn sampled(stops: &[Point]) -> Vec<Point> {
    let at = |step: u16| {
        let share = f64::from(step) / f64::from(SAMPLES);
        let mut stops = stops.to_vec();
        while stops.len() > 1 {
            let nearer = |two: &[Point]| {
                let [(x, y), (to_x, to_y)] = [two[0], two[1]];
                (x + (to_x - x) * share, y + (to_y - y) * share)
            };
            stops = stops.windows(2).map(nearer).collect();
        }
        stops[0]
    };
    (0..=SAMPLES).map(at).collect()
}

#[test]
fn lines_run_behind_no_box_where_straight_ones_would() {
    for (name, graph) in [
        ("three minor versions", large(30, None)),
        ("many rows", large(100, None)),
        ("many rows, from an old release", large(100, Some("4.12.7"))),
        ("from the middle", large(40, Some("4.13.3"))),
        ("high boxes", high_boxes()),
        ("back to an older release", downwards()),
    ] {
        let Crossings { drawn, straight } = crossings(&graph);
        assert!(straight > 0, "{name} shows nothing");
        assert_eq!(drawn, 0, "{name}");
    }
}

/// Three rows, the middle one with boxes of many heights.
fn high_boxes() -> UpdateGraph {
    let versions: Vec<String> =
        (6..9).flat_map(|minor| (0..6).map(move |patch| format!("4.{minor}.{patch}"))).collect();
    let versions: Vec<&str> = versions.iter().map(String::as_str).collect();
    let edges = [
        "4.6.0>4.8.5",
        "4.6.1>4.8.0",
        "4.6.2>4.8.2",
        "4.6.5>4.8.3",
        "4.6.0>4.7.1:A,B,C,D",
        "4.6.2>4.7.3:LongNamedRiskOfStorageOnManyPlatforms,B",
        "4.7.0>4.7.2",
        "4.7.1>4.7.4",
        "4.7.2>4.7.5",
        "4.7.0>4.7.5",
        "4.6.0>4.6.5",
        "4.7.4>4.8.1",
    ];
    graph(&versions, &edges, None)
}

fn downwards() -> UpdateGraph {
    let versions: Vec<String> =
        (6..9).flat_map(|minor| (0..5).map(move |patch| format!("4.{minor}.{patch}"))).collect();
    let versions: Vec<&str> = versions.iter().map(String::as_str).collect();
    graph(&versions, &["4.8.2>4.6.2", "4.8.0>4.6.4", "4.7.3>4.7.0", "4.6.1>4.8.1"], None)
}

fn config() -> ProptestConfig {
    ProptestConfig { cases: 48, rng_seed: RngSeed::Fixed(43), ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn no_line_of_any_graph_runs_behind_a_box(
        minors in prop::collection::vec(1_usize..30, 1..5),
        ends in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0_usize..4), 1..60),
        from in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let versions: Vec<String> = minors
            .iter()
            .enumerate()
            .flat_map(|(minor, patches)| (0..*patches).map(move |patch| format!("4.{minor}.{patch}")))
            .collect();
        let edges: Vec<String> = ends
            .iter()
            .filter(|(from, to, _)| from.get(&versions) != to.get(&versions))
            .map(|(from, to, risks)| {
                let names: Vec<String> = (0..*risks).map(|risk| format!("Risk{risk}")).collect();
                let colon = if names.is_empty() { "" } else { ":" };
                format!("{}>{}{colon}{}", from.get(&versions), to.get(&versions), names.join(","))
            })
            .collect();
        let from = from.map(|from| from.get(&versions).as_str());
        let versions: Vec<&str> = versions.iter().map(String::as_str).collect();
        let edges: Vec<&str> = edges.iter().map(String::as_str).collect();
        prop_assert_eq!(crossings(&graph(&versions, &edges, from)).drawn, 0);
    }
}
