"""The match page and the pages that belong to it."""
