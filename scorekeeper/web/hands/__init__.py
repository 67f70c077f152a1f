"""Writing, changing and striking hands."""
