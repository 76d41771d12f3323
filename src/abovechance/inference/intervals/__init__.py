"""Confidence intervals of measures of one table."""
