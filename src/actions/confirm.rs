//! Confirmation by the user before something is sent: the only place that asks.

use crate::actions::set::outcome::SetOutcome;
use crate::cli::values::DryRun;
use crate::cli::write_args::RequestOptions;
use crate::output::ui::Ui;

/// What is shown before something is sent.
#[derive(Debug, Default)]
pub(crate) struct Prompt {
    /// Comes first, whether the user is asked or not.
    pub(crate) warnings: Vec<String>,
    /// The question for the user; without one, it is sent without asking.
    pub(crate) question: Option<String>,
    /// What the question tells, if the user is not asked.
    pub(crate) unasked: Vec<String>,
}

/// Why nothing is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NotSent {
    /// `--dry-run=client`
    DryRunClient,
    /// The user declined.
    NotConfirmed,
    /// It is no longer what was shown, and there is no user to ask.
    Changed,
}

/// Shows the warnings, asks the user if there is one, and returns why nothing is sent. What changed
/// since it was shown must be confirmed by a user.
pub(crate) fn confirm(
    ui: &mut Ui,
    options: RequestOptions,
    has_changed: bool,
    prompt: &Prompt,
) -> Option<NotSent> {
    let person = ui.interactive && !ui.format.structured() && !options.yes;
    if has_changed && !person {
        return Some(NotSent::Changed);
    }
    ui.warn(&prompt.warnings);
    match (&prompt.question, options.dry_run) {
        (Some(question), DryRun::None) if person => {
            (!ui.confirm(question)).then_some(NotSent::NotConfirmed)
        }
        (None, DryRun::None | DryRun::Server) if has_changed => Some(NotSent::Changed),
        (_, dry_run) => {
            ui.warn(&prompt.unasked);
            (dry_run == DryRun::Client).then_some(NotSent::DryRunClient)
        }
    }
}

impl From<NotSent> for SetOutcome {
    fn from(not_sent: NotSent) -> Self {
        match not_sent {
            NotSent::DryRunClient => Self::DryRunClient,
            NotSent::NotConfirmed => Self::NotConfirmed,
            NotSent::Changed => Self::Changed,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::actions::request::tests::session;
    use crate::output::Format;

    const OPTIONS: RequestOptions =
        RequestOptions { dry_run: DryRun::None, yes: false, pre_checks: false, wait: None };

    fn asking() -> Prompt {
        Prompt { question: Some("Really?\n".to_owned()), ..Prompt::default() }
    }

    /// Asks a user who would answer like this.
    fn ask(
        answer: &str,
        options: RequestOptions,
        has_changed: bool,
        prompt: &Prompt,
    ) -> Option<NotSent> {
        let mut ui = session().ui;
        (ui.interactive, ui.format) = (true, Format::Text);
        ui.stdin = Box::new(Cursor::new(answer.to_owned()));
        confirm(&mut ui, options, has_changed, prompt)
    }

    #[test]
    fn a_person_is_asked_and_only_a_yes_is_one() {
        assert_eq!(ask("y\n", OPTIONS, false, &asking()), None);
        for answer in ["n\n", "", "\n", "yesterday\n"] {
            let not_sent = ask(answer, OPTIONS, false, &asking());
            assert_eq!(not_sent, Some(NotSent::NotConfirmed), "{answer:?}");
        }
    }

    #[test]
    fn the_user_is_asked_once_and_not_in_a_dry_run() {
        assert_eq!(ask("n\n", OPTIONS, false, &Prompt::default()), None);
        assert_eq!(ask("n\n", RequestOptions { yes: true, ..OPTIONS }, false, &asking()), None);
        let dry_run = |dry_run| ask("n\n", RequestOptions { dry_run, ..OPTIONS }, false, &asking());
        assert_eq!(dry_run(DryRun::Server), None);
        assert_eq!(dry_run(DryRun::Client), Some(NotSent::DryRunClient));
    }

    #[test]
    fn what_has_changed_needs_the_word_of_a_person() {
        assert_eq!(ask("y\n", OPTIONS, true, &asking()), None);
        assert_eq!(ask("n\n", OPTIONS, true, &asking()), Some(NotSent::NotConfirmed));
        let yes = RequestOptions { yes: true, ..OPTIONS };
        assert_eq!(ask("y\n", yes, true, &asking()), Some(NotSent::Changed));
        assert_eq!(ask("y\n", OPTIONS, true, &Prompt::default()), Some(NotSent::Changed));
        let mut script = session().ui;
        assert_eq!(confirm(&mut script, OPTIONS, true, &asking()), Some(NotSent::Changed));
        assert_eq!(confirm(&mut script, OPTIONS, false, &asking()), None);
    }
}
