"""JSON and TOML to values and back."""
