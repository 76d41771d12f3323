"""Scores: thresholds as a batch of tables, and all that follows from them.

A :class:`Curve` comes first. The functions here take one, or in its place ``truth, scores`` and by keyword
``positive``, ``weights``, ``counts``, ``missing`` and ``on_missing`` as in :meth:`Curve.from_scores`.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
