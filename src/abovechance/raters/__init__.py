"""Agreement of raters: many raters, missing ratings, weights, and the idea of chance of each coefficient."""

from abovechance.raters.ratings.ratings import Ratings
from abovechance.raters.ratings.reading import as_ratings

__all__ = ["Ratings", "as_ratings"]
