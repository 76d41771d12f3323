"""The mixture of informed decisions and guesses, fitted to tables."""
