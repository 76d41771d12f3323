"""Equally informed systems compared."""
