"""What a measure can be worth where some of the true labels are wrong."""
