"""``ConfusionDisplay``: the counts of a table, coloured by how far they are from chance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from abovechance.core.errors import InputError
from abovechance.core.text import counted
from abovechance.pictures.tables.confusion import confusion
from abovechance.plots.display import Drawn, one_of
from abovechance.tables.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from abovechance.core.arrays import Column
    from abovechance.core.labels import Label
    from abovechance.pictures.picture import HeatMap


class ConfusionDisplay(Drawn):
    """The table of truth against prediction: counts, and by colour how far they are from chance.

    ``from_estimator`` and ``from_predictions`` draw it at once; ``from_tables`` works it out, and
    :meth:`plot` draws it.
    """

    picture: HeatMap

    @classmethod
    def from_tables(cls, tables: Tables) -> Self:
        """Work out the picture of one table.

        Examples
        --------
        >>> import abovechance as ac
        >>> ac.plots.ConfusionDisplay.from_tables(ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28))
        ConfusionDisplay of 2 classes: Counts, and how far they are from chance
        """
        if tables.axes:
            number = "×".join(map(str, tables.batch_shape))
            raise InputError(
                f"a confusion display is of one table, and these are {number}: take one, or their sum()"
            )
        return cls(confusion(tables))

    @classmethod
    def from_predictions(
        cls,
        truth: object,
        prediction: object,
        *,
        labels: Sequence[Label] | None = None,
        weights: Column | None = None,
        sample_weight: Column | None = None,
        ax: Axes | None = None,
        **options: Any,
    ) -> Self:
        """Draw the table of two columns of labels.

        Parameters
        ----------
        truth, prediction, labels, weights
            As of :meth:`abovechance.Tables.from_labels`, whose other options are taken too.
        sample_weight
            Another name for ``weights``, that of scikit-learn.
        ax
            The axes to draw on; a new figure without them.
        """
        options["weights"] = one_of("weights", weights, "sample_weight", sample_weight)
        return cls.from_tables(Tables.from_labels(truth, prediction, labels=labels, **options)).plot(ax)

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, y: object, **options: Any) -> Self:
        """Draw the table of what a fitted classifier of scikit-learn predicts for items.

        Parameters
        ----------
        estimator, X, y
            The classifier, the items, and their labels.
        **options
            As of :meth:`from_predictions`.
        """
        return cls.from_predictions(y, estimator.predict(X), **options)

    def __repr__(self) -> str:
        """What is drawn."""
        size = counted(len(self.picture.rows), "class", "classes")
        return f"{type(self).__name__} of {size}: {self.picture.title}"
