"""The database: the only room that queries."""
