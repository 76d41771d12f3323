"""The evaluation of a table: measures beside their chance levels, a plain reading, and what to beware of.

>>> import abovechance as ac
>>> result = ac.evaluate(ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28))
>>> result["accuracy"].value, round(result["accuracy"].chance, 3)
(0.58, 0.484)
"""

from abovechance.evaluation.evaluate import evaluate
from abovechance.evaluation.findings import Finding
from abovechance.evaluation.result import Evaluation
from abovechance.evaluation.rows import Estimate

__all__ = ["Estimate", "Evaluation", "Finding", "evaluate"]
