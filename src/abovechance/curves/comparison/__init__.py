"""Whether curves differ, on the same items or on others."""
