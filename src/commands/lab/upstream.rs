//! Sends requests to update services outside of the lab for its operator.

use std::time::Duration;

use crate::connect::config::kubeconfig::Proxies;
use crate::connect::http::Web;
use crate::connect::live::RequestEvent;
use crate::connect::update_service::{self, GraphRequest};
use crate::error::Error;
use upgrade_lab::{Service, ServiceAnswer, ServiceRequest};

const LOOK_EVERY: Duration = Duration::from_millis(200); // between checks for requests
const PATIENCE: Duration = Duration::from_secs(10);

/// Sends the requests of the operator until the future is dropped.
pub(crate) async fn run(service: &Service, proxies: &Proxies) {
    loop {
        tokio::time::sleep(LOOK_EVERY).await;
        let Some(inquiry) = service.wanted() else { continue };
        let (proxies, observer) = (proxies.clone(), Box::new(|_: &RequestEvent<'_>| {}));
        let web = Web { proxies, timeout: Some(PATIENCE), observer };
        let heard = ask(&inquiry, web).await;
        service.tell(inquiry, heard);
    }
}

async fn ask(inquiry: &ServiceRequest, web: Web) -> ServiceAnswer {
    let ServiceRequest { upstream, channel, arch, version, id, platform } = inquiry.clone();
    let query = GraphRequest { arch: arch.to_owned(), version: Some(version), id, platform };
    let fetched = match update_service::UpdateServiceClient::at(&upstream, web) {
        Ok(service) => service.fetch(&[Some(channel)], &query).await,
        Err(error) => Err(error),
    };
    match fetched {
        Ok(mut fetched) => {
            ServiceAnswer::Graph(fetched.pop().map(|found| found.graph).unwrap_or_default())
        }
        Err(error) => answer(&error),
    }
}

fn answer(error: &Error) -> ServiceAnswer {
    let why = error.message();
    match error.code {
        "ServerError" | "Redirected" => ServiceAnswer::Refused(why),
        "BadData" | "BadAnswer" => ServiceAnswer::Garbage(why),
        _ => ServiceAnswer::Unreachable(error.root()),
    }
}
