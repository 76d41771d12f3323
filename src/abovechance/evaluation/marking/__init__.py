"""Multiple-choice questions marked so that guessing earns nothing."""
