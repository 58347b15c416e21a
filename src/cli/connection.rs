//! kubectl's connection flags.

use std::path::PathBuf;

use clap::Args;
use secrecy::{ExposeSecret, SecretString};

use super::completes::Completes;
use super::values::{self, Timeout};
use crate::connect::config::kubeconfig::{Connection, Impersonation};
use crate::connect::config::url;

/// The flags that cannot be used with files or the lab.
pub(super) const LIVE: [&str; 16] = [
    "kubeconfig",
    "context",
    "cluster",
    "user",
    "server",
    "token",
    "as_user",
    "as_group",
    "as_uid",
    "as_user_extra",
    "certificate_authority",
    "client_certificate",
    "client_key",
    "insecure_skip_tls_verify",
    "tls_server_name",
    "proxy_url",
];

#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Connection (same as kubectl)")]
pub(super) struct ConnectionArgs {
    /// Path to the kubeconfig file
    #[arg(long, global = true, value_name = "FILE")]
    kubeconfig: Option<PathBuf>,
    /// Kubeconfig context to use
    #[arg(long, global = true, value_name = "NAME")]
    #[arg(add = Completes::Context)]
    context: Option<String>,
    /// Kubeconfig cluster to use
    #[arg(long, global = true, value_name = "NAME")]
    #[arg(add = Completes::Cluster)]
    cluster: Option<String>,
    /// Kubeconfig user to use
    #[arg(long, global = true, value_name = "NAME")]
    #[arg(add = Completes::User)]
    user: Option<String>,
    /// URL of the API server
    #[arg(short, long, global = true, value_name = "URL")]
    server: Option<String>,
    /// Bearer token for the API server
    #[arg(long, global = true, value_name = "TOKEN", value_parser = values::secret)]
    token: Option<SecretString>,
    /// User to impersonate
    #[arg(long = "as", global = true, value_name = "USER")]
    as_user: Option<String>,
    /// Group to impersonate (repeatable)
    #[arg(long, global = true, value_name = "GROUP")]
    as_group: Vec<String>,
    /// UID to impersonate
    #[arg(long, global = true, value_name = "UID")]
    as_uid: Option<String>,
    /// Extra field to impersonate (repeatable)
    #[arg(long, global = true, value_name = "KEY=VALUE", value_parser = values::pair)]
    as_user_extra: Vec<(String, String)>,
    /// CA certificate file for the API server
    #[arg(long, global = true, value_name = "FILE")]
    certificate_authority: Option<PathBuf>,
    /// Client certificate file
    #[arg(long, global = true, value_name = "FILE")]
    client_certificate: Option<PathBuf>,
    /// Client key file
    #[arg(long, global = true, value_name = "FILE")]
    client_key: Option<PathBuf>,
    /// Do not verify the server certificate (insecure)
    #[arg(
        long, global = true, value_name = "BOOL", num_args = 0..=1, require_equals = true,
        default_missing_value = "true", hide_possible_values = true
    )]
    insecure_skip_tls_verify: Option<bool>,
    /// Server name to verify in the certificate
    #[arg(long, global = true, value_name = "NAME")]
    tls_server_name: Option<String>,
    /// Proxy URL: http://, https:// or socks5://
    #[arg(long, global = true, value_name = "URL")]
    proxy_url: Option<String>,
    /// Timeout for one API request; 0 means no timeout
    #[arg(long, global = true, value_name = "DURATION", default_value = "30s", value_parser = values::timeout)]
    pub(super) request_timeout: Timeout,
    /// Accepted for kubectl; all objects are cluster-wide or fixed
    #[arg(short, long, global = true, value_name = "NAME", hide = true)]
    namespace: Option<String>,
    /// Log requests (level 1), decisions (2) and bodies without secrets (3)
    #[arg(
        short, long = "v", global = true, value_name = "LEVEL", num_args = 0..=1,
        default_value = "0", default_missing_value = "1"
    )]
    pub(super) verbosity: u32,
}

impl ConnectionArgs {
    /// Returns the value; an empty one counts as not given, as in kubectl.
    pub(super) fn given(&self) -> Connection {
        let args = self.clone();
        let text = |text: Option<String>| text.filter(|text| !text.is_empty());
        let path = |path: Option<PathBuf>| path.filter(|path| !path.as_os_str().is_empty());
        Connection {
            kubeconfig: path(args.kubeconfig),
            context: text(args.context),
            cluster: text(args.cluster),
            user: text(args.user),
            server: text(args.server),
            token: args.token.filter(|token| !token.expose_secret().is_empty()),
            certificate_authority: path(args.certificate_authority),
            client_certificate: path(args.client_certificate),
            client_key: path(args.client_key),
            insecure: args.insecure_skip_tls_verify,
            tls_server_name: text(args.tls_server_name),
            proxy_url: text(args.proxy_url),
            impersonate: Impersonation {
                user: text(args.as_user),
                groups: args.as_group.into_iter().filter(|group| !group.is_empty()).collect(),
                uid: text(args.as_uid),
                extra: args.as_user_extra,
            },
        }
    }

    /// Returns the flags that choose the cluster, for commands in hints. Credentials are not
    /// included: a hint is printed.
    pub(super) fn repeated(&self) -> Vec<String> {
        flags(self.given())
    }
}

/// Returns the flags of a connection, without credentials.
pub(super) fn flags(given: Connection) -> Vec<String> {
    let path = |path: PathBuf| path.display().to_string();
    let pairs = [
        ("--kubeconfig", given.kubeconfig.map(path)),
        ("--context", given.context),
        ("--cluster", given.cluster),
        ("--user", given.user),
        ("--server", given.server.map(|server| url::without_credentials(&server))),
        ("--as", given.impersonate.user),
        ("--as-uid", given.impersonate.uid),
        ("--certificate-authority", given.certificate_authority.map(path)),
        ("--client-certificate", given.client_certificate.map(path)),
        ("--client-key", given.client_key.map(path)),
        ("--tls-server-name", given.tls_server_name),
        ("--proxy-url", given.proxy_url.filter(|proxy| !url::has_credentials(proxy))),
    ];
    let groups = given.impersonate.groups.into_iter().map(|group| ("--as-group", Some(group)));
    let extra = given.impersonate.extra.into_iter();
    let extra = extra.map(|(key, value)| ("--as-user-extra", Some(format!("{key}={value}"))));
    let mut flags: Vec<String> = pairs
        .into_iter()
        .chain(groups)
        .chain(extra)
        .filter_map(|(flag, value)| Some([flag.to_owned(), value?]))
        .flatten()
        .collect();
    if given.insecure == Some(true) {
        flags.push("--insecure-skip-tls-verify".to_owned());
    }
    flags
}
