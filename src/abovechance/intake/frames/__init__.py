"""Frames of any library, counted where the data are."""
