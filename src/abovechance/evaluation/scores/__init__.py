"""What scores are worth: areas under curves, thresholds, and comparisons of systems by them."""
