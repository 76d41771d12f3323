"""Guesses on clustered items."""
