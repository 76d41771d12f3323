"""The bands of the poster of 2008."""
