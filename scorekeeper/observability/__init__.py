"""The log, the metrics and what is kept of each request."""
