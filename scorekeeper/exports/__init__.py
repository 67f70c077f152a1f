"""Sheet to file: pure functions, one file a format."""
