//! The environment: read once, at the start, and passed on.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::values;
use crate::connect::config::kubeconfig::{Environment, Proxies};

#[expect(clippy::disallowed_methods, reason = "the environment is read here, and nowhere else")]
pub(crate) fn read() -> Environment {
    let text = |names: [&str; 2]| {
        names.iter().find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()))
    };
    let service = ["KUBERNETES_SERVICE_HOST", "KUBERNETES_SERVICE_PORT"];
    Environment {
        kubeconfig: std::env::var_os("KUBECONFIG"),
        home: std::env::home_dir(),
        state: state_folder(),
        in_cluster: service.iter().all(|name| text([name, name]).is_some())
            && Path::new(SERVICE_ACCOUNT_TOKEN).exists(),
        stdin_is_terminal: std::io::stdin().is_terminal(),
        plugin_timeout: None,
        proxies: Proxies {
            https: text(["HTTPS_PROXY", "https_proxy"]),
            http: text(["HTTP_PROXY", "http_proxy"]),
            no: text(["NO_PROXY", "no_proxy"]),
        },
    }
}

/// A relative path is ignored, as the XDG specification requires.
#[expect(clippy::disallowed_methods, reason = "the environment is read here, and nowhere else")]
fn state_folder() -> Option<PathBuf> {
    let named = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from);
    let usual = || std::env::home_dir().map(|home| home.join(".local").join("state"));
    named.filter(|path| path.is_absolute()).or_else(usual)
}

const SERVICE_ACCOUNT_TOKEN: &str = "/var/run/secrets/kubernetes.io/serviceaccount/token";

/// Returns whether the terminal can move its cursor.
#[expect(clippy::disallowed_methods, reason = "the environment is read here, and nowhere else")]
pub(super) fn can_draw() -> bool {
    std::env::var_os("TERM").is_some_and(|name| !name.is_empty() && name != "dumb")
}

/// Where a user's programs and their completion scripts are.
pub(crate) struct InstallPlaces {
    pub(crate) home: Option<PathBuf>,
    /// `XDG_DATA_HOME`
    pub(crate) data: Option<PathBuf>,
    /// `XDG_CONFIG_HOME`
    pub(crate) config: Option<PathBuf>,
    /// `SHELL`
    pub(crate) shell: Option<PathBuf>,
    /// The directories of `PATH`.
    pub(crate) path: Vec<PathBuf>,
    /// This program.
    pub(crate) program: Option<PathBuf>,
}

#[expect(clippy::disallowed_methods, reason = "the environment is read here, and nowhere else")]
pub(crate) fn install_places() -> InstallPlaces {
    let absolute =
        |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    InstallPlaces {
        home: std::env::home_dir(),
        data: absolute("XDG_DATA_HOME"),
        config: absolute("XDG_CONFIG_HOME"),
        shell: std::env::var_os("SHELL").map(PathBuf::from),
        path: std::env::var_os("PATH").iter().flat_map(std::env::split_paths).collect(),
        program: std::env::current_exe().ok(),
    }
}

/// Returns how long completion may wait for names, if `UPGRADE_COMPLETION_TIMEOUT` is set, such as
/// to `2s`.
#[expect(clippy::disallowed_methods, reason = "the environment is read here, and nowhere else")]
pub(crate) fn completion_timeout() -> Option<Duration> {
    let text = std::env::var("UPGRADE_COMPLETION_TIMEOUT").ok()?;
    values::timeout(&text).ok()?.0
}
