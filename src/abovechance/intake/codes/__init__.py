"""Columns of labels and scores as numbers: what is one label, and how often two meet."""
