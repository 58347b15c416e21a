//! A hosted control plane: a cluster, its recording and the lab agree where updates are requested.

use serde_json::Value;
use upgrade_lab::Store;

use crate::common::lab::Lab;
use crate::common::server::{Server, served};
use crate::common::upgrade;

const COMMAND: &str = "\n  oc edit hostedcluster NAME --namespace NAMESPACE\n";
const FILES: [&str; 2] = ["--from", "tests/fixtures/hosted"];

fn recorded(name: &str) -> Value {
    let text = std::fs::read_to_string(format!("tests/fixtures/hosted/{name}.yaml")).unwrap();
    serde_saphyr::from_str(&text).unwrap()
}

#[test]
fn a_cluster_and_its_recording_say_the_same() {
    let store = Store::new([recorded("cv"), recorded("infrastructure")]);
    let server = Server::serve(store, served(), None);
    for words in [&[][..], &["recommend"]] {
        let (live, files) = (server.run(words), upgrade(&[words, &FILES].concat()));
        for run in [&live, &files] {
            assert_eq!(run.code, 0, "{}", run.stderr);
            assert!(run.stdout.contains(COMMAND), "{}", run.stdout);
        }
        let json = ["-o", "json"];
        let live = server.run(&[words, &json].concat()).json();
        let files = upgrade(&[words, &FILES, &json].concat()).json();
        assert!(live["hostedControlPlane"]["command"].is_string(), "{live}");
        for field in ["hostedControlPlane", "recommended", "notRecommended", "updates"] {
            assert_eq!(live[field], files[field], "{words:?} {field}");
        }
    }
}

#[test]
fn a_lab_that_is_served_says_it_too() {
    let lab = Lab::serve(&["--scenario", "hosted"]);
    for words in [&[][..], &["recommend"]] {
        let (code, stdout, stderr) = lab.upgrade(words);
        assert_eq!(code, 0, "{stderr}");
        assert!(stdout.contains(COMMAND), "{stdout}");
    }
}
