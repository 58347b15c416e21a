//! `upgrade controller manifests`: the objects that the controller needs in a cluster, and no more.

use anyhow::anyhow;

use crate::cli::Session;
use crate::cli::deploy_values::{self, object_name};
use crate::error::{Error, ExitStatus, Result};
use crate::output::Format;

/// Print manifests for the controller
///
/// Prints a Deployment with the RBAC rules that it needs. There is no published
/// image: `.dist/image` in the source builds one. To let the controller verify the
/// certificates of informers, name the Secrets with their CAs.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade controller manifests --image registry.example.com/upgrade:0.1.0
  upgrade controller manifests --replicas 1 | oc apply -f -

Exit codes: 0 ok, 1 error, 2 usage")]
pub(super) struct Args {
    /// Image with this program as its entry point
    #[arg(long, value_name = "IMAGE", default_value = deploy_values::IMAGE)]
    image: String,
    /// Namespace to deploy to
    #[arg(long, value_name = "NAMESPACE", default_value = "upgrade-controller")]
    namespace: String,
    /// Number of replicas; one of them is active
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=9))]
    replicas: u8,
    /// Secret with the CA of an informer (repeatable)
    #[arg(long, value_name = "NAMESPACE/NAME")]
    informer_secret: Vec<String>,
}

const MANIFESTS: &str = include_str!("manifests.yaml");
const SECRET: &str = include_str!("secret.yaml");

pub(crate) const FORMATS: &[Format] = &[Format::Text, Format::Yaml];

pub(super) fn run(args: &Args, session: &mut Session) -> Result {
    session.ui.print(&args.text()?)?;
    Ok(ExitStatus::Success)
}

impl Args {
    fn text(&self) -> Result<String> {
        let namespace = deploy_values::namespace(&self.namespace)?;
        let image = deploy_values::image(&self.image)?;
        let mut text = MANIFESTS
            .replace("NAMESPACE", namespace)
            .replace("IMAGE", image)
            .replace("REPLICAS", &self.replicas.to_string());
        for (place, secret) in self.informer_secret.iter().enumerate() {
            let (home, name) = secret.split_once('/').ok_or_else(|| {
                let error = anyhow!("--informer-secret: {secret:?} is not NAMESPACE/NAME");
                Error::usage(error)
            })?;
            let home = object_name("--informer-secret", home)?;
            text += &SECRET
                .replace("NAMESPACE", namespace)
                .replace("NUMBER", &(place + 1).to_string())
                .replace("HOME", home)
                .replace("SECRET", object_name("--informer-secret", name)?);
        }
        Ok(text)
    }
}
