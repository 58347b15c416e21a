//! PromQL: whether a query returns one series, which is the only result that decides on a risk.

use std::collections::BTreeSet;

use promql_parser::label::Labels;
use promql_parser::parser::token::{T_BOTTOMK, T_LAND, T_LIMITK, T_LOR, T_LUNLESS, T_TOPK};
use promql_parser::parser::value::ValueType;
use promql_parser::parser::{
    AggregateExpr, BinaryExpr, Call, Expr, LabelModifier, VectorMatchCardinality,
};

use crate::promql;

/// Returns why a query may return something else than one series; an error if it is not a query.
pub fn check(query: &str) -> Result<Option<String>, String> {
    promql::parse(query).map(|expression| oddity(&expression))
}

fn oddity(expression: &Expr) -> Option<String> {
    match expression.value_type() {
        ValueType::Vector => {}
        kind => return Some(format!("the query returns a {kind}, not one series")),
    }
    let Series { bare, split, .. } = series(expression);
    if let Some(metric) = bare {
        return Some(format!("{metric} is not aggregated: the query may return several series"));
    }
    split
        .then(|| "the sides of an `or` have different labels: the query may return both".to_owned())
}

/// What is known about the series of a vector.
#[derive(Default)]
struct Series {
    /// A selector whose series are returned unchanged.
    bare: Option<String>,
    /// Whether both sides of an `or` may be returned.
    split: bool,
    /// The labels of its series; none if they are unknown.
    labels: Option<BTreeSet<String>>,
}

impl Series {
    fn one() -> Self {
        Self { labels: Some(BTreeSet::new()), ..Self::default() }
    }
}

fn series(expression: &Expr) -> Series {
    match expression {
        Expr::Aggregate(aggregate) => aggregated(aggregate),
        Expr::Binary(binary) => joined(binary),
        Expr::Call(call) => called(call),
        Expr::Unary(unary) => series(&unary.expr),
        Expr::Paren(paren) => series(&paren.expr),
        Expr::Subquery(subquery) => series(&subquery.expr),
        Expr::VectorSelector(selector) => bare(selector.name.as_deref()),
        Expr::MatrixSelector(selector) => bare(selector.vs.name.as_deref()),
        Expr::NumberLiteral(_) | Expr::StringLiteral(_) | Expr::Extension(_) => Series::one(),
    }
}

fn bare(metric: Option<&str>) -> Series {
    let metric = metric.map_or("a selector".to_owned(), |metric| format!("`{metric}`"));
    Series { bare: Some(metric), ..Series::default() }
}

fn aggregated(aggregate: &AggregateExpr) -> Series {
    let one = |param: &Expr| matches!(param, Expr::NumberLiteral(number) if number.val <= 1.0);
    let picks = [T_TOPK, T_BOTTOMK, T_LIMITK].contains(&aggregate.op.id());
    let labels = match &aggregate.modifier {
        None => Some(BTreeSet::new()),
        Some(LabelModifier::Include(labels)) => Some(set(labels)),
        Some(LabelModifier::Exclude(_)) => None,
    };
    let alone = labels.as_ref().is_some_and(BTreeSet::is_empty);
    match aggregate.param.as_deref() {
        // These return series unchanged, as many as they get.
        Some(param) if picks && alone && one(param) => Series::default(),
        Some(_) if picks => series(&aggregate.expr),
        _ => Series { labels, ..Series::default() },
    }
}

/// The label that identifies clusters of a fleet is empty within a cluster.
fn set(labels: &Labels) -> BTreeSet<String> {
    labels.labels.iter().filter(|label| *label != "_id").cloned().collect()
}

fn called(call: &Call) -> Series {
    if ["absent", "absent_over_time", "vector"].contains(&call.func.name) {
        return Series::one();
    }
    let arguments = call.args.args.iter().map(Box::as_ref);
    let many = |kind: ValueType| matches!(kind, ValueType::Vector | ValueType::Matrix);
    let Some(argument) = arguments.clone().find(|argument| many(argument.value_type())) else {
        return Series::one();
    };
    let mut found = series(argument);
    if ["label_replace", "label_join"].contains(&call.func.name)
        && let (Some(labels), Some(Expr::StringLiteral(label))) =
            (&mut found.labels, call.args.args.get(1).map(Box::as_ref))
    {
        labels.insert(label.val.clone());
    }
    found
}

fn joined(binary: &BinaryExpr) -> Series {
    let scalar = |side: &Expr| side.value_type() == ValueType::Scalar;
    if scalar(&binary.lhs) {
        return series(&binary.rhs);
    }
    if scalar(&binary.rhs) {
        return series(&binary.lhs);
    }
    let (left, right) = (series(&binary.lhs), series(&binary.rhs));
    let modifier = binary.modifier.as_ref();
    match binary.op.id() {
        T_LAND | T_LUNLESS => left,
        T_LOR => {
            let on = modifier.and_then(|modifier| modifier.matching.as_ref());
            let split = left.split || right.split || splits(&left, &right, on);
            let labels = left.labels.filter(|labels| Some(labels) == right.labels.as_ref());
            Series { bare: left.bare.or(right.bare), split, labels }
        }
        _ => match modifier.map(|modifier| &modifier.card) {
            Some(VectorMatchCardinality::ManyToOne(more)) => with(left, more),
            Some(VectorMatchCardinality::OneToMany(more)) => with(right, more),
            // Series without a match are dropped: there are no more than on the smaller side.
            _ if left.bare.is_some() => Series { labels: None, ..right },
            _ => left,
        },
    }
}

fn with(mut series: Series, more: &Labels) -> Series {
    if let Some(labels) = &mut series.labels {
        labels.extend(set(more));
    }
    series
}

/// Returns whether a series of the right side can be returned next to one of the left: if they have
/// labels that the other lacks, and these count.
fn splits(left: &Series, right: &Series, on: Option<&LabelModifier>) -> bool {
    let (Some(left), Some(right)) = (&left.labels, &right.labels) else { return false };
    let counts = |label: &String| match on {
        None => true,
        Some(LabelModifier::Include(labels)) => labels.labels.contains(label),
        Some(LabelModifier::Exclude(labels)) => !labels.labels.contains(label),
    };
    left.symmetric_difference(right).any(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_use_answers_with_one_series() {
        for query in [
            "group(a{_id=\"\",name=\"aro\"}) or 0 * group(a{_id=\"\"})",
            "group by (type) (a{type=\"AWS\"}) or 0 * group by (type) (a)",
            "topk(1, a{type=\"AWS\"} or 0 * a)",
            "topk(1, a or 0 * a) * on () group_left (x) topk(1, b or on () 0 * topk(1, b))",
            "group by (_id, x) (a) or on (_id) 0 * group by (y) (b)",
            "group by (_id, x) (a) or 0 * group by (x) (b)",
            "1 - max(a)",
            "max(a) > bool 3",
            "label_replace(group(a), \"x\", \"yes\", \"\", \"\") or label_replace(0 * group(b), \"x\", \"no\", \"\", \"\")",
            "vector(1)",
            "absent(a)",
            "-max(max_over_time(a[5m:1m]))",
            "group(a) and b",
        ] {
            assert_eq!(check(query), Ok(None), "{query}");
        }
    }

    #[test]
    fn queries_that_may_return_several_series_are_reported() {
        for (query, told) in [
            ("a{type=~\"VSphere|None\"} or 0 * a", "`a` is not aggregated"),
            ("max_over_time(a[1h])", "`a` is not aggregated"),
            ("group(a) or 0 * b", "`b` is not aggregated"),
            ("topk(2, a)", "`a` is not aggregated"),
            ("a * on () group_left () group(b)", "`a` is not aggregated"),
            ("{__name__=~\"a.*\"}", "a selector is not aggregated"),
            ("group by (x) (a) or 0 * group(b)", "the sides of an `or`"),
            ("group by (x) (a) or 0 * group by (y) (b)", "the sides of an `or`"),
            ("1", "the query returns a scalar"),
            ("scalar(max(a))", "the query returns a scalar"),
            ("a[5m]", "the query returns a matrix"),
        ] {
            let found = check(query).unwrap().unwrap_or_default();
            assert!(found.starts_with(told), "{query}: {found}");
        }
    }
}
