"""Custom rules: edited, saved as a file, loaded again."""
