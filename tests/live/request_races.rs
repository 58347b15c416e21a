//! A thousand requests and cancellations against writers in between.

use std::sync::{Arc, Mutex};

use http::{Method, Request};
use serde_json::{Value, json};
use upgrade_lab::{Service, Store};

use crate::common::server::{Server, Step, image, infrastructure, version};

const ROUNDS: usize = 1_000;
const THREADS: usize = 4;

/// What another writer does between our read and our patch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Write {
    Channel,
    AcceptRisk,
    OtherRequest,
    OurRequest,
    Withdraw,
    Progress,
    NotRecommended,
    OtherImage,
    Status,
}

const WRITES: [Write; 9] = [
    Write::Channel,
    Write::AcceptRisk,
    Write::OtherRequest,
    Write::OurRequest,
    Write::Withdraw,
    Write::Progress,
    Write::NotRecommended,
    Write::OtherImage,
    Write::Status,
];

impl Write {
    fn apply(self, object: &mut Value, round: usize) {
        let risks = object["spec"]["desiredUpdate"].get("acceptRisks").cloned();
        let request = |target: Value| {
            let mut request = target;
            if let Some(risks) = &risks {
                request["acceptRisks"] = risks.clone();
            }
            request
        };
        match self {
            Self::Channel => object["spec"]["channel"] = format!("channel-{round}").into(),
            Self::AcceptRisk => {
                let mut names = risks.unwrap_or_else(|| json!([]));
                names.as_array_mut().unwrap().push(json!({"name": format!("Risk{round}")}));
                object["spec"]["desiredUpdate"]["acceptRisks"] = names;
            }
            Self::OtherRequest => {
                object["spec"]["desiredUpdate"] =
                    request(json!({"version": "4.10.9", "image": image("9")}));
            }
            Self::OurRequest => {
                let ours = json!({"version": "4.10.6", "image": image("6"), "architecture": "", "force": false});
                object["spec"]["desiredUpdate"] = request(ours);
            }
            Self::Withdraw => object["spec"]["desiredUpdate"] = request(json!({})),
            Self::Progress => object["status"]["conditions"][1]["status"] = "True".into(),
            Self::NotRecommended => {
                let condition = json!({"type": "Recommended", "status": "False", "reason": "New", "message": "new"});
                let entry = json!({"release": {"version": "4.10.6", "image": image("6")}, "conditions": [condition]});
                object["status"]["conditionalUpdates"].as_array_mut().unwrap().push(entry);
            }
            Self::OtherImage => {
                object["status"]["availableUpdates"][0]["image"] = image("e").into();
            }
            Self::Status => object["status"]["versionHash"] = format!("hash-{round}").into(),
        }
    }
}

/// The parameters of one round, and what was wrong in it.
#[derive(Default)]
struct Round {
    number: usize,
    writes: Vec<Write>,
    lose_answer: bool,
    clearing: bool,
    done: Vec<Write>,
    patches_taken: usize,
    wrong: Vec<String>,
}

impl Round {
    fn step(&mut self, request: &Request<Vec<u8>>, service: &Service) -> Step {
        if request.method() != Method::PATCH {
            return Step::Serve;
        }
        if let Some(write) = self.writes.pop() {
            service.with(|store| {
                store.change_cluster_version(|object| write.apply(object, self.number));
            });
            self.done.push(write);
        }
        let patch: Value = serde_json::from_slice(request.body()).unwrap();
        let object = service.with(|store| store.cluster_version().unwrap().clone());
        if patch["metadata"]["resourceVersion"] != object["metadata"]["resourceVersion"] {
            return Step::Serve; // a conflict
        }
        self.patches_taken += 1;
        if let Err(wrong) = self.holds(&object) {
            self.wrong.push(wrong);
        }
        if self.lose_answer { Step::ServeAndVanish } else { Step::Serve }
    }

    /// The patch is about to be applied: its base must be the current object.
    fn holds(&self, object: &Value) -> Result<(), String> {
        let request = &object["spec"]["desiredUpdate"];
        if self.clearing {
            return match request["version"].as_str() {
                Some("4.10.7") => Ok(()),
                other => Err(format!("a request for {other:?} was canceled")),
            };
        }
        let pending = request["version"].as_str().unwrap_or_default();
        let recommended = object["status"]["availableUpdates"][0]["image"] == image("6")
            && object["status"]["conditionalUpdates"].as_array().unwrap().len() == 1;
        let quiet = object["status"]["conditions"][1]["status"] == "False";
        match (pending, recommended, quiet) {
            ("", true, true) => Ok(()),
            _ => Err(format!(
                "sent over pending {pending:?}, recommended {recommended}, quiet {quiet}"
            )),
        }
    }
}

/// A small generator, so that a failing round can be repeated.
fn random(seed: usize, below: usize) -> usize {
    let mut x =
        (seed as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(0x1234_5678_9abc_def1);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    usize::try_from((x ^ (x >> 31)) % below as u64).unwrap()
}

#[test]
fn no_round_of_a_thousand_loses_a_field_or_acts_on_what_it_has_not_seen() {
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            scope.spawn(move || {
                let round = Arc::new(Mutex::new(Round::default()));
                let shared = round.clone();
                let server = Server::lab(
                    version(),
                    Arc::new(move |request, _, service| {
                        shared.lock().unwrap().step(request, service)
                    }),
                );
                for number in (thread..ROUNDS).step_by(THREADS) {
                    play(&server, &round, number);
                }
            });
        }
    });
}

fn play(server: &Server, round: &Mutex<Round>, number: usize) {
    let clearing = random(number, 3) == 0;
    let writes =
        (0..random(number + 7, 4)).map(|i| WRITES[random(number * 31 + i, WRITES.len())]).collect();
    let lose_answer = random(number + 3, 8) == 0;
    *round.lock().unwrap() = Round { number, writes, lose_answer, clearing, ..Round::default() };
    let mut object = version();
    if clearing {
        object["spec"]["desiredUpdate"] =
            json!({"version": "4.10.7", "image": image("7"), "acceptRisks": [{"name": "Old"}]});
    }
    server.service.with(|store| *store = Store::new([object.clone(), infrastructure()]));
    let words: &[&str] = if clearing { &["--clear"] } else { &["--to", "4.10.6"] };
    let run = server.run(words);

    let round = round.lock().unwrap();
    let context = format!(
        "round {number}, {:?}, lost {lose_answer}: {}{}",
        round.done, run.stdout, run.stderr
    );
    assert!(round.wrong.is_empty(), "{:?}: {context}", round.wrong);
    assert!(round.patches_taken <= 1, "{context}");
    assert!([0, 3].contains(&run.code), "{context}");

    // The writers' fields are as the writers left them, and ours is there exactly if we report so.
    for write in &round.done {
        write.apply(&mut object, number);
    }
    let stored = server.stored();
    assert_eq!(stored["spec"]["channel"], object["spec"]["channel"], "{context}");
    assert_eq!(stored["status"], object["status"], "{context}");
    let risks = |object: &Value| object["spec"]["desiredUpdate"].get("acceptRisks").cloned();
    assert_eq!(risks(&stored), risks(&object), "{context}");
    let target = |object: &Value| {
        object["spec"]["desiredUpdate"]["version"].as_str().unwrap_or_default().to_owned()
    };
    let ours = if clearing { "" } else { "4.10.6" };
    if round.patches_taken == 1 {
        assert_eq!((target(&stored).as_str(), run.code), (ours, 0), "{context}");
    } else {
        assert_eq!(target(&stored), target(&object), "{context}");
        assert_eq!(run.code == 0, target(&object) == ours, "{context}");
    }
}
