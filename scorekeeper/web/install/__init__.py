"""Installing the app on a phone, and its pages without a network."""
