"""Likely mistakes in the input are said by every question: in Python's document and in that of the shell."""

import json
import warnings
from itertools import product

import pandas as pd
import pytest

import abovechance as ac
from abovechance.cli.app import main
from abovechance.cli.spelling import in_options
from abovechance.core.text import sentences

N = 40
TRUTH = (["ham", "spam"] * N)[:N]
ANSWERS = (["ham", "spam", "ham", "ham"] * N)[:N]
SCORES = [round(0.02 * i + 0.01, 2) for i in range(N)]
UNLABELLED = [label if i < N - 8 else "" for i, label in enumerate(TRUTH)]
ITEMS = pd.DataFrame(
    {
        "truth": TRUTH,
        "human": UNLABELLED,
        "answer": ANSWERS,
        "other": ANSWERS[1:] + ANSWERS[:1],
        "shares": [(i % 7) / 10 + 0.05 for i in range(N)],
        "capital": [label.title() if i % 3 else label for i, label in enumerate(ANSWERS)],
        "strange": ["yes" if label == "ham" else "no" for label in ANSWERS],
        "absent": ["NA" if i % 5 == 0 else label for i, label in enumerate(ANSWERS)],
        "site": ["north", "south"] * (N // 2),
        "score": SCORES,
    }
)
MISTAKES = {  # the column that has a mistake, and what is said of it
    "shares": "looks like probabilities, not labels",
    "capital": "Labels that differ only in case",
    "strange": "occurs in the truth: are the two columns coded differently?",
    "absent": "'NA' is a class like others",
}
QUESTIONS = {  # in Python and in the shell
    "evaluate": (
        lambda x, **on: ac.evaluate("truth", x, **on),
        ["evaluate", "--truth", "truth", "--prediction", "{}"],
    ),
    "tests": (lambda x, **on: ac.tests("truth", x, **on), ["test", "--truth", "truth", "--prediction", "{}"]),
    "deploy": (
        lambda x, **on: ac.deploy("truth", x, 0.2, positive="spam", **on),
        ["deploy", "--truth", "truth", "--prediction", "{}", "--prevalence", "0.2", "--positive", "spam"],
    ),
    "compare": (
        lambda x, **on: ac.compare("truth", [x, "other"], **on),
        ["compare", "--truth", "truth", "--prediction", "{}", "--prediction", "other"],
    ),
    "concordance": (lambda x, **on: ac.concordance("truth", x, **on), ["concord", "truth", "{}"]),
    "quantify": (
        lambda x, **on: ac.quantify("human", x, **on),
        ["quantify", "--truth", "human", "--prediction", "{}"],
    ),
    "judge": (
        lambda x, **on: ac.judge("human", x, positive="spam", **on),
        ["judge", "--truth", "human", "--prediction", "{}", "--positive", "spam"],
    ),
    "roc": (
        lambda x, **on: ac.roc(x, "score", positive="spam", **on),
        ["roc", "--truth", "{}", "--score", "score", "--positive", "spam"],
    ),
}
NOT_SAID = {  # groups have names of their own; numbers are scores to a curve, and one class alone is refused
    *product(["concordance"], ["shares", "strange"]),
    *product(["roc"], ["shares", "strange"]),
    *product(["judge", "deploy"], ["shares", "strange", "capital", "absent"]),
}
ASKED = [
    (question, mistake)
    for question in QUESTIONS
    for mistake in MISTAKES
    if (question, mistake) not in NOT_SAID
]


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("warnings") / "items.csv"
    ITEMS.to_csv(path, index=False)
    return path


def answer(question, column, data):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ac.InputWarning)
        return QUESTIONS[question][0](column, data=data)


def of_shell(question, column, file, capsys):
    command, *options = [word.format(column) for word in QUESTIONS[question][1]]
    main([command, str(file), *options, "--json", "-"])
    return json.loads(capsys.readouterr().out)["warnings"]


def of_memory(question):
    """The items as a frame, where what is missing is None."""
    return ITEMS.replace({"": None}) if question in ("quantify", "judge") else ITEMS


@pytest.mark.parametrize(("question", "mistake"), ASKED)
def test_a_likely_mistake_is_in_the_document_of_every_question(question, mistake, file, capsys):
    shell = of_shell(question, mistake, file, capsys)
    assert [text for text in shell if MISTAKES[mistake] in text]
    for data in (of_memory(question), file):
        found = answer(question, mistake, data)
        said = found.to_dict()["warnings"]
        assert [text for text in said if MISTAKES[mistake] in text]
        assert said == list(sentences(map(str, found.warnings)))
        assert len(set(said)) == len(said)
    spelled = sentences(text if isinstance(text, str) else in_options(text) for text in found.warnings)
    guessed = [text for text in shell if text.startswith("The positive class is taken")]
    assert sorted(spelled) == sorted(text for text in shell if text not in guessed)


@pytest.mark.parametrize("question", QUESTIONS)
def test_nothing_is_said_of_items_as_they_should_be(question):
    column = "truth" if question == "roc" else "answer"
    assert answer(question, column, of_memory(question)).to_dict()["warnings"] == []


def test_what_is_wrong_with_ratings_is_in_the_document(file, tmp_path, capsys):
    ratings = pd.DataFrame({"id": range(1, 21), "ann": [1, 2, 3, 1] * 5, "bob": [1, 2, 3, 3] * 5})
    with pytest.warns(ac.InputWarning, match="as if it named the items"):
        found = ac.agreement(ratings)
    assert "as if it named the items" in found.to_dict()["warnings"][0]
    path = tmp_path / "words.csv"
    pd.DataFrame({"ann": ["a", "n/a", "b", "a"] * 5, "bob": ["a", "b", "b", "a"] * 5}).to_csv(
        path, index=False
    )
    with pytest.warns(ac.InputWarning, match="taken for a category"):
        found = ac.agreement(path)
    assert main(["agree", str(path), "--json", "-"]) == 0
    shell = json.loads(capsys.readouterr().out)["warnings"]
    assert list(sentences(map(in_options, found.warnings))) == shell


def test_tables_keep_what_was_found_where_they_were_made_through_what_is_made_of_them():
    with pytest.warns(ac.InputWarning, match="looks like probabilities"):
        tables = ac.Tables.from_labels(TRUTH, SCORES, by=ITEMS["site"])
    (finding,) = tables.warnings
    for made in (tables[0], tables.sum(), tables + tables, tables.at(group="north"), tables.expected):
        assert made.warnings == (finding,)
    found = ac.evaluate(tables, level=None)
    assert found.warnings[0] == finding
    for text in (repr(found), found._repr_html_()):
        assert text.index("probabilities, not") < text.index("Informedness")
    assert "probabilities, not" in found.to_html()
    assert tables == ac.Tables.from_dict(tables.to_dict())  # what was found is no part of the table
