"""Who said what of which item, and how far categories are apart."""
