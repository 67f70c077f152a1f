"""Format values as sentences and numbers in the reader's language."""
