"""The service of a match: who may do what, and every change to it."""
