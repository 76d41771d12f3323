"""Whether systems differ, on the same items or on others."""
