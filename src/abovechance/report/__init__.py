"""From results to text, pages and documents; nothing here computes."""
