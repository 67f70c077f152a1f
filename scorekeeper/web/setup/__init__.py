"""Setting up a match: the game, its house rules, names and seats."""
