"""The test of guessing: the labels dealt out at random."""
