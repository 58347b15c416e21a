//! The only file that names a color of pictures. Color repeats what shapes and words tell.

/// The colors of a picture.
pub(super) struct Palette {
    pub(super) ground: &'static str,
    pub(super) band: &'static str,
    pub(super) node: &'static str,
    pub(super) text: &'static str,
    /// What is less important: edges between others, remarks.
    pub(super) faint: &'static str,
    pub(super) current: &'static str,
    pub(super) on_current: &'static str,
    pub(super) recommended: &'static str,
    pub(super) conditional: &'static str,
}

pub(super) const LIGHT: Palette = Palette {
    ground: "#ffffff",
    band: "#f3f5f8",
    node: "#ffffff",
    text: "#1c2430",
    faint: "#7d8899",
    current: "#1f4fa3",
    on_current: "#ffffff",
    recommended: "#1a7f4b",
    conditional: "#b45309",
};

pub(super) const DARK: Palette = Palette {
    ground: "#12161d",
    band: "#1b212b",
    node: "#12161d",
    text: "#e3e8ef",
    faint: "#8592a6",
    current: "#7ea6f0",
    on_current: "#0c1420",
    recommended: "#4cc38a",
    conditional: "#f0a34a",
};
