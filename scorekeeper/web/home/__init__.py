"""Home: the matches of this device."""
