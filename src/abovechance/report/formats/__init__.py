"""A renderer for each format: a document in, text out."""
