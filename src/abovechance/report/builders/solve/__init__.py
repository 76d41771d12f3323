"""Documents of printed figures: the tables that have them, and whether any has."""
