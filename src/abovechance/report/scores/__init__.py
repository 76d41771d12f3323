"""What scores are worth: for a terminal, as JSON, and in rows."""
