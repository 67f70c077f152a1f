"""The app on a phone's home screen, and its pages without a network."""
