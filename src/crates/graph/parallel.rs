//! Works on a list with all processors, with the results in order.

use std::num::NonZero;
use std::thread::ScopedJoinHandle;

const FEWEST: usize = 100; // items that are worth a thread

/// Works on parts of a list, each in a thread of its own; a short list needs none.
pub fn in_parts<T: Sync, U: Send>(items: &[T], work: impl Fn(&[T]) -> U + Sync) -> Vec<U> {
    in_parts_of(items, FEWEST, work)
}

/// The same, for items of which so many are worth a thread.
pub(crate) fn in_parts_of<T: Sync, U: Send>(
    items: &[T],
    fewest: usize,
    work: impl Fn(&[T]) -> U + Sync,
) -> Vec<U> {
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
    let size = items.len().div_ceil(threads).max(fewest);
    if items.len() <= size {
        return vec![work(items)];
    }
    let finish = |worker: ScopedJoinHandle<'_, U>| match worker.join() {
        Ok(done) => done,
        Err(panic) => std::panic::resume_unwind(panic),
    };
    std::thread::scope(|scope| {
        let work = &work;
        let workers = items.chunks(size).map(|part| scope.spawn(move || work(part)));
        workers.collect::<Vec<_>>().into_iter().map(finish).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_lost_and_the_order_stays() {
        for count in [0, 1, FEWEST, 3 * FEWEST + 7] {
            let items: Vec<usize> = (0..count).collect();
            let parts = in_parts(&items, <[usize]>::to_vec);
            assert_eq!(parts.concat(), items);
            assert_eq!(parts.len() == 1, count <= FEWEST || parts[0].len() == count);
        }
    }
}
