//! Metrics of the service, in the Prometheus text format.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use http::StatusCode;

use super::api::question::ApiEndpoint;
use super::prepared::GraphCounts;
use crate::listener::exposition::Exposition;

/// The endpoint of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Endpoint {
    Graph,
    GraphData,
    OpenApi,
    /// Of the explorer.
    Api(ApiEndpoint),
    Health,
    Metrics,
    Page,
    Other,
}

const ENDPOINTS: [(Endpoint, &str); 10] = [
    (Endpoint::Graph, "graph"),
    (Endpoint::GraphData, "graph-data"),
    (Endpoint::OpenApi, "openapi"),
    (Endpoint::Api(ApiEndpoint::Channels), "api-channels"),
    (Endpoint::Api(ApiEndpoint::Graph), "api-graph"),
    (Endpoint::Api(ApiEndpoint::Path), "api-path"),
    (Endpoint::Health, "health"),
    (Endpoint::Metrics, "metrics"),
    (Endpoint::Page, "page"),
    (Endpoint::Other, "other"),
];
const CODES: [u16; 9] = [200, 204, 304, 400, 404, 405, 406, 500, 503];

/// An attempt to load the data.
#[derive(Debug, Clone, Default)]
pub(crate) struct Attempt {
    /// Whether it is served.
    pub(crate) good: bool,
    /// When it ended, in seconds of Unix time.
    pub(crate) at: f64,
    /// How long it took, in seconds.
    pub(crate) took: f64,
    /// Files with errors, for which it is not served.
    pub(crate) invalid: usize,
    /// Ambiguous files, which are read the safer way.
    pub(crate) doubtful: usize,
    /// Whether it was refused because most of the data is missing.
    pub(crate) lost: bool,
}

#[derive(Debug, Default)]
pub(crate) struct ServiceMetrics {
    answers: [[AtomicU64; CODES.len()]; ENDPOINTS.len()],
    loads: Mutex<Loads>,
    certificate: Mutex<Option<bool>>,
}

#[derive(Debug, Default)]
struct Loads {
    last: Attempt,
    good: u64,
    bad: u64,
    last_good: f64,
}

impl ServiceMetrics {
    pub(crate) fn count(&self, endpoint: Endpoint, status: StatusCode) {
        let row = ENDPOINTS.iter().position(|(known, _)| *known == endpoint);
        let column = CODES.iter().position(|code| *code == status.as_u16());
        if let (Some(row), Some(column)) = (row, column) {
            self.answers[row][column].fetch_add(1, Ordering::Relaxed);
        }
    }

    pub(crate) fn loaded(&self, attempt: Attempt) {
        let mut loads = self.loads.lock().unwrap_or_else(PoisonError::into_inner);
        if attempt.good {
            loads.good += 1;
            loads.last_good = attempt.at;
        } else {
            loads.bad += 1;
        }
        loads.last = attempt;
    }

    /// Notes whether the newest certificate is in use. Without TLS there is no such metric.
    pub(crate) fn certified(&self, good: bool) {
        *self.certificate.lock().unwrap_or_else(PoisonError::into_inner) = Some(good);
    }

    /// Returns the body of health checks. The service responds in any case: a restart would not help.
    pub(crate) fn health(&self) -> &'static str {
        let loads = self.loads.lock().unwrap_or_else(PoisonError::into_inner);
        if loads.last.good {
            "ok\n"
        } else {
            "ok, but the newest data is bad: serving the old data\n"
        }
    }

    pub(crate) fn text(&self, counts: GraphCounts) -> String {
        let mut out = Exposition::new(PREFIX);
        let loads = self.loads.lock().unwrap_or_else(PoisonError::into_inner);
        let Loads { last, good, bad, last_good } = &*loads;
        out.put("gauge", "last_load_success", "Whether the newest data is served (1) or bad (0).");
        out.value("last_load_success", u8::from(last.good));
        let name = "last_successful_load_timestamp_seconds";
        out.put("gauge", name, "Time of the last successful load.");
        out.value(name, format!("{last_good:.3}"));
        out.put("gauge", "last_load_duration_seconds", "Duration of the last load.");
        out.value("last_load_duration_seconds", format!("{:.3}", last.took));
        out.put("counter", "loads_total", "Loads of data, by result.");
        out.value("loads_total{result=\"good\"}", good);
        out.value("loads_total{result=\"bad\"}", bad);
        out.put(
            "gauge",
            "invalid_files",
            "Files with errors in the newest data, which is not served.",
        );
        out.value("invalid_files", last.invalid);
        let help = "Ambiguous files in the newest data, which are read the safer way.";
        out.put("gauge", "doubtful_files", help);
        out.value("doubtful_files", last.doubtful);
        let help = "Whether the newest data is refused because most of the data is missing.";
        out.put("gauge", "data_loss_refused", help);
        out.value("data_loss_refused", u8::from(last.lost));
        let certificate = *self.certificate.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(good) = certificate {
            let help = "Whether the newest certificate is in use (1) or unusable (0).";
            out.put("gauge", "certificate_load_success", help);
            out.value("certificate_load_success", u8::from(good));
        }
        sizes(&mut out, counts);
        self.responses(&mut out);
        out.text()
    }

    fn responses(&self, out: &mut Exposition) {
        let help = "Responses, by endpoint and status code.";
        out.put("counter", "responses_total", help);
        for ((_, endpoint), row) in ENDPOINTS.iter().zip(&self.answers) {
            for (code, count) in CODES.iter().zip(row) {
                let count = count.load(Ordering::Relaxed);
                if count > 0 || (*endpoint == "graph" && *code == 200) {
                    let name =
                        format!("responses_total{{endpoint=\"{endpoint}\",code=\"{code}\"}}");
                    out.value(&name, count);
                }
            }
        }
    }
}

fn sizes(out: &mut Exposition, counts: GraphCounts) {
    let help = "Size of the served graph, by kind.";
    out.put("gauge", "graph_size", help);
    let GraphCounts { releases, channels, edges, conditional } = counts;
    for (of, size) in [
        ("releases", releases),
        ("channels", channels),
        ("edges", edges),
        ("conditional_edges", conditional),
    ] {
        out.value(&format!("graph_size{{of=\"{of}\"}}"), size);
    }
}

const PREFIX: &str = "upgrade_service_";

#[cfg(test)]
mod tests {
    use super::*;

    fn line<'a>(text: &'a str, name: &str) -> &'a str {
        let name = format!("{PREFIX}{name} ");
        text.lines().find_map(|line| line.strip_prefix(&name)).unwrap_or("none")
    }

    #[test]
    fn a_bad_load_is_seen_and_the_last_good_one_still_known() {
        let metrics = ServiceMetrics::default();
        metrics.loaded(Attempt { good: true, at: 100.0, doubtful: 1, ..Attempt::default() });
        metrics.loaded(Attempt { good: false, at: 200.0, invalid: 3, ..Attempt::default() });
        let text = metrics.text(GraphCounts { releases: 7, ..GraphCounts::default() });
        for (name, value) in [
            ("last_load_success", "0"),
            ("last_successful_load_timestamp_seconds", "100.000"),
            ("loads_total{result=\"good\"}", "1"),
            ("loads_total{result=\"bad\"}", "1"),
            ("invalid_files", "3"),
            ("doubtful_files", "0"),
            ("graph_size{of=\"releases\"}", "7"),
        ] {
            assert_eq!(line(&text, name), value, "{name}");
        }
        metrics.loaded(Attempt { good: true, at: 300.0, ..Attempt::default() });
        let text = metrics.text(GraphCounts::default());
        assert_eq!(line(&text, "last_load_success"), "1");
        assert_eq!(line(&text, "invalid_files"), "0");
    }

    #[test]
    fn answers_are_counted_by_what_they_are() {
        let metrics = ServiceMetrics::default();
        metrics.count(Endpoint::Graph, StatusCode::OK);
        metrics.count(Endpoint::Graph, StatusCode::OK);
        metrics.count(Endpoint::Graph, StatusCode::BAD_REQUEST);
        let text = metrics.text(GraphCounts::default());
        assert_eq!(line(&text, "responses_total{endpoint=\"graph\",code=\"200\"}"), "2");
        assert_eq!(line(&text, "responses_total{endpoint=\"graph\",code=\"400\"}"), "1");
        assert!(!text.contains("graph-data"), "what was not requested is not counted");
    }

    #[test]
    fn every_value_has_its_help_and_type() {
        let text = ServiceMetrics::default().text(GraphCounts::default());
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let name = line.split(['{', ' ']).next().unwrap();
            for word in ["HELP", "TYPE"] {
                assert!(text.contains(&format!("# {word} {name} ")), "{word} {name}");
            }
        }
    }
}
