//! PromQL: whether a text is a valid query.

pub mod shape;

use promql_parser::parser::Expr;

/// Longer queries are not sent; the longest real one has about a thousand characters.
pub(crate) const LONGEST: usize = 4 << 10;

/// Returns why a query is not sent.
pub fn check(query: &str) -> Result<(), String> {
    parse(query).map(drop)
}

/// Parses a query, or returns why it is not sent.
pub(crate) fn parse(query: &str) -> Result<Expr, String> {
    if query.len() > LONGEST {
        return Err(format!("the query is longer than {} KiB", LONGEST >> 10));
    }
    promql_parser::parser::parse(query).map_err(|problem| {
        let problem = problem.split_whitespace().collect::<Vec<_>>().join(" ");
        format!("invalid PromQL: {problem}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_use_is_a_query() {
        for query in [
            "cluster_infrastructure_provider{type=~\"VSphere|None\"}",
            "max(cluster_proxy_enabled{type=~\"https?\"})\nor\n0 * max(cluster_proxy_enabled)",
            "topk by (_id) (1,\n  group by (_id) (up{_id=\"\"} > 0)\n  or\n  0 * group by (_id) (up{_id=\"\"}))",
            "sum_over_time(a[5m:1m] offset 1h)",
            "1",
        ] {
            assert_eq!(check(query), Ok(()), "{query}");
        }
    }

    #[test]
    fn what_is_not_a_query_or_too_long_is_not_sent() {
        for query in ["", "max(", "a b", "sum by a", "😀"] {
            assert!(check(query).is_err(), "{query}");
        }
        let long = format!("max({})", "a".repeat(LONGEST));
        assert_eq!(check(&long).unwrap_err(), "the query is longer than 4 KiB");
    }
}
