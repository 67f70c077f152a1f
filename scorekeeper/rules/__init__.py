"""The rules of the games, as pure functions: no clock, no random numbers, no database."""
