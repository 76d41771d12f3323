"""Which measures mislead, and how often."""
