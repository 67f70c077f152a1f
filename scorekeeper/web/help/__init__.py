"""The help pages: the Markdown of scorekeeper/help, served in the look of the app."""
