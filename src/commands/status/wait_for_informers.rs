//! `upgrade status --wait`: informers that take on a new version of themselves will be back.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use crate::cli::Session;
use crate::connect::Source;
use crate::connect::informers::{Deadline, InformerEvent};
use crate::output::text::sentence;

/// Waits, and returns what there is to be said of it: who is still not back.
pub(super) async fn wait(source: &Source, deadline: Deadline, session: &Session) -> Vec<String> {
    let Source::Live(live) = source else { return Vec::new() };
    let progress = session.ui.progress(false);
    let state: Mutex<InformerWait> = Mutex::default();
    let told = |heard: &InformerEvent<'_>| {
        let InformerWait { remarked, waits } =
            &mut *state.lock().unwrap_or_else(PoisonError::into_inner);
        match heard {
            InformerEvent::Listed(_) => waits.clear(),
            InformerEvent::Waits { informer, said } => {
                if remarked.insert((*informer).to_owned()) {
                    let said = if said.is_empty() { "" } else { &format!(": {said}") };
                    progress.notify("note:", &format!("informer {informer} is updating{said}"));
                }
                waits.push((*informer).to_owned());
            }
            InformerEvent::Done { .. } => {}
        }
        progress.draw(|_| sentence(&format!("Waiting for {}", waits.join(", "))));
    };
    let waited = live.await_informers(deadline, &told).await;
    progress.end();
    match waited {
        Ok(updating) => updating.iter().map(|(name, said)| still(name, said)).collect(),
        Err(why) => vec![format!("nobody was waited for: {why}")],
    }
}

#[derive(Default)]
struct InformerWait {
    /// Of whom it was said that they are waited for.
    remarked: BTreeSet<String>,
    /// Who is waited for now.
    waits: Vec<String>,
}

fn still(informer: &str, said: &str) -> String {
    let said = if said.is_empty() { "" } else { &format!(": {said}") };
    format!("informer {informer} is still updating, so what it says may be missing or old{said}")
}
