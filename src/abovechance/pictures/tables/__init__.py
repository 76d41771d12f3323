"""Pictures of one table: its cells, its place in ROC space, and what it would be at other prevalences."""
