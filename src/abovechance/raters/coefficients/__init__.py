"""The coefficients of agreement and how they are found by name."""
