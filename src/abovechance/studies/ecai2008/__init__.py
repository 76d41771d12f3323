"""The runs of "Evaluation Evaluation"."""
