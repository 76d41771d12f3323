"""What is made of files: combinations of labels counted, labels and scores by row, scores sorted on disk."""
