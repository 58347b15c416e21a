//! How commands that run until they are told to end are told.

use tokio::signal::unix::{Signal, SignalKind, signal};

/// The ways in which we are told to end: Ctrl-C, a kill, a terminal that closes.
pub(crate) struct EndSignals([Signal; 3]);

impl EndSignals {
    pub(crate) fn listen() -> std::io::Result<Self> {
        let [interrupt, terminate, hangup] =
            [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()].map(signal);
        Ok(Self([interrupt?, terminate?, hangup?]))
    }

    pub(crate) async fn one(mut self) {
        let [interrupt, terminate, hangup] = &mut self.0;
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
            _ = hangup.recv() => {}
        }
    }
}
