//! `upgrade status --wait`: waits for informers that are updating themselves.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use crate::cli::Session;
use crate::connect::Source;
use crate::connect::informers::{Deadline, InformerEvent};
use crate::output::text::sentence;

/// Waits, and returns a note for each informer that is still updating.
pub(super) async fn wait(source: &Source, deadline: Deadline, session: &Session) -> Vec<String> {
    let Source::Live(live) = source else { return Vec::new() };
    let progress = session.ui.progress(false);
    let state: Mutex<InformerWait> = Mutex::default();
    let report = |event: &InformerEvent<'_>| {
        let InformerWait { noted, waits } =
            &mut *state.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            InformerEvent::Listed(_) => waits.clear(),
            InformerEvent::Waits { informer, said } => {
                if noted.insert((*informer).to_owned()) {
                    let said = if said.is_empty() { "" } else { &format!(": {said}") };
                    progress.notify("note:", &format!("informer {informer} is updating{said}"));
                }
                waits.push((*informer).to_owned());
            }
            InformerEvent::Done { .. } => {}
        }
        progress.draw(|_| sentence(&format!("Waiting for {}", waits.join(", "))));
    };
    let waited = live.await_informers(deadline, &report).await;
    progress.end();
    match waited {
        Ok(updating) => updating.iter().map(|(name, said)| still(name, said)).collect(),
        Err(why) => vec![format!("cannot wait for informers: {why}")],
    }
}

#[derive(Default)]
struct InformerWait {
    /// Informers that a note was written about.
    noted: BTreeSet<String>,
    /// Informers that are updating now.
    waits: Vec<String>,
}

fn still(informer: &str, said: &str) -> String {
    let said = if said.is_empty() { "" } else { &format!(": {said}") };
    format!("informer {informer} is still updating: its results may be missing or stale{said}")
}
