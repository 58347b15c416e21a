//! Many values in few bytes, and what is read of an object.

use serde_json::json;

use super::*;

/// What was read of a text that repeats a piece many times.
fn repeated(
    read: fn(&str) -> Result<Vec<Value>, BadText>,
    piece: &str,
    times: usize,
) -> Option<Limit> {
    let text = format!("{{\"a\": [{}{}]}}", format!("{piece},").repeat(times - 1), piece);
    read(&text).err().map(|bad| bad.limit.unwrap_or_else(|| panic!("{bad}")))
}

#[test]
fn values_are_counted_while_they_are_read() {
    for read in [json_documents, yaml_documents] {
        assert_eq!(repeated(read, "[]", MOST_VALUES - 2), None);
        assert_eq!(repeated(read, "[]", MOST_VALUES - 1), Some(Limit::Values));
        assert_eq!(repeated(read, "{\"a\": 0}", MOST_VALUES / 3), Some(Limit::Memory));
        assert_eq!(repeated(read, "\"0123456789\"", MOST_VALUES / 2), None);
    }
    let long = |letter: &str| format!("\"{}\"", letter.repeat(MOST_MEMORY / 5));
    assert_eq!(repeated(json_documents, &long("a"), 2), None);
    assert_eq!(repeated(json_documents, &long("a"), 3), Some(Limit::Memory));
    assert_eq!(repeated(json_documents, &long("a"), 4), Some(Limit::Text(LARGEST_TEXT)));
    assert_eq!(repeated(json_documents, &long("\u{7f}"), 1), Some(Limit::Memory));
}

#[test]
fn aliases_count_for_all_that_they_stand_for() {
    let list = |name: &str, of: &str| format!("{name}: &{name} [{}]\n", [of; 20].join(", "));
    let bomb: String =
        [("a", "x"), ("b", "*a"), ("c", "*b"), ("d", "*c"), ("e", "*d"), ("f", "*e")]
            .map(|(name, of)| list(name, of))
            .concat();
    let bad = yaml_documents(&bomb).unwrap_err();
    assert_eq!(bad.limit, Some(Limit::Values), "{bad}");
}

#[test]
fn several_texts_that_are_kept_are_counted_together() {
    let meter = Meter::default();
    let value = json!({"a": vec![json!({"b": "c"}); 60_000]});
    assert_eq!(meter.keep(&value), Ok(()));
    assert_eq!(meter.keep(&value), Err(Limit::Memory));
}

#[test]
fn what_is_counted_is_what_keeping_it_would_count() {
    let text = r#"{"a": [1, "two", {"b": null, "c": {}}], "d": "", "e": [[], true]}"#;
    let (read, kept) = (Meter::default(), Meter::default());
    let value = read.root().deserialize(&mut serde_json::Deserializer::from_str(text)).unwrap();
    kept.keep(&value).unwrap();
    assert_eq!(format!("{read:?}"), format!("{kept:?}"));
}

#[test]
fn a_key_that_is_there_twice_is_an_error_wherever_it_is() {
    for text in [r#"{"a": 1, "a": 1}"#, r#"[{"b": {"a": 1, "\u0061": 2}}]"#] {
        assert!(json(text.as_bytes()).unwrap_err().problem.contains("duplicate key \"a\""));
        assert!(json_documents(text).is_err() && yaml_documents(text).is_err());
    }
}

#[test]
fn what_nothing_reads_costs_nothing() {
    let many = vec![json!({"names": ["a"]}); MOST_VALUES];
    let fields = json!({"f:status": many, "f:spec": {".": {}, "f:paused": {}, "f:other": {}}});
    let text = json!({
        "metadata": {"managedFields": [{"manager": "oc", "fieldsV1": fields}]},
        "status": {"images": many, "phase": "Running"},
        "spec": {"images": 1},
    });
    let kept = json!({
        "metadata": {"managedFields": [{"manager": "oc", "fieldsV1": {"f:spec": {"f:paused": {}}}}]},
        "status": {"phase": "Running"},
        "spec": {"images": 1},
    });
    assert_eq!(json(text.to_string().as_bytes()).unwrap(), kept);
}

#[test]
fn everything_else_is_read_as_it_is() {
    let text = r#"{"a": [null, true, -1, 18446744073709551615, 1.5, "é\n", {}, []]}"#;
    let plain: Value = serde_json::from_str(text).unwrap();
    assert_eq!(json(text.as_bytes()).unwrap(), plain);
    assert_eq!(json_documents(&format!("{text} {text}")).unwrap(), [plain.clone(), plain.clone()]);
    assert_eq!(
        yaml_documents(&format!("---\n{text}\n---\n{text}\n")).unwrap(),
        [plain.clone(), plain]
    );
    for broken in ["{\"a\": 1} x", "", "[1", "nul"] {
        let bad = json(broken.as_bytes()).unwrap_err();
        assert!(bad.limit.is_none() && bad.line == 1, "{broken:?}: {bad}");
    }
}
