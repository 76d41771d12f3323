"""How sure a coefficient of agreement is."""
