"""The declared measures, a file for each family. Importing this package fills the registry."""

from abovechance.measures import informedness, kappa, rates
from abovechance.measures.peers import PEERS
from abovechance.measures.registry import add_names

for _peer, _names in PEERS.items():
    add_names(_peer, _names)

__all__ = ["informedness", "kappa", "rates"]
