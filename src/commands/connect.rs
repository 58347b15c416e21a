//! Opens the source that the flags choose.

use anyhow::anyhow;

use crate::cli::{GlobalArgs, Session};
use crate::domain::cluster::Origin;
use crate::domain::nearest;
use crate::error::{Error, Result};
use crate::lab::{SCENARIOS, Scenario, Service};
use crate::source::files::Files;
use crate::source::live::{Clock, Live};
use crate::source::{Source, kubeconfig};

pub(crate) async fn source(global: &GlobalArgs, session: &Session) -> Result<Source> {
    if !global.from.is_empty() {
        return Ok(Source::Files(Files::new(global.from.clone())));
    }
    if let Some(name) = &global.lab {
        return Ok(Source::Live(Box::new(practice(name, global)?)));
    }
    let live = kubeconfig::open(&global.connection(), &session.environment).await?;
    Ok(Source::Live(Box::new(live)))
}

fn practice(name: &str, global: &GlobalArgs) -> Result<Live> {
    let scenario = Scenario::find(name).ok_or_else(|| unknown_scenario(name))?;
    let (store, now) = scenario.load();
    Ok(Live {
        client: kube::Client::new(Service::new(store), "default"),
        origin: Origin { context: Some(scenario.name.to_owned()), server: Some("lab".to_owned()) },
        timeout: global.timeout(),
        clock: Clock::At(now),
    })
}

fn unknown_scenario(name: &str) -> Error {
    let names = SCENARIOS.iter().map(|scenario| scenario.name);
    let near = nearest::words(name, names);
    let error = Error::usage(anyhow!("there is no scenario named {name:?}"));
    let error = match near.first() {
        Some(near) => error.hint(format!("did you mean --lab={near}?")),
        None => error,
    };
    error.hint("`upgrade lab list` names them")
}
