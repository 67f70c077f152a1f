"""A table's own rules: edited, saved as a file, loaded again."""
