"""Values to sentences and numbers in the reader's language."""
