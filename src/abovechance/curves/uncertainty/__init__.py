"""Intervals, bands, tests and sample sizes of curves."""
