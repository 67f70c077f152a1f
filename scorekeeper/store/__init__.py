"""The database: the only package that runs queries."""
