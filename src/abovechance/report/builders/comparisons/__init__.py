"""Documents of differences: of systems, of groups, and of systems that a judge marks."""
