"""The command line: options in, documents out."""
