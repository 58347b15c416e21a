//! How APIs are used, as APIRequestCounts tell.

/// How an API is used.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ApiUse {
    /// As `ingresses.v1beta1.extensions`.
    pub(crate) name: String,
    /// The release of Kubernetes, major and minor, that no longer has it.
    pub(crate) removed_in: Option<(u64, u64)>,
    /// How often it was asked for within a day.
    pub(crate) requests: u64,
    /// Who asked most, as far as that is counted.
    pub(crate) users: Vec<ApiUser>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ApiUser {
    pub(crate) name: String,
    pub(crate) agent: String,
    pub(crate) requests: u64,
}
