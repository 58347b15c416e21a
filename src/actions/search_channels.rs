//! Reads the graphs of channels, one after the other, until a version is reached.

use futures::StreamExt;

use crate::connect::update_service::{Fetched, GraphRequest, UpdateServiceClient};
use crate::error::{Error, Result};
use upgrade_graph::bounded::MOST_MEMORY;
use upgrade_graph::channel;
use upgrade_graph::channel_graphs::{ChannelGraphs, UnreadChannel, UnreadReason};
use upgrade_graph::channel_search::ChannelSearch;
use upgrade_graph::merged::ChannelGraph;
use upgrade_graph::version::Version;

const MOST_CHANNELS: usize = 1024; // for 250 minor versions; a malicious service could name channels without end
const MOST_BYTES: usize = MOST_MEMORY; // of all graphs together
const MOST_FAILURES: usize = 4; // in a row, before the search ends

/// Graphs of channels, and warnings about them.
pub(super) struct ReadChannels {
    pub(super) graphs: ChannelGraphs,
    pub(super) oddities: Vec<String>,
    /// Releases that were in an answer, but not in its channel.
    pub(super) not_in_channel: Vec<Version>,
}

/// Reads every channel that may lead to the goal. One that cannot be read is reported as unread. It is a
/// failure only if none can be read.
pub(super) async fn towards(
    search: &ChannelSearch,
    service: &UpdateServiceClient<'_>,
    query: &GraphRequest,
) -> Result<ReadChannels> {
    read(search, service, query, ChannelSearch::unread).await
}

/// Reads every channel that leads on from the start.
pub(super) async fn ahead(
    search: &ChannelSearch,
    service: &UpdateServiceClient<'_>,
    query: &GraphRequest,
) -> Result<ReadChannels> {
    read(search, service, query, ChannelSearch::ahead).await
}

async fn read(
    search: &ChannelSearch,
    service: &UpdateServiceClient<'_>,
    query: &GraphRequest,
    unread: impl Fn(&ChannelSearch, &ChannelGraphs) -> Vec<String>,
) -> Result<ReadChannels> {
    let mut reading = ChannelReading::default();
    loop {
        let graphs = reading.graphs(search, service, query);
        let next = unread(search, &graphs);
        if next.is_empty() {
            let ChannelReading { oddities, not_in_channel, .. } = reading;
            return Ok(ReadChannels { graphs, oddities, not_in_channel });
        }
        reading.read(next, service, query).await?;
    }
}

/// What was read so far.
#[derive(Default)]
struct ChannelReading {
    layers: Vec<ChannelGraph>,
    unread: Vec<UnreadChannel>,
    oddities: Vec<String>,
    not_in_channel: Vec<Version>,
    bytes: usize,
    /// Since the last response.
    failures: usize,
    /// The first of them.
    failure: Option<Error>,
}

impl ChannelReading {
    fn graphs(
        &mut self,
        search: &ChannelSearch,
        service: &UpdateServiceClient<'_>,
        query: &GraphRequest,
    ) -> ChannelGraphs {
        let names: Vec<String> = self.layers.iter().filter_map(|it| it.channel.clone()).collect();
        let order = channel::sorted(&names);
        self.layers
            .sort_by_key(|it| order.iter().position(|name| Some(name) == it.channel.as_ref()));
        let (arch, origin) = (query.arch.clone(), service.shown().to_owned());
        let mut graphs = ChannelGraphs::new(&self.layers, arch, origin);
        graphs.from.clone_from(&search.from);
        graphs.unread.clone_from(&self.unread);
        graphs
    }

    /// Reads these channels up to the limits. It fails if nothing can be read.
    async fn read(
        &mut self,
        channels: Vec<String>,
        service: &UpdateServiceClient<'_>,
        query: &GraphRequest,
    ) -> Result<()> {
        let asked: Vec<Option<String>> = channels.iter().cloned().map(Some).collect();
        let mut answers = service.answers(&asked, query);
        for channel in channels {
            if let Some(reason) = self.refusal() {
                self.unread.push(UnreadChannel { channel, reason });
                continue;
            }
            match answers.next().await {
                Some(Ok(found)) => self.take(channel, found),
                Some(Err(error)) => self.miss(channel, error),
                None => {}
            }
            if self.layers.is_empty() && self.failures >= MOST_FAILURES {
                break;
            }
        }
        match self.failure.take_if(|_| self.layers.is_empty()) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    /// Returns why no more channels are read, if so.
    fn refusal(&self) -> Option<UnreadReason> {
        if self.failures >= MOST_FAILURES {
            return self.failure.as_ref().map(|error| UnreadReason::Failed(error.message()));
        }
        let full = self.layers.len() >= MOST_CHANNELS || self.bytes >= MOST_BYTES;
        full.then_some(UnreadReason::Limit)
    }

    fn take(&mut self, channel: String, found: Fetched) {
        let Fetched { graph, oddities, not_in_channel, bytes } = found;
        self.layers.push(ChannelGraph { channel: Some(channel), graph });
        self.oddities.extend(oddities);
        self.not_in_channel.extend(not_in_channel);
        self.bytes = self.bytes.saturating_add(bytes);
        (self.failures, self.failure) = (0, None);
    }

    fn miss(&mut self, channel: String, error: Error) {
        let reason = UnreadReason::Failed(error.message());
        self.unread.push(UnreadChannel { channel, reason });
        self.failures += 1;
        self.failure.get_or_insert(error);
    }
}
