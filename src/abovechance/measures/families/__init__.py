"""The measures, a file for each family."""
