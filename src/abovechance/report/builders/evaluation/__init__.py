"""Documents of an evaluation, and of answers that only it has: refusals, and a truth that may be wrong."""
