//! Requests errata pages: one that is not public is forbidden or not found.

use std::collections::BTreeMap;

use http::StatusCode;

use super::http::{Trust, Web};
use upgrade_graph::promote::{Publicity, spellings};

/// Pages that were requested, each once.
pub(crate) struct Pages {
    web: Web,
    known: BTreeMap<String, Publicity>,
}

impl Pages {
    pub(crate) fn new(web: Web) -> Self {
        Self { web, known: BTreeMap::new() }
    }

    /// Returns whether an errata is public, under one of its names. If its page cannot be read, it
    /// does not count as public.
    pub(crate) async fn ask(&mut self, address: &str) -> Publicity {
        if let Some(known) = self.known.get(address) {
            return known.clone();
        }
        let mut said = Publicity::NotPublic(Some(address.to_owned()));
        for spelling in spellings(address) {
            match self.is_there(&spelling).await {
                Ok(true) => {
                    said = Publicity::Public(Some(spelling));
                    break;
                }
                Ok(false) => {}
                Err(why) => said = Publicity::Unknown(why),
            }
        }
        self.known.insert(address.to_owned(), said.clone());
        said
    }

    async fn is_there(&self, address: &str) -> Result<bool, String> {
        let host = self.web.host(address, Trust::default()).map_err(|error| error.message())?;
        match self.web.page(&host).await {
            Ok(_) => Ok(true),
            Err(fault) => match fault.status() {
                Some(StatusCode::FORBIDDEN | StatusCode::NOT_FOUND) => Ok(false),
                _ => Err(host.explain(fault, address).message()),
            },
        }
    }
}
