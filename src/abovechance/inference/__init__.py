"""Inference: intervals, tests and comparisons; knows tables and measures, nothing of reports or commands."""
