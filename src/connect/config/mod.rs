//! From kubectl's flags and files to a client.

pub(crate) mod credentials;
pub(crate) mod fleet;
pub(crate) mod kubeconfig;
pub(crate) mod proxy;
pub(crate) mod url;

use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use http::Uri;
use http::header::{HeaderValue, USER_AGENT};
use kube::Config;
use kube::config::{
    Context, KubeConfigOptions, Kubeconfig, NamedAuthInfo, NamedCluster, NamedContext,
};

use super::client;
use super::clock::Clock;
use super::config::kubeconfig::{
    ChosenContext, Connection, Environment, Impersonation, KubeconfigFiles, unusable,
};
use super::live::{Live, Observer};
use super::monitoring::route::{Monitoring, RouteOptions};
use crate::error::{Error, Result};
use upgrade_core::cluster::Origin;

/// Opens the cluster that flags, kubeconfig or pod choose.
pub(crate) async fn open(
    connection: &Connection,
    environment: &Environment,
    timeout: Option<Duration>,
    observer: Observer,
) -> Result<Live> {
    let files = KubeconfigFiles::read(connection, environment)?;
    open_from(&files, connection, environment, timeout, observer).await
}

/// Opens the cluster that flags choose from kubeconfigs that were read.
pub(crate) async fn open_from(
    files: &KubeconfigFiles,
    connection: &Connection,
    environment: &Environment,
    timeout: Option<Duration>,
    observer: Observer,
) -> Result<Live> {
    let named =
        [&connection.context, &connection.cluster, &connection.user, &connection.tls_server_name];
    let files_named =
        [&connection.certificate_authority, &connection.client_certificate, &connection.client_key];
    let nothing_named = named.iter().all(|name| name.is_none())
        && files_named.iter().all(|name| name.is_none())
        && connection.insecure.is_none();
    let (mut config, context) = if !files.is_empty() || connection.server.is_some() {
        configure(files.choose(connection)?, connection, environment).await?
    } else if environment.in_cluster && nothing_named {
        (in_cluster(connection)?, None)
    } else {
        return Err(nothing_configured(connection, environment));
    };
    let named_proxy =
        connection.proxy_url.clone().or(config.proxy_url.take().map(|uri| uri.to_string()));
    let proxy = proxy::choose(named_proxy.as_deref(), &config.cluster_url, &environment.proxies)?;
    config.proxy_url = proxy.as_ref().map(|proxy| proxy.uri.clone());
    impersonate(&mut config, &connection.impersonate);
    // The retries of the library take minutes, and include PATCH.
    config.default_retry = false;
    config.connect_timeout = timeout;
    config.headers.push((USER_AGENT, HeaderValue::from_static(crate::connect::http::AGENT)));
    let server = url::without_credentials(&config.cluster_url.to_string());
    let approach = RouteOptions::new(&config, named_proxy, &environment.proxies);
    let client = client::build(config).map_err(|error| match &error {
        kube::Error::InferKubeconfig(cause) => unusable(&server, cause),
        _ => Error::new("Kubeconfig", anyhow!("cannot set up TLS for {server}")).hint(
            "check certificate-authority, client-certificate and client-key in the kubeconfig",
        ),
    })?;
    Ok(Live {
        client,
        origin: Origin { context, server: Some(server) },
        proxy: proxy.map(|proxy| proxy.shown),
        timeout,
        clock: Clock::System,
        observer,
        monitoring: Monitoring::Outside(Arc::new(approach)),
    })
}

/// Applies the flags, and checks what the library would accept.
async fn configure(
    mut chosen: ChosenContext,
    connection: &Connection,
    environment: &Environment,
) -> Result<(Config, Option<String>)> {
    lay_over(&mut chosen, connection);
    let server = chosen.cluster.server.clone().unwrap_or_default();
    let uri = address(&server, &chosen.origin)?;
    check_tls(&chosen)?;
    credentials::settle(&mut chosen, connection, environment)?;
    let user = &chosen.user;
    let secret = user.token.is_some() || user.token_file.is_some() || user.password.is_some();
    if secret && uri.scheme_str() == Some("http") && !url::is_loopback(&uri) {
        return Err(Error::new(
            "Credentials",
            anyhow!("{}: cannot send credentials unencrypted to {server}", chosen.origin),
        )
        .hint("use an https:// URL"));
    }
    // The library would compare NO_PROXY with the proxy's own host, so the proxy is chosen here.
    let proxy = chosen.cluster.proxy_url.take();
    let ChosenContext { context, cluster, user, origin, .. } = chosen;
    let only = Kubeconfig {
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
                ..Context::default()
            }),
            ..NamedContext::default()
        }],
        current_context: Some(CHOSEN.into()),
        ..Kubeconfig::default()
    };
    let mut config = Config::from_custom_kubeconfig(only, &KubeConfigOptions::default())
        .await
        .map_err(|error| unusable(&origin, &error))?;
    if config.root_cert.as_ref().is_some_and(Vec::is_empty) {
        return Err(Error::new(
            "Kubeconfig",
            anyhow!("{origin}: certificate-authority contains no certificate"),
        ));
    }
    config.proxy_url = match proxy {
        None => None,
        Some(text) => Some(text.parse().map_err(|_| {
            let shown = url::without_credentials(&text);
            Error::new("Proxy", anyhow!("{origin}: proxy-url {shown:?} is not a URL"))
        })?),
    };
    Ok((config, context))
}

const CHOSEN: &str = "chosen"; // the only name in a kubeconfig of what was chosen

fn lay_over(chosen: &mut ChosenContext, connection: &Connection) {
    let path = |path: &std::path::PathBuf| path.display().to_string();
    let ChosenContext { cluster, user, .. } = chosen;
    if let Some(server) = &connection.server {
        cluster.server = Some(server.clone());
        cluster.tls_server_name = None; // it belongs to the server of the kubeconfig
    }
    if let Some(name) = &connection.tls_server_name {
        cluster.tls_server_name = Some(name.clone());
    }
    if let Some(authority) = &connection.certificate_authority {
        cluster.certificate_authority = Some(path(authority));
        cluster.certificate_authority_data = None;
        cluster.insecure_skip_tls_verify = None; // a CA that the user names must be used
    }
    if let Some(insecure) = connection.insecure {
        cluster.insecure_skip_tls_verify = Some(insecure);
        if insecure && connection.certificate_authority.is_none() {
            (cluster.certificate_authority, cluster.certificate_authority_data) = (None, None);
        }
    }
    if let Some(certificate) = &connection.client_certificate {
        user.client_certificate = Some(path(certificate));
        user.client_certificate_data = None;
    }
    if let Some(key) = &connection.client_key {
        user.client_key = Some(path(key));
        user.client_key_data = None;
    }
}

fn address(server: &str, origin: &str) -> Result<Uri> {
    let shown = url::without_credentials(server);
    let wrong =
        |problem: &str| Error::new("Kubeconfig", anyhow!("{origin}: server {shown:?} {problem}"));
    if server.is_empty() {
        return Err(Error::new(
            "Kubeconfig",
            anyhow!("{origin}: the chosen cluster has no server"),
        ));
    }
    if url::has_credentials(server) {
        return Err(
            wrong("contains a user or password").hint("use --token, or the user in the kubeconfig")
        );
    }
    let uri: Uri = server.parse().map_err(|_| wrong("is not a URL"))?;
    if !matches!(uri.scheme_str(), Some("http" | "https")) {
        return Err(wrong("is not an https:// URL").hint(format!("use https://{shown}")));
    }
    let port = uri.authority().and_then(|authority| authority.as_str().rsplit_once(':'));
    let digits = port.filter(|(_, port)| !port.contains(']')).map(|(_, port)| port);
    if digits.is_some_and(|digits| digits.parse::<u16>().is_err()) {
        return Err(wrong("has an invalid port"));
    }
    Ok(uri)
}

fn check_tls(chosen: &ChosenContext) -> Result<()> {
    let cluster = &chosen.cluster;
    let authority =
        cluster.certificate_authority.is_some() || cluster.certificate_authority_data.is_some();
    if authority && cluster.insecure_skip_tls_verify == Some(true) {
        return Err(Error::new(
            "Kubeconfig",
            anyhow!(
                "{}: certificate-authority and insecure-skip-tls-verify are mutually exclusive",
                chosen.origin
            ),
        )
        .hint("remove one of them"));
    }
    Ok(())
}

fn in_cluster(connection: &Connection) -> Result<Config> {
    let mut config = Config::incluster().map_err(|error| {
        Error::new(
            "Kubeconfig",
            anyhow!(error).context("cannot use the service account of this pod"),
        )
    })?;
    if let Some(token) = &connection.token {
        config.auth_info.token = Some(token.clone());
        config.auth_info.token_file = None;
    }
    Ok(config)
}

fn impersonate(config: &mut Config, who: &Impersonation) {
    let Impersonation { user, groups, uid, extra } = who;
    let auth = &mut config.auth_info;
    if let Some(user) = user {
        auth.impersonate = Some(user.clone());
    }
    if !groups.is_empty() {
        auth.impersonate_groups = Some(groups.clone());
    }
    if let Some(uid) = uid {
        auth.impersonate_uid = Some(uid.clone());
    }
    for (key, value) in extra {
        let all = auth.impersonate_user_extra.get_or_insert_default();
        all.entry(key.clone()).or_default().push(value.clone());
    }
}

fn nothing_configured(connection: &Connection, environment: &Environment) -> Error {
    let wanted = [
        ("context", &connection.context),
        ("cluster", &connection.cluster),
        ("user", &connection.user),
    ];
    let wanted = wanted.iter().find_map(|(what, name)| Some((what, name.as_ref()?)));
    let place = environment.home.as_ref().map_or_else(
        || "no home directory".to_owned(),
        |home| format!("no {}", home.join(".kube").join("config").display()),
    );
    let error = match wanted {
        Some((what, name)) => {
            anyhow!("no {what} named {name:?}: no --kubeconfig, no KUBECONFIG, {place}")
        }
        None => anyhow!("no cluster configured: no --kubeconfig, no KUBECONFIG, {place}"),
    };
    Error::new("Kubeconfig", error)
        .hint("to use a kubeconfig in another place, add --kubeconfig FILE")
        .hint_run("to log in", "oc login")
        .hint("to try it without a cluster, add --lab")
}
