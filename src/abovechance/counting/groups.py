"""Columns that say which group an item belongs to: several make one, of the combinations that occur."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.counting.arrays import encode_array
from abovechance.counting.codebook import Codebook
from abovechance.counting.coded import Coded
from abovechance.counting.encode import encode
from abovechance.counting.scales import sort_key
from abovechance.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.counting.scales import Ordered


def encode_groups(groups: Any) -> tuple[str, dict[str, Coded]]:
    """The name of the batch axis, and the coded columns by what messages call them."""
    if not isinstance(groups, Mapping):
        return "group", {"groups": encode(groups, "groups")}
    if not groups:
        raise InputError("groups is an empty mapping: give at least one column, or leave groups out")
    columns = {f"groups[{name!r}]": encode(column, f"groups[{name!r}]") for name, column in groups.items()}
    return " × ".join(map(str, groups)), columns


def joined(columns: Sequence[Coded]) -> Coded:
    """One column of groups; its labels are tuples if there are several columns."""
    if len(columns) == 1:
        return columns[0].compact()
    singles = [Coded(column.codes, [(label,) for label in column.labels], column.start) for column in columns]
    return reduce(_pair, [single.compact() for single in singles])


def group_order(labels: Sequence[Any], columns: Sequence[Ordered]) -> list[int]:
    """The positions of the labels of joined columns, in the order of the first column, then the next."""
    keys = [sort_key(column) for column in columns]
    if len(keys) == 1:
        return sorted(range(len(labels)), key=lambda i: keys[0](labels[i]))
    return sorted(
        range(len(labels)), key=lambda i: [key(part) for key, part in zip(keys, labels[i], strict=True)]
    )


def _pair(left: Coded, right: Coded) -> Coded:
    width = len(right.labels)
    pairs = (left.codes.astype(np.int64) - left.start) * width + (right.codes.astype(np.int64) - right.start)
    coded = encode_array(pairs, Codebook("groups")).compact()
    labels = [left.labels[pair // width] + right.labels[pair % width] for pair in coded.labels]
    return Coded(coded.codes, labels, coded.start)
