"""Match files in, blank pads out."""
