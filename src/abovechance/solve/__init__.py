"""From published figures back to the tables behind them, and forward to deployment."""
