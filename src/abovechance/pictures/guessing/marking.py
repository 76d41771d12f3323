"""Pictures of examinations: what each candidate earned, and how each question was answered."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from abovechance.inference.comparisons.verdict import p_text
from abovechance.pictures.forests import forest, row
from abovechance.pictures.intervals import level_said

if TYPE_CHECKING:
    from abovechance.evaluation.marking.mark import MarkedQuestions, Marks
    from abovechance.pictures.picture import Forest
    from abovechance.pictures.results import Pictures


def of_marks(result: Marks) -> Pictures:
    """Candidates and questions."""
    return {
        "candidates": lambda: forest_of_candidates(result),
        "questions": lambda: forest_of_questions(result.questions),
    }


def of_questions(result: MarkedQuestions) -> Pictures:
    """Questions."""
    return {"questions": lambda: forest_of_questions(result)}


def forest_of_candidates(result: Marks) -> Forest:
    """What the answers of each candidate are worth, the best first."""
    found = result.rows()
    found.sort(key=lambda x: math.inf if math.isnan(x["value"]) else -x["value"])
    rows = []
    for x in found:
        p = x["p_value"] if x["p_adjusted"] is None else x["p_adjusted"]
        said = "" if math.isnan(p) else f", {p_text(p)}"
        note = "nothing answered" if math.isnan(x["value"]) else f"{x['value']:.2f}{said}".replace("-", "−")
        rows.append(row(x["candidate"], x["value"], x["low"], x["high"], note=note))
    title = f"What answers are worth, {level_said(result.level)}"
    return forest(title, rows, reference=0.0, reference_name="guessing", most=60)


def forest_of_questions(result: MarkedQuestions) -> Forest:
    """What an answer to each question earns, the hardest first."""
    found = result.rows()
    found.sort(key=lambda x: math.inf if math.isnan(x["value"]) else x["value"])
    rows = [row(x["question"], x["value"], x["low"], x["high"]) for x in found]
    return forest(
        "What an answer to each question earns", rows, reference=0.0, reference_name="guessing", most=60
    )
