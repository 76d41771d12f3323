"""Scores of more than two classes."""
