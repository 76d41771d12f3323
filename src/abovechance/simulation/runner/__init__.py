"""Long jobs in pieces that can be stopped and gone on with."""
