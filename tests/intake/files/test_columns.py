import pytest

from abovechance.core.errors import InputError
from abovechance.intake.files.columns import Wanted, choose


def pair(header, **wanted):
    chosen = choose(header, Wanted(**wanted), "'f.csv'")
    return chosen.truth, chosen.prediction, chosen.found


def test_named_columns_are_taken():
    assert pair(["a", "b", "c"], truth="c", prediction="a") == ("c", "a", False)


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        (["id", "truth", "prediction"], ("truth", "prediction")),
        (["y_pred", "x", "y_true"], ("y_true", "y_pred")),
        (["Actual", "Predicted", "score"], ("Actual", "Predicted")),
        (["first", "second"], ("first", "second")),
        (["p", "y"], ("y", "p")),
        (["id", "y", "p"], ("y", "p")),
        (["y", "p", "truth", "pred"], ("truth", "pred")),
        (["guess", "label"], ("label", "guess")),
        (["prediction", "truth"], ("truth", "prediction")),
        (["pred", "diagnosis"], ("diagnosis", "pred")),
        (["diagnosis", "truth"], ("truth", "diagnosis")),
    ],
)
def test_columns_are_found(header, expected):
    assert pair(header) == (*expected, True)


def test_one_column_named_finds_the_other():
    assert pair(["a", "b"], truth="b") == ("b", "a", True)
    assert pair(["pred", "b"], truth="pred") == ("pred", "b", True)
    assert pair(["a", "b"], prediction="a") == ("b", "a", True)
    assert pair(["x", "y", "pred"], truth="y") == ("y", "pred", True)


def test_two_columns_of_other_names_are_a_guess():
    assert choose(["first", "second"], Wanted(), "f").guessed
    assert not choose(["first", "pred"], Wanted(), "f").guessed
    assert not choose(["first", "second"], Wanted(truth="second"), "f").guessed
    assert not choose(["first", "second"], Wanted("first", "second"), "f").guessed


@pytest.mark.parametrize(
    "header",
    [
        ["a"],
        ["a", "b", "c"],
        ["truth", "actual", "pred"],
        ["truth", "x", "y"],
        ["truth", "reference"],
        ["pred", "p"],
        ["y", "label", "p"],
    ],
)
def test_columns_that_cannot_be_told_are_asked_for(header):
    with pytest.raises(InputError, match=r"say which columns of 'f\.csv' hold the truth and the prediction"):
        pair(header)


def test_a_column_that_is_not_there_is_answered_with_the_nearest():
    with pytest.raises(InputError, match="has no column 'diagnos'; did you mean 'diagnosis'"):
        pair(["diagnosis", "tree"], truth="diagnos", prediction="tree")
    with pytest.raises(InputError, match="has no column 'zzz'; its columns are 'a', 'b'"):
        pair(["a", "b"], truth="a", prediction="b", weight="zzz")
    with pytest.raises(InputError, match="has no column 'q'"):
        pair(["a", "b"], truth="q")


def test_many_columns_are_not_all_listed():
    with pytest.raises(InputError, match="'c19' and 980 more"):
        pair([f"c{i}" for i in range(1000)], truth="x", prediction="y")


def test_duplicate_columns_matter_only_if_they_are_wanted():
    assert pair(["a", "b", "z", "z"], truth="a", prediction="b") == ("a", "b", False)
    with pytest.raises(InputError, match="has 2 columns called 'a'"):
        pair(["a", "a", "b"], truth="a", prediction="b")


def test_a_column_of_groups_is_named_once():
    with pytest.raises(InputError, match="the column 'c' is named twice"):
        pair(["a", "b", "c"], truth="a", prediction="b", groups=("c", "c"))


def test_truth_and_prediction_differ():
    with pytest.raises(InputError, match="both name the column 'a'"):
        pair(["a", "b"], truth="a", prediction="a")


def test_labels_are_truth_prediction_and_groups():
    chosen = choose(list("abcde"), Wanted("d", "b", "e", ("a", "c")), "f")
    assert chosen.numbers == ("e",)
    assert chosen.labels == ("d", "b", "a", "c")


@pytest.mark.parametrize("header", [[], [" "], ["", " "]])
def test_blanks_are_no_columns(header):
    with pytest.raises(InputError, match=r"'f\.csv' has no columns"):
        pair(header)


def test_columns_of_one_usual_name_are_told():
    with pytest.raises(InputError, match="has 2 columns called 'prediction': rename one of them"):
        pair(["truth", "prediction", "prediction"])


def test_a_name_with_a_comma_is_offered_in_the_words_of_the_library():
    with pytest.raises(InputError, match=r"no column 'a'; did you mean 'a,b'\? its columns"):
        pair(["truth", "prediction", "a,b"], groups=("a",))


def test_columns_separated_by_commas_are_asked_for_one_by_one():
    with pytest.raises(
        InputError, match="no column 'fold,guess'; one column is wanted here: give several as a list"
    ):
        pair(["truth", "prediction", "fold", "guess"], groups=("fold,guess",))
