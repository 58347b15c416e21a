//! Kubeconfig files: which are read, what is wrong with them, and what is chosen from them.

use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::anyhow;
use kube::config::{AuthInfo, Cluster, Kubeconfig, KubeconfigError, NamedContext};
use secrecy::SecretString;
use serde_json::{Value, json};

use crate::connect::local::recording::read_bytes;
use crate::error::{Error, Result};
use upgrade_core::documents;
use upgrade_graph::bounded::BadText;
use upgrade_graph::decode::{BadObject, typed};
use upgrade_graph::suggest;

/// Connection flags of the command line, without empty ones.
#[derive(Debug, Clone, Default)]
pub(crate) struct Connection {
    pub(crate) kubeconfig: Option<PathBuf>,
    pub(crate) context: Option<String>,
    pub(crate) cluster: Option<String>,
    pub(crate) user: Option<String>,
    pub(crate) server: Option<String>,
    pub(crate) token: Option<SecretString>,
    pub(crate) certificate_authority: Option<PathBuf>,
    pub(crate) client_certificate: Option<PathBuf>,
    pub(crate) client_key: Option<PathBuf>,
    pub(crate) insecure: Option<bool>,
    pub(crate) tls_server_name: Option<String>,
    pub(crate) proxy_url: Option<String>,
    pub(crate) impersonate: Impersonation,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Impersonation {
    pub(crate) user: Option<String>,
    pub(crate) groups: Vec<String>,
    pub(crate) uid: Option<String>,
    pub(crate) extra: Vec<(String, String)>,
}

/// The environment variables that matter; no other is read.
#[derive(Debug, Clone, Default)]
pub(crate) struct Environment {
    /// `KUBECONFIG`
    pub(crate) kubeconfig: Option<OsString>,
    pub(crate) home: Option<PathBuf>,
    /// Where programs keep what they remember.
    pub(crate) state: Option<PathBuf>,
    /// Whether this is a pod: the address of the API server is set and a token is mounted.
    pub(crate) in_cluster: bool,
    /// Whether a user can answer the prompts of a credential plugin.
    pub(crate) stdin_is_terminal: bool,
    /// How long a credential plugin may take; none if the user can end it.
    pub(crate) plugin_timeout: Option<Duration>,
    pub(crate) proxies: Proxies,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Proxies {
    pub(crate) https: Option<String>,
    pub(crate) http: Option<String>,
    pub(crate) no: Option<String>,
}

/// The merged kubeconfig and the files it came from.
pub(crate) struct KubeconfigFiles {
    paths: Vec<PathBuf>,
    merged: Kubeconfig,
    /// Entries that were left out, if those who use others are not to notice.
    broken: Vec<BrokenEntry>,
}

/// An entry of a kubeconfig that cannot be read.
struct BrokenEntry {
    /// `context`, `cluster` or `user`
    what: &'static str,
    name: String,
    why: String,
}

/// The lists of a kubeconfig, and what is in them.
const LISTS: [(&str, &str); 3] =
    [("contexts", "context"), ("clusters", "cluster"), ("users", "user")];

/// The cluster and user that flags and context choose.
pub(crate) struct ChosenContext {
    pub(crate) context: Option<String>,
    pub(crate) cluster: Cluster,
    pub(crate) user: AuthInfo,
    pub(crate) user_name: Option<String>,
    /// The files, for error messages.
    pub(crate) origin: String,
}

impl KubeconfigFiles {
    pub(crate) fn read(connection: &Connection, environment: &Environment) -> Result<Self> {
        let paths = paths(connection, environment)?;
        let mut merged = Kubeconfig::default();
        for path in &paths {
            let next = read_file(path)?;
            merged = merged.merge(next).map_err(|error| unusable(&path.display(), &error))?;
        }
        Ok(Self { paths, merged, broken: Vec::new() })
    }

    /// Reads the same files for several clusters: an entry that cannot be read is an error only for those
    /// that use it.
    pub(crate) fn read_each(connection: &Connection, environment: &Environment) -> Result<Self> {
        let paths = paths(connection, environment)?;
        let (mut merged, mut broken) = (Kubeconfig::default(), Vec::new());
        for path in &paths {
            let next = parse_with(bytes(path)?, path, |object, bad| {
                without_broken_entries(object, path, &mut broken).map_err(|_| bad)
            })?;
            merged = merged.merge(next).map_err(|error| unusable(&path.display(), &error))?;
        }
        Ok(Self { paths, merged, broken })
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }

    /// Returns the names of the contexts, and of those that cannot be read.
    pub(crate) fn all_contexts(&self) -> impl Iterator<Item = &str> {
        let broken = self.broken.iter().filter(|entry| entry.what == "context");
        self.contexts().chain(broken.map(|entry| entry.name.as_str()))
    }

    /// Returns the names of the contexts.
    pub(crate) fn contexts(&self) -> impl Iterator<Item = &str> {
        self.merged.contexts.iter().map(|context| context.name.as_str())
    }

    /// Returns the current context; the only one if none is set.
    pub(crate) fn current_context(&self) -> Option<&str> {
        match (self.merged.current_context.as_deref(), &self.merged.contexts[..]) {
            (Some(current), _) => Some(current),
            (None, [only]) => Some(&only.name),
            (None, _) => None,
        }
    }

    /// Returns the names of the clusters.
    pub(crate) fn clusters(&self) -> impl Iterator<Item = &str> {
        self.merged.clusters.iter().map(|cluster| cluster.name.as_str())
    }

    /// Returns the names of the users.
    pub(crate) fn users(&self) -> impl Iterator<Item = &str> {
        self.merged.auth_infos.iter().map(|user| user.name.as_str())
    }

    pub(crate) fn choose(&self, connection: &Connection) -> Result<ChosenContext> {
        let context = self.context(connection)?;
        let inner = context.and_then(|context| context.context.as_ref());
        let cluster = connection.cluster.as_ref().or(inner.map(|context| &context.cluster));
        let user = connection.user.as_ref().or(inner.and_then(|context| context.user.as_ref()));
        let user_name = user.filter(|name| !name.is_empty()).cloned();
        Ok(ChosenContext {
            context: context.map(|context| context.name.clone()),
            cluster: self.cluster(cluster)?,
            user: self.user(user_name.as_ref(), connection)?,
            user_name,
            origin: self.names(),
        })
    }

    fn context(&self, connection: &Connection) -> Result<Option<&NamedContext>> {
        let contexts = &self.merged.contexts;
        let Some(name) = connection.context.as_ref().or(self.merged.current_context.as_ref())
        else {
            if connection.server.is_some() || connection.cluster.is_some() {
                return Ok(None);
            }
            let error = anyhow!("{}: current-context is not set", self.names());
            let known: Vec<&str> = contexts.iter().map(|context| context.name.as_str()).collect();
            return Err(choose_from(error, "--context", &known));
        };
        let found = contexts.iter().find(|context| &context.name == name);
        let known = || contexts.iter().map(|context| &context.name);
        found.map(Some).ok_or_else(|| self.missing("context", name, known()))
    }

    fn cluster(&self, name: Option<&String>) -> Result<Cluster> {
        let Some(name) = name.filter(|name| !name.is_empty()) else {
            return Ok(Cluster::default());
        };
        let clusters = &self.merged.clusters;
        let found = clusters.iter().find(|cluster| &cluster.name == name);
        let known = || clusters.iter().map(|cluster| &cluster.name);
        found
            .and_then(|found| found.cluster.clone())
            .ok_or_else(|| self.missing("cluster", name, known()))
    }

    /// A context with a missing user would lead to an anonymous request, which is never intended.
    fn user(&self, name: Option<&String>, connection: &Connection) -> Result<AuthInfo> {
        let Some(name) = name else {
            return Ok(AuthInfo::default());
        };
        let users = &self.merged.auth_infos;
        let found = users.iter().find(|user| &user.name == name);
        let replaced = connection.token.is_some() && connection.user.is_none();
        match found {
            Some(found) => Ok(found.auth_info.clone().unwrap_or_default()),
            None if replaced => Ok(AuthInfo::default()),
            None => Err(self.missing("user", name, users.iter().map(|user| &user.name))),
        }
    }

    /// Returns the error for a context that does not exist.
    pub(crate) fn no_context(&self, name: &str) -> Error {
        let known = self.merged.contexts.iter().map(|context| &context.name);
        self.missing("context", name, known)
    }

    fn missing<'a>(
        &self,
        what: &str,
        name: &str,
        known: impl Iterator<Item = &'a String>,
    ) -> Error {
        let mut broken = self.broken.iter();
        if let Some(entry) = broken.find(|entry| (entry.what, entry.name.as_str()) == (what, name))
        {
            return Error::new("Kubeconfig", anyhow!("{}", entry.why));
        }
        let known: Vec<&str> = known.map(String::as_str).collect();
        let error = anyhow!("{}: no {what} named {name:?}", self.names());
        let near = suggest::words(name, known.iter().copied());
        let offered = if near.is_empty() { known } else { near };
        choose_from(error, &format!("--{what}"), &offered)
    }

    fn names(&self) -> String {
        let names: Vec<String> = self.paths.iter().map(|path| path.display().to_string()).collect();
        if names.is_empty() { "command line".to_owned() } else { names.join(", ") }
    }
}

/// A missing file is skipped if it is one of several; any other problem is an error.
fn paths(connection: &Connection, environment: &Environment) -> Result<Vec<PathBuf>> {
    if let Some(path) = &connection.kubeconfig {
        return Ok(vec![path.clone()]);
    }
    let listed: Vec<PathBuf> = environment
        .kubeconfig
        .iter()
        .flat_map(std::env::split_paths)
        .filter(|path| !path.as_os_str().is_empty())
        .collect();
    if !listed.is_empty() {
        let present: Vec<PathBuf> =
            listed.iter().filter(|path| !is_missing(path)).cloned().collect();
        return if present.is_empty() { Err(none_exists(&listed)) } else { Ok(present) };
    }
    let default = environment.home.iter().map(|home| home.join(".kube").join("config"));
    Ok(default.filter(|path| !is_missing(path)).collect())
}

fn is_missing(path: &Path) -> bool {
    std::fs::metadata(path).is_err_and(|error| error.kind() == ErrorKind::NotFound)
}

fn read_file(path: &Path) -> Result<Kubeconfig> {
    parse(bytes(path)?, path)
}

fn bytes(path: &Path) -> Result<Vec<u8>> {
    let file = path.display();
    let broken = |cause: anyhow::Error| Error::new("Kubeconfig", cause);
    #[expect(clippy::disallowed_methods, reason = "this is where kubeconfigs are read")]
    let opened = std::fs::File::open(path).map_err(|error| {
        broken(anyhow!(error).context(format!("cannot read kubeconfig {file}")))
    })?;
    read_bytes(opened, &format!("kubeconfig {file}"))
}

/// Reads the kubeconfig at a path.
pub(crate) fn parse(bytes: Vec<u8>, path: &Path) -> Result<Kubeconfig> {
    parse_with(bytes, path, |_, bad| Err(bad))
}

/// The same; an object that is not a kubeconfig may be mended.
fn parse_with(
    bytes: Vec<u8>,
    path: &Path,
    mut mend: impl FnMut(&Value, BadObject) -> std::result::Result<Kubeconfig, BadObject>,
) -> Result<Kubeconfig> {
    let file = path.display();
    let broken = |cause: anyhow::Error| Error::new("Kubeconfig", cause);
    let text = documents::decode(bytes)
        .ok_or_else(|| broken(anyhow!("kubeconfig {file} is not UTF-8 or UTF-16 text")))?;
    let documents = documents::parse("", &text)
        .map_err(|bad| broken(anyhow!("{file} is not a kubeconfig: {}", unquoted(&bad))))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut merged = Kubeconfig::default();
    for document in documents {
        let next = typed(&document.object).or_else(|bad| mend(&document.object, bad));
        let next: Kubeconfig = next.map_err(|bad| {
            let problem = without_values(&bad.problem);
            broken(anyhow!("{file} is not a kubeconfig: {}: {problem}", bad.field))
        })?;
        merged = merged.merge(settled(next, folder)).map_err(|error| unusable(&file, &error))?;
    }
    Ok(merged)
}

/// Reads a kubeconfig without the entries that cannot be read.
fn without_broken_entries(
    object: &Value,
    path: &Path,
    broken: &mut Vec<BrokenEntry>,
) -> std::result::Result<Kubeconfig, BadObject> {
    let mut object = object.clone();
    for (list, what) in LISTS {
        let Some(entries) = object.get_mut(list).and_then(Value::as_array_mut) else { continue };
        entries.retain(|entry| {
            let Err(bad) = typed::<Kubeconfig>(&json!({list: [entry]})) else { return true };
            let name = entry["name"].as_str().unwrap_or_default().to_owned();
            let field = bad.field.trim_start_matches(list).trim_start_matches("[0]");
            let field = field.trim_start_matches('.');
            let (file, problem) = (path.display(), without_values(&bad.problem));
            let why = format!("{file}: {what} {name:?} cannot be read: {field}: {problem}");
            broken.push(BrokenEntry { what, name, why });
            false
        });
    }
    typed(&object)
}

/// Returns where the text is invalid, without quoting it: a kubeconfig contains credentials.
fn unquoted(bad: &BadText) -> String {
    let parts = bad.problem.split(['"', '`', '\'']).enumerate();
    let problem: String =
        parts.map(|(place, part)| if place % 2 == 0 { part } else { "…" }).collect();
    BadText { problem, ..*bad }.to_string()
}

/// Keeps what was expected, and drops what was found.
fn without_values(problem: &str) -> String {
    if problem.starts_with("missing field") {
        return problem.to_owned();
    }
    match problem.rsplit_once(", expected ") {
        Some((_, expected)) => format!("expected {expected}"),
        None => "unexpected value".to_owned(),
    }
}

/// Drops empty values, and resolves paths against the directory of the kubeconfig.
fn settled(mut kubeconfig: Kubeconfig, folder: &Path) -> Kubeconfig {
    let filled = |field: &mut Option<String>| *field = field.take().filter(|text| !text.is_empty());
    let path = |field: &mut Option<String>| {
        let given = field.take().filter(|text| !text.is_empty());
        *field = given.map(|text| folder.join(text).display().to_string());
    };
    filled(&mut kubeconfig.current_context);
    for cluster in kubeconfig.clusters.iter_mut().filter_map(|named| named.cluster.as_mut()) {
        path(&mut cluster.certificate_authority);
        filled(&mut cluster.certificate_authority_data);
        filled(&mut cluster.proxy_url);
        filled(&mut cluster.tls_server_name);
    }
    for user in kubeconfig.auth_infos.iter_mut().filter_map(|named| named.auth_info.as_mut()) {
        path(&mut user.token_file);
        path(&mut user.client_certificate);
        filled(&mut user.client_certificate_data);
        path(&mut user.client_key);
        // A plugin without a directory is searched in PATH.
        if let Some(command) = user.exec.as_mut().and_then(|exec| exec.command.as_mut())
            && command.contains(std::path::MAIN_SEPARATOR)
        {
            *command = folder.join(&*command).display().to_string();
        }
    }
    kubeconfig
}

fn choose_from(error: anyhow::Error, flag: &str, known: &[&str]) -> Error {
    let error = Error::new("Kubeconfig", error);
    if known.is_empty() {
        error
    } else {
        error.hint(format!("use {flag} with one of: {}", known.join(", ")))
    }
}

fn none_exists(listed: &[PathBuf]) -> Error {
    let names: Vec<String> = listed.iter().map(|path| path.display().to_string()).collect();
    Error::new("Kubeconfig", anyhow!("no file in KUBECONFIG exists: {}", names.join(", ")))
        .hint("correct KUBECONFIG, or use --kubeconfig")
}

/// Explains why the library rejects a configuration, without quoting it.
pub(crate) fn unusable(origin: &dyn std::fmt::Display, error: &KubeconfigError) -> Error {
    let said = match error {
        KubeconfigError::MissingClusterUrl => "the chosen cluster has no server".to_owned(),
        KubeconfigError::ParseClusterUrl(cause) => {
            format!("the server of the chosen cluster is not a URL: {cause}")
        }
        KubeconfigError::KindMismatch | KubeconfigError::ApiVersionMismatch => {
            "the files have different kinds or versions".to_owned()
        }
        KubeconfigError::LoadCertificateAuthority(cause) => {
            format!("cannot load certificate-authority: {cause}")
        }
        KubeconfigError::LoadClientCertificate(cause) => {
            format!("cannot load client-certificate: {cause}")
        }
        KubeconfigError::LoadClientKey(cause) => {
            format!("cannot load client-key: {cause}")
        }
        KubeconfigError::ParseCertificates(_) => "the certificates are not PEM".to_owned(),
        _ => "cannot use this kubeconfig".to_owned(),
    };
    Error::new("Kubeconfig", anyhow!("{origin}: {said}"))
}
