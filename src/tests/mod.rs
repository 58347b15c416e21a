//! What holds for any ClusterVersion, any graph and any update, from the object to the text.

mod evaluate;
mod properties;
mod rollout;
mod status;
