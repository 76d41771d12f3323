"""Displays: pictures that have been worked out, and are drawn when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self, cast

from abovechance.core.errors import InputError
from abovechance.core.labels import quoted
from abovechance.curves import Curve
from abovechance.plots.files import save

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure, SubFigure

    from abovechance.core.arrays import Column
    from abovechance.core.labels import Label
    from abovechance.pictures.picture import AnyPicture, Picture


@dataclass(eq=False, repr=False)
class Drawn:
    """A picture, and where it has been drawn.

    Attributes
    ----------
    picture
        All that is drawn, as plain numbers and text.
    ax_, figure_
        The axes and the figure of Matplotlib, once it has been drawn.
    """

    picture: AnyPicture
    ax_: Axes = field(init=False, default=cast("Axes", None))
    figure_: Figure | SubFigure = field(init=False, default=cast("Figure", None))

    def plot(self, ax: Axes | None = None) -> Self:
        """Draw with Matplotlib, and return the display itself.

        Parameters
        ----------
        ax
            The axes to draw on; a new figure without them.
        """
        from abovechance.plots.draw import draw_any

        self.ax_ = draw_any(self.picture, ax)
        self.figure_ = self.ax_.figure
        return self

    def save(self, file: str) -> None:
        """Write the picture to a file whose name ends in .png, .svg or .pdf."""
        save(self.picture, file)


@dataclass(eq=False, repr=False)
class Display(Drawn):
    """A picture of curves in the manner of scikit-learn's displays.

    ``from_estimator`` and ``from_predictions`` draw it at once; ``from_curves`` and ``from_scores`` work it
    out, and :meth:`plot` draws it.

    Attributes
    ----------
    picture : Picture
        All that is drawn, as plain numbers and text.
    ax_, figure_
        The axes and the figure of Matplotlib, once it has been drawn.
    line_
        The line of the system once it has been drawn; a list of lines if there are several systems.
    """

    picture: Picture
    line_: Any = field(init=False, default=None)

    @classmethod
    def from_curves(cls, *args: Any, **options: Any) -> Self:
        """Work out the picture of one curve, or of several by their names."""
        raise NotImplementedError

    @classmethod
    def from_scores(
        cls,
        truth: object,
        scores: object,
        *,
        positive: Label | None = None,
        weights: Column | None = None,
        by: Column | None = None,
        missing: object = (),
        on_missing: str = "error",
        name: str | None = None,
        pos_label: Label | None = None,
        sample_weight: Column | None = None,
        **options: Any,
    ) -> Self:
        """Work out the picture of scores, or of a mapping of several systems' scores by their names.

        Parameters
        ----------
        truth, scores, positive, weights, by, missing, on_missing
            As in :meth:`abovechance.Curve.from_scores`.
        name
            What the system is called in the key.
        pos_label, sample_weight
            Other names for ``positive`` and ``weights``, those of scikit-learn.
        **options
            As in ``from_curves``.
        """
        positive = one_of("positive", positive, "pos_label", pos_label)
        weights = one_of("weights", weights, "sample_weight", sample_weight)
        if name is not None:
            if isinstance(scores, Mapping):
                raise InputError("several systems have their names in the mapping: leave name out")
            scores = {name: scores}
        columns: dict[str, Any] = {"positive": positive, "weights": weights, "by": by}
        columns |= {"missing": missing, "on_missing": on_missing}
        return cls.from_curves(Curve.from_scores(truth, scores, **columns), **options)

    @classmethod
    def from_predictions(
        cls, truth: object, scores: object, *, ax: Axes | None = None, **options: Any
    ) -> Self:
        """Draw the picture of scores; ``options`` are those of :meth:`from_scores`.

        Examples
        --------
        >>> from abovechance.plots import RocDisplay
        >>> RocDisplay.from_predictions([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]).ax_.get_title(loc="left")
        'ROC: 1 against 0'
        """
        return cls.from_scores(truth, scores, **options).plot(ax)

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,
        y: object,
        *,
        positive: Label | None = None,
        pos_label: Label | None = None,
        ax: Axes | None = None,
        **options: object,
    ) -> Self:
        """Draw the picture of the scores that a fitted classifier of scikit-learn gives to items.

        Parameters
        ----------
        estimator
            A classifier of two classes with ``predict_proba`` or ``decision_function``.
        X, y
            The items, and their labels.
        positive, pos_label
            The positive class; by default the second of the estimator's ``classes_``.
        ax
            The axes to draw on; a new figure without them.
        **options
            As in :meth:`from_scores`.
        """
        positive = one_of("positive", positive, "pos_label", pos_label)
        labels = list(getattr(estimator, "classes_", ()))
        if len(labels) != 2:
            raise InputError(
                f"estimator must be a fitted classifier of two classes, got {type(estimator).__name__} with "
                f"{len(labels)}: of more classes, give truth and the scores of each to ac.roc"
            )
        positive = labels[1] if positive is None else positive
        if positive not in labels:
            raise InputError(f"positive must be one of the classes of the estimator, {quoted(labels)}")
        at = labels.index(positive)
        if hasattr(estimator, "predict_proba"):
            scores = estimator.predict_proba(X)[:, at]
        else:
            # A decision function rises towards the second class.
            scores = estimator.decision_function(X) * (1 if at else -1)
        return cls.from_predictions(y, scores, positive=positive, ax=ax, **options)

    def plot(self, ax: Axes | None = None) -> Self:
        """Draw with Matplotlib.

        Parameters
        ----------
        ax
            The axes to draw on; a new figure without them.

        Returns
        -------
        Display
            Itself, with ``ax_``, ``figure_`` and ``line_``.
        """
        from abovechance.plots.draw import draw

        self.ax_, lines = draw(self.picture, ax)
        self.figure_ = self.ax_.figure
        self.line_ = lines[0] if len(lines) == 1 else lines
        return self

    def __repr__(self) -> str:
        """What is drawn."""
        names = [line.name for line in self.picture.lines if line.name]
        return f"{type(self).__name__} of {', '.join(map(repr, names)) or 'one system'}: {self.picture.title}"


def one_of(name: str, given: Any, other: str, same: Any) -> Any:
    """An argument that has two names, of which one may be given."""
    if given is not None and same is not None:
        raise InputError(f"{name} and {other} are the same: give one of them")
    return same if given is None else given
