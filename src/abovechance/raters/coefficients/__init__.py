"""The coefficients of agreement, a file for each family. Importing this package declares them."""

from abovechance.raters.coefficients import many_raters, pairwise

__all__ = ["many_raters", "pairwise"]
