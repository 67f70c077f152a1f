"""Analyses of a match, as pure functions of its values. Nothing is stored."""
