"""Where to put the threshold, and what to expect of it."""
