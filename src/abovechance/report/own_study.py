"""A user's own study of measures: which can be trusted under these conditions, and how wide its noise is."""

from __future__ import annotations

import math
from itertools import pairwise
from statistics import fmean
from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.text import Text

from abovechance.measures.registry import measure
from abovechance.report.ready_terminal import table_of
from abovechance.report.tabular import plain_value, to_csv, to_markdown
from abovechance.report.words import NONE
from abovechance.simulation.studies.ready import Section
from abovechance.simulation.tidy import COLUMNS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from rich.console import RenderableType

    from abovechance.simulation.outcomes import Study

    Row = dict[str, Any]
    Name = tuple[str, int | None]
    """A measure, and the class it is that of, if it has one."""

SCHEMA = "abovechance.study.mine/1"
SPREAD = 1.96
"""Standard deviations on both sides that hold 95 % of evaluations, as good as."""


def verdict(study: Study) -> str:
    """Which measure to trust, and how wide its noise is, in plain sentences."""
    return " ".join(filter(None, (_misled_said(study), _noise_said(study), _one_world(study))))


def _one_world(study: Study) -> str:
    worlds = {(system.prevalence, system.guess) for trial in study.trials for system in trial.systems}
    if len(worlds) > 1:
        return ""
    return (
        "All systems meet the same classes and guess alike: systems that guess otherwise, or other "
        "prevalences, may mislead measures that are right here."
    )


def _misled_said(study: Study) -> str:
    rates = misled(study.misleading)
    if not rates:
        return (
            "Systems of one skill alone cannot be ranked: give several probabilities of informed decisions."
        )
    best, worst = min(rates, key=lambda x: rates[x]), max(rates, key=lambda x: rates[x])
    said = f"{_title(best)} is misled least often: it prefers the less informed of two systems in "
    said += f"{_percent(rates[best])} % of comparisons"
    return said + (f", {_title(worst)} most often, in {_percent(rates[worst])} %." if best != worst else ".")


def _noise_said(study: Study) -> str:
    """Of the measure nearest to the share of informed decisions."""
    values = study.values
    errors = {name: _mean(row["rmse"] for row in own) for name, own in _by_name(values).items()}
    errors = {name: x for name, x in errors.items() if not math.isnan(x)}
    if not errors:
        return ""
    best = min(errors, key=lambda x: errors[x])
    sizes = sorted({row["n"] for row in values})
    noise = [_noise([row for row in _by_name(values)[best] if row["n"] == n]) for n in sizes]
    said = ", ".join(f"±{x:.2f} with {n} items" for x, n in zip(noise, sizes, strict=True))
    return (
        f"{_title(best)} is nearest to the share of informed decisions: one evaluation in 20 is farther "
        f"from its mean than {said}."
    )


def sections(study: Study) -> list[Section]:
    """What each measure is worth, its values, and what it tells apart."""
    values = study.values
    conditions = dict.fromkeys((row["n"], row["prevalence"], row["guess"]) for row in values)
    return [
        _worth(study, values),
        *(_values_under(values, condition) for condition in conditions),
        _told_apart(study),
    ]


def _worth(study: Study, values: Sequence[Row]) -> Section:
    sizes = sorted({row["n"] for row in values})
    header = ("Measure", "misled %", *(f"noise, N = {n}" for n in sizes), "bias", "RMSE", "undefined %")
    rates, body = misled(study.misleading), []
    for name, own in _by_name(values).items():
        noise = (f"±{_number(_noise([row for row in own if row['n'] == n]))}" for n in sizes)
        against = (_number(_mean(abs(row[key]) for row in own)) for key in ("bias", "rmse"))
        undefined = _percent(_mean(row["undefined"] for row in own))
        body.append((_title(name), _percent(rates.get(name, math.nan)), *noise, *against, undefined))
    body.sort(key=lambda line: float(line[1]) if line[1] != NONE else math.inf)
    return Section("What each measure is worth", header, tuple(body))


def _values_under(values: Sequence[Row], condition: tuple[int, str, str]) -> Section:
    """Means and noise at each skill."""
    n, prevalence, guess = condition
    own = [row for row in values if (row["n"], row["prevalence"], row["guess"]) == condition]
    skills = sorted({row["informed"] for row in own})
    body = []
    for name, rows in _by_name(own).items():
        by_skill = {row["informed"]: row for row in rows}
        cells = (f"{_number(by_skill[b]['mean'])} ±{_number(SPREAD * by_skill[b]['sd'])}" for b in skills)
        body.append((_title(name), *cells))
    title = f"Values with {n} items, prevalence {prevalence}, guesses {guess}"
    return Section(title, ("Measure", *(f"b = {b:g}" for b in skills)), tuple(body))


def _told_apart(study: Study) -> Section:
    """Systems of neighbouring skill under the same conditions."""
    contests = [row for row in study.contests if _alike(row)]
    skills = sorted({row[f"{which}_informed"] for row in contests for which in ("better", "worse")})
    pairs = list(pairwise(skills))
    body = []
    for name, own in _by_name(contests).items():
        cells = (
            _mean(row["right"] for row in own if (row["worse_informed"], row["better_informed"]) == pair)
            for pair in pairs
        )
        body.append((_title(name), *map(_percent, cells)))
    header = ("Measure", *(f"{low:g} from {high:g}" for low, high in pairs))
    return Section("How often the better of two systems is preferred (%)", header, tuple(body))


def _alike(row: Row) -> bool:
    return all(row[f"better_{name}"] == row[f"worse_{name}"] for name in ("prevalence", "guess"))


def misled(rows: Iterable[Row]) -> dict[Name, float]:
    """How often each measure prefers the less informed of two systems; a tie is half of that."""
    all_kinds = [row for row in rows if row["differing"] == "anything"]
    rates = {
        name: _mean(row["wrong"] + row["tied"] / 2 for row in own)
        for name, own in _by_name(all_kinds).items()
    }
    return {name: rate for name, rate in rates.items() if not math.isnan(rate)}


def _by_name(rows: Iterable[Row]) -> dict[Name, list[Row]]:
    found: dict[Name, list[Row]] = {}
    for row in rows:
        found.setdefault((row["measure"], row["class"]), []).append(row)
    return found


def _noise(rows: Sequence[Row]) -> float:
    return SPREAD * _mean(row["sd"] for row in rows)


def _mean(values: Iterable[float]) -> float:
    defined = [x for x in values if not math.isnan(x)]
    return fmean(defined) if defined else math.nan


def _title(name: Name) -> str:
    key, of_class = name
    return measure(key).title if of_class is None else f"{measure(key).title}, class {of_class + 1}"


def _percent(share: float) -> str:
    return NONE if math.isnan(share) else f"{100 * share:.1f}"


def _number(value: float) -> str:
    return NONE if math.isnan(value) else f"{value:.3f}"


# Forms ------------------------------------------------------------------------------------------


def report(study: Study, files: Sequence[Path] = ()) -> Group:
    """For a terminal."""
    parts: list[RenderableType] = [Text(verdict(study), style="bold"), Text(drawn(study), style="dim")]
    parts += [part for section in sections(study) for part in table_of(section)]
    if files:
        names = ", ".join(file.name for file in files)
        parts += [Text(), Text(f"Written to {files[0].parent}: {names}.")]
    return Group(*parts)


def drawn(study: Study) -> str:
    """What was drawn, and how to read the tables."""
    systems = sum(len(trial.systems) for trial in study.trials)
    return (
        f"{systems} systems, {study.replicates} tables of each, seed {study.seed}. Noise is 1.96 standard "
        "deviations; bias and RMSE are against the share b of informed decisions; a tie counts as half "
        "misled."
    )


def as_markdown(study: Study, figure: str | None = None) -> str:
    """To paste into a page."""
    parts = ["# Which measure can be trusted", verdict(study), drawn(study)]
    parts += (
        [f"![Means and noise of each measure against the share of informed decisions]({figure})"]
        if figure
        else []
    )
    parts += [
        f"## {section.title}\n\n{to_markdown(1, section.header, section.body)}".rstrip()
        for section in sections(study)
        if section.body
    ]
    return "\n\n".join(parts) + "\n"


def as_csv(study: Study) -> str:
    """A row for each system and measure, with all digits."""
    return to_csv(COLUMNS["values"], study.values)


def document(study: Study) -> dict[str, Any]:
    """The JSON document."""
    plain: dict[str, Any] = plain_value({"schema": SCHEMA, "verdict": verdict(study)} | study.to_dict())
    return plain
