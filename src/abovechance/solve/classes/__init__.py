"""More than two classes: printed figures of each class back to what the table can have been."""
