"""Importing match files, and blank pads to take along."""
