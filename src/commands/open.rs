//! Opens the source that the flags choose.

use anyhow::anyhow;

use crate::cli::{GlobalArgs, Session};
use crate::domain::cluster::Origin;
use crate::domain::nearest;
use crate::error::{Error, Result};
use crate::lab::{SCENARIOS, Scenario, Service};
use crate::source::files::Files;
use crate::source::live::{Clock, Event, Live, Observer};
use crate::source::{Source, connect};

pub(crate) async fn source(global: &GlobalArgs, session: &Session) -> Result<Source> {
    if !global.from.is_empty() {
        return Ok(Source::Files(Files::new(global.from.clone())));
    }
    if let Some(name) = &global.lab {
        return Ok(Source::Live(Box::new(practice(name, global, session)?)));
    }
    let observer = observer(global, session);
    let timeout = global.timeout();
    let live = connect::open(&global.connection(), &session.environment, timeout, observer).await?;
    Ok(Source::Live(Box::new(live)))
}

/// Tells people of requests that are repeated and, if asked to, of all.
fn observer(global: &GlobalArgs, session: &Session) -> Observer {
    let remark = session.ui.remarks();
    let verbose = global.verbose();
    Box::new(move |event| match event {
        Event::Retrying { server, status, after } => {
            let after = after.as_secs_f64();
            remark("warning:", &format!("{server} answered {status}; asking again in {after}s"));
        }
        Event::Answered { request, status, took } if verbose => {
            let status = status.map_or("no answer".to_owned(), |status| status.to_string());
            let took = took.as_millis();
            remark("request:", &format!("{request}: {status} in {took} ms"));
        }
        Event::Answered { .. } => {}
    })
}

fn practice(name: &str, global: &GlobalArgs, session: &Session) -> Result<Live> {
    let scenario = Scenario::find(name).ok_or_else(|| unknown_scenario(name))?;
    let (store, now) = scenario.load();
    Ok(Live {
        client: kube::Client::new(Service::new(store), "default"),
        origin: Origin { context: Some(scenario.name.to_owned()), server: Some("lab".to_owned()) },
        proxy: None,
        timeout: global.timeout(),
        clock: Clock::at(now),
        observer: observer(global, session),
        secret: None,
    })
}

pub(super) fn unknown_scenario(name: &str) -> Error {
    let names = SCENARIOS.iter().map(|scenario| scenario.name);
    let near = nearest::words(name, names);
    let error = Error::usage(anyhow!("there is no scenario named {name:?}"));
    let error = match near.first() {
        Some(near) => error.hint(format!("did you mean --lab={near}?")),
        None => error,
    };
    error.hint("`upgrade lab list` names them")
}
