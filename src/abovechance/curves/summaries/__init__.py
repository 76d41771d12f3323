"""One number for a curve: areas, averages, H, Brier."""
