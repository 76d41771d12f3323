"""The coefficients of agreement, a file for each family. Importing this package declares them."""

# The order of these imports is the order in which coefficients are listed.
# isort: off
from abovechance.raters.coefficients import alpha
from abovechance.raters.coefficients import shared_habits
from abovechance.raters.coefficients import own_habits
from abovechance.raters.coefficients import pairwise

__all__ = ["alpha", "own_habits", "pairwise", "shared_habits"]
