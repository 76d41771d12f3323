"""Documents of what is informed and what is guessed: bets, shares of decisions, and marks."""
