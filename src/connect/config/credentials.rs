//! Who we are: tokens made fit for a header, and credential plugins run once.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::anyhow;
use base64::Engine;
use http::HeaderValue;
use kube::config::{ExecConfig, ExecInteractiveMode};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use serde_json::json;

use super::kubeconfig::{ChosenContext, Connection};
use crate::connect::client;
use crate::error::{Error, Result};

/// Turns what the kubeconfig says of the user into what is sent: every file read, every plugin run,
/// once. The library would run a plugin three times and print what it says.
pub(crate) fn settle(chosen: &mut ChosenContext, connection: &Connection) -> Result<()> {
    if let Some(token) = &connection.token {
        // Certificates and impersonation stay: the flag says who we are, not whom we act as.
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
    // As in client-go, a token in the file wins over a token in another file, and both over a plugin.
    if let Some(path) = user.token_file.take().filter(|_| user.token.is_none()) {
        let token = client::read_token(Path::new(&path)).map_err(|error| {
            Error::new(
                "Credentials",
                anyhow!(error).context(format!("{owner}: cannot read {path}")),
            )
        })?;
        header_safe(&token, &owner)?;
        user.token_file = Some(path); // it is read again later on
    }
    let has_token = user.token.is_some() || user.token_file.is_some();
    if let Some(exec) = user.exec.take().filter(|_| !has_token) {
        let credential = run(&exec, &owner, chosen.cluster.server.as_deref())?;
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

/// Files and block scalars end in a line break, which no header can carry.
fn header_safe(token: &SecretString, owner: &str) -> Result<SecretString> {
    let text = token.expose_secret().trim();
    let problem = match HeaderValue::try_from(format!("Bearer {text}")) {
        Err(_) => "has characters that cannot be sent",
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

/// Runs a credential plugin. Its output is secret; only its name and how it ended are told.
fn run(exec: &ExecConfig, owner: &str, server: Option<&str>) -> Result<ExecCredentialStatus> {
    let failed = |problem: String| {
        let error = Error::new("Credentials", anyhow!("{owner}: {problem}"));
        match &exec.install_hint {
            Some(hint) => error.hint(hint.clone()),
            None => error,
        }
    };
    let name = exec
        .command
        .as_deref()
        .ok_or_else(|| failed("the credential plugin has no command".into()))?;
    let mut command = Command::new(name);
    command.args(exec.args.iter().flatten());
    for variable in exec.env.iter().flatten() {
        if let (Some(key), Some(value)) = (variable.get("name"), variable.get("value")) {
            command.env(key, value);
        }
    }
    let interactive = exec.interactive_mode != Some(ExecInteractiveMode::Never);
    let version = exec.api_version.as_deref().unwrap_or("client.authentication.k8s.io/v1");
    let mut spec = json!({"interactive": interactive});
    if exec.provide_cluster_info {
        spec["cluster"] = json!({"server": server});
    }
    let info = json!({"kind": "ExecCredential", "apiVersion": version, "spec": spec});
    command.env("KUBERNETES_EXEC_INFO", info.to_string());
    command
        .stdin(if interactive { Stdio::inherit() } else { Stdio::null() })
        .stderr(Stdio::inherit());
    let output = command
        .output()
        .map_err(|error| failed(format!("the credential plugin {name} cannot be run: {error}")))?;
    if !output.status.success() {
        return Err(failed(format!("the credential plugin {name} failed ({})", output.status)));
    }
    let credential: ExecCredential = serde_json::from_slice(&output.stdout).map_err(|_| {
        failed(format!("the credential plugin {name} did not answer with an ExecCredential"))
    })?;
    let status = credential.status.unwrap_or_default();
    if status.token.is_none() && status.client_certificate_data.is_none() {
        return Err(failed(format!(
            "the credential plugin {name} gave neither a token nor a certificate"
        )));
    }
    Ok(status)
}

fn base64(text: &str) -> String {
    base64::engine::general_purpose::STANDARD.encode(text)
}
