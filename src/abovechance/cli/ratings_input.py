"""The ratings of a command from files, and what is said of where they come from and of what to beware of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from abovechance.cli.output import progress
from abovechance.cli.spelling import in_options
from abovechance.core.errors import Argument, InputError
from abovechance.intake.doubts import no_number_said, no_numbers
from abovechance.raters.ratings.from_file import read_ratings as of_files
from abovechance.raters.ratings.ratings import Ratings
from abovechance.raters.ratings.weights import kind_of

if TYPE_CHECKING:
    from abovechance.cli.input import Place
    from abovechance.intake.files.faults import Skipped
    from abovechance.intake.files.format import TextFormat


@dataclass(frozen=True)
class Meaning:
    """What the texts of a file mean.

    Attributes
    ----------
    categories
        All categories in their order, if they were given.
    missing
        Texts that mean no rating.
    weights
        The kind of weights that the categories are for.
    """

    categories: list[str] | None
    missing: list[str]
    weights: str


@dataclass(frozen=True, eq=False)
class RatingsRead:
    """Ratings, what the document says of where they come from, of which files, and what to beware of."""

    ratings: Ratings
    source: dict[str, Any]
    files: int
    skipped: tuple[Skipped, ...]
    hints: tuple[str, ...] = ()


def layout_of(raters: list[str], item: str | None, category: str | None, *, counts: bool) -> dict[str, Any]:
    """The columns that the options name."""
    return {"rater": raters, "item": item, "category": category, "counted": counts}


def read_ratings(where: Place, columns: dict[str, Any], meaning: Meaning, text: TextFormat) -> RatingsRead:
    """The ratings of files; columns that nobody named and that hardly hold ratings are refused."""
    with progress(f"Reading {where.name}") as advance:
        found = of_files(
            where.input,
            **columns,
            categories=meaning.categories,
            missing=meaning.missing,
            text=text,
            progress=advance,
            skip_bad=where.skip_bad,
        )
    for finding in found.warnings:
        if finding.argument is not None:
            raise InputError(in_options(finding))
    ratings = Ratings(**found.fields)
    odd = no_numbers(ratings.categories)
    if odd and meaning.categories is None and kind_of(meaning.weights).ordered:
        raise InputError(
            "{said}: {kind} weights would go by places, not by numbers; correct the file, name what means no "
            "rating with {missing}, or give all {categories} in their order",
            said=no_number_said(odd),
            kind=meaning.weights,
            missing=Argument("missing"),
            categories=Argument("categories"),
        )
    source = {
        "layout": found.layout,
        "columns": list(found.columns),
        "item": found.item,
        "found": found.found,
    }
    return RatingsRead(ratings, source, found.files, found.skipped, tuple(map(in_options, found.warnings)))
