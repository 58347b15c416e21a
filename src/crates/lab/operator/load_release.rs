//! Takes up a request: sees it, finds the release, checks it, and begins the update or says why not.

use jiff::SignedDuration;
use serde_json::{Value, json};

use super::history::{self, HistoryRecord};
use super::objects::{ConditionWrite, at, condition, number, remove_condition, text};
use super::preconditions::{self, CheckedPreconditions};
use super::{StepContext, retrieve};
use crate::resource::CONFIG;
use crate::store::Key;
use upgrade_core::objects::cluster_version;
use upgrade_graph::image;
use upgrade_graph::release::Release;
use upgrade_graph::version::Version;

const SEEN_AFTER: SignedDuration = SignedDuration::from_secs(2); // until a new spec is acted on
// cluster-version-operator: pkg/start/start.go:59, 499
const APPLIED_EVERY: SignedDuration = SignedDuration::from_mins(3); // so often the payload is applied
const LOADED_AFTER: SignedDuration = SignedDuration::from_secs(20); // to pull and unpack a release
const REVERTED_AFTER: SignedDuration = SignedDuration::from_secs(10); // by the hosting cluster

/// The request.
struct RequestedRelease {
    version: String,
    image: String,
    force: bool,
}

/// What a pull spec turned out to be.
struct Payload {
    release: Release,
    verified: bool,
}

pub(super) fn take_up(context: &mut StepContext<'_>) {
    if revert(context) || !notices(context) {
        return;
    }
    let wanted = match wanted(context.version()) {
        Ok(wanted) => wanted,
        Err(invalid) => return report_invalid(context, Some(&invalid)),
    };
    report_invalid(context, None);
    let desired = text(context.version(), "/status/desired/image").to_owned();
    match wanted {
        Some(wanted) if !image::same(&wanted.image, &desired) => load(context, &wanted),
        _ => settled(context),
    }
}

/// A hosted control plane is updated from outside: requests made here are reverted.
fn revert(context: &mut StepContext<'_>) -> bool {
    let key = Key::cluster(CONFIG, "infrastructures", "cluster");
    let hosted = context.store.get(&key).is_ok_and(|infrastructure| {
        text(infrastructure, "/status/controlPlaneTopology") == "External"
    });
    let asked =
        context.version()["spec"].get("desiredUpdate").is_some_and(|asked| !asked.is_null());
    if hosted && asked && context.ripe("request on a hosted cluster", REVERTED_AFTER) {
        context.amend_version(|version| {
            let spec = version.get_mut("spec").and_then(Value::as_object_mut);
            drop(spec.and_then(|spec| spec.remove("desiredUpdate")));
        });
    }
    hosted && asked
}

/// Returns whether the operator acts on the spec as it is. That it has observed the spec is reported
/// later, when the payload is next applied: until then lists and conditions are newer than that.
// cluster-version-operator: pkg/cvo/sync_worker.go:987
fn notices(context: &mut StepContext<'_>) -> bool {
    let generation = &context.version()["metadata"]["generation"];
    if generation.is_null() || context.version()["status"]["observedGeneration"] == *generation {
        return true;
    }
    let notices = context.ripe(&format!("generation {generation} unseen"), SEEN_AFTER);
    if context.done("spec not applied", APPLIED_EVERY) && notices {
        context.amend_version(observed);
    }
    notices
}

fn observed(version: &mut Value) {
    let generation = version["metadata"]["generation"].clone();
    *at(version, &["status", "observedGeneration"]) = generation;
}

/// Returns the request in the spec, or why it is invalid. A version alone must be available: one
/// that is not recommended needs its image.
fn wanted(version: &Value) -> Result<Option<RequestedRelease>, String> {
    let asked = &version["spec"]["desiredUpdate"];
    let field = |name: &str| asked[name].as_str().unwrap_or_default().to_owned();
    let (wanted, image) = (field("version"), field("image"));
    let force = asked["force"] == true;
    if wanted.is_empty() && image.is_empty() {
        return Ok(None);
    }
    if !image.is_empty() {
        return Ok(Some(RequestedRelease { version: wanted, image, force }));
    }
    let multi = field("architecture") == "Multi";
    let listed = |list: &Value| -> Vec<String> {
        let entries = list.as_array().map(Vec::as_slice).unwrap_or_default();
        let same = entries.iter().filter(|entry| entry["version"] == wanted.as_str());
        let of_arch = same.filter(|entry| !multi || entry["architecture"] == "Multi");
        of_arch.filter_map(|entry| entry["image"].as_str().map(str::to_owned)).collect()
    };
    let mut images = listed(&version["status"]["availableUpdates"]);
    images.dedup();
    match images.as_slice() {
        [image] => Ok(Some(RequestedRelease { version: wanted, image: image.clone(), force })),
        [] if version["status"]["desired"]["version"] == wanted.as_str() => Ok(None),
        // Valid, since it has run here; but only what is available can be found by its version.
        [] if has_run(version, &wanted) => {
            Ok(Some(RequestedRelease { version: wanted, image: String::new(), force }))
        }
        [] => Err(format!(
            "spec.desiredUpdate.version: Invalid value: {wanted:?}: when image is empty the update must be a previous version or an available update"
        )),
        _ => Err(format!(
            "spec.desiredUpdate.version: Invalid value: {wanted:?}: there are multiple possible payloads for this version, specify the exact image"
        )),
    }
}

fn has_run(version: &Value, wanted: &str) -> bool {
    let history = version["status"]["history"].as_array().into_iter().flatten();
    history.into_iter().any(|past| past["version"] == wanted)
}

fn report_invalid(context: &mut StepContext<'_>, why: Option<&str>) {
    let now = context.now;
    context.amend_version(|version| match why {
        Some(why) => {
            let message = format!("The cluster version is invalid: {why}");
            let reason = "InvalidClusterVersion";
            ConditionWrite { kind: "Invalid", status: "True", reason, message: &message }
                .write(version, now);
        }
        None => remove_condition(version, "Invalid"),
    });
}

/// Nothing is requested, or the current release: an earlier rejection is over.
fn settled(context: &mut StepContext<'_>) {
    let refused = condition(context.version(), "ReleaseAccepted")
        .is_some_and(|accepted| accepted["status"] != "True");
    if refused {
        let desired = &context.version()["status"]["desired"];
        let message = loaded(text(desired, "/version"), text(desired, "/image"));
        report(context, "True", "PayloadLoaded", &message);
    }
}

fn report(context: &mut StepContext<'_>, status: &str, reason: &str, message: &str) {
    let now = context.now;
    let says = ConditionWrite { kind: "ReleaseAccepted", status, reason, message };
    context.amend_version(|version| says.write(version, now));
}

fn loaded(version: &str, image: &str) -> String {
    format!("Payload loaded version={version:?} image={image:?}")
}

fn load(context: &mut StepContext<'_>, wanted: &RequestedRelease) {
    let RequestedRelease { version, image, force } = wanted;
    if image.is_empty() {
        let message = format!(
            "Retrieving payload failed version={version:?} image={image:?} failure=the version is not among the available updates"
        );
        return report(context, "False", "RetrievePayload", &message);
    }
    let generation = &context.version()["metadata"]["generation"];
    let what = format!("loading {image} for generation {generation}");
    if !context.done(&what, LOADED_AFTER) {
        let message =
            format!("Retrieving and verifying payload version={version:?} image={image:?}");
        return report(context, "Unknown", "RetrievePayload", &message);
    }
    let Some(payload) = pull(context, image) else {
        let message = format!(
            "Retrieving payload failed version={version:?} image={image:?} failure=Unable to download and prepare the update: no such image"
        );
        return report(context, "False", "RetrievePayload", &message);
    };
    if !payload.verified && !force {
        let message = format!(
            "Retrieving payload failed version={version:?} image={image:?} failure=The update cannot be verified: {image} is not named by a signed digest"
        );
        return report(context, "False", "RetrievePayload", &message);
    }
    let found = payload.release.version.text();
    if !version.is_empty() && version != found {
        let message = format!(
            "Verifying payload failed version={version:?} image={image:?} failure=release image version {found} does not match the expected upstream version {version}"
        );
        return report(context, "False", "VerifyPayloadVersion", &message);
    }
    check(context, wanted, payload);
}

/// Finds a release by its digest, or one that a tag is named after.
fn pull(context: &StepContext<'_>, image: &str) -> Option<Payload> {
    let version = context.version();
    let cluster = cluster_version::cluster(
        version,
        upgrade_core::cluster::Origin::default(),
        Some(context.now),
    )
    .ok()?;
    let graph = context
        .settings
        .graph
        .iter()
        .flat_map(|graph| &graph.nodes)
        .map(|node| node.release.as_ref());
    let listed = cluster.available.iter().chain(cluster.conditional.iter().map(|one| &one.release));
    let known: Vec<&Release> = graph.chain(listed).chain([&cluster.desired]).collect();
    let past = || {
        let past = cluster.history.iter().find(|past| image::same(&past.image, image))?;
        let (version, image) = (past.version.clone(), past.image.clone());
        Some(Release { version, image, url: None, channels: vec![], architecture: None })
    };
    if image::digest(image).is_some() {
        let found = known.into_iter().find(|known| image::same(&known.image, image)).cloned();
        let release = in_registry(context, image, found.as_ref()).or(found).or_else(past)?;
        return Some(Payload { release, verified: true });
    }
    let tag = image.rsplit(['/', ':']).next().unwrap_or_default();
    let named = |release: &&Release| {
        let rest = tag.strip_prefix(release.version.text());
        rest.is_some_and(|rest| {
            rest.is_empty() || rest.starts_with("-x86") || rest.starts_with("-multi")
        })
    };
    let found = known.into_iter().find(named)?;
    Some(Payload { release: Release { image: image.to_owned(), ..found.clone() }, verified: false })
}

/// Returns a release of the cluster's registry. The metadata of the image takes precedence over that of the graph,
/// and no graph has to list the release.
fn in_registry(
    context: &StepContext<'_>,
    image: &str,
    listed: Option<&Release>,
) -> Option<Release> {
    let mut registry = context.settings.wire.registry.iter();
    let held = registry.find(|held| image::same(&held.image, image))?;
    let version = Version::new(held.version.as_str());
    let blank = Release {
        version: version.clone(),
        image: image.to_owned(),
        url: None,
        channels: Vec::new(),
        architecture: None,
    };
    Some(Release { version, image: image.to_owned(), ..listed.cloned().unwrap_or(blank) })
}

fn check(context: &mut StepContext<'_>, wanted: &RequestedRelease, payload: Payload) {
    let Payload { release, verified } = payload;
    let checked = preconditions::check(context.version(), &release);
    let (version, image) = (release.version.text().to_owned(), release.image.clone());
    if checked.blocks() && !wanted.force {
        let message = format!(
            "Preconditions failed for payload loaded version={version:?} image={image:?}: {}",
            checked.summary()
        );
        return report(context, "False", "PreconditionChecks", &message);
    }
    begin(context, &release, verified, &checked);
    report(context, "True", "PayloadLoaded", &loaded(&version, &image));
}

fn begin(
    context: &mut StepContext<'_>,
    release: &Release,
    verified: bool,
    checked: &CheckedPreconditions,
) {
    let version = context.version();
    let from = text(version, "/status/desired/version").to_owned();
    let to = release.version.text();
    let unsigned = (!verified).then(|| {
        let image = &release.image;
        format!("Target release version={to:?} image={image:?} cannot be verified, but continuing anyway because the update was forced: it is not named by a signed digest")
    });
    let gate = context.settings.gates.accept_risks;
    let parts = [unsigned, checked.passed_over(), checked.accepted(gate, version)];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let entry = HistoryRecord {
        version: to,
        image: &release.image,
        verified,
        accepted_risks: (!parts.is_empty()).then(|| parts.join("\n")),
        overrides: checked.overrides(&from, to),
    };
    let now = context.now;
    context.amend_version(|version| {
        let mut desired = json!({"version": to, "image": release.image});
        retrieve::describe(&mut desired, release);
        *at(version, &["status", "desired"]) = desired;
        let hash = format!("{:016x}", number(0, &release.image));
        *at(version, &["status", "versionHash"]) = json!(hash);
        observed(version);
        history::begin(version, &entry, now);
        keep_newer(version, &release.version);
    });
}

/// Until the update service tells what comes next, what was listed and is newer stays.
fn keep_newer(version: &mut Value, than: &Version) {
    for (list, path) in
        [("availableUpdates", "/version"), ("conditionalUpdates", "/release/version")]
    {
        if let Some(listed) = at(version, &["status"]).get_mut(list).and_then(Value::as_array_mut) {
            listed.retain(|entry| {
                Version::new(text(entry, path)).newest_first(than) == std::cmp::Ordering::Less
            });
        }
    }
}
