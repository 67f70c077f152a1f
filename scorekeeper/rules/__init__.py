"""The games: facts in, facts out. Standard library only; no clock, no chance, no database."""
