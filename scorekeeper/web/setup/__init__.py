"""A new match: the game, its house rules, names and seats."""
