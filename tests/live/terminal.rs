//! On a terminal: when the user is asked, what the answer does, and how text fits the screen.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::server::{Server, Step, version};
use crate::common::terminal::{at_a_terminal, at_a_terminal_of, plain};
use crate::common::upgrade;

#[test]
fn a_waived_finding_is_asked_about_and_yes_sends_it() {
    let server = Server::new(version());
    let (screen, code) =
        at_a_terminal(&server, &["--to", "4.10.7", "--allow-not-recommended"], "y\n");
    let screen = plain(&screen);
    assert_eq!(code, 0, "{screen}");
    assert!(screen.contains("Update from 4.10.5 to 4.10.7"), "{screen}");
    assert!(screen.contains("A (applies)") && screen.contains("Continue? [y/N]"), "{screen}");
    assert!(screen.contains(&format!("context test, server {}", server.url())), "{screen}");
    assert_eq!(server.stored()["spec"]["desiredUpdate"]["version"], "4.10.7");
}

#[test]
fn anything_but_yes_sends_nothing() {
    for answer in ["\n", "n\n", "nope\n", "\u{4}"] {
        let server = Server::new(version());
        let (screen, code) =
            at_a_terminal(&server, &["--to", "4.10.7", "--allow-not-recommended"], answer);
        assert_eq!(code, 3, "{answer:?}: {screen}");
        assert!(plain(&screen).contains("canceled: the cluster was not changed"));
        assert!(server.patches().is_empty(), "{answer:?}");
    }
}

#[test]
fn yes_in_advance_and_answers_for_scripts_ask_nothing() {
    for more in [["-y"].as_slice(), &["-o", "json"]] {
        let server = Server::new(version());
        let words = [&["--to", "4.10.7", "--allow-not-recommended"], more].concat();
        let (screen, code) = at_a_terminal(&server, &words, "");
        assert_eq!(code, 0, "{screen}");
        assert!(!screen.contains("Continue?"), "{screen}");
    }
}

#[test]
fn a_recommended_target_is_never_asked_about() {
    let server = Server::new(version());
    let (screen, code) = at_a_terminal(&server, &["--to", "4.10.6"], "");
    assert_eq!(code, 0);
    assert!(!screen.contains("Continue?"), "{screen}");
}

#[test]
fn what_changed_in_between_is_asked_about_again() {
    let server = crate::common::server::interrupted(1, |object| {
        let risks = object["status"]["conditionalUpdates"][0]["risks"].as_array_mut().unwrap();
        risks.push(serde_json::json!({"name": "B", "message": "B breaks more."}));
    });
    let words = ["--to", "4.10.7", "--allow-not-recommended"];
    let (screen, code) = at_a_terminal(&server, &words, "y\ny\n");
    assert_eq!(code, 0, "{screen}");
    assert_eq!(screen.matches("Continue?").count(), 2, "{screen}");
    assert_eq!(server.stored()["spec"]["desiredUpdate"]["version"], "4.10.7");
}

#[test]
fn messages_wrap_to_the_terminal_and_colors_are_used() {
    let mut object = version();
    let message = "word ".repeat(60);
    object["status"]["conditionalUpdates"][0]["conditions"][0]["message"] = message.trim().into();
    let server = Server::new(object);
    let (screen, code) = at_a_terminal(&server, &["--include-not-recommended"], "");
    assert_eq!(code, 0);
    assert!(screen.contains("\u{1b}["), "no color at a terminal");
    let screen = plain(&screen);
    let wide: Vec<&str> =
        screen.lines().filter(|line| line.len() > 80 && !line.contains("sha256:")).collect();
    assert!(wide.is_empty(), "{wide:?}");
    assert!(screen.contains("  Message:\n    word word"), "{screen}");
}

#[test]
fn no_color_is_honoured() {
    let server = Server::new(version());
    let (screen, _) = at_a_terminal(&server, &["--color=never"], "");
    assert!(!screen.contains('\u{1b}'), "{screen}");
}

/// Returns what a terminal with this many columns shows for recorded files. No line is wider,
/// except for warnings.
fn screen_of(columns: u16, words: &[&str]) -> String {
    let home = tempfile::tempdir().unwrap();
    let (screen, code) = at_a_terminal_of(columns, home.path(), words, "");
    let screen = plain(&screen);
    assert_eq!(code, 0, "{screen}");
    let wide = screen.lines().filter(|line| line.chars().count() > usize::from(columns));
    let wide: Vec<&str> = wide.filter(|line| !line.starts_with("warning: ")).collect();
    assert!(wide.is_empty(), "wider than {columns}: {wide:#?}");
    screen
}

#[test]
fn images_and_marks_fit_the_terminal() {
    let words = ["--from", "tests/fixtures/recommend-held", "--include-not-recommended"];
    for (columns, image) in [
        (60, "…/ocp-release@sha256:111111111111…  blocked"),
        (80, "quay.io/openshift-release-dev/ocp-release@sha256:1111111111…  blocked"),
        (120, "quay.io/openshift-release-dev/ocp-release@sha256:111111111111…  blocked"),
    ] {
        let screen = screen_of(columns, &words);
        assert!(screen.contains(&format!("  4.11.1   {image}\n")), "{screen}");
        assert!(screen.contains("  Blocked: Upgradeable=False (AdminAckRequired)\n"), "{screen}");
    }
    let whole = format!("ocp-release@sha256:{}  blocked\n", "1".repeat(64));
    assert!(screen_of(200, &words).contains(&whole));
    let wide = [&words[..], &["-o", "wide"]].concat();
    let home = tempfile::tempdir().unwrap();
    let (screen, _) = at_a_terminal_of(80, home.path(), &wide, "");
    assert!(screen.contains(&"1".repeat(64)), "-o wide shows digests whole: {screen}");
}

#[test]
fn risks_that_updates_share_are_described_once() {
    let words = ["--from", "tests/fixtures/shared-risks", "--include-not-recommended"];
    for columns in [60, 80, 120, 200] {
        let screen = screen_of(columns, &words);
        let flowing = screen.split_whitespace().collect::<Vec<_>>().join(" ");
        for text in [
            "Nodes with slow disks may lose their network while they are updated",
            "Routes of the default ingress may be lost.",
            "Machines with old firmware may not start.",
            "Could not evaluate exposure to update risk LostRoutes",
            // The cluster's own words, which are not those of its risks.
            "SlowDisks is one of several reasons that an administrator added by hand.",
        ] {
            assert_eq!(flowing.matches(text).count(), 1, "{text} on {columns} columns: {screen}");
        }
        for text in [
            "Message: SlowDisks (may apply), LostRoutes (may apply)",
            "Risks: OldFirmware (does not apply)",
            "Applies to: 4.13.1, 4.12.20 May apply to: 4.13.3, 4.13.2",
            "1 more evaluation failed (see -o json)",
        ] {
            assert!(flowing.contains(text), "{text} on {columns} columns: {screen}");
        }
    }
}

#[test]
fn sentences_and_commands_fit_the_terminal() {
    for scenario in ["vsphere-proxy", "not-upgradeable", "no-channel", "cannot-retrieve", "hosted"]
    {
        let lab = format!("--lab={scenario}");
        for words in
            [&[&lab as &str][..], &[&lab, "recommend"], &[&lab, "--include-not-recommended"]]
        {
            screen_of(80, words);
        }
    }
    let screen = screen_of(80, &["--lab"]);
    let command = "To list them, run:\n  upgrade --lab --include-not-recommended\n";
    assert!(screen.contains(command), "{screen}");
}

/// Runs the program on a terminal, and asserts that every line fits it, except for links and pull
/// specs.
fn fitting(columns: u16, words: &[&str], code: i32) -> String {
    let home = tempfile::tempdir().unwrap();
    let (screen, ended) = at_a_terminal_of(columns, home.path(), words, "");
    let screen = plain(&screen);
    assert_eq!(ended, code, "{screen}");
    for line in screen.lines() {
        let is_word = !line.trim().contains(' ') || line.contains("URL: ");
        let fits = line.chars().count() <= usize::from(columns);
        assert!(fits || is_word, "wider than {columns}: {line}\n{screen}");
    }
    screen
}

#[test]
fn refusals_lists_and_errors_fit_every_terminal() {
    for columns in [60, 80, 120, 200] {
        let refused = fitting(columns, &["--lab", "--to", "4.7.4"], 3);
        let joined = refused.replace(" \\\n    ", " ");
        assert!(
            joined.contains(
                "\n  upgrade --lab --to 4.7.4 --allow-not-recommended \
                 --accept AuthOAuthProxyLeakedConnections \
                 --accept VSphereHW14CrossNodeNetworkingError --accept VSphereNodeNameChanges\n"
            ),
            "{refused}"
        );
        fitting(columns, &["--lab=not-upgradeable", "--to", "4.8.2"], 3);
        fitting(columns, &["--lab", "--to", "4.7.44"], 4);
        fitting(columns, &["--lab", "--include-not-recommended"], 0);
        fitting(columns, &["--lab", "channel"], 0);
        fitting(columns, &["--lab=admin-gates", "ack"], 0);
        let accept = fitting(columns, &["--lab", "accept"], 0);
        assert_eq!(accept.contains("LINK"), columns >= 200, "{accept}");
        assert_eq!(accept.contains("TARGETS"), columns >= 80, "{accept}");
        assert!(accept.contains("APPLIES"), "{accept}");
    }
    let home = tempfile::tempdir().unwrap();
    let (wide, _) = at_a_terminal_of(60, home.path(), &["--lab", "accept", "-o", "wide"], "");
    assert!(wide.contains("LINK"), "-o wide leaves out no column: {wide}");
    let words = ["--lab", "--to", "4.6.43", "-o", "wide"];
    let (wide, _) = at_a_terminal_of(60, home.path(), &words, "");
    assert!(plain(&wide).contains("  Image: quay.io/"), "{wide}");
}

/// Asserts that every word of a screen stands in a pipe as well: none is cut. Images are shortened, with
/// `…`, and moments to the minute.
fn whole_words(columns: u16, words: &[&str], code: i32) -> String {
    let screen = fitting(columns, words, code);
    let piped = upgrade(words);
    let piped = format!("{} {}", piped.stdout, piped.stderr);
    let separate = |c: char| c.is_whitespace() || c == ','; // a list may break after each comma
    let piped: Vec<&str> = piped.split(separate).collect();
    for word in screen.split(separate).filter(|word| *word != "\\") {
        let is_image = word.contains("@sha256:") && word.ends_with('…');
        let is_bar = word.chars().all(|c| c == '▇');
        let is_moment = piped.iter().any(|moment| {
            let parts = moment.split_once('T');
            parts.is_some_and(|(day, time)| word == day || time.get(..5) == Some(word))
        });
        let is_known = is_image || is_bar || is_moment || piped.contains(&word);
        assert!(is_known, "{word} is not a word, at {columns} columns: {screen}");
    }
    screen
}

#[test]
fn nothing_is_cut_in_the_middle_of_a_word_on_any_terminal() {
    let history = ["history", "--from", "tests/fixtures/history"];
    let commands: &[(&[&str], i32)] = &[
        (&["--lab", "recommend"], 0),
        (&["--lab", "recommend", "4.7.4"], 3),
        (&["--lab=failing", "recommend"], 0),
        (&["--lab=thousand", "recommend"], 0),
        (&["lab", "list"], 0),
        (&history, 0),
        (&["--lab=updating", "history"], 0),
        (&["--lab", "accept"], 0),
        (&["--lab", "accept", "Nope"], 3),
        (&["--lab", "channel", "--preview", "stable-4.7"], 0),
        (&["--lab=not-upgradeable", "--to", "4.8.2"], 3),
        (&["--lab", "--to", "4.7.44"], 4),
        (&["--lab", "why", "4.7.28"], 0),
        (&["--nope"], 2),
        (&["--from", "/nowhere"], 1),
    ];
    for columns in [60, 80, 120, 200] {
        for (words, code) in commands {
            whole_words(columns, words, *code);
        }
    }
}

/// `-o wide` leaves nothing out and shortens nothing: rows may be longer than the terminal, sentences not.
#[test]
fn wide_output_is_whole_on_any_terminal() {
    let commands: [&[&str]; 5] = [
        &["--lab", "--include-not-recommended"],
        &["--lab", "recommend"],
        &["history", "--from", "tests/fixtures/history"],
        &["--lab", "accept"],
        &["--lab", "channel", "--preview", "stable-4.7"],
    ];
    for words in commands {
        let words = [words, &["-o", "wide"]].concat();
        let home = tempfile::tempdir().unwrap();
        let piped = upgrade(&words);
        let whole = |text: &str| -> Vec<String> {
            let words = text.split_whitespace().filter(|word| *word != "\\");
            // Bars are drawn for people.
            let words = words.filter(|word| !word.chars().all(|c| c == '▇'));
            words.map(str::to_owned).collect()
        };
        for columns in [60, 80, 120, 200] {
            let (screen, code) = at_a_terminal_of(columns, home.path(), &words, "");
            let screen = plain(&screen);
            assert_eq!(code, 0, "{screen}");
            assert_eq!(whole(&screen), whole(&piped.stdout), "{words:?} at {columns} columns");
            let is_row = |line: &str| line.starts_with("  ") && line.trim().contains("  ");
            let is_word = |line: &str| line.contains("sha256:") || line.contains("://");
            let long = screen.lines().find(|line| {
                line.chars().count() > usize::from(columns) && !is_row(line) && !is_word(line)
            });
            assert_eq!(long, None, "{words:?} at {columns} columns");
        }
    }
}

/// Pages are printed and not paged: what reads them, a person or a pipe, decides.
#[test]
fn manual_pages_are_formatted_for_the_terminal() {
    let topics = upgrade(&["help"]).stdout;
    let topics =
        topics.split("Topics:\n").nth(1).unwrap().lines().take_while(|line| !line.is_empty());
    let topics: Vec<&str> = topics.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(topics.len() > 15, "{topics:?}");
    let home = tempfile::tempdir().unwrap();
    for topic in topics {
        let piped = upgrade(&["help", topic]).stdout;
        let source = format!("{}/src/manual/{topic}.md", env!("CARGO_MANIFEST_DIR"));
        let source = std::fs::read_to_string(source).unwrap();
        assert!(!piped.contains('\u{1b}'), "{topic}: no color in a pipe");
        let words = |page: &str| -> BTreeSet<String> {
            // Where a table has no room, its headings stand before its cells.
            page.split_whitespace().map(|word| word.trim_end_matches(':').to_owned()).collect()
        };
        for columns in [60, 80, 120] {
            let (colored, code) = at_a_terminal_of(columns, home.path(), &["help", topic], "");
            assert_eq!(code, 0, "{topic}");
            assert!(colored.contains("\u{1b}["), "{topic}: headings stand out");
            let page = plain(&colored);
            let known = &words(&piped) | &words(&source);
            let cut: Vec<String> = words(&page).difference(&known).cloned().collect();
            assert!(cut.is_empty(), "{topic} at {columns} columns: {cut:?}");
            let left = ["```", "](", "\n#", "**"].into_iter().find(|mark| page.contains(mark));
            assert_eq!(left, None, "{topic} has Markdown in it: {page}");
            // Usage is for 80 columns, and blocks are what commands print.
            let usage = ["Exit codes", "Formats: "];
            let is_prose = |line: &&str| {
                !line.starts_with(' ') && !usage.iter().any(|start| line.starts_with(start))
            };
            let long = page
                .lines()
                .filter(is_prose)
                .find(|line| line.chars().count() > usize::from(columns) && !line.contains("://"));
            assert_eq!(long, None, "{topic} at {columns} columns");
        }
    }
}

#[test]
fn a_preview_shortens_digests_on_a_terminal_only() {
    let digest = "06c95d1212f977af6270d5683ae4d963f7215a75177893335a96433de87ffefe";
    let words = ["--lab", "channel", "--preview", "stable-4.7"];
    for columns in [60, 80, 120] {
        assert!(!fitting(columns, &words, 0).contains(digest), "{columns}");
    }
    assert!(fitting(200, &words, 0).contains(digest));
    assert!(upgrade(&words).stdout.contains(digest));
    let home = tempfile::tempdir().unwrap();
    let wide = [&words[..], &["-o", "wide"]].concat();
    assert!(at_a_terminal_of(60, home.path(), &wide, "").0.contains(digest));
}

#[test]
fn recommended_is_green_and_not_recommended_is_yellow() {
    let home = tempfile::tempdir().unwrap();
    let (screen, _) =
        at_a_terminal_of(80, home.path(), &["--lab", "--include-not-recommended"], "");
    assert!(screen.contains("\u{1b}[32;1m4.6.43\u{1b}[0m"), "{screen:?}");
    assert!(!screen.contains("\u{1b}[33"), "plain yellow cannot be read on white: {screen:?}");
    let not_recommended = screen.lines().find(|line| line.contains("4.7.4\u{1b}"));
    assert!(not_recommended.is_some_and(|line| line.contains("[38;5;")), "{screen:?}");
    let (failing, _) = at_a_terminal_of(80, home.path(), &["--lab=failing"], "");
    assert!(failing.contains("\u{1b}[31;1mFailing=True:"), "{failing:?}");
}

/// What goes to stderr wraps between words at any width; in a pipe nothing wraps.
#[test]
fn errors_warnings_and_hints_fit_every_terminal() {
    let hand = |request: &http::Request<Vec<u8>>, _: usize, _: &upgrade_lab::Service| {
        static READS: AtomicUsize = AtomicUsize::new(0);
        let is_read = request.uri().path().contains("clusterversions");
        if is_read && READS.fetch_add(1, Ordering::SeqCst).is_multiple_of(2) {
            let busy = http::StatusCode::SERVICE_UNAVAILABLE;
            return Step::Raw(busy, ("retry-after", "0"), b"{}".to_vec());
        }
        let message = "users \"jane\" cannot get resource \"clusterversions\" in API group \"config.openshift.io\" at the cluster scope";
        let status = serde_json::json!({"kind": "Status", "reason": "Forbidden", "message": message, "details": {"name": "version"}});
        Step::Answer(http::StatusCode::FORBIDDEN, status)
    };
    let commands: [&[&str]; 4] =
        [&[], &["--to", "4.10.6"], &["--context", "nowhere"], &["--server", "https://127.0.0.1:1"]];
    for words in commands {
        let server = Server::with(version(), std::sync::Arc::new(hand));
        let piped = server.run(words);
        assert_eq!(piped.code, 1);
        let words_of = |text: &str| -> Vec<String> {
            let words = text.split_whitespace().filter(|word| *word != "\\");
            // How the server is named differs from one to the next.
            words.map(|word| word.replace(&server.url(), "SERVER")).collect()
        };
        for columns in [60, 80, 120, 200] {
            server.seen.lock().unwrap().clear();
            let (screen, code) = at_a_terminal_of(columns, server.home(), words, "");
            let screen = plain(&screen);
            assert_eq!(code, 1, "{screen}");
            assert_eq!(words_of(&screen), words_of(&piped.stderr), "{columns}: no word is broken");
            let too_long = screen
                .lines()
                .find(|line| line.chars().count() > columns.into() && line.trim().contains(' '));
            assert_eq!(too_long, None, "{columns}");
        }
        let longest = piped.stderr.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(longest > 60, "there is something to wrap: {}", piped.stderr);
    }
}
