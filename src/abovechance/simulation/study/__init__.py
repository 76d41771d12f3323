"""Measures tried on worlds whose truth is known."""
