"""Files to tables: small ones are read in place, large and binary ones are counted by an engine.

Whichever way a file is read, labels are text, an empty cell is a missing value, and the result is
the same. A file that the engine refuses is read again by the careful reader, which can say where
and why it is wrong. Of several files each is counted apart, alike ones together, and tables add.
"""

from abovechance.intake.files.columns import Wanted
from abovechance.intake.files.faults import Skipped, TooManyItemsError
from abovechance.intake.files.matrix import read_matrix
from abovechance.intake.files.scores import ScoreColumns, read_scores
from abovechance.intake.files.tables import Answers, FileTables, read_answers, read_tables

__all__ = [
    "Answers",
    "FileTables",
    "ScoreColumns",
    "Skipped",
    "TooManyItemsError",
    "Wanted",
    "read_answers",
    "read_matrix",
    "read_scores",
    "read_tables",
]
