"""Errors and power of the tests of one table."""
