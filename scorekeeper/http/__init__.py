"""What the pages and the API share of HTTP."""
