"""The profile interval: the range of a measure over the tables that the data allow."""
