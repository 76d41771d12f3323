"""Pictures as plain data, one builder for each kind of result: what is drawn, before any library draws it."""
