//! The write loop, over an object that is a number, with a log of what happens in between.

use std::collections::VecDeque;

use super::*;

/// The number, and its revision.
type Object = (u32, &'static str);

/// Another object.
const OF_ANOTHER: u32 = 1_000;

/// What happens to one attempt to write.
enum Answer {
    Stored(u32),
    Conflict,
    Lost,
    Refused,
}

/// Wants to write the successor of the number that it reads.
struct Next {
    reads: VecDeque<Object>,
    answers: VecDeque<Answer>,
    /// What is read after an answer was lost.
    found: Result<u32>,
    /// Whether the user confirms a change that differs from what was shown.
    agrees: bool,
    log: Vec<String>,
}

impl OptimisticWrite for Next {
    type State = Object;
    type Change = u32;
    type Stored = u32;
    type Ending = &'static str;

    async fn read(&mut self) -> Result<Object> {
        self.log.push("read".to_owned());
        Ok(self.reads.pop_front().unwrap())
    }

    fn revision<'a>(&self, state: &'a Object) -> Option<&'a str> {
        (!state.1.is_empty()).then_some(state.1)
    }

    fn replaced(&self, _: &Object, (now, _): &Object) -> Option<String> {
        (*now == OF_ANOTHER).then(|| "another number".to_owned())
    }

    fn decide(&self, (number, _): &Object) -> Result<WriteDecision<u32, &'static str>> {
        Ok(match number {
            100 => WriteDecision::Finished("there already"),
            number => WriteDecision::Send(number + 1),
        })
    }

    /// A smaller number is part of what was shown.
    fn is_unchanged(&self, change: &u32, shown: &u32) -> bool {
        change <= shown
    }

    fn confirm(
        &mut self,
        _: &Object,
        change: &u32,
        shown: Option<&u32>,
    ) -> Result<Option<&'static str>> {
        match shown {
            None => self.log.push(format!("confirm {change}")),
            Some(shown) => self.log.push(format!("confirm {change} after {shown}")),
        }
        Ok((shown.is_some() && !self.agrees).then_some("changed"))
    }

    async fn send(&mut self, change: &u32) -> Result<WriteOutcome<u32>> {
        self.log.push(format!("send {change}"));
        match self.answers.pop_front().unwrap() {
            Answer::Stored(number) => Ok(WriteOutcome::Stored(number)),
            Answer::Conflict => Ok(WriteOutcome::Conflict("no".to_owned())),
            Answer::Lost => Err(Error::new("Timeout", anyhow!("no answer")).outcome_unknown()),
            Answer::Refused => Err(Error::new("Forbidden", anyhow!("forbidden"))),
        }
    }

    async fn read_stored(&mut self) -> Result<u32> {
        self.log.push("look".to_owned());
        std::mem::replace(&mut self.found, Ok(0))
    }

    fn is_stored(&self, change: &u32, stored: &u32) -> bool {
        change == stored
    }

    fn is_same(&self, _: &Object, stored: &u32) -> bool {
        *stored != OF_ANOTHER
    }

    fn refused(&self, _: &Object, said: &str) -> Error {
        refused(None, "number", said)
    }

    fn end_replaced(&self, before: &Object, shown: &u32, how: String) -> Result<&'static str> {
        let error = anyhow!("{how} than {}, to which {shown} was to be written", before.0);
        Err(Error::new("Replaced", error))
    }

    fn contested(&self, _: &u32) -> Result<&'static str> {
        Err(contested("the number"))
    }

    fn hint_of_lost(&self, lost: LostWrite) -> Hint {
        format!("{lost:?}").into()
    }
}

fn next<const N: usize, const M: usize>(reads: [Object; N], answers: [Answer; M]) -> Next {
    Next {
        reads: reads.into(),
        answers: answers.into(),
        found: Ok(0),
        agrees: false,
        log: Vec::new(),
    }
}

/// Returns the outcome in one line, and what was done until then.
async fn run(mut write: Next) -> (String, String) {
    let ended = match apply(&mut write).await {
        Ok(Applied::Stored { before, change, after, as_sent }) => {
            let otherwise = if as_sent { "" } else { ", which is not what was sent" };
            format!("{} became {after} by {change}{otherwise}", before.0)
        }
        Ok(Applied::Finished(ending)) => ending.to_owned(),
        Err(error) => {
            let hints = error.hints.iter().map(|hint| format!(" [{hint}]"));
            format!("{}: {}{}", error.code, error.message(), hints.collect::<String>())
        }
    };
    (ended, write.log.join(", "))
}

fn both(ended: &str, log: &str) -> (String, String) {
    (ended.to_owned(), log.to_owned())
}

#[tokio::test(start_paused = true)]
async fn one_read_one_question_one_write() {
    let write = next([(1, "a")], [Answer::Stored(2)]);
    assert_eq!(run(write).await, both("1 became 2 by 2", "read, confirm 2, send 2"));
}

#[tokio::test(start_paused = true)]
async fn what_needs_no_write_is_neither_asked_nor_sent() {
    let write = next([(100, "a")], []);
    assert_eq!(run(write).await, both("there already", "read"));
}

#[tokio::test(start_paused = true)]
async fn a_conflict_is_decided_again_and_what_was_shown_is_not_asked_again() {
    let write = next([(1, "a"), (1, "b")], [Answer::Conflict, Answer::Stored(2)]);
    let log = "read, confirm 2, send 2, read, send 2";
    assert_eq!(run(write).await, both("1 became 2 by 2", log));
}

#[tokio::test(start_paused = true)]
async fn what_others_have_done_meanwhile_is_not_done_again() {
    let write = next([(1, "a"), (100, "b")], [Answer::Conflict]);
    assert_eq!(run(write).await, both("there already", "read, confirm 2, send 2, read"));
}

#[tokio::test(start_paused = true)]
async fn a_conflict_over_an_unchanged_revision_is_a_refusal() {
    let refusal = "Conflict: the API server rejected the number (409): no";
    let log = "read, confirm 2, send 2, read";
    for revision in ["a", ""] {
        let write = next([(1, revision), (1, revision)], [Answer::Conflict]);
        assert_eq!(run(write).await, both(refusal, log), "{revision:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn an_object_that_came_to_be_or_went_is_no_refusal() {
    for (before, after) in [("", "a"), ("a", "")] {
        let write = next([(1, before), (1, after)], [Answer::Conflict, Answer::Stored(2)]);
        assert_eq!(run(write).await.0, "1 became 2 by 2");
    }
}

#[tokio::test(start_paused = true)]
async fn five_conflicts_in_a_row_are_enough() {
    let reads = [(1, "a"), (1, "b"), (1, "c"), (1, "d"), (1, "e")];
    let (ended, log) = run(next(reads, [const { Answer::Conflict }; 5])).await;
    let given_up = "Conflict: conflict: the number changed 5 times in a row. Nothing was changed \
                    [run the command again]";
    assert_eq!(ended, given_up);
    assert_eq!(log.matches("send").count(), 5);
    assert_eq!(log.matches("confirm").count(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_change_since_it_was_shown_is_sent_only_if_the_user_confirms() {
    let write = || next([(1, "a"), (5, "b")], [Answer::Conflict, Answer::Stored(6)]);
    let log = "read, confirm 2, send 2, read, confirm 6 after 2";
    assert_eq!(run(write()).await, both("changed", log));
    let agreed = Next { agrees: true, ..write() };
    assert_eq!(run(agreed).await, both("5 became 6 by 6", &format!("{log}, send 6")));
}

#[tokio::test(start_paused = true)]
async fn the_last_word_counts_and_a_part_of_it_needs_none() {
    let reads = [(1, "a"), (5, "b"), (3, "c"), (5, "d")];
    let answers = [Answer::Conflict, Answer::Conflict, Answer::Conflict, Answer::Stored(6)];
    let write = Next { agrees: true, ..next(reads, answers) };
    let log =
        "read, confirm 2, send 2, read, confirm 6 after 2, send 6, read, send 4, read, send 6";
    assert_eq!(run(write).await, both("5 became 6 by 6", log));
}

#[tokio::test(start_paused = true)]
async fn a_lost_answer_is_looked_up_and_never_sent_again() {
    let lost = |found| Next { found, ..next([(1, "a")], [Answer::Lost]) };
    let log = "read, confirm 2, send 2, look";
    assert_eq!(run(lost(Ok(2))).await, both("1 became 2 by 2", log));
    assert_eq!(run(lost(Ok(1))).await, both("Timeout: no answer [NotStored]", log));
    let unreadable = Err(Error::new("Timeout", anyhow!("no answer")));
    assert_eq!(run(lost(unreadable)).await, both("Timeout: no answer [Unknown]", log));
}

#[tokio::test(start_paused = true)]
async fn what_was_stored_differently_is_found_out() {
    let write = next([(1, "a")], [Answer::Stored(7)]);
    let log = "read, confirm 2, send 2";
    assert_eq!(run(write).await, both("1 became 7 by 2, which is not what was sent", log));
}

#[tokio::test(start_paused = true)]
async fn what_was_shown_is_never_written_to_another_object() {
    let reads = [(1, "a"), (OF_ANOTHER, "b")];
    let write = Next { agrees: true, ..next(reads, [Answer::Conflict, Answer::Stored(2)]) };
    let ended = "Replaced: another number than 1, to which 2 was to be written";
    assert_eq!(run(write).await, both(ended, "read, confirm 2, send 2, read"));
    let same_revision = next([(1, "a"), (OF_ANOTHER, "a")], [Answer::Conflict]);
    assert_eq!(run(same_revision).await.0, ended);
    let lost = Next { found: Ok(OF_ANOTHER), ..next([(1, "a")], [Answer::Lost]) };
    assert_eq!(run(lost).await.0, "Timeout: no answer [Unknown]");
}

#[tokio::test(start_paused = true)]
async fn attempts_are_apart_and_further_each_time() {
    let started = tokio::time::Instant::now();
    let reads = [(1, "a"), (1, "b"), (1, "c"), (1, "d"), (1, "e")];
    run(next(reads, [const { Answer::Conflict }; 5])).await;
    let took = started.elapsed().as_millis();
    assert!((150..=310).contains(&took), "{took}");
    let pauses: std::collections::BTreeSet<Duration> = (0..20).map(|_| pause(1)).collect();
    assert!(pauses.len() > 1, "pauses differ");
}

#[tokio::test(start_paused = true)]
async fn any_other_error_ends_it_at_once() {
    let write = next([(1, "a"), (1, "b")], [Answer::Refused, Answer::Stored(2)]);
    let log = "read, confirm 2, send 2";
    assert_eq!(run(write).await, both("Forbidden: forbidden", log));
}
