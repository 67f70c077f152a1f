"""The published games, explained."""
