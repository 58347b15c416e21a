//! The clusters of a fleet: their names, how they are opened, and the flags that lead to each of them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::anyhow;

use super::FleetRequest;
use crate::actions::open;
use crate::cli::invocation::Invocation;
use crate::cli::{GlobalArgs, Session};
use crate::commands::fleet::view::FleetError;
use crate::connect::Source;
use crate::connect::config::fleet::{FleetContext, contexts};
use crate::connect::config::kubeconfig::{Connection, Environment, KubeconfigFiles};
use crate::connect::live::{Live, RequestEvent};
use crate::connect::local::recording::Recording;
use crate::error::{Error, Result};

/// A cluster of a fleet.
pub(super) struct FleetMember {
    /// Its name in the table, unlike that of any other.
    pub(super) name: String,
    pub(super) context: Option<String>,
    /// The file of the context, if the user chose files.
    pub(super) kubeconfig: Option<String>,
    /// For commands on this cluster alone.
    pub(super) invocation: Invocation,
    place: FleetPlace,
}

/// How a cluster is opened.
enum FleetPlace {
    Context {
        files: Arc<KubeconfigFiles>,
        connection: Box<Connection>,
    },
    /// The kubeconfig cannot be read.
    Broken(FleetError),
    Recording(PathBuf),
    /// The one that the global flags choose.
    Only,
}

pub(super) fn choose(
    request: &FleetRequest,
    global: &GlobalArgs,
    session: &Session,
) -> Result<Vec<FleetMember>> {
    let Some(selection) = &request.selection else {
        return Ok(if global.from.is_empty() {
            vec![only(global, session)]
        } else {
            global.from.iter().map(|path| recorded(path, session)).collect()
        });
    };
    let connection = global.connection();
    let found = contexts(&connection, &session.environment, &request.globs, selection)?;
    let names = names(&found);
    let members = found.into_iter().zip(names);
    Ok(members.map(|(found, name)| member(found, name, &connection, session)).collect())
}

/// Flags that belong to one cluster; a token must not be sent to another.
pub(super) fn refuse_shared_credentials(connection: &Connection) -> Result<()> {
    let given = [
        ("--cluster", connection.cluster.is_some()),
        ("--user", connection.user.is_some()),
        ("--token", connection.token.is_some()),
        ("--certificate-authority", connection.certificate_authority.is_some()),
        ("--client-certificate", connection.client_certificate.is_some()),
        ("--client-key", connection.client_key.is_some()),
        ("--tls-server-name", connection.tls_server_name.is_some()),
    ];
    match given.iter().find(|(_, given)| *given) {
        None => Ok(()),
        Some((flag, _)) => {
            Err(Error::usage(anyhow!("{flag} cannot be used with several clusters"))
                .hint("use the kubeconfig to set it for each cluster"))
        }
    }
}

fn only(global: &GlobalArgs, session: &Session) -> FleetMember {
    let connection = global.connection();
    let name = global.lab.clone().or(connection.context.clone()).or(connection.server);
    FleetMember {
        name: name.unwrap_or_default(),
        context: connection.context,
        kubeconfig: None,
        invocation: session.invocation.clone(),
        place: FleetPlace::Only,
    }
}

fn recorded(path: &Path, session: &Session) -> FleetMember {
    let name = path.display().to_string();
    FleetMember {
        invocation: session.invocation.with_flags(vec!["--from".to_owned(), name.clone()]),
        name,
        context: None,
        kubeconfig: None,
        place: FleetPlace::Recording(path.to_owned()),
    }
}

fn member(
    found: FleetContext,
    name: String,
    connection: &Connection,
    session: &Session,
) -> FleetMember {
    let FleetContext { name: context, kubeconfig, files } = found;
    let connection = Connection {
        context: context.clone(),
        kubeconfig: kubeconfig.clone().or_else(|| connection.kubeconfig.clone()),
        ..connection.clone()
    };
    let flags = GlobalArgs::repeated_for(connection.clone());
    FleetMember {
        name,
        context,
        kubeconfig: kubeconfig.map(|path| path.display().to_string()),
        invocation: session.invocation.with_flags(flags),
        place: match files {
            Ok(files) => FleetPlace::Context { files, connection: Box::new(connection) },
            Err(error) => FleetPlace::Broken(FleetError::new(&error)),
        },
    }
}

/// Names each context; those of the same name also by their files.
fn names(found: &[FleetContext]) -> Vec<String> {
    let mut counts: BTreeMap<Option<&str>, usize> = BTreeMap::new();
    for context in found {
        *counts.entry(context.name.as_deref()).or_default() += 1;
    }
    let files: Vec<&Path> = found.iter().filter_map(|one| one.kubeconfig.as_deref()).collect();
    let shared = shared_directory(&files);
    let name = |one: &FleetContext| {
        let file = one.kubeconfig.as_deref();
        let file =
            file.map(|file| file.strip_prefix(&shared).unwrap_or(file).display().to_string());
        let is_shared = counts.get(&one.name.as_deref()).is_some_and(|count| *count > 1);
        match (&one.name, file) {
            (Some(name), Some(file)) if is_shared => format!("{name} ({file})"),
            (Some(name), _) => name.clone(),
            (None, file) => file.unwrap_or_default(),
        }
    };
    found.iter().map(name).collect()
}

/// Returns the directory that all files are in.
fn shared_directory(files: &[&Path]) -> PathBuf {
    let parents = files.iter().map(|file| file.parent().unwrap_or(Path::new("")));
    let shared = parents.map(Path::to_path_buf).reduce(|shared, next| {
        let same =
            shared.components().zip(next.components()).take_while(|(one, other)| one == other);
        same.map(|(one, _)| one).collect()
    });
    shared.unwrap_or_default()
}

impl FleetMember {
    /// Opens the cluster to read it once.
    pub(super) async fn open(
        &self,
        global: &GlobalArgs,
        session: &Session,
    ) -> std::result::Result<Source, FleetError> {
        let opened = match &self.place {
            FleetPlace::Broken(error) => return Err(error.clone()),
            FleetPlace::Recording(path) => Ok(Source::Files(Recording::new(vec![path.clone()]))),
            FleetPlace::Only => open::source(global, session).await,
            FleetPlace::Context { files, connection } => {
                let opened = one_of_many(files, connection, global, session).await;
                opened.map(|live| Source::Live(Box::new(live)))
            }
        };
        opened.map_err(|error| FleetError::new(&error))
    }

    /// Opens the cluster to watch it. Credentials are renewed when they expire.
    pub(super) async fn open_to_watch(
        &self,
        global: &GlobalArgs,
        session: &Session,
    ) -> std::result::Result<Live, FleetError> {
        let opened = match &self.place {
            FleetPlace::Broken(error) => return Err(error.clone()),
            FleetPlace::Context { files, connection } => {
                let opened = one_of_many(files, connection, global, session).await;
                opened.map(|live| {
                    let (connection, environment) =
                        (connection.as_ref().clone(), unattended(global, session));
                    let reopen = open::reopen(connection, environment, global.timeout());
                    live.renewing(reopen, Box::new(|_| {}))
                })
            }
            FleetPlace::Recording(_) | FleetPlace::Only => {
                match open::open_for_wait(global, session).await {
                    Ok(Source::Live(live)) => Ok(open::renewing(*live, global, session, || {})),
                    Ok(Source::Files(_)) => Err(Error::usage(anyhow!("nothing to watch"))),
                    Err(error) => Err(error),
                }
            }
        };
        opened.map_err(|error| FleetError::new(&error))
    }
}

async fn one_of_many(
    files: &Arc<KubeconfigFiles>,
    connection: &Connection,
    global: &GlobalArgs,
    session: &Session,
) -> Result<Live> {
    let (files, connection) = (Arc::clone(files), connection.clone());
    let all = open::observer();
    // Retries are not reported: with many clusters, a server is always busy.
    let observer = move |event: &RequestEvent<'_>| match event {
        RequestEvent::Retrying { .. } => {}
        RequestEvent::Answered { .. } => all(event),
    };
    open::one_of_many(
        files,
        connection,
        unattended(global, session),
        global.timeout(),
        Box::new(observer),
    )
    .await
}

/// Credential plugins must not ask questions: several would ask at once. One that hangs costs only its row.
fn unattended(global: &GlobalArgs, session: &Session) -> Environment {
    let plugin_timeout = global.timeout();
    Environment { stdin_is_terminal: false, plugin_timeout, ..session.environment.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn context(name: &str, file: Option<&str>) -> FleetContext {
        FleetContext {
            name: Some(name.to_owned()),
            kubeconfig: file.map(PathBuf::from),
            files: Err(Error::usage(anyhow!("not read"))),
        }
    }

    #[test]
    fn contexts_of_the_same_name_are_told_apart_by_their_files() {
        let found = [
            context("admin", Some("/clusters/east/auth/kubeconfig")),
            context("admin", Some("/clusters/west/auth/kubeconfig")),
            context("lab", Some("/clusters/west/auth/kubeconfig")),
        ];
        let told = ["admin (east/auth/kubeconfig)", "admin (west/auth/kubeconfig)", "lab"];
        assert_eq!(names(&found), told);
        assert_eq!(names(&[context("a", None), context("b", None)]), ["a", "b"]);
    }

    #[test]
    fn a_credential_of_one_cluster_is_not_for_many() {
        let connection = Connection { token: Some("secret".into()), ..Connection::default() };
        let error = refuse_shared_credentials(&connection).unwrap_err();
        assert_eq!(error.message(), "--token cannot be used with several clusters");
        assert!(refuse_shared_credentials(&Connection::default()).is_ok());
    }
}
