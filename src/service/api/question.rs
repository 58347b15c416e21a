//! Questions to the explorer: the rules of their parameters, which have the names of the flags.

use std::collections::BTreeMap;

use http::StatusCode;
use serde::Serialize;

use crate::actions::find_path::{self, PathQuestion};
use crate::cli::invocation::Invocation;
use crate::cli::values;
use crate::error::Error;

/// A valid question. Questions that mean the same are equal.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ApiQuestion {
    Channels(GraphPlace),
    Graph(GraphQuestion),
    Path(PathAsked),
}

/// The endpoint of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ApiEndpoint {
    Channels,
    Graph,
    Path,
}

/// Which graph is meant.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct GraphPlace {
    /// None for all.
    pub(crate) channels: Vec<String>,
    pub(crate) arch: Option<String>,
    /// In lowercase.
    pub(crate) platform: Option<String>,
}

/// As of `upgrade graph show`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct GraphQuestion {
    pub(crate) place: GraphPlace,
    pub(crate) from: Option<String>,
    pub(crate) to: Option<String>,
    pub(crate) all: bool,
}

/// As of `upgrade path`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PathAsked {
    pub(crate) place: GraphPlace,
    /// None for the version of the cluster.
    pub(crate) from: Option<String>,
    pub(crate) to: String,
    pub(crate) eus: bool,
    pub(crate) count: u8,
    pub(crate) allow_not_recommended: bool,
    pub(crate) accept: Vec<String>,
}

/// Why there is no answer: a stable name, the parameter, and a text for people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct ApiError {
    #[serde(skip)]
    pub(crate) status: StatusCode,
    pub(crate) kind: &'static str,
    pub(crate) parameter: Option<String>,
    pub(crate) value: String,
    pub(crate) hints: Vec<String>,
}

const LONGEST: usize = 8 << 10; // bytes of a query
const MOST_PATHS: u8 = 100; // as of `upgrade path --all`

impl ApiQuestion {
    pub(crate) fn read(endpoint: ApiEndpoint, query: &str) -> Result<Self, ApiError> {
        let mut given = Parameters::read(query)?;
        let question = match endpoint {
            ApiEndpoint::Channels => Self::Channels(given.clients()?),
            ApiEndpoint::Graph => Self::Graph(GraphQuestion {
                place: given.place()?,
                from: given.version("from")?,
                to: given.version("to")?,
                all: given.flag("all")?,
            }),
            ApiEndpoint::Path => Self::Path(PathAsked::read(&mut given)?),
        };
        given.end()?;
        Ok(question)
    }
}

impl PathAsked {
    fn read(given: &mut Parameters) -> Result<Self, ApiError> {
        let asked = Self {
            place: given.place()?,
            from: given.version("from")?,
            to: given.one("to")?.ok_or_else(|| ApiError::missing("to"))?,
            eus: given.flag("eus")?,
            count: given.number("all")?,
            allow_not_recommended: given.flag("allow-not-recommended")?,
            accept: given.list("accept"),
        };
        asked.question().map(|_| asked)
    }

    /// Returns the same for the search.
    pub(crate) fn question(&self) -> Result<PathQuestion, ApiError> {
        let invocation = Invocation::new("upgrade".to_owned(), Vec::new());
        let goal = find_path::goal(&self.to, self.eus, &invocation)
            .map_err(|error| ApiError::invalid("to", &error))?;
        Ok(PathQuestion {
            goal,
            channels: self.place.channels.clone(),
            eus: self.eus,
            count: self.count,
            allow_not_recommended: self.allow_not_recommended,
            accept: self.accept.clone(),
        })
    }
}

/// Parameters that are not read yet.
struct Parameters(BTreeMap<String, Vec<String>>);

impl Parameters {
    fn read(query: &str) -> Result<Self, ApiError> {
        if query.len() > LONGEST {
            return Err(ApiError::new(
                StatusCode::BAD_REQUEST,
                "invalid_params",
                format!("the query is longer than {LONGEST} bytes"),
            ));
        }
        let mut given: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (key, value) in form_urlencoded::parse(query.as_bytes()) {
            given.entry(key.into_owned()).or_default().push(value.into_owned());
        }
        Ok(Self(given))
    }

    /// Returns a parameter; an empty one counts as absent.
    fn one(&mut self, name: &'static str) -> Result<Option<String>, ApiError> {
        let mut given = self.0.remove(name).unwrap_or_default();
        if given.len() > 1 {
            return Err(ApiError::invalid_text(name, format!("{name} is given more than once")));
        }
        Ok(given.pop().filter(|text| !text.is_empty()))
    }

    /// Returns the values of a parameter that may be repeated or be a list, each once.
    fn list(&mut self, name: &str) -> Vec<String> {
        let given = self.0.remove(name).unwrap_or_default();
        let parts = given.iter().flat_map(|text| text.split(',')).map(str::trim);
        let mut values: Vec<String> = Vec::new();
        for part in parts.filter(|part| !part.is_empty()) {
            if !values.iter().any(|known| known == part) {
                values.push(part.to_owned());
            }
        }
        values
    }

    fn flag(&mut self, name: &'static str) -> Result<bool, ApiError> {
        match self.one(name)?.as_deref() {
            None | Some("false") => Ok(false),
            Some("true") => Ok(true),
            Some(other) => {
                let text = format!("{name} is true or false, not {other:?}");
                Err(ApiError::invalid_text(name, text))
            }
        }
    }

    fn number(&mut self, name: &'static str) -> Result<u8, ApiError> {
        let Some(text) = self.one(name)? else { return Ok(1) };
        let number = text.parse().ok().filter(|number| (1..=MOST_PATHS).contains(number));
        let complaint = || format!("{name} is a number from 1 to {MOST_PATHS}, not {text:?}");
        number.ok_or_else(|| ApiError::invalid_text(name, complaint()))
    }

    fn version(&mut self, name: &'static str) -> Result<Option<String>, ApiError> {
        let version = self.one(name)?.map(|text| values::version(name, &text));
        version.transpose().map_err(|error| ApiError::invalid(name, &error))
    }

    fn place(&mut self) -> Result<GraphPlace, ApiError> {
        let channels = self.list("channel").into_iter().map(|name| values::channel(&name));
        let channels = channels.collect::<Result<_, _>>();
        let channels = channels.map_err(|error| ApiError::invalid("channel", &error))?;
        Ok(GraphPlace { channels, ..self.clients()? })
    }

    /// Reads the architecture and the platform.
    fn clients(&mut self) -> Result<GraphPlace, ApiError> {
        Ok(GraphPlace {
            channels: Vec::new(),
            arch: self
                .letters("arch", |letter| letter.is_ascii_digit() || letter.is_ascii_lowercase())?,
            platform: self
                .letters("platform", |letter| letter.is_ascii_alphanumeric())?
                .map(|name| name.to_ascii_lowercase()),
        })
    }

    fn letters(
        &mut self,
        name: &'static str,
        legal: fn(u8) -> bool,
    ) -> Result<Option<String>, ApiError> {
        match self.one(name)? {
            Some(text) if !text.bytes().all(legal) => {
                let text = format!("{name} has invalid characters: {text:?}");
                Err(ApiError::invalid_text(name, text))
            }
            text => Ok(text),
        }
    }

    /// Refuses parameters that are not known: a typo would change the answer.
    fn end(self) -> Result<(), ApiError> {
        let Some(name) = self.0.into_keys().next() else { return Ok(()) };
        let value = format!("{name:?} is not a parameter of this endpoint");
        let error = ApiError::new(StatusCode::BAD_REQUEST, "invalid_params", value);
        Err(ApiError { parameter: Some(name), ..error })
    }
}

impl ApiError {
    fn new(status: StatusCode, kind: &'static str, value: String) -> Self {
        Self { status, kind, parameter: None, value, hints: Vec::new() }
    }

    pub(crate) fn missing(parameter: &'static str) -> Self {
        let value = format!("{parameter} is missing");
        Self {
            parameter: Some(parameter.to_owned()),
            ..Self::new(StatusCode::BAD_REQUEST, "missing_params", value)
        }
    }

    fn invalid(parameter: &'static str, error: &Error) -> Self {
        let message = error.message();
        let prefix = format!("{parameter}: ");
        let value =
            if message.starts_with(&prefix) { message } else { format!("{prefix}{message}") };
        Self::invalid_text(parameter, value)
    }

    fn invalid_text(parameter: &'static str, value: String) -> Self {
        Self {
            parameter: Some(parameter.to_owned()),
            ..Self::new(StatusCode::BAD_REQUEST, "invalid_params", value)
        }
    }

    pub(crate) fn no_such_version(parameter: &'static str, error: &Error) -> Self {
        Self {
            parameter: Some(parameter.to_owned()),
            hints: error.hints.iter().map(ToString::to_string).collect(),
            ..Self::new(StatusCode::NOT_FOUND, "no_such_version", error.message())
        }
    }

    /// An answer that cannot be made.
    pub(crate) fn failed(value: String) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "failed", value)
    }

    /// What the cluster or its update service did not answer.
    pub(crate) fn unreadable(error: &Error) -> Self {
        let hints = error.hints.iter().map(ToString::to_string).collect();
        Self { hints, ..Self::new(StatusCode::BAD_GATEWAY, "failed", error.message()) }
    }

    /// Too many questions at once.
    pub(crate) fn busy() -> Self {
        let value = "too many questions at once: retry in a second".to_owned();
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "busy", value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(query: &str) -> Result<ApiQuestion, ApiError> {
        ApiQuestion::read(ApiEndpoint::Path, query)
    }

    #[test]
    fn lists_are_repeated_or_separated_by_commas_as_of_the_flags() {
        let one = path("from=4.6.1&to=4.7&channel=a,b&channel=a&accept=X,Y&all=&eus=false");
        let other = path("to=4.7&channel=a&channel=b&from=4.6.1&accept=X&accept=Y");
        assert_eq!(one, other, "the same question is the same key");
        let Ok(ApiQuestion::Path(asked)) = one else { panic!("{one:?}") };
        assert_eq!(asked.place.channels, ["a", "b"]);
        assert_eq!((asked.accept.len(), asked.count, asked.eus), (2, 1, false));
    }

    #[test]
    fn a_complaint_names_the_parameter() {
        for (query, kind, parameter) in [
            ("from=4.6.1", "missing_params", "to"),
            ("from=4.6.1&to=", "missing_params", "to"),
            ("to=4.7.0&from=4.6", "invalid_params", "from"),
            ("to=v4.7.0", "invalid_params", "to"),
            ("to=%3Cscript%3E", "invalid_params", "to"),
            ("to=4.7&eus=true", "invalid_params", "to"),
            ("to=4.8&eus=yes", "invalid_params", "eus"),
            ("to=4.8&all=0", "invalid_params", "all"),
            ("to=4.8&all=101", "invalid_params", "all"),
            ("to=4.8&to=4.9", "invalid_params", "to"),
            ("to=4.8&channel=Stable", "invalid_params", "channel"),
            ("to=4.8&arch=x86-64", "invalid_params", "arch"),
            ("to=4.8&platform=%00", "invalid_params", "platform"),
            ("to=4.8&chanel=a", "invalid_params", "chanel"),
        ] {
            let error = path(query).unwrap_err();
            let found = (error.status.as_u16(), error.kind, error.parameter.as_deref());
            assert_eq!(found, (400, kind, Some(parameter)), "{query}");
            assert!(error.value.contains(parameter), "{query}: {}", error.value);
        }
    }

    #[test]
    fn a_query_without_end_is_not_read() {
        let error = path(&format!("to=4.8&accept={}", "R".repeat(LONGEST))).unwrap_err();
        assert_eq!(error.value, "the query is longer than 8192 bytes");
    }

    #[test]
    fn the_other_endpoints_take_what_they_know() {
        let channels = |query| ApiQuestion::read(ApiEndpoint::Channels, query);
        assert!(channels("arch=amd64").is_ok() && channels("").is_ok());
        assert_eq!(channels("channel=a").unwrap_err().parameter.as_deref(), Some("channel"));
        let graph = ApiQuestion::read(ApiEndpoint::Graph, "channel=a&all=true&to=4.7.0");
        assert!(graph.is_ok());
        let error = ApiQuestion::read(ApiEndpoint::Graph, "eus=true").unwrap_err();
        assert_eq!(error.value, "\"eus\" is not a parameter of this endpoint");
    }
}
