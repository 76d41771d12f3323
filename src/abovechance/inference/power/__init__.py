"""How many items an evaluation needs."""
