"""A study of the user's own."""
