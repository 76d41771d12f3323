"""Tables worth looking at, most of them printed in papers: what the page's room to explore begins with."""

from __future__ import annotations

from dataclasses import dataclass

Counts = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Preset:
    """One or two systems on the same classes, rows truth and columns prediction, the positive class first.

    Attributes
    ----------
    key
        The name in addresses.
    title, about
        What it is called, and what to look at.
    source
        Where the counts are from.
    names
        What system A is, and system B.
    measure, view
        The measure whose isometrics are drawn, and the view to look at, which has a frame.
    """

    key: str
    title: str
    about: str
    source: str
    labels: tuple[str, ...]
    table: Counts
    other: Counts | None = None
    names: tuple[str, str] = ("A", "B")
    measure: str = "informedness"
    view: str = "measures"


PRESETS = (
    Preset(
        "table-2",
        "Which system is better?",
        "Recall, Precision, Accuracy, F, G, Kappa, Markedness and Correlation are all higher for B. Of the "
        "measures that the paper compares only Informedness says that A is the better informed: B has more "
        "positive items, and says positive more often.",
        "Powers (2007), Evaluation: From Precision, Recall and F-Factor, Table 2",
        ("positive", "negative"),
        ((30, 30), (12, 28)),
        ((56, 12), (20, 12)),
        ("60 of 100 positive, says so 42 times", "68 of 100 positive, says so 76 times"),
        measure="f1",
    ),
    Preset(
        "skew",
        "The opposite skew",
        "A system that knows the answer in 15 % of cases and guesses otherwise, most often positive, is "
        "validated where 80 % are positive (A) and used where 20 % are (B). Informedness stays at 0.15; "
        "Cohen's Kappa is halved, and Scott's Pi, the Kappa of Fleiss, changes its sign.",
        "Powers (2012), The Problem with Kappa, Table 3: informed 15 %, prevalence 80 %, guess bias 80 %",
        ("positive", "negative"),
        ((664, 136), (136, 64)),
        ((166, 34), (544, 256)),
        ("validated at 80 %", "used at 20 %"),
        measure="scott_pi",
        view="kappas",
    ),
    Preset(
        "water",
        "“Water” is always a noun",
        "A tagger that looks at the sentence (A) is right 80 times in 100. One that always says noun (B) is "
        "right 90 times: its Accuracy and F are higher, yet it knows nothing, and Informedness is 0.",
        "After Entwisle & Powers (1998), as told in Powers (2012); the counts are an illustration",
        ("noun", "verb"),
        ((72, 18), (2, 8)),
        ((90, 0), (10, 0)),
        ("looks at the sentence", "always says noun"),
        measure="accuracy",
    ),
    Preset(
        "paradox",
        "The paradox of Kappa",
        "Two raters agree on 85 of 100 items in both tables. Cohen's Kappa is 0.70 where both categories are "
        "about as frequent (A), 0.32 where one is rare (B): it measures agreement against the margins.",
        "Feinstein & Cicchetti (1990), High agreement but low Kappa: I. The problems of two paradoxes",
        ("yes", "no"),
        ((40, 9), (6, 45)),
        ((80, 10), (5, 5)),
        ("both frequent", "one is rare"),
        measure="cohen_kappa",
        view="kappas",
    ),
    Preset(
        "rare",
        "99 % Accuracy",
        "A test that finds 8 of 10 ill people among 1000 (A) is right in 95 % of cases. Calling everybody "
        "healthy (B) is right in 99 %, and finds no one: both Informedness and what the bets win are 0.",
        "An illustration with a prevalence of 1 %",
        ("ill", "healthy"),
        ((8, 2), (50, 940)),
        ((0, 10), (0, 990)),
        ("a real test", "calls everybody healthy"),
        measure="accuracy",
        view="winnings",
    ),
)
"""The presets in the order in which they are offered."""
