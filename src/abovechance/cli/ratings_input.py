"""The ratings of a command from files, and what is said of where they come from and of what to beware of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from abovechance.cli.output import progress
from abovechance.cli.spelling import in_options
from abovechance.core.errors import Argument, InputError
from abovechance.core.text import listed, named
from abovechance.intake.mistakes import no_number_said, no_numbers
from abovechance.raters.ratings.from_file import read_ratings as of_files
from abovechance.raters.ratings.ratings import Ratings
from abovechance.raters.ratings.weights import kind_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from abovechance.cli.input import Place
    from abovechance.cli.parameters import Written
    from abovechance.core.errors import InputWarning
    from abovechance.intake.files.reading import Skipped


@dataclass(frozen=True, eq=False)
class RatingsRead:
    """Ratings, what the document says of where they come from, of which files, and likely input mistakes."""

    ratings: Ratings
    source: dict[str, Any]
    files: int
    skipped: tuple[Skipped, ...]
    warnings: tuple[InputWarning, ...] = ()


def read_ratings(where: Place, cells: Written, weights: str, **columns: Any) -> RatingsRead:
    """The ratings of files; columns that nobody named and that are unlikely to hold ratings are refused."""
    with progress(f"Reading {where.name}") as advance:
        found = of_files(
            where.input, **columns, missing=cells.codes.codes, text=cells.text, progress=advance,
            skip_bad=where.skip_bad,
        )  # fmt: skip
    for finding in found.warnings:
        if finding.argument is not None:
            raise InputError(in_options(finding))
    ratings = Ratings(**found.fields)
    odd = no_numbers(ratings.categories)
    if odd and columns["categories"] is None and kind_of(weights).ordered:
        raise InputError(
            "{said}: {kind} weights would go by places, not by numbers; correct the file, name what means no "
            "rating with {missing}, or give all {categories} in their order",
            said=no_number_said(odd), kind=weights, missing=Argument("missing"),
            categories=Argument("categories"),
        )  # fmt: skip
    source = {name: getattr(found, name) for name in ("layout", "item", "found")}
    source |= {"columns": list(found.columns)}
    return RatingsRead(ratings, source, found.files, found.skipped, found.warnings)


def layout_said(source: Mapping[str, Any]) -> str:
    """How the file was read, in words."""
    layout, columns = source["layout"], source["columns"]
    if layout == "long":
        item, rater, category = columns
        return f"item {named(item)}, rater {named(rater)}, category {named(category)}"
    option = "--categories" if layout == "counts" else "--rater"
    others = "" if source["item"] is None else " but that of the items"
    hint = f" (all columns{others}; see {option})" if source["found"] else ""
    if layout == "counts":
        return f"counts of ratings by item and category{hint}"
    return f"raters {listed(columns, most=10)}{hint}"
