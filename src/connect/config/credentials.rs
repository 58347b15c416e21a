//! Credentials: tokens for headers, and credential plugins that run once.

use std::io;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use anyhow::anyhow;
use base64::Engine;
use http::HeaderValue;
use kube::config::{Cluster, ExecAuthCluster, ExecConfig, ExecInteractiveMode};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use serde_json::{Value, json};

use super::kubeconfig::{ChosenContext, Connection, Environment, unusable};
use crate::connect::client;
use crate::connect::local::limited;
use crate::error::{Error, Result};

/// Turns the user of the kubeconfig into credentials: reads every file and runs every plugin once.
/// The library would run a plugin three times and print its output.
pub(crate) fn settle(
    chosen: &mut ChosenContext,
    connection: &Connection,
    environment: &Environment,
) -> Result<()> {
    if let Some(token) = &connection.token {
        // Certificates and impersonation stay: the flag replaces the token, not the impersonated
        // user.
        let user = &mut chosen.user;
        user.token = Some(token.clone());
        (user.token_file, user.exec, user.auth_provider) = (None, None, None);
        (user.username, user.password) = (None, None);
    }
    let owner = owner(chosen);
    let user = &mut chosen.user;
    if let Some(provider) = &user.auth_provider {
        return Err(Error::new(
            "Credentials",
            anyhow!("{owner}: auth-provider {:?} is not supported", provider.name),
        )
        .hint("use a credential plugin (exec), a token or a client certificate"));
    }
    // As in client-go, an inline token takes precedence over a token file, and both over a plugin.
    if let Some(path) = user.token_file.take().filter(|_| user.token.is_none()) {
        let token = client::read_token(Path::new(&path)).map_err(|error| {
            Error::new(
                "Credentials",
                anyhow!(error).context(format!("{owner}: cannot read {path}")),
            )
        })?;
        header_safe(&token, &owner)?;
        user.token_file = Some(path); // it is read again later
    }
    let has_token = user.token.is_some() || user.token_file.is_some();
    if let Some(exec) = user.exec.take().filter(|_| !has_token) {
        let proxy = connection.proxy_url.as_ref().or(chosen.cluster.proxy_url.as_ref());
        let cluster = Cluster { proxy_url: proxy.cloned(), ..chosen.cluster.clone() };
        let credential = Plugin { exec: &exec, owner: &owner }.run(&cluster, environment)?;
        let user = &mut chosen.user;
        user.token = credential.token.map(SecretString::from);
        if let (Some(certificate), Some(key)) =
            (credential.client_certificate_data, credential.client_key_data)
        {
            user.client_certificate_data = Some(base64(&certificate));
            user.client_key_data = Some(SecretString::from(base64(&key)));
        }
    }
    if let Some(token) = chosen.user.token.take() {
        chosen.user.token = Some(header_safe(&token, &owner)?);
    }
    Ok(())
}

fn owner(chosen: &ChosenContext) -> String {
    match &chosen.user_name {
        Some(name) => format!("{}, user {name:?}", chosen.origin),
        None => chosen.origin.clone(),
    }
}

/// Files and block scalars end with a line break, which is invalid in a header.
fn header_safe(token: &SecretString, owner: &str) -> Result<SecretString> {
    let text = token.expose_secret().trim();
    let problem = match HeaderValue::try_from(format!("Bearer {text}")) {
        Err(_) => "contains characters that are not allowed in a header",
        Ok(_) if text.is_empty() => "is empty",
        Ok(_) => return Ok(SecretString::from(text)),
    };
    Err(Error::new("Credentials", anyhow!("{owner}: the token {problem}")))
}

#[derive(Debug, Default, Deserialize)]
struct ExecCredential {
    status: Option<ExecCredentialStatus>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ExecCredentialStatus {
    token: Option<String>,
    client_certificate_data: Option<String>,
    client_key_data: Option<String>,
}

/// A credential plugin. Its output is secret; only its name and exit status are shown.
struct Plugin<'a> {
    exec: &'a ExecConfig,
    owner: &'a str,
}

impl Plugin<'_> {
    fn run(&self, cluster: &Cluster, environment: &Environment) -> Result<ExecCredentialStatus> {
        let exec = self.exec;
        let Some(name) = exec.command.as_deref() else {
            return Err(self.failed("credential plugin has no command"));
        };
        let interactive = self.is_interactive(name, environment.stdin_is_terminal)?;
        let mut command = Command::new(name);
        command.args(exec.args.iter().flatten());
        for variable in exec.env.iter().flatten() {
            if let (Some(key), Some(value)) = (variable.get("name"), variable.get("value")) {
                command.env(key, value);
            }
        }
        let info = self.info(cluster, interactive)?;
        command.env("KUBERNETES_EXEC_INFO", info.to_string());
        // A loop around this program keeps its lines: the plugin must not read stdin.
        command.stdin(if interactive { Stdio::inherit() } else { Stdio::null() });
        let command = command.stderr(Stdio::inherit());
        let (status, printed) = finish(command, environment.plugin_timeout).map_err(|error| {
            self.failed(&format!("cannot run credential plugin {name}: {error}"))
        })?;
        if !status.success() {
            return Err(self.failed(&format!("credential plugin {name} failed ({status})")));
        }
        let credential: ExecCredential = serde_json::from_str(&printed).map_err(|_| {
            let problem = "did not print an ExecCredential";
            self.failed(&format!("credential plugin {name} {problem}"))
        })?;
        let status = credential.status.unwrap_or_default();
        let problem = match &status {
            ExecCredentialStatus {
                token: None,
                client_certificate_data: None,
                client_key_data: None,
                ..
            } => "returned neither a token nor a certificate",
            ExecCredentialStatus {
                client_certificate_data: Some(_),
                client_key_data: None,
                ..
            } => "returned a certificate without a key",
            ExecCredentialStatus {
                client_certificate_data: None,
                client_key_data: Some(_),
                ..
            } => "returned a key without a certificate",
            _ => return Ok(status),
        };
        Err(self.failed(&format!("credential plugin {name} {problem}")))
    }

    /// Returns whether it may prompt, by the rules of client-go: only on a terminal.
    fn is_interactive(&self, name: &str, at_terminal: bool) -> Result<bool> {
        match self.exec.interactive_mode {
            Some(ExecInteractiveMode::Never) => Ok(false),
            None | Some(ExecInteractiveMode::IfAvailable) => Ok(at_terminal),
            Some(ExecInteractiveMode::Always) if at_terminal => Ok(true),
            Some(ExecInteractiveMode::Always) => {
                let problem = "needs a terminal (interactiveMode: Always), and stdin is not one";
                Err(Error::new(
                    "Credentials",
                    anyhow!("{}: credential plugin {name} {problem}", self.owner),
                )
                .hint("run the command in a terminal, or use --token"))
            }
        }
    }

    /// Returns the input of a plugin: whether it may prompt and, if it requires that, the cluster
    /// that its credentials are for.
    fn info(&self, cluster: &Cluster, interactive: bool) -> Result<Value> {
        let version = self.exec.api_version.as_deref();
        let version = version.unwrap_or("client.authentication.k8s.io/v1");
        let mut spec = json!({"interactive": interactive});
        if self.exec.provide_cluster_info {
            let known = ExecAuthCluster::try_from(cluster)
                .map_err(|error| unusable(&self.owner, &error))?;
            // client-go leaves out false values.
            let insecure = known.insecure_skip_tls_verify.filter(|insecure| *insecure);
            spec["cluster"] =
                json!(ExecAuthCluster { insecure_skip_tls_verify: insecure, ..known });
            if cluster.disable_compression == Some(true) {
                spec["cluster"]["disable-compression"] = true.into();
            }
        }
        Ok(json!({"kind": "ExecCredential", "apiVersion": version, "spec": spec}))
    }

    fn failed(&self, problem: &str) -> Error {
        let error = Error::new("Credentials", anyhow!("{}: {problem}", self.owner));
        match &self.exec.install_hint {
            Some(hint) => error.hint(hint.clone()),
            None => error,
        }
    }
}

fn base64(text: &str) -> String {
    base64::engine::general_purpose::STANDARD.encode(text)
}

/// Runs a program to its end. Returns how it ended, and what it printed if that is no longer than a credential.
fn finish(command: &mut Command, timeout: Option<Duration>) -> io::Result<(ExitStatus, String)> {
    let mut child = command.stdout(Stdio::piped()).spawn()?;
    let stdout = child.stdout.take().expect("it is piped");
    if let Some(timeout) = timeout {
        return finish_within(child, stdout, timeout);
    }
    let printed = limited::text(stdout, limited::LARGEST_CREDENTIAL);
    if printed.is_err() {
        let _ = child.kill();
    }
    let status = child.wait()?;
    Ok((status, printed?))
}

const GLANCE: Duration = Duration::from_millis(5); // between two checks of a plugin with a timeout

/// The same, but a program that takes too long is ended.
fn finish_within(
    mut child: Child,
    stdout: ChildStdout,
    timeout: Duration,
) -> io::Result<(ExitStatus, String)> {
    let reader = std::thread::spawn(move || limited::text(stdout, limited::LARGEST_CREDENTIAL));
    let start = Instant::now();
    while start.elapsed() < timeout {
        let is_read = reader.is_finished();
        if let Some(status) = child.try_wait()?.filter(|_| is_read) {
            let printed = reader.join().map_err(|_| io::Error::other("its output is lost"))?;
            return Ok((status, printed?));
        }
        std::thread::sleep(GLANCE);
    }
    let _ = child.kill();
    child.wait()?;
    let seconds = timeout.as_secs_f64();
    Err(io::Error::new(io::ErrorKind::TimedOut, format!("it did not end within {seconds}s")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plugin_that_takes_too_long_is_ended_if_there_is_a_timeout() {
        let exec = plugin(&json!({"command": "sleep", "args": ["60"]}));
        let environment = Environment {
            plugin_timeout: Some(Duration::from_millis(50)),
            ..Environment::default()
        };
        let ended = Plugin { exec: &exec, owner: "test" }.run(&Cluster::default(), &environment);
        assert_eq!(
            ended.expect_err("it never ends").message(),
            "test: cannot run credential plugin sleep: it did not end within 0.05s"
        );
        let printed = r#"{"status": {"token": "soon"}}"#;
        let exec = plugin(&json!({"command": "echo", "args": [printed]}));
        let environment =
            Environment { plugin_timeout: Some(Duration::from_mins(1)), ..environment };
        let status = Plugin { exec: &exec, owner: "test" }.run(&Cluster::default(), &environment);
        assert_eq!(status.unwrap().token.as_deref(), Some("soon"));
    }

    fn plugin(exec: &Value) -> ExecConfig {
        serde_json::from_value(exec.clone()).unwrap()
    }

    #[test]
    fn a_plugin_that_never_stops_printing_is_stopped() {
        let exec = plugin(&json!({"command": "yes", "interactiveMode": "Never"}));
        let ended = Plugin { exec: &exec, owner: "user test" }
            .run(&Cluster::default(), &Environment::default());
        let error = ended.expect_err("endless output is no credential");
        assert_eq!(
            error.message(),
            "user test: cannot run credential plugin yes: more than 1 MiB of text"
        );
    }

    #[test]
    fn a_plugin_gets_everything_known_about_the_cluster() {
        let cluster: Cluster = serde_json::from_value(json!({
            "server": "https://api.example.com:6443",
            "tls-server-name": "api.internal",
            "certificate-authority-data": base64("the authority\n"),
            "proxy-url": "http://proxy.example.com:3128",
            "insecure-skip-tls-verify": false,
            "disable-compression": true,
            "extensions": [
                {"name": "another", "extension": {"audience": "nobody"}},
                {"name": "client.authentication.k8s.io/exec", "extension": {"audience": "me"}},
            ],
        }))
        .unwrap();
        let exec = plugin(&json!({
            "apiVersion": "client.authentication.k8s.io/v1beta1", "command": "plugin",
            "provideClusterInfo": true,
        }));
        let plugin = Plugin { exec: &exec, owner: "test" };
        assert_eq!(
            plugin.info(&cluster, true).unwrap(),
            json!({
                "kind": "ExecCredential", "apiVersion": "client.authentication.k8s.io/v1beta1",
                "spec": {"interactive": true, "cluster": {
                    "server": "https://api.example.com:6443",
                    "tls-server-name": "api.internal",
                    "certificate-authority-data": base64("the authority\n"),
                    "proxy-url": "http://proxy.example.com:3128",
                    "disable-compression": true,
                    "config": {"audience": "me"},
                }},
            })
        );
        let insecure = Cluster { insecure_skip_tls_verify: Some(true), ..cluster };
        let info = plugin.info(&insecure, false).unwrap();
        assert_eq!(info["spec"]["cluster"]["insecure-skip-tls-verify"], true);
        let quiet = ExecConfig { provide_cluster_info: false, ..exec.clone() };
        let info = Plugin { exec: &quiet, owner: "test" }.info(&insecure, false).unwrap();
        assert_eq!(info["spec"], json!({"interactive": false}));
    }

    #[test]
    fn questions_are_asked_at_a_terminal_and_only_if_that_is_allowed() {
        for (mode, away, at_terminal) in [
            (json!(null), Some(false), true),
            (json!("IfAvailable"), Some(false), true),
            (json!("Never"), Some(false), false),
            (json!("Always"), None, true),
        ] {
            let exec = plugin(&json!({"command": "plugin", "interactiveMode": mode}));
            let plugin = Plugin { exec: &exec, owner: "test" };
            assert_eq!(plugin.is_interactive("plugin", false).ok(), away, "{mode}");
            assert_eq!(plugin.is_interactive("plugin", true).ok(), Some(at_terminal), "{mode}");
        }
    }
}
