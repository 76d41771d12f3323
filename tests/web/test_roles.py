"""What columns are taken for, by their names and what they hold."""

import pytest

from abovechance.intake.files.readers.profile import read_profile
from abovechance.web.questions.roles import guess

CASES = {
    "usual names": ("y_pred,y_true\n" + "a,a\nb,b\n" * 3, "labels", {"y_true": "truth", "y_pred": "prediction"}),
    "names in capitals": ("Gold,PRED\n" + "a,a\nb,b\n" * 3, "labels", {"Gold": "truth", "PRED": "prediction"}),
    "labels in common": (
        "site,diagnosis,model\n" + "1,ill,well\n2,well,well\n3,ill,ill\n",
        "labels",
        {"diagnosis": "truth", "model": "prediction"},
    ),
    "two columns": ("what,which\n" + "a,b\nb,b\n" * 3, "labels", {"what": "truth", "which": "prediction"}),
    "scores": ("y,score\n" + "a,0.5\nb,.25\n" * 30, "scores", {"y": "truth", "score": "score"}),
    "weights": (
        "y,p,weight,n\n" + "a,a,.5,3\nb,b,2,4\n" * 3,
        "labels",
        {"y": "truth", "p": "prediction", "weight": "weight", "n": "count"},
    ),
    "raters": ("item,ann,bob\n" + "".join(f"d{i},{i % 2},{i % 3 % 2}\n" for i in range(9)), "raters",
               {"item": "item", "ann": "rater", "bob": "rater"}),
    "table with labels": ("t,cat,dog\ncat,5,1\ndog,2,9\n", "table", {}),
    "table with labels and no corner": (",cat,dog\ncat,5,1\ndog,2,9\n", "table", {}),
    "bare table": ("5,1\n2,9\n", "table", {}),
}  # fmt: skip


@pytest.fixture
def guessed(tmp_path):
    def of(text):
        (tmp_path / "x.csv").write_text(text, encoding="utf-8")
        return guess(read_profile(str(tmp_path / "x.csv")))

    return of


@pytest.mark.parametrize("name", CASES)
def test_usual_files_are_recognised(guessed, name):
    text, question, roles = CASES[name]
    found = guessed(text)
    assert found.question == question
    assert found.roles[question] == roles
    assert found.notes == ()


def test_all_systems_are_offered_for_a_comparison(guessed):
    found = guessed("truth,a,b,fold,other\n" + "x,x,y,1,q\ny,y,x,2,r\n" * 5)
    assert found.roles["systems"] == {"truth": "truth", "a": "prediction", "b": "prediction"}
    assert found.roles["labels"] == {"truth": "truth", "a": "prediction"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("y,p\n" + "yes,Yes\nno,no\n" * 3, "'Yes' where 'y' has 'yes'"),
        ("y p\n" + "a b\n" * 3, "one column only"),
        ("yes,no\n" + "yes,no\nno,no\n" * 3, "looks like items"),
        ("y,p,\n" + "a,a,1\n" * 3, "cannot be chosen"),
        ("truth,p\n" + "".join(f"l{i},l{i}\n" for i in range(6000)), "6,000 different values"),
    ],
)
def test_likely_mistakes_are_pointed_out(guessed, text, said):
    assert any(said in note for note in guessed(text).notes)


def test_a_usual_name_wins_over_what_looks_like_names_of_items(guessed):
    found = guessed("truth,prediction\n" + "".join(f"l{i},l{i % 3}\n" for i in range(8)))
    assert found.roles["labels"] == {"truth": "truth", "prediction": "prediction"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("truth,prediction\n" + "yes,yes\nYes,no\nno,no\n" * 3, "'truth' has both 'Yes' and 'yes'"),
        (
            "truth,prediction\n" + "yes,yes\nno,no\nno, no\n" * 3,
            "'prediction' has ' no' where 'truth' has 'no'",
        ),
        ("truth,prediction\n" + "yes,maybe\nno,no\nno,Maybe\n" * 3, "'prediction' has both"),
    ],
)
def test_odd_labels_are_found_wherever_they_are(guessed, text, said):
    (note,) = guessed(text).notes
    assert said in note


def test_columns_of_one_name_are_one_mistake(guessed):
    (note,) = guessed("y,p,p\n" + "a,a,b\nb,b,b\n" * 3).notes
    assert "cannot be chosen" in note
