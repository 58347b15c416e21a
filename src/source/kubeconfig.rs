//! From kubectl's flags and files to a client, with every choice made in the open.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::anyhow;
use http::header::{HeaderValue, USER_AGENT};
use hyper_util::client::proxy::matcher::Matcher;
use kube::config::{
    AuthInfo, Cluster, Context, KubeConfigOptions, Kubeconfig, KubeconfigError, NamedAuthInfo,
    NamedCluster, NamedContext,
};
use kube::{Client, Config};
use secrecy::SecretString;

use super::live::{Clock, Live};
use crate::domain::cluster::Origin;
use crate::domain::nearest;
use crate::error::{Error, Result};

/// What the command line says about the connection.
#[derive(Debug, Clone, Default)]
pub(crate) struct Connection {
    pub(crate) kubeconfig: Option<PathBuf>,
    pub(crate) context: Option<String>,
    pub(crate) cluster: Option<String>,
    pub(crate) user: Option<String>,
    pub(crate) server: Option<String>,
    pub(crate) token: Option<SecretString>,
    pub(crate) impersonate: Option<String>,
    pub(crate) impersonate_groups: Vec<String>,
    pub(crate) timeout: Option<Duration>,
}

/// What the environment says about it; nothing else of it is looked at.
#[derive(Debug, Clone, Default)]
pub(crate) struct Environment {
    /// `KUBECONFIG`
    pub(crate) kubeconfig: Option<OsString>,
    pub(crate) home: Option<PathBuf>,
    /// `KUBERNETES_SERVICE_HOST` is set: this is a pod.
    pub(crate) in_cluster: bool,
}

/// Opens the cluster that flags, kubeconfig or pod say.
pub(crate) async fn open(connection: &Connection, environment: &Environment) -> Result<Live> {
    let files = read_files(connection, environment)?;
    let (mut config, context) = if files.paths.is_empty() && connection.server.is_none() {
        if !environment.in_cluster {
            return Err(nothing_configured(environment));
        }
        let config = Config::incluster().map_err(|error| Error::new("Kubeconfig", error))?;
        (config, None)
    } else {
        configure(&files, connection).await?
    };
    if let Some(user) = &connection.impersonate {
        config.auth_info.impersonate = Some(user.clone());
    }
    if !connection.impersonate_groups.is_empty() {
        config.auth_info.impersonate_groups = Some(connection.impersonate_groups.clone());
    }
    // The library's own retries go on for minutes, PATCH included.
    config.default_retry = false;
    config.connect_timeout = connection.timeout;
    let agent = concat!("upgrade/", env!("CARGO_PKG_VERSION"));
    config.headers.push((USER_AGENT, HeaderValue::from_static(agent)));
    let server = display(&config.cluster_url);
    let client = Client::try_from(config).map_err(|error| {
        Error::new("Kubeconfig", anyhow!(error).context(format!("cannot use {server}")))
    })?;
    let origin = Origin { context, server: Some(server) };
    Ok(Live { client, origin, timeout: connection.timeout, clock: Clock::System })
}

/// The merged kubeconfig and the files it came from.
struct Files {
    paths: Vec<PathBuf>,
    merged: Kubeconfig,
}

impl Files {
    fn names(&self) -> String {
        let names: Vec<String> = self.paths.iter().map(|path| path.display().to_string()).collect();
        if names.is_empty() { "the flags".to_owned() } else { names.join(", ") }
    }
}

fn read_files(connection: &Connection, environment: &Environment) -> Result<Files> {
    let paths = match (&connection.kubeconfig, &environment.kubeconfig) {
        (Some(path), _) => vec![path.clone()],
        (None, Some(list)) if !list.is_empty() => {
            let listed: Vec<PathBuf> =
                std::env::split_paths(list).filter(|path| !path.as_os_str().is_empty()).collect();
            let present: Vec<PathBuf> =
                listed.iter().filter(|path| path.exists()).cloned().collect();
            if present.is_empty() {
                return Err(none_exists(&listed));
            }
            present
        }
        _ => environment
            .home
            .iter()
            .map(|home| home.join(".kube").join("config"))
            .filter(|path| path.exists())
            .collect(),
    };
    let mut merged = Kubeconfig::default();
    for path in &paths {
        let next = Kubeconfig::read_from(path).map_err(|error| broken(path, error))?;
        merged = merged.merge(next).map_err(|error| broken(path, error))?;
    }
    Ok(Files { paths, merged })
}

/// Chooses context, cluster and user, and lays the flags over them.
async fn configure(files: &Files, connection: &Connection) -> Result<(Config, Option<String>)> {
    let context = context(files, connection)?;
    let mut cluster = cluster(files, connection, context)?;
    let mut user = user(files, connection, context)?;
    if let Some(server) = &connection.server {
        cluster.server = Some(server.clone());
    }
    if let Some(token) = &connection.token {
        user.token = Some(token.clone());
        (user.token_file, user.exec, user.auth_provider) = (None, None, None);
        (user.username, user.password) = (None, None);
    }
    let kubeconfig_proxy = cluster.proxy_url.clone().filter(|proxy| !proxy.is_empty());
    let chosen = Kubeconfig {
        clusters: vec![NamedCluster {
            name: CHOSEN.into(),
            cluster: Some(cluster),
            ..NamedCluster::default()
        }],
        auth_infos: vec![NamedAuthInfo {
            name: CHOSEN.into(),
            auth_info: Some(user),
            ..NamedAuthInfo::default()
        }],
        contexts: vec![NamedContext {
            name: CHOSEN.into(),
            context: Some(Context {
                cluster: CHOSEN.into(),
                user: Some(CHOSEN.into()),
                ..context.and_then(|context| context.context.clone()).unwrap_or_default()
            }),
            ..NamedContext::default()
        }],
        current_context: Some(CHOSEN.into()),
        ..Kubeconfig::default()
    };
    let mut config = Config::from_custom_kubeconfig(chosen, &KubeConfigOptions::default())
        .await
        .map_err(|error| unusable(files, &error))?;
    if !matches!(config.cluster_url.scheme_str(), Some("http" | "https")) {
        let server = display(&config.cluster_url);
        return Err(Error::new(
            "Kubeconfig",
            anyhow!("{}: server {server:?} is not an http:// or https:// address", files.names()),
        ));
    }
    if kubeconfig_proxy.is_none() {
        // The library matches NO_PROXY against the proxy instead of the cluster.
        let intercepted = Matcher::from_env().intercept(&config.cluster_url);
        config.proxy_url = intercepted.map(|proxy| proxy.uri().clone());
    }
    Ok((config, context.map(|context| context.name.clone())))
}

const CHOSEN: &str = "chosen"; // the one name in a kubeconfig that holds only what was chosen

fn context<'a>(files: &'a Files, connection: &Connection) -> Result<Option<&'a NamedContext>> {
    let kubeconfig = &files.merged;
    let current = kubeconfig.current_context.as_ref().filter(|name| !name.is_empty());
    let Some(name) = connection.context.as_ref().or(current) else {
        if connection.server.is_some() || connection.cluster.is_some() {
            return Ok(None);
        }
        let error = anyhow!("{}: no current-context is set", files.names());
        return Err(choose(
            error,
            "--context",
            kubeconfig.contexts.iter().map(|context| &context.name),
        ));
    };
    let found = kubeconfig.contexts.iter().find(|context| &context.name == name);
    found.map(Some).ok_or_else(|| {
        missing(files, "context", name, kubeconfig.contexts.iter().map(|context| &context.name))
    })
}

fn cluster(
    files: &Files,
    connection: &Connection,
    context: Option<&NamedContext>,
) -> Result<Cluster> {
    let kubeconfig = &files.merged;
    let of_context =
        context.and_then(|context| context.context.as_ref()).map(|context| &context.cluster);
    let Some(name) = connection.cluster.as_ref().or(of_context).filter(|name| !name.is_empty())
    else {
        return Ok(Cluster::default());
    };
    let found = kubeconfig.clusters.iter().find(|cluster| &cluster.name == name);
    found.and_then(|found| found.cluster.clone()).ok_or_else(|| {
        missing(files, "cluster", name, kubeconfig.clusters.iter().map(|cluster| &cluster.name))
    })
}

/// A context that names a missing user would be an anonymous request; that is never meant.
fn user(
    files: &Files,
    connection: &Connection,
    context: Option<&NamedContext>,
) -> Result<AuthInfo> {
    let kubeconfig = &files.merged;
    let of_context = context.and_then(|context| context.context.as_ref()?.user.as_ref());
    let Some(name) = connection.user.as_ref().or(of_context).filter(|name| !name.is_empty()) else {
        return Ok(AuthInfo::default());
    };
    let found = kubeconfig.auth_infos.iter().find(|user| &user.name == name);
    found.map(|found| found.auth_info.clone().unwrap_or_default()).ok_or_else(|| {
        missing(files, "user", name, kubeconfig.auth_infos.iter().map(|user| &user.name))
    })
}

fn missing<'a>(
    files: &Files,
    what: &str,
    name: &str,
    known: impl Iterator<Item = &'a String>,
) -> Error {
    let known: Vec<&str> = known.map(String::as_str).collect();
    let error = anyhow!("{}: there is no {what} named {name:?}", files.names());
    let near = nearest::words(name, known.iter().copied());
    let offered = if near.is_empty() { known } else { near };
    choose_from(error, &format!("--{what}"), &offered)
}

fn choose<'a>(error: anyhow::Error, flag: &str, known: impl Iterator<Item = &'a String>) -> Error {
    choose_from(error, flag, &known.map(String::as_str).collect::<Vec<_>>())
}

fn choose_from(error: anyhow::Error, flag: &str, known: &[&str]) -> Error {
    let error = Error::new("Kubeconfig", error);
    if known.is_empty() {
        error
    } else {
        error.hint(format!("pass {flag} with one of: {}", known.join(", ")))
    }
}

fn nothing_configured(environment: &Environment) -> Error {
    let place = environment.home.as_ref().map_or_else(
        || "no home folder".to_owned(),
        |home| format!("no {}", home.join(".kube").join("config").display()),
    );
    Error::new(
        "Kubeconfig",
        anyhow!("no cluster is configured: no --kubeconfig, no KUBECONFIG, {place}"),
    )
    .hint("log in, for example with `oc login`, or pass --kubeconfig")
    .hint("to look around without a cluster, pass --lab")
}

fn none_exists(listed: &[PathBuf]) -> Error {
    let names: Vec<String> = listed.iter().map(|path| path.display().to_string()).collect();
    Error::new(
        "Kubeconfig",
        anyhow!("none of the files in KUBECONFIG exists: {}", names.join(", ")),
    )
    .hint("correct KUBECONFIG, or pass --kubeconfig")
}

/// A file that cannot be read as a kubeconfig. Its content is never quoted: it holds credentials.
fn broken(path: &Path, error: KubeconfigError) -> Error {
    let file = path.display();
    let cause = match error {
        KubeconfigError::ReadConfig(cause, _) => {
            anyhow!(cause).context(format!("cannot read the kubeconfig {file}"))
        }
        KubeconfigError::Parse(cause) => {
            let place = cause.location().map_or_else(String::new, |location| {
                format!(" at line {}, column {}", location.line(), location.column())
            });
            let said = cause.without_snippet().to_string();
            let said = said
                .lines()
                .next()
                .and_then(|line| line.split(" at line ").next())
                .unwrap_or_default();
            anyhow!("{file} is not a kubeconfig{place}: {}", unquoted(said))
        }
        other => anyhow!("{file} cannot be used: {other}"),
    };
    Error::new("Kubeconfig", cause)
}

fn unusable(files: &Files, error: &KubeconfigError) -> Error {
    let said = match error {
        KubeconfigError::MissingClusterUrl => "the chosen cluster has no server".to_owned(),
        KubeconfigError::ParseClusterUrl(cause) => {
            format!("the chosen cluster's server is no address: {cause}")
        }
        other => other.to_string(),
    };
    Error::new("Kubeconfig", anyhow!("{}: {said}", files.names()))
}

/// Replaces everything in quotes, which may be a secret.
fn unquoted(text: &str) -> String {
    text.split(['"', '`', '\''])
        .enumerate()
        .map(|(place, part)| if place % 2 == 0 { part } else { "…" })
        .collect()
}

/// Returns the address without user and password.
fn display(url: &http::Uri) -> String {
    let text = url.to_string();
    let text = text.trim_end_matches('/');
    match (text.split_once("://"), url.authority()) {
        (Some((scheme, rest)), Some(authority)) if authority.as_str().contains('@') => {
            let rest = rest.split_once('@').map_or(rest, |(_, host)| host);
            format!("{scheme}://{rest}")
        }
        _ => text.to_owned(),
    }
}
