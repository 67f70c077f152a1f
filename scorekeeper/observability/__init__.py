"""The log, the metrics and what is recorded of each request."""
