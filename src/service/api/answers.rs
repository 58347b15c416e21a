//! What was answered for one state of the data, up to a limit: the oldest goes first.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::question::{ApiQuestion, GraphPlace};
use crate::service::body::PreparedBody;
use upgrade_graph::channel_graphs::ChannelGraphs;

const MOST_GRAPHS: usize = 8; // the merged graph of all channels takes a few MB
const MOST_BODIES: usize = 256;
const MOST_BYTES: usize = 16 << 20; // of all bodies, uncompressed

#[derive(Default)]
pub(crate) struct ApiAnswers {
    graphs: Mutex<Kept<GraphPlace, Arc<ChannelGraphs>>>,
    bodies: Mutex<Kept<ApiQuestion, Arc<PreparedBody>>>,
}

impl ApiAnswers {
    pub(crate) fn body(&self, question: &ApiQuestion) -> Option<Arc<PreparedBody>> {
        locked(&self.bodies).get(question)
    }

    /// Keeps an answer. One that two clients requested at once is kept once.
    pub(crate) fn keep(&self, question: ApiQuestion, body: PreparedBody) -> Arc<PreparedBody> {
        let size = body.plain.len();
        let body = Arc::new(body);
        locked(&self.bodies).put(question, Arc::clone(&body), size, (MOST_BODIES, MOST_BYTES));
        body
    }

    pub(super) fn graphs(&self, place: &GraphPlace) -> Option<Arc<ChannelGraphs>> {
        locked(&self.graphs).get(place)
    }

    pub(super) fn keep_graphs(
        &self,
        place: GraphPlace,
        graphs: ChannelGraphs,
    ) -> Arc<ChannelGraphs> {
        let graphs = Arc::new(graphs);
        locked(&self.graphs).put(place, Arc::clone(&graphs), 0, (MOST_GRAPHS, 0));
        graphs
    }
}

fn locked<T>(kept: &Mutex<T>) -> MutexGuard<'_, T> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Values by key, each with its size and when it was last used.
struct Kept<K, V> {
    entries: BTreeMap<K, Entry<V>>,
    size: usize,
    /// Counts the uses.
    clock: u64,
}

struct Entry<V> {
    value: V,
    size: usize,
    used: u64,
}

impl<K, V> Default for Kept<K, V> {
    fn default() -> Self {
        Self { entries: BTreeMap::new(), size: 0, clock: 0 }
    }
}

impl<K: Ord + Clone, V: Clone> Kept<K, V> {
    fn get(&mut self, key: &K) -> Option<V> {
        self.clock += 1;
        let entry = self.entries.get_mut(key)?;
        entry.used = self.clock;
        Some(entry.value.clone())
    }

    /// Keeps a value within the limits: how many, and of what size together. One that is larger
    /// than that is not kept.
    fn put(&mut self, key: K, value: V, size: usize, (most, largest): (usize, usize)) {
        if size > largest {
            return;
        }
        self.remove(&key);
        while self.entries.len() >= most || self.size + size > largest {
            let oldest = self.entries.iter().min_by_key(|(_, entry)| entry.used);
            let Some(oldest) = oldest.map(|(key, _)| key.clone()) else { break };
            self.remove(&oldest);
        }
        self.clock += 1;
        self.size += size;
        self.entries.insert(key, Entry { value, size, used: self.clock });
    }

    fn remove(&mut self, key: &K) {
        if let Some(entry) = self.entries.remove(key) {
            self.size -= entry.size;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_used_for_the_longest_time_goes_first() {
        let mut kept = Kept::default();
        for key in ["a", "b", "c"] {
            kept.put(key, key, 1, (3, 10));
        }
        assert_eq!(kept.get(&"a"), Some("a"));
        kept.put("d", "d", 1, (3, 10));
        let left: Vec<&str> = kept.entries.keys().copied().collect();
        assert_eq!(left, ["a", "c", "d"]);
    }

    #[test]
    fn the_size_of_all_is_limited_and_nothing_larger_is_kept() {
        let mut kept = Kept::default();
        kept.put("a", 1, 6, (9, 10));
        kept.put("b", 2, 4, (9, 10));
        kept.put("huge", 3, 11, (9, 10));
        assert_eq!((kept.size, kept.get(&"huge")), (10, None));
        kept.put("c", 4, 5, (9, 10));
        assert_eq!((kept.size, kept.get(&"a"), kept.get(&"b")), (9, None, Some(2)));
        kept.put("c", 5, 1, (9, 10));
        assert_eq!((kept.size, kept.get(&"c")), (5, Some(5)), "a value is replaced");
    }
}
