"""Every table with given margins, the slow and certain way: an oracle for exact tests."""

from itertools import product
from math import factorial, prod

import numpy as np


def all_tables(rows, columns):
    """All tables of non-negative whole numbers with these row and column sums."""
    if len(rows) == 1:
        yield [tuple(columns)]
        return
    for first in product(*(range(min(rows[0], c) + 1) for c in columns)):
        if sum(first) == rows[0]:
            for rest in all_tables(rows[1:], [c - x for c, x in zip(columns, first, strict=True)]):
                yield [first, *rest]


def null_distribution(counts):
    """All tables with the margins of this one, and the probability of each if rows and columns are independent."""
    counts = np.asarray(counts)
    rows, columns = counts.sum(1).tolist(), counts.sum(0).tolist()
    tables = np.array(list(all_tables(rows, columns)))
    numerator = prod(map(factorial, rows + columns))
    below = [factorial(sum(rows)) * prod(factorial(int(x)) for x in table.flat) for table in tables]
    return tables, np.array([numerator / x for x in below])
