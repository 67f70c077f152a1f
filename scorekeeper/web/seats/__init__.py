"""Joining a match, and inviting others to it."""
