"""Pictures of scores as plain data: curves in every space, costs, thresholds, calibration."""
