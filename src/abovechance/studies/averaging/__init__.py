"""Averages over classes and folds."""
