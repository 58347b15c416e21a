//! Gathering pre-checks: what informers of ours see, what others say, and how that goes.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::time::Duration;

use crate::cli::Session;
use crate::domain::cluster::Cluster;
use crate::domain::precheck::built_in;
use crate::domain::precheck::{Asked, Collection, Hook, Question, aggregate};
use crate::error::Result;
use crate::render::text::sentence;
use crate::source::Source;
use crate::source::informers::{Heard, Patience};
use crate::ui::progress::Progress;

/// What is wanted of it.
#[derive(Debug, Clone)]
pub(super) struct Wish {
    pub(super) target: String,
    pub(super) informer_update: bool,
    /// How long informers are waited for; none is for ever.
    pub(super) budget: Option<Duration>,
    /// Whether a token is made to read alerts with.
    pub(super) mint: bool,
}

/// Who gathers.
const US: &str = concat!("upgrade ", env!("CARGO_PKG_VERSION"));

/// Asks everybody. `before` is what was gathered last, so that what has moved is told.
pub(super) async fn gather(
    source: &Source,
    cluster: &Cluster,
    (wish, before): (&Wish, Option<&Collection>),
    session: &Session,
) -> Result<(Cluster, Collection)> {
    let question = Question {
        hook: Hook::Plan,
        cluster: cluster.id.clone(),
        from: cluster.desired.version.text().to_owned(),
        to: wish.target.clone(),
        informer_update: wish.informer_update,
    };
    let telling = Telling::new(session.ui.progress(false));
    let patience = Patience::new(wish.budget);
    let (facts, asked) =
        tokio::join!(source.facts(wish.mint), ask(source, &question, patience, &telling));
    telling.progress.end();
    let facts = facts?;
    let mut informers = built_in::look(&facts, &wish.target);
    let asked = asked.unwrap_or_else(|why| {
        informers.push(built_in::unlisted(why));
        Vec::new()
    });
    let gathered = Collection {
        at: facts.now,
        by: US.to_owned(),
        from: facts.cluster.desired.version.text().to_owned(),
        informers,
        noted: Vec::new(),
    };
    Ok((facts.cluster, aggregate(gathered, asked, before)))
}

async fn ask(
    source: &Source,
    question: &Question,
    patience: Patience,
    telling: &Telling,
) -> std::result::Result<Vec<Asked>, String> {
    match source {
        Source::Live(live) => {
            live.ask_informers(question, patience, &|heard| telling.hear(heard)).await
        }
        Source::Files(_) => Ok(Vec::new()), // whom nobody can ask
    }
}

/// Tells people how it goes.
struct Telling {
    progress: Progress,
    state: RefCell<State>,
}

#[derive(Default)]
struct State {
    all: usize,
    done: usize,
    waits: BTreeSet<String>,
}

impl Telling {
    fn new(progress: Progress) -> Self {
        progress.draw(|_| "Gathering pre-checks".to_owned());
        Self { progress, state: RefCell::default() }
    }

    fn hear(&self, heard: &Heard<'_>) {
        let mut state = self.state.borrow_mut();
        match heard {
            Heard::Listed(count) => state.all = *count,
            Heard::Waits { informer, said } => {
                if state.waits.insert((*informer).to_owned()) {
                    let said = if said.is_empty() { "" } else { &format!(": {said}") };
                    let remark = format!("informer {informer} needs more time{said}");
                    self.progress.remark("note:", &remark);
                }
            }
            Heard::Done { informer } => {
                state.done += 1;
                state.waits.remove(*informer);
            }
        }
        let State { all, done, waits } = &*state;
        let names: Vec<&str> = waits.iter().map(String::as_str).collect();
        let waits = match names.as_slice() {
            [] => String::new(),
            names => format!("; waiting for {}", names.join(", ")),
        };
        self.progress.draw(|_| {
            sentence(&format!("Gathering pre-checks: {done} of {all} informers asked{waits}"))
        });
    }
}
