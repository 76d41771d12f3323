"""What a request of the room *Evaluate* may say: the question, what each column is for, and options."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired, get_args

from abovechance.core.errors import InputError
from abovechance.intake.files.reading import TextFormat
from abovechance.report.schema import several
from abovechance.web.questions.roles import Question, Role
from abovechance.web.room import FILE

if TYPE_CHECKING:
    from collections.abc import Mapping

_NAME = {"maxLength": 1000}
_SHORT = {"maxLength": 200}
_COLUMNS = {"maxItems": 200}
_QUESTIONS: Any = Literal[get_args(Question)]
_ROLES: Any = Literal[get_args(Role)]

WRITTEN: Mapping[str, Any] = {
    "delimiter": NotRequired[Annotated[str | None, "What separates the cells of text.", {"maxLength": 4}]],
    "has_names": NotRequired[Annotated[bool, "Whether the first line names the columns."]],
    "decimal": NotRequired[Literal[".", ","]],
    "encoding": NotRequired[Annotated[str | None, "Of text, such as latin-1.", {"maxLength": 40}]],
    "sheet": NotRequired[Annotated[str | None, "Of a spreadsheet.", _SHORT]],
}
"""How the cells of a file are written; what is not said is found."""

COLUMNS: Mapping[str, Any] = {"file": FILE, **WRITTEN}

REPORT: Mapping[str, Any] = {
    **COLUMNS,
    "question": _QUESTIONS,
    "roles": Annotated[
        several({"column": Annotated[str, "Its name.", _NAME], "role": _ROLES}),
        "What columns are for; all others are left out.",
        _COLUMNS,
    ],
    "positive": NotRequired[Annotated[str | None, "The positive class.", _NAME]],
    "measures": NotRequired[
        Annotated[list[str], "Measures by name, or all; the usual ones if there are none.", {"maxItems": 60}]
    ],
    "level": NotRequired[
        Annotated[float, "The confidence level of the intervals.", {"minimum": 0.5, "maximum": 0.9999}]
    ],
    "threshold": NotRequired[
        Annotated[float | None, "The predictions are scores: from this value on they are positive."]
    ],
    "prevalence": NotRequired[
        Annotated[float | None, "Of the positive class, as deployed.", {"minimum": 0, "maximum": 1}]
    ],
    "cost_positive": NotRequired[Annotated[float | None, "Of an error on a positive item.", {"minimum": 0}]],
    "cost_negative": NotRequired[Annotated[float | None, "Of an error on a negative item.", {"minimum": 0}]],
    "missing": NotRequired[Annotated[list[str], "Texts that stand for no value.", {"maxItems": 50}]],
    "on_missing": NotRequired[Literal["error", "drop", "label"]],
    "rows": NotRequired[Literal["truth", "prediction"]],
}

THRESHOLDS: Mapping[str, Any] = {
    **REPORT,
    "score": Annotated[str, "The column of scores whose thresholds are asked for.", _NAME],
}


@dataclass(frozen=True)
class Asked:
    """A request, with what it leaves out."""

    question: Question
    roles: tuple[tuple[str, Role], ...]
    positive: str | None = None
    measures: tuple[str, ...] = ()
    level: float = 0.95
    threshold: float | None = None
    prevalence: float | None = None
    cost_positive: float | None = None
    cost_negative: float | None = None
    missing: tuple[str, ...] = ()
    on_missing: str = "error"
    rows: Literal["truth", "prediction"] = "truth"
    text: TextFormat = field(default_factory=TextFormat)

    @classmethod
    def of(cls, request: Mapping[str, Any]) -> Asked:
        """What a valid request asks; columns that the question has no use for are refused."""
        roles = tuple((one["column"], one["role"]) for one in request["roles"])
        names = (
            "positive",
            "level",
            "threshold",
            "prevalence",
            "cost_positive",
            "cost_negative",
            "on_missing",
        )
        given = {name: request[name] for name in (*names, "rows") if request.get(name) is not None}
        given |= {name: tuple(request.get(name, ())) for name in ("measures", "missing")}
        asked = cls(request["question"], roles, text=text_of(request), **given)
        asked.check()
        return asked

    def columns(self, role: Role) -> list[str]:
        """The columns that have a role, in their order."""
        return [column for column, its in self.roles if its == role]

    def column(self, role: Role) -> str | None:
        """The one column that has a role."""
        return next(iter(self.columns(role)), None)

    def check(self) -> None:
        """Refuse roles that do not make a question."""
        names = [column for column, _ in self.roles]
        if len(set(names)) < len(names):
            raise InputError("a column can be for one thing only", argument="roles")
        for role in _ALONE:
            if len(self.columns(role)) > 1:
                raise InputError(f"choose one column for the {role}, not several", argument="roles")
        for role in _NEEDED[self.question]:
            if not self.columns(role):
                raise InputError(_LACKING[role], argument="roles")
        if (self.cost_positive is None) != (self.cost_negative is None):
            lacking = "cost_negative" if self.cost_negative is None else "cost_positive"
            raise InputError("give the costs of both kinds of error, or none", argument=lacking)
        if self.question == "labels" and len(self.columns("prediction")) > 1:
            raise InputError(
                "choose one column for the prediction, or compare several systems", argument="roles"
            )
        if self.question == "systems" and len(self.columns("prediction")) == 1:
            raise InputError(
                "a comparison needs two columns of predictions: choose another", argument="roles"
            )
        if self.question == "raters" and len(self.columns("rater")) == 1:
            raise InputError("agreement needs two raters: choose another column", argument="roles")


_ALONE: tuple[Role, ...] = ("truth", "weight", "count", "cluster", "item")
_NEEDED: dict[Question, tuple[Role, ...]] = {
    "labels": ("truth", "prediction"),
    "systems": ("truth", "prediction"),
    "scores": ("truth", "score"),
    "raters": ("rater",),
    "table": (),
}
_LACKING: dict[Role, str] = {
    "truth": "choose the column that holds the truth",
    "prediction": "choose the column that holds the predictions",
    "score": "choose a column of scores",
    "rater": "choose the column of each rater",
}


def text_of(request: Mapping[str, Any]) -> TextFormat:
    """How the cells of the file are written."""
    sheet = request.get("sheet")
    return TextFormat(
        request.get("delimiter") or None,
        request.get("has_names", True),
        request.get("decimal", "."),
        request.get("encoding") or None,
        # A whole number is a position, all else a name; "²" is a digit, too, which int() refuses.
        int(sheet) if sheet and sheet.isascii() and sheet.isdigit() else sheet or None,
    )
