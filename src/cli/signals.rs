//! Signals that end commands which run until they are stopped.

use tokio::signal::unix::{Signal, SignalKind, signal};

/// The signals that end the program: Ctrl-C, a kill, a closed terminal.
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
