"""Documents of scores: rankings, their operating points, and curves of abstention."""
