//! The only place that creates HTTP clients: credentials are registered as secrets before they are
//! sent.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use http::header::AUTHORIZATION;
use http::{HeaderValue, Request};
use kube::client::Body;
use kube::config::AuthInfo;
use kube::{Client, Config};
use secrecy::{ExposeSecret, SecretString};
use tokio::time::Instant;

use crate::connect::local::limited;
use crate::connect::transport;
use crate::secrets;

/// As often as client-go does: tokens are replaced long before they expire.
const READ_EVERY: Duration = Duration::from_mins(1);

/// Creates a client. Its token may be in a file, which is read again regularly.
pub(crate) fn build(mut config: Config) -> kube::Result<Client> {
    if let Some(proxy) = &config.proxy_url {
        secrets::remember_credentials(proxy);
    }
    let AuthInfo { token, token_file, username, password, .. } = &mut config.auth_info;
    if let (Some(user), Some(password)) = (username, password) {
        secrets::remember_password(user, password);
    }
    let token = match (token.take(), token_file.take()) {
        (Some(token), _) => Some(Token::Fixed(token)),
        (None, Some(path)) => Some(Token::File(Arc::new(TokenFile::new(path.into())))),
        (None, None) => None,
    };
    transport::client(config, move |request| match &token {
        Some(token) => token.show(request),
        None => request,
    })
}

/// Reads a token from a file, without the line break at its end.
pub(crate) fn read_token(path: &Path) -> std::io::Result<SecretString> {
    let text = limited::file(path, limited::LARGEST_CREDENTIAL)?;
    Ok(SecretString::from(text.trim()))
}

#[derive(Clone)]
enum Token {
    Fixed(SecretString),
    File(Arc<TokenFile>),
}

struct TokenFile {
    path: PathBuf,
    /// The last token, and when it was read.
    read: Mutex<Option<(SecretString, Instant)>>,
}

impl Token {
    /// Adds the token to a request.
    fn show(&self, mut request: Request<Body>) -> Request<Body> {
        let token = match self {
            Self::Fixed(token) => Some(token.clone()),
            Self::File(file) => file.token(),
        };
        if let Some(token) = token
            && let Ok(mut header) =
                HeaderValue::try_from(format!("Bearer {}", token.expose_secret()))
        {
            secrets::remember(&token);
            header.set_sensitive(true);
            request.headers_mut().insert(AUTHORIZATION, header);
        }
        request
    }
}

impl TokenFile {
    fn new(path: PathBuf) -> Self {
        Self { path, read: Mutex::default() }
    }

    /// Returns the token. If the file can no longer be read, the last token is used: some tools
    /// delete the file once it was read.
    fn token(&self) -> Option<SecretString> {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if read.as_ref().is_none_or(|(_, at)| at.elapsed() >= READ_EVERY)
            && let Ok(token) = read_token(&self.path)
        {
            *read = Some((token, Instant::now()));
        }
        read.as_ref().map(|(token, _)| token.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(token: &Token) -> String {
        let request = token.show(Request::new(Body::empty()));
        request.headers()[AUTHORIZATION].to_str().unwrap().to_owned()
    }

    #[tokio::test(start_paused = true)]
    #[expect(clippy::disallowed_methods, reason = "another process writes the token")]
    async fn a_token_file_is_read_again_and_its_old_token_stays_a_secret() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("token");
        let [first, second] =
            ["the-first-token-of-a-service-account", "another-token-that-came-an-hour-later"];
        std::fs::write(&path, format!("{first}\n")).unwrap();
        let token = Token::File(Arc::new(TokenFile::new(path.clone())));
        assert_eq!(shown(&token), format!("Bearer {first}"));
        std::fs::write(&path, second).unwrap();
        assert_eq!(shown(&token), format!("Bearer {first}"), "it was read a moment ago");
        tokio::time::advance(READ_EVERY).await;
        assert_eq!(shown(&token), format!("Bearer {second}"));
        std::fs::remove_file(&path).unwrap();
        tokio::time::advance(READ_EVERY).await;
        assert_eq!(shown(&token), format!("Bearer {second}"), "some remove it once it was read");
        for secret in [first, second] {
            assert_eq!(secrets::redact(&format!("who is {secret}?")), "who is …?");
        }
    }
}
