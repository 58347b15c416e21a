//! What holds for any ClusterVersion and any graph, from the object to the text.

mod evaluate;
mod properties;
