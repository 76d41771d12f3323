"""What every room needs and nothing else: errors, checks, labels, exact sums, text of numbers, results."""
