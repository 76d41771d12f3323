"""The Kappas of "The Problem with Kappa"."""
