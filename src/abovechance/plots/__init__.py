"""Pictures of curves: displays in the manner of scikit-learn, drawn by matplotlib when they are asked for.

>>> from abovechance.plots import RocDisplay
>>> RocDisplay.from_scores([0, 0, 1, 1], {"A": [0.1, 0.4, 0.35, 0.8], "B": [1, 2, 3, 4]})
RocDisplay of 'A', 'B': ROC: 1 against 0
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
