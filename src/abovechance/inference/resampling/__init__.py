"""Bootstrap, posterior, permutations: batches of drawn tables."""
