//! Informers as in the proposal, and invalid answers.

use super::*;
use crate::testing::now;

fn read(object: &Value) -> Informer {
    informer("mco".into(), object, Some(now()))
}

fn answer(insights: &Value) -> Value {
    json!({"kind": "UpdateInsightsResponse", "spec": {"insights": insights}, "status": {"response": "Success"}})
}

/// The only insight of a valid answer.
fn only(insight: &Value) -> Insight {
    let reply = reply(&answer(&json!([insight])), now()).unwrap();
    assert!(reply.problems.is_empty(), "{:?}", reply.problems);
    reply.insights.into_iter().next().unwrap()
}

#[test]
fn an_informer_is_read_with_service_authority_and_state() {
    let object = json!({
        "metadata": {"annotations": {AUTHORITY: "openshift-machine-api/cert"}},
        "spec": {"enabled": false, "clientConfig": {"service": {"name": "svc", "namespace": "ns", "port": 8443}}},
        "status": {"conditions": [{"type": "Online", "status": "False", "reason": "InformerUpdating", "message": "Please wait."}]},
    });
    let informer = read(&object);
    assert!(!informer.enabled);
    let service = InformerService { namespace: "ns".into(), name: "svc".into(), port: 8443 };
    assert_eq!(informer.service, Ok(service));
    assert_eq!(informer.authority, Some(("openshift-machine-api".into(), "cert".into())));
    assert_eq!(informer.online, Online::Updating { message: "Please wait.".into() });
}

#[test]
fn what_is_not_said_of_an_informer_is_that_it_is_asked_at_443() {
    let informer =
        read(&json!({"spec": {"clientConfig": {"service": {"name": "a", "namespace": "b"}}}}));
    assert!(informer.enabled && informer.online == Online::Yes);
    assert_eq!(informer.service.unwrap().port, 443);
    let stale = json!({"status": {"conditions": [{"type": "Online", "status": "True", "lastHeartbeatTime": "2021-08-28T11:00:00Z"}]}});
    assert!(matches!(read(&stale).online, Online::Silent { .. }));
}

#[test]
fn an_address_that_is_none_leads_nowhere() {
    for (service, said) in [
        (json!({"name": "a/../b", "namespace": "n"}), "service.name: \"a/../b\" is not a name"),
        (json!({"name": "a", "namespace": ""}), "service.namespace: \"\" is not a name"),
        (json!({"name": "a:443", "namespace": "n"}), "is not a name"),
        (json!({"name": "a", "namespace": "n", "port": 0}), "is not a port"),
        (json!({"name": "a", "namespace": "n", "port": 65536}), "is not a port"),
        (json!({"name": "a"}), "spec.clientConfig.service: missing field"),
        (json!("x"), "spec.clientConfig.service: invalid type"),
    ] {
        let object = json!({"spec": {"clientConfig": {"service": service}}});
        let informer = read(&object);
        let why = informer.service.unwrap_err();
        assert!(why.contains(said), "{why}");
        assert!(informer.enabled, "it is queried, and reported");
    }
}

#[test]
fn a_question_is_as_the_seed_has_it() {
    let asked = InformerQuestion {
        hook: Hook::Plan,
        cluster: Some("id".into()),
        from: "4.6.23".into(),
        to: "4.6.43".into(),
        informer_update: true,
    };
    assert_eq!(
        question(&asked),
        json!({
            "apiVersion": "config.openshift.io/v1beta1", "kind": "UpdatePlanInsightsRequest",
            "spec": {
                "clusterID": "id", "controlPlaneVersion": "4.6.23",
                "targetControlPlaneVersion": "4.6.43", "informerUpdate": true,
            },
        })
    );
    let status = question(&InformerQuestion { hook: Hook::Status, ..asked });
    assert_eq!(status["kind"], "UpdateInsightsRequest");
}

#[test]
fn discovery_tells_which_handlers_there_are() {
    let told = |answer: Value| handles(&answer, Hook::Plan);
    assert_eq!(told(json!({"status": "Success", "handlers": ["status", "plan"]})), Ok(true));
    assert_eq!(told(json!({"handlers": ["status"]})), Ok(false));
    for odd in [json!({}), json!({"handlers": 1}), json!({"status": "Failure"}), json!("x")] {
        assert!(told(odd.clone()).is_err(), "{odd}");
    }
}

#[test]
fn an_insight_is_read_as_the_seed_has_it() {
    let insight = only(&json!({
        "uid": "HighCPU", "acquisitionTime": "2021-08-28T11:00:00Z",
        "scope": {"type": "WorkerPool",
            "workerPool": [{"kind": "MachineSet", "namespace": "openshift-machine-api", "name": "m"}],
            "resources": [{"kind": "Node", "name": "ip-10"}, {"kind": "Pod", "namespace": "a", "name": "b"}]},
        "impact": {"level": "warning", "type": "api-availability", "summary": "High CPU", "description": "It is high.\n"},
        "remediation": {"reference": "https://example.com/a#b", "resolved": false, "estimatedFinish": "15m"},
    }));
    assert_eq!((insight.uid.as_str(), insight.level), ("HighCPU", Level::Warning));
    assert_eq!(insight.scope.area, Area::WorkerPool);
    assert_eq!(insight.scope.pools[0].label(), "openshift-machine-api/m");
    assert_eq!(insight.scope.resources[1].label(), "a/b");
    assert_eq!(insight.impact, Impact::ApiAvailability);
    assert_eq!(insight.description, "It is high.");
    assert_eq!(insight.remediation.resolved, Some(false));
    let finish = "2021-08-28T11:15:00Z".parse().unwrap();
    assert_eq!(insight.remediation.finish, Some(finish), "from when the data was acquired");
}

#[test]
fn times_may_be_moments_and_little_is_needed() {
    let insight =
        only(&json!({"uid": "A", "remediation": {"estimatedFinish": "2021-08-28T13:00:00Z"}}));
    assert_eq!(insight.remediation.finish, Some("2021-08-28T13:00:00Z".parse().unwrap()));
    assert_eq!((insight.level, insight.summary.as_str()), (Level::Unknown, "A"));
    assert_eq!(insight.scope, Scope::default());
    let later = only(&json!({"uid": "A", "remediation": {"estimatedFinish": "1h30m"}}));
    assert_eq!(later.remediation.finish, Some("2021-08-28T13:30:00Z".parse().unwrap()));
}

#[test]
fn a_summary_is_one_line() {
    let insight = only(&json!({"uid": "A", "impact": {"summary": "one\n  two\tthree "}}));
    assert_eq!(insight.summary, "one two three");
}

#[test]
fn invalid_parts_are_named_and_affect_nothing_else() {
    for (odd, said) in [
        (json!({}), "uid: must have 1 to 256 characters"),
        (json!({"uid": "x".repeat(257)}), "uid: must have"),
        (json!({"uid": "a\u{1b}b"}), "uid: has control characters"),
        (json!({"uid": []}), "uid: invalid type"),
        (json!({"uid": "A", "acquisitionTime": "soon"}), "acquisitionTime: \"soon\" is not a time"),
        (json!({"uid": "A", "scope": {"type": "Moon"}}), "scope.type: \"Moon\" is neither"),
        (
            json!({"uid": "A", "scope": {"resources": [{"kind": "Node"}]}}),
            "scope.resources[0]: kind",
        ),
        (json!({"uid": "A", "impact": {"level": {}}}), "impact.level: invalid type"),
        (json!({"uid": "A", "remediation": {"estimatedFinish": "x"}}), "is not a time"),
        (json!("text"), "invalid type"),
    ] {
        let reply = reply(&answer(&json!([{"uid": "Fine"}, odd])), now()).unwrap();
        assert_eq!((reply.insights.len(), reply.problems.len()), (1, 1), "{odd}");
        assert!(reply.problems[0].starts_with("spec.insights[1]."), "{:?}", reply.problems);
        assert!(reply.problems[0].contains(said), "{:?} does not contain {said}", reply.problems);
    }
    let many = vec![json!({}); 9];
    let problems = reply(&answer(&json!(many)), now()).unwrap().problems;
    assert_eq!((problems.len(), problems[5].as_str()), (6, "and 4 more"));
}

#[test]
fn an_answer_that_is_none_is_said_to_be() {
    for (odd, said) in [
        (json!("<html>"), "invalid type"),
        (json!({}), "status: is missing"),
        (json!({"status": {"response": "Perhaps"}}), "\"Perhaps\" is not Success"),
        (json!({"status": {"response": "Success"}, "spec": {"insights": {}}}), "spec.insights"),
    ] {
        let why = reply(&odd, now()).unwrap_err();
        assert!(why.contains(said), "{why}");
    }
    let wait = reply(&json!({"status": {"response": "Wait", "message": "Gathering."}}), now());
    let wait = wait.unwrap();
    assert_eq!((wait.response, wait.message.as_str()), (InformerResponse::Wait, "Gathering."));
}

#[test]
fn what_is_too_long_to_be_kept_is_cut() {
    let text = "ä".repeat(20_000);
    let insight = only(&json!({"uid": "A", "impact": {"summary": text, "description": text}}));
    assert_eq!(insight.summary.chars().count(), LONGEST_SUMMARY);
    assert!(insight.description.ends_with("ä…"));
    assert_eq!(insight.description.chars().count(), LONGEST_DESCRIPTION);
}
