//! However a secret is transformed before it is echoed, no part of it is visible.

use proptest::prelude::*;

use super::*;

fn of(secrets: &[&str]) -> Secrets {
    let mut known = Secrets::new();
    for secret in secrets {
        known.add(SecretString::from(*secret));
    }
    known
}

/// Returns a piece of the secret that is still readable in a text.
fn leaked<'a>(secret: &'a str, text: &str) -> Option<&'a str> {
    let starts = 0..=secret.len() - PIECE;
    starts.map(|start| &secret[start..start + PIECE]).find(|piece| text.contains(piece))
}

#[test]
fn a_secret_is_cut_out_and_what_is_around_it_stays() {
    let token = "sha256~0123456789abcdefghijklmnop";
    let known = of(&[token]);
    let said = format!("no user has the token {token}, sorry");
    assert_eq!(known.redact(&said), "no user has the token …, sorry");
    assert_eq!(known.redact_answer(&said), "no user has the token …, sorry");
    assert_eq!(known.redact(&format!("{token}{token}é")), "…é");
    assert_eq!(known.redact("nothing of it"), "nothing of it");
    assert!(matches!(known.redact("nothing of it"), Cow::Borrowed(_)));
}

#[test]
fn a_part_that_says_nothing_stays() {
    let known = of(&["0123456789abcdefghijklmnop"]);
    assert_eq!(known.redact("0123456 and jklmnop"), "0123456 and jklmnop");
    assert_eq!(known.redact("01234567 and ijklmnop"), "… and …");
}

#[test]
fn what_people_think_of_is_taken_out_of_complaints_alone() {
    let known = of(&["openshift1", "key"]);
    assert_eq!(known.redact("quay.io/openshift1"), "quay.io/openshift1");
    assert_eq!(known.redact_answer("openshift1 is no key of yours"), "… is no … of yours");
    assert_eq!(known.redact_answer("openshif"), "…");
}

#[test]
fn passwords_are_known_as_headers_and_addresses_spell_them() {
    let uri: Uri = "http://jane:h%40nter+two-and-more@proxy.example:3128".parse().unwrap();
    remember_credentials(&uri);
    for said in ["h@nter+two-and-more", "h%40nter+two-and-more", "amFuZTpoQG50ZXIrdHdvLWFuZC1tb3Jl"]
    {
        assert_eq!(redact_answer(&format!("407 {said}!")), "407 …!", "{said}");
    }
    assert_eq!(redact_answer("http://jane:h%40nter+two-and-more@a"), "http://jane:…@a");
}

#[test]
fn tokens_are_known_after_they_were_replaced_up_to_a_limit() {
    let token = |number: usize| format!("{number:03}-token-of-a-service-account");
    let mut known = Secrets::new();
    for number in 0..=MOST {
        known.add(SecretString::from(token(number)));
        known.add(SecretString::from(token(number)));
    }
    assert_eq!(known.all.len(), MOST);
    assert_eq!(known.redact(&token(1)), "…");
    assert_eq!(known.redact(&token(MOST)), "…");
}

/// The ways in which a token may be echoed.
#[derive(Debug, Clone, Copy)]
enum Echo {
    Plain,
    Lines(usize),
    Percent,
    Base64,
}

fn echoed(token: &str, echo: Echo) -> String {
    match echo {
        Echo::Plain => token.to_owned(),
        Echo::Lines(width) => {
            let lines: Vec<String> = token
                .as_bytes()
                .chunks(width)
                .map(|line| String::from_utf8_lossy(line).into_owned())
                .collect();
            lines.join("\r\n  ")
        }
        Echo::Percent => form_urlencoded::byte_serialize(token.as_bytes()).collect(),
        Echo::Base64 => STANDARD_NO_PAD.encode(token),
    }
}

fn echo() -> impl Strategy<Value = Echo> {
    prop_oneof![
        Just(Echo::Plain),
        (1_usize..40).prop_map(Echo::Lines),
        Just(Echo::Percent),
        Just(Echo::Base64),
    ]
}

proptest! {
    #[test]
    fn no_piece_of_a_token_is_left_of_any_echo_after_any_cut(
        token in "[A-Za-z0-9._~+/=-]{24,400}",
        echo in echo(),
        around in (".{0,60}", ".{0,60}"),
        cut in (0_usize..500, 0_usize..500),
        shown in 0_usize..300,
    ) {
        let known = of(&[&token]);
        let echo = echoed(&token, echo);
        let encoded = STANDARD_NO_PAD.encode(&token);
        let part: String = echo.chars().skip(cut.0 % echo.len()).take(cut.1).collect();
        let said = format!("{}{part}{}", around.0, around.1);
        for redacted in [known.redact(&said), known.redact_answer(&said)] {
            let printed: String = redacted.chars().take(shown).collect();
            prop_assert_eq!(leaked(&token, &printed), None, "{}", printed);
            // Readers join lines.
            let joined: String = printed.split_whitespace().collect();
            prop_assert_eq!(leaked(&token, &joined), None, "{}", joined);
            prop_assert_eq!(leaked(&encoded[..token.len()], &printed), None);
        }
    }

    #[test]
    fn what_has_nothing_of_a_secret_stays_as_it_is(text in "[a-m ]{0,200}", token in "[n-z]{24,60}") {
        prop_assert_eq!(of(&[&token]).redact_answer(&text), text.as_str());
    }
}
