"""Size and power of the test of guessing."""
