"""What is drawn: informed and guessed decisions, scores, ratings."""
