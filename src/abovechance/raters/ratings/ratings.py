"""``Ratings``: which category each rater gave each item, or how many raters gave each category.

Categories are codes from 0 on in the order of ``categories``, and -1 where a rater gave none. Where only the
numbers of raters are known, there are tallies instead of codes.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core import view
from abovechance.core.errors import InputError, InputWarning, warn
from abovechance.core.labels import quoted
from abovechance.core.result import ColumnResult
from abovechance.core.text import number_of
from abovechance.intake import ratings as doors
from abovechance.raters.ratings.blocks import Blocks
from abovechance.raters.ratings.profiles import Looked, counts_of_codes, profiles_of_counts
from abovechance.raters.ratings.tidy import tidy_columns

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import ArrayLike, NDArray

    from abovechance.core.arrays import Column
    from abovechance.core.labels import Label
    from abovechance.raters.ratings.profiles import Units
    from abovechance.tables.tables import Tables

# Numbers of items that weights are worth are rounded, so that their scale makes no difference.
_EFFECTIVE_NUMBER_DIGITS = 9
# With more categories than this, few items have the same counts and most counts are zero.
_MAX_CATEGORIES_PROFILED = 64
_MAX_ITEMS_IN_NOTEBOOKS = 20


@dataclass(frozen=True, eq=False, repr=False)
class Ratings(ColumnResult):
    """The ratings of items, made by ``from_wide``, ``from_long``, ``from_counts``, ``from_file``, ….

    Attributes
    ----------
    codes : ndarray of signed integers or None
        Items × raters: the position of the category, -1 where there is no rating. None if only counts are
        known.
    categories : tuple
        In their order, unused ones too if they were declared.
    items : sequence
        The names of the items; numbers from 1 if they have none, as raters have.
    raters : tuple
        The names of the raters; empty if only counts are known.
    categories_declared : bool
        Whether the categories were given, rather than taken to be those that occur.
    order : str
        Where the order of the categories is from: ``"given"``, ``"numeric"`` or ``"natural"``.
    tallies : ndarray or None
        Items × categories, if only these are known.
    times : ndarray or None
        How many times each item counts; once each without it.
    left_out : tuple
        Raters who gave no rating and were taken out.
    of_kinds : bool
        Whether each row stands for all items that were rated alike, as an engine or a table counts them; its
        name is then that of the first of them.
    warnings : tuple of InputWarning
        Likely mistakes that were found where the ratings were read. Agreement of them begins with these.

    Examples
    --------
    >>> from abovechance.raters import Ratings
    >>> ratings = Ratings.from_wide([["a", "a", "b"], ["b", "b", None]])
    >>> ratings
    3 raters of 2 items, 1 rating missing; 2 categories, as they occur: 'a', 'b'
    >>> ratings.counts
    array([[2, 1],
           [0, 2]], dtype=uint8)
    """

    codes: NDArray[Any] | None
    categories: tuple[Label, ...]
    items: Sequence[Label]
    raters: tuple[Label, ...] = ()
    categories_declared: bool = False
    order: str = "given"
    tallies: NDArray[Any] | None = None
    times: NDArray[np.float64] | None = None
    left_out: tuple[Label, ...] = ()
    of_kinds: bool = False
    warnings: tuple[InputWarning, ...] = field(default=(), repr=False, compare=False)

    # Making them ------------------------------------------------------------------------------

    @classmethod
    def made(cls, fields: dict[str, Any]) -> Ratings:
        """Ratings of fields as they are read, with warnings of likely input mistakes."""
        findings = tuple(fields.pop("findings"))
        warn(findings)
        return cls(**fields, warnings=findings)

    @classmethod
    def from_wide(
        cls,
        ratings: Any,
        *,
        categories: Iterable[Label] | None = None,
        missing: Any = (),
        raters: Iterable[Label] | None = None,
        item: Column | None = None,
        counts: Column | None = None,
    ) -> Ratings:
        """Take items × raters.

        Parameters
        ----------
        ratings
            A two-dimensional array or a list of rows (items × raters), a data frame or a mapping with one
            column for each rater. Labels are of any type; None, NaN, null and an empty text are no rating. Of
            a lazy frame (polars, DuckDB, Dask, Spark and others) the engine counts the items that were rated
            alike.
        categories
            All categories in their order. Without it those that occur, in the order of an ordered
            categorical, of numbers, or else the natural one.
        missing
            A further value, or several, that mean that there is no rating.
        raters
            The columns of the raters; of an array, their numbers from 1 on, or names for all of them.
        item
            The column that names the items.
        counts
            How many items each row stands for: a column, or its name.

        Examples
        --------
        >>> from abovechance.raters import Ratings
        >>> Ratings.from_wide({"ann": [1, 2, 9], "bob": [1, 1, 2]}, missing=9, categories=[1, 2, 3]).codes
        array([[ 0,  0],
               [ 1,  0],
               [-1,  1]], dtype=int8)
        """
        columns = {"rater": raters, "item": item, "counts": counts}
        return cls.made(doors.wide(ratings, **columns, categories=categories, missing=missing))

    @classmethod
    def from_long(
        cls,
        item: Column,
        rater: Column,
        category: Column,
        *,
        data: object = None,
        categories: Iterable[Label] | None = None,
        missing: object = (),
    ) -> Ratings:
        """Take one row for each rating: three columns, or the names of three columns of ``data``.

        Of a lazy frame the engine counts the items that were rated alike; with more than 50 raters, or a
        million ways in which items were rated, it counts how many raters gave each category.

        Examples
        --------
        >>> from abovechance.raters import Ratings
        >>> Ratings.from_long([1, 1, 2], ["ann", "bob", "bob"], ["x", "y", "x"]).codes
        array([[ 0,  1],
               [-1,  0]], dtype=int8)
        """
        return cls.made(doors.long(item, rater, category, data=data, categories=categories, missing=missing))

    @classmethod
    def from_counts(
        cls,
        counts: Column,
        *,
        categories: Iterable[Label] | None = None,
        items: Iterable[Label] | None = None,
        item: Column | None = None,
    ) -> Ratings:
        """Take items × categories: how many raters gave each item each category.

        The columns are all categories there are, but for the ``item`` that names the items; without names
        they are 1, 2, …. Of a data frame ``categories`` are the columns to take.

        Examples
        --------
        >>> from abovechance.raters import Ratings
        >>> Ratings.from_counts([[3, 0], [1, 2]], categories=["no", "yes"])
        counts of 2 items by up to 3 raters; 2 categories, given: 'no', 'yes'
        """
        return cls.made(doors.counts_of(counts, categories=categories, items=items, item=item))

    @classmethod
    def from_file(cls, file: Any, **reading: Any) -> Ratings:
        r"""Take the ratings of files: a path or several, patterns, directories, in any format.

        The keywords are those of :func:`~abovechance.agreement` (``rater``, ``item``, ``category``,
        ``counted``, ``counts``, ``categories``, ``missing``), and of text ``delimiter``, ``header``,
        ``decimal``, ``encoding`` and ``sheet``. Categories that are all written as numbers are numbers.

        Examples
        --------
        >>> import tempfile, pathlib
        >>> from abovechance.raters import Ratings
        >>> path = pathlib.Path(tempfile.mkdtemp()) / "ratings.csv"
        >>> _ = path.write_text("doc,ann,bob\n1,yes,yes\n2,no,yes\n3,no,\n")
        >>> Ratings.from_file(path, item="doc")
        2 raters of 3 items, 1 rating missing; 2 categories, as they occur: 'no', 'yes'
        """
        from abovechance.raters.ratings.from_file import read_ratings

        found = read_ratings(file, **reading)
        return cls.made(found.fields | {"findings": found.warnings})

    @classmethod
    def from_table(cls, table: Tables) -> Ratings:
        """Take the table of two raters: rows are the first, columns the second.

        Each cell is an item that counts so many times; of weights, as many as they are worth.

        Examples
        --------
        >>> import abovechance as ac
        >>> table = ac.Tables.from_counts([[20, 5], [10, 15]], labels=["yes", "no"])
        >>> round(ac.agreement(ac.Ratings.from_table(table), "cohen_kappa").value, 4)
        0.4
        """
        table.require_square()
        if table.batch_shape:
            raise InputError("there are several tables: take one of them, such as tables[0]")
        cells = np.indices(table.counts.shape, dtype=np.int32).reshape(2, -1).T
        weights = np.asarray(table.effective.counts, dtype=np.float64)
        times = np.round(weights.reshape(-1), _EFFECTIVE_NUMBER_DIGITS)
        names = tuple((table.labels[k], table.labels[m]) for k, m in cells.tolist())
        known: Any = {"categories_declared": True, "times": times, "of_kinds": True}
        return cls(cells, table.labels, names, ("row", "column"), **known)

    # Reading them -----------------------------------------------------------------------------

    @property
    def n_items(self) -> int:
        """How many rows there are."""
        return len(self.items)

    @property
    def n_counted(self) -> int:
        """How many items there are, each as many times as it counts."""
        return self.n_items if self.times is None else round(float(self.times.sum()))

    @property
    def n_ratings(self) -> int:
        """How many ratings there are, those of each item as many times as it counts."""
        return round(float(self.frequencies @ self.ratings_of_items))

    @property
    def are_whole(self) -> bool:
        """Whether each item counts a whole number of times, so that the items could be told one by one."""
        return self.times is None or bool(np.all(self.times == np.rint(self.times)))

    @property
    def n_raters(self) -> int:
        """How many raters there are; of counts, the most ratings that an item has."""
        if self.codes is not None:
            return len(self.raters)
        return int(self.ratings_of_items.max(initial=0))

    @cached_property
    def counts(self) -> NDArray[Any]:
        """Items × categories: how many raters gave each item each category."""
        if self.tallies is not None:
            return self.tallies
        return counts_of_codes(self.require_codes("counts"), len(self.categories))

    @cached_property
    def ratings_of_items(self) -> NDArray[np.int64]:
        """How many ratings each item has."""
        if self.tallies is not None:
            return self.tallies.sum(axis=1, dtype=np.int64)
        given = np.zeros(self.n_items, dtype=np.int64)
        for column in self.require_codes("items").T:
            given += column >= 0
        return given

    @cached_property
    def silent_raters(self) -> tuple[Label, ...]:
        """The raters who gave no rating at all."""
        codes = self.require_codes("raters")
        return tuple(name for name, given in zip(self.raters, codes.T, strict=True) if given.max() < 0)

    @cached_property
    def frequencies(self) -> NDArray[np.float64]:
        """How many times each item counts."""
        return np.ones(self.n_items) if self.times is None else self.times

    @cached_property
    def units(self) -> Units:
        """What can be seen of the items without asking who gave a rating."""
        if self.codes is not None and len(self.categories) > _MAX_CATEGORIES_PROFILED:
            return Looked(self.codes, len(self.categories), self.frequencies)
        return profiles_of_counts(self.counts, self.frequencies)

    @cached_property
    def blocks(self) -> Blocks:
        """The raters in blocks, for what is asked of all pairs of them."""
        return Blocks.of(self.require_codes("pairs of raters"), len(self.categories))

    @cached_property
    def pair_counts(self) -> NDArray[Any]:
        """Pairs × categories × categories: the table of every two raters, of the items that both rated.

        The pairs are those of :func:`itertools.combinations`, rows are the first of the two.
        """
        return self.blocks.pair_counts(self.times)

    @cached_property
    def shared_counts(self) -> NDArray[np.float64]:
        """Raters × categories: how often each rater used each category, on items that two or more rated."""
        codes, size = self.require_codes("habits of raters"), len(self.categories)
        several = np.where(self.ratings_of_items > 1, self.frequencies, 0.0)
        return np.array([np.bincount(column + 1, several, size + 1)[1:] for column in codes.T])

    def require_codes(self, what: str) -> NDArray[Any]:
        """The codes, or an error that names what counts alone do not tell."""
        if self.codes is None:
            raise InputError(
                f"for {what} it must be known who gave which rating, and these are counts: give items × "
                "raters, or item, rater and category"
            )
        return self.codes

    # Taking some of them ----------------------------------------------------------------------

    def take_items(self, index: ArrayLike) -> Ratings:
        """The items at some positions, or where a mask holds; a position may come more than once."""
        rows = np.arange(self.n_items)[np.asarray(index)]
        return replace(
            self,
            codes=None if self.codes is None else self.codes[rows],
            items=[self.items[i] for i in rows.tolist()],
            tallies=None if self.tallies is None else self.tallies[rows],
            times=None if self.times is None else self.times[rows],
        )

    def one_by_one(self) -> Ratings:
        """The same with a row for each item, where items count a whole number of times."""
        if self.times is None:
            return self
        rows = np.repeat(np.arange(self.n_items), self.times.astype(np.int64))
        return replace(self.take_items(rows), items=range(1, len(rows) + 1), times=None, of_kinds=False)

    def take_raters(self, raters: Iterable[Label]) -> Ratings:
        """The same items as rated by some of the raters, by their names."""
        codes = self.require_codes("some of the raters")
        wanted = list(raters)
        unknown = [name for name in wanted if name not in self.raters]
        if unknown:
            raise InputError(f"there is no rater {quoted(unknown)}: there are {quoted(self.raters)}")
        places = [self.raters.index(name) for name in wanted]
        return replace(self, codes=codes[:, places], raters=tuple(wanted))

    def without_silent(self) -> Ratings:
        """The same without the raters who gave no rating, whose names are kept in ``left_out``."""
        if self.codes is None or not self.silent_raters:
            return self
        kept = [name for name in self.raters if name not in set(self.silent_raters)]
        return replace(self.take_raters(kept), left_out=(*self.left_out, *self.silent_raters))

    def weighted(self, times: ArrayLike) -> Ratings:
        """The same items, each counted so many times (a bootstrap sample has 0, 1, 2, …)."""
        weights = np.asarray(times, dtype=np.float64)
        if weights.shape != (self.n_items,) or not (weights >= 0).all():
            raise InputError(f"times must be one number from 0 on for each of the {self.n_items} items")
        return replace(self, times=weights)

    def columns(self) -> dict[str, NDArray[Any]]:
        """A row for each rating: item, rater and category; of counts, how many raters gave the category."""
        known = self.counts if self.codes is None else self.codes
        return tidy_columns(known, self.items, self.raters, self.categories, self.times)

    def _repr_html_(self) -> str:
        """A table of the first items alone: there may be millions."""
        if self.n_items <= _MAX_ITEMS_IN_NOTEBOOKS:
            return super()._repr_html_()
        first = self.take_items(range(_MAX_ITEMS_IN_NOTEBOOKS))
        return f"<div><p>{escape(repr(self))}. The first items:</p>{view('notebook', first)}</div>"

    def __repr__(self) -> str:
        """How much was rated, by whom, in which categories."""
        raters, items = number_of(self.n_raters, "rater"), number_of(self.n_counted, "item")
        categories = number_of(len(self.categories), "category")
        gaps = 0 if self.codes is None else self.n_counted * self.n_raters - self.n_ratings
        lacking = f", {number_of(gaps, 'rating')} missing" if gaps else ""
        if self.times is not None:
            most = "up to " if self.codes is None else ""
            number = f"{most}{raters} of {items} of {number_of(self.n_items, 'kind')}{lacking}"
            return f"{number}; {categories}: {quoted(self.categories)}"
        known = "given" if self.categories_declared else "as they occur"
        start = (
            f"counts of {items} by up to {raters}" if self.codes is None else f"{raters} of {items}{lacking}"
        )
        return f"{start}; {categories}, {known}: {quoted(self.categories)}"
