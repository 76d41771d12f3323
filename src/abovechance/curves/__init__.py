"""Scores: thresholds as a batch of tables, and all that follows from them.

A :class:`Curve` comes first; the functions here take one, or the columns that one is made of.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
