"""``Display``: a picture that has been worked out and is drawn when it is asked for.

Write a picture to a file, the same bytes each time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from abovechance.core.errors import InputError
from abovechance.core.files import replacing
from abovechance.core.labels import quoted
from abovechance.curves import Curve, Curves

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from abovechance.core.arrays import Column
    from abovechance.core.labels import Label
    from abovechance.pictures.picture import Picture


@dataclass(eq=False, repr=False)
class Display:
    """A picture in the manner of scikit-learn's displays.

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
    ax_: Any = field(init=False, default=None)
    figure_: Any = field(init=False, default=None)
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
        **options: Any,
    ) -> Self:
        """Work out the picture of scores, or of a mapping of several systems' scores by their names.

        Parameters
        ----------
        truth, scores, positive, weights, by, missing, on_missing
            As of :meth:`abovechance.Curve.from_scores`.
        **options
            As of ``from_curves``.
        """
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
        positive
            The positive class; the second of the estimator's ``classes_`` unless said otherwise.
        ax
            The axes to draw on; a new figure without them.
        **options
            As of :meth:`from_scores`.
        """
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

    def save(self, file: str) -> None:
        """Write the picture to a file whose name ends in .png, .svg or .pdf."""
        ending = Path(file).suffix.lower()
        if ending not in ENDINGS:
            raise InputError(f"a picture is written as {', '.join(ENDINGS)}, not as {Path(file).name!r}")
        from abovechance.plots.style import pyplot, without_glyph_warnings

        library = pyplot()
        settings = {"svg.hashsalt": "abovechance", "svg.fonttype": "path", "pdf.fonttype": 42}
        date = {} if ending == ".png" else {"Date": None} if ending == ".svg" else {"CreationDate": None}
        with library.rc_context(settings), without_glyph_warnings():
            axes = self.plot().ax_
            try:
                with replacing(file) as aside:
                    axes.figure.savefig(aside, format=ending[1:], dpi=_DOTS_PER_INCH, metadata=date)
            finally:
                library.close(axes.figure)

    def __repr__(self) -> str:
        """What is drawn."""
        names = [line.name for line in self.picture.lines if line.name]
        return f"{type(self).__name__} of {', '.join(map(repr, names)) or 'one system'}: {self.picture.title}"


def by_name(curves: Curve | Curves | Mapping[Any, Curve]) -> dict[str, Curve]:
    """Curves by the text of their names; a single one has none."""
    if isinstance(curves, Curve):
        return {"": curves}
    if isinstance(getattr(curves, "curves", None), Curves):
        raise InputError(f"give the curves of this {type(curves).__name__}, which are its .curves")
    if not isinstance(curves, Mapping) or not all(isinstance(x, Curve) for x in curves.values()):
        raise InputError(
            f"curves must be a Curve, or a mapping of names to some (see Curve.from_scores), "
            f"got {type(curves).__name__}"
        )
    if not curves:
        raise InputError("curves is an empty mapping: there is nothing to draw")
    return {_text(name): curve for name, curve in curves.items()}


def _text(name: object) -> str:
    return ", ".join(map(str, name)) if isinstance(name, tuple) else str(name)


def classes(curves: Mapping[str, Curve]) -> str:
    """Which class is positive, for a title; several if each curve has its own."""
    positive = {_text(curve.positive) for curve in curves.values()}
    if len(positive) != 1:
        return "each class against the others"
    (name,) = positive
    negative = {_text(curve.negative) for curve in curves.values()}
    return f"{name} against {negative.pop()}" if len(negative) == 1 else f"{name} against the rest"


ENDINGS = (".png", ".svg", ".pdf")
_DOTS_PER_INCH = 160
