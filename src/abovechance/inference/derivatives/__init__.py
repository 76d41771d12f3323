"""The slopes of measures, by complex steps and traced arrays."""
