"""The curve: a table at every threshold, its hull and its edges."""
