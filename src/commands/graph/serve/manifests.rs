//! `upgrade graph serve manifests`: the objects that the update service needs in a cluster.

use crate::cli::Session;
use crate::cli::deploy_values::{self, object_name};
use crate::error::{ExitStatus, Result};
use crate::output::Format;
use crate::service::ALERTS;

/// Print manifests for the update service
///
/// Prints a Deployment, a Service, a NetworkPolicy and alerting rules. There is no
/// published image: `.dist/image` in the source builds one. The service reads
/// `graph-data` and `releases.json` from a PersistentVolumeClaim, and new data
/// when it changes there. With `--tls-secret` it serves HTTPS.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade graph serve manifests --image registry.example.com/upgrade:0.1.0
  upgrade graph serve manifests --tls-secret tls | oc apply -f -

Exit codes: 0 ok, 1 error, 2 usage")]
pub(super) struct Args {
    /// Image with this program as its entry point
    #[arg(long, value_name = "IMAGE", default_value = deploy_values::IMAGE)]
    image: String,
    /// Namespace to deploy to
    #[arg(long, value_name = "NAMESPACE", default_value = "update-service")]
    namespace: String,
    /// Number of replicas
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=9))]
    replicas: u8,
    /// PersistentVolumeClaim with graph-data and releases.json
    #[arg(long, value_name = "NAME", default_value = "graph-data")]
    claim: String,
    /// Secret with tls.crt and tls.key, to serve HTTPS
    #[arg(long, value_name = "NAME")]
    tls_secret: Option<String>,
}

const MANIFESTS: &str = include_str!("manifests.yaml");

pub(super) const FORMATS: &[Format] = &[Format::Text, Format::Yaml];

pub(super) fn run(args: &Args, session: &mut Session) -> Result {
    session.ui.print(&args.text()?)?;
    Ok(ExitStatus::Success)
}

/// What depends on whether HTTPS is served.
struct Serving {
    scheme: &'static str,
    port: u16,
    arguments: &'static str,
    mount: &'static str,
    volume: String,
    monitor: &'static str,
}

impl Serving {
    fn plain() -> Self {
        Self {
            scheme: "HTTP",
            port: 80,
            arguments: "",
            mount: "",
            volume: String::new(),
            monitor: "    scheme: http\n",
        }
    }

    fn secured(secret: &str) -> Self {
        Self {
            scheme: "HTTPS",
            port: 443,
            arguments: "        - --tls-cert=/tls/tls.crt\n        - --tls-key=/tls/tls.key\n",
            mount: "        - {name: tls, mountPath: /tls, readOnly: true}\n",
            volume: format!("      - name: tls\n        secret: {{secretName: {secret}}}\n"),
            // Its certificate is for the name that clusters use; metrics are no secret.
            monitor: "    scheme: https\n    tlsConfig: {insecureSkipVerify: true}\n",
        }
    }
}

impl Args {
    fn text(&self) -> Result<String> {
        let serving = match &self.tls_secret {
            Some(secret) => Serving::secured(object_name("--tls-secret", secret)?),
            None => Serving::plain(),
        };
        let rules = format!("  {}\n", ALERTS.trim_end().replace('\n', "\n  "));
        Ok(MANIFESTS
            .replace("RULES\n", &rules)
            .replace("ARGUMENTS\n", serving.arguments)
            .replace("MOUNT\n", serving.mount)
            .replace("VOLUME\n", &serving.volume)
            .replace("MONITOR\n", serving.monitor)
            .replace("SCHEME", serving.scheme)
            .replace("PORT", &serving.port.to_string())
            .replace("REPLICAS", &self.replicas.to_string())
            .replace("NAMESPACE", deploy_values::namespace(&self.namespace)?)
            .replace("CLAIM", object_name("--claim", &self.claim)?)
            .replace("IMAGE", deploy_values::image(&self.image)?))
    }
}
