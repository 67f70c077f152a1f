"""Reading values from JSON and TOML, and writing them."""
