"""The declared measures, a file for each family. Importing this package fills the registry."""

# The order of these imports is the order of the catalogue: the recommended measures first.
# isort: off
from abovechance.measures import (
    informedness,
    least,
    kappa,
    rates,
    means,
    odds,
    tetrachoric,
    skew,
    forecast,
    ordinal,
    averages,
    counts,
    aickin,
    association,
    information,
    confusion,
    pairs,
    matching,
    similarity,
    similarity_chance,
    each_class,
)

# isort: on
from abovechance.measures.peers import PEERS
from abovechance.measures.registry import add_names

for _peer, _names in PEERS.items():
    add_names(_peer, _names)

__all__ = [
    "aickin",
    "association",
    "averages",
    "confusion",
    "counts",
    "each_class",
    "forecast",
    "information",
    "informedness",
    "kappa",
    "least",
    "matching",
    "means",
    "odds",
    "ordinal",
    "pairs",
    "rates",
    "similarity",
    "similarity_chance",
    "skew",
    "tetrachoric",
]
