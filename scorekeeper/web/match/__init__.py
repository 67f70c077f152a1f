"""The match page and the pages that hang on it."""
