"""Questions about a match, answered from its values. Nothing is stored."""
