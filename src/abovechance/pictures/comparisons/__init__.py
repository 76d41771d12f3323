"""Pictures of differences: of systems, over data sets, and of groups."""
