"""How many labels, and how many combinations of labels, items may have."""

MOST_LABELS = 5_000
"""A column with more distinct values is hardly one of classes, unless its labels are given."""

MOST_COMBINATIONS = 2_000_000
"""More combinations of labels and groups than a table can be made of: some column is an identifier."""
