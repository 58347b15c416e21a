//! What is an address on the web.

/// Returns whether text is an address that browsers and HTTP clients open: nothing that runs
/// (`javascript:`), and nothing on a disk (`file:`).
pub fn is_web_address(text: &str) -> bool {
    text.starts_with("https://") || text.starts_with("http://")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_http_and_https_are_web_addresses() {
        for address in ["https://example.com/errata/RHBA-2021:3197", "http://localhost:8080"] {
            assert!(is_web_address(address), "{address}");
        }
        for other in
            ["javascript:alert(1)", "data:text/html,x", "file:///etc", "//x", "ahttp://", ""]
        {
            assert!(!is_web_address(other), "{other}");
        }
    }
}
