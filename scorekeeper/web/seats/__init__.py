"""Joining a match, and the invitation to it."""
