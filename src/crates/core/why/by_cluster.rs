//! The causes that follow from a ClusterVersion alone.

use super::{Cause, WhyQuery};
use crate::cluster::Cluster;
use crate::gates;
use crate::request::rollback;
use crate::updates::{Advice, Updates};
use upgrade_graph::suggest;
use upgrade_graph::version::{Step, Version};

/// Returns the cause, if it follows from the ClusterVersion alone. `arch` is that of the cluster,
/// if it is known.
pub fn by_cluster(wanted: &WhyQuery, cluster: &Cluster, arch: Option<&str>) -> Option<Cause> {
    let updates = Updates::new(cluster);
    let WhyQuery { version, arch: of } = wanted;
    let listed = updates.find(version.text());
    let on = &cluster.desired.version;
    if version.numbers().is_none() && listed.is_empty() && version != on {
        let known: Vec<&str> = updates.all().map(|said| said.release.version.text()).collect();
        return Some(Cause::Unparsable { meant: meant(version.text(), &known) });
    }
    let other = of.filter(|of| is_other(of, cluster, arch));
    let step = on.step_to(version);
    if other.is_none() && (step == Step::Same || version == on) {
        return Some(Cause::AlreadyThere { rolling_out: cluster.rolling_out() });
    }
    if matches!(step, Step::Down | Step::DownAcrossMinor) {
        let previous = rollback::previous(cluster).is_some_and(|past| past.version == *version);
        return Some(Cause::Older { previous: previous && step == Step::Down });
    }
    if let Some(of) = other {
        let (here, there) = (arch.map(str::to_owned), vec![of.to_owned()]);
        return Some(Cause::OtherArchitecture { here, there });
    }
    let other_channel = match listed.first() {
        Some(said) => gates::unobserved(cluster, said),
        None => gates::other_channel(cluster),
    };
    if let Some(finding) = other_channel.or_else(|| gates::not_retrieved(cluster)) {
        return Some(Cause::NotRetrieved(finding));
    }
    let against = listed.iter().find(|said| said.advice != Advice::Recommended);
    if let Some(said) = against {
        return Some(Cause::Conditional(Box::new((**said).clone())));
    }
    let said = listed.first()?;
    if let Some(finding) = gates::too_far(cluster, said) {
        return Some(Cause::TooFar(finding));
    }
    let held_back = gates::held_back(cluster, said).cloned();
    Some(Cause::Recommended { held_back })
}

/// Returns the cause, if it follows from the versions alone: for a version that no available
/// updates start from.
pub fn by_version(wanted: &WhyQuery, from: &Version, arch: Option<&str>) -> Option<Cause> {
    let WhyQuery { version, arch: of } = wanted;
    let step = from.step_to(version);
    match of {
        _ if version.numbers().is_none() && version != from => {
            Some(Cause::Unparsable { meant: meant(version.text(), &[]) })
        }
        _ if matches!(step, Step::Down | Step::DownAcrossMinor) => {
            Some(Cause::Older { previous: false })
        }
        Some(of) if arch.is_some_and(|arch| arch != *of) => {
            let (here, there) = (arch.map(str::to_owned), vec![(*of).to_owned()]);
            Some(Cause::OtherArchitecture { here, there })
        }
        _ if step == Step::Same || version == from => {
            Some(Cause::AlreadyThere { rolling_out: false })
        }
        _ => None,
    }
}

/// Returns the cause if no graph could be read.
pub fn without_graph(wanted: &WhyQuery, cluster: Option<&Cluster>) -> Cause {
    let updates = cluster.map(Updates::new).unwrap_or_default();
    let listed = updates.all().map(|said| &said.release.version);
    let nearest = suggest::versions(&wanted.version, listed);
    Cause::NotListed { nearest: nearest.iter().map(ToString::to_string).collect() }
}

/// A ClusterVersion tells whether it is multi-architecture, but not which architecture it has.
fn is_other(wanted: &str, cluster: &Cluster, arch: Option<&str>) -> bool {
    let architecture = cluster.desired.architecture.as_deref();
    let multi = architecture.is_some_and(|known| known.eq_ignore_ascii_case("multi"));
    (wanted == "multi") != multi || (!multi && arch.is_some_and(|arch| arch != wanted))
}

/// Returns similar versions for a text that is not a version.
fn meant(text: &str, known: &[&str]) -> Vec<String> {
    let bare = WhyQuery::new(text.trim().trim_start_matches(['v', 'V'])).version;
    if bare.numbers().is_some() {
        return vec![bare.text().to_owned()];
    }
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if bare.text().split('.').all(is_number) {
        return Vec::new(); // a minor version resembles no particular version
    }
    suggest::words(text, known.iter().copied()).into_iter().map(str::to_owned).collect()
}
