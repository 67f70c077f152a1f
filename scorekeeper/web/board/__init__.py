"""The board: the totals as large as a screen."""
