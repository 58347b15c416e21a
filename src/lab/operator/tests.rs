//! Whole updates, stepped by hand.
