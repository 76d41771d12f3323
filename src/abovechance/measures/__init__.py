"""The declared measures, a file for each family. Importing this package fills the registry."""

# The order of these imports is the order of the catalogue: the recommended measures first.
# isort: off
from abovechance.measures.families import informedness
from abovechance.measures.families import rates
from abovechance.measures.families import kappa
from abovechance.measures.families import means
from abovechance.measures.families import odds
from abovechance.measures.families import skew
from abovechance.measures.families import forecast
from abovechance.measures.families import ordinal
from abovechance.measures.families import averages
from abovechance.measures.families import counts
from abovechance.measures.families import association
from abovechance.measures.families import information
from abovechance.measures.families import confusion
from abovechance.measures.families import partitions
from abovechance.measures.families import similarity
from abovechance.measures.families import similarity_chance
from abovechance.measures.families import each_class

# isort: on
__all__ = [
    "association",
    "averages",
    "confusion",
    "counts",
    "each_class",
    "forecast",
    "information",
    "informedness",
    "kappa",
    "means",
    "odds",
    "ordinal",
    "partitions",
    "rates",
    "similarity",
    "similarity_chance",
    "skew",
]
