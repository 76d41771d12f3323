"""True shares of classes in unlabelled items, from predictions and a table of labelled ones."""
