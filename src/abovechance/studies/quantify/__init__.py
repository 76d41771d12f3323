"""Whether intervals of corrected shares cover."""
