"""Arguments that other software calls otherwise, or that have no place, are answered with ours."""

import inspect

import numpy as np
import pytest

import abovechance as ac
from abovechance.tables.arguments import OF_LABELS, OTHER_NAMES

TRUTH, PREDICTION = [1, 1, 0, 0] * 5, [1, 0, 0, 0] * 5
QUESTIONS = {
    name: getattr(ac, name)
    for name in ac.__all__
    if inspect.isfunction(getattr(ac, name)) and hasattr(getattr(ac, name), "__signature__")
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_question_of_tables_answers_the_names_of_other_software_with_its_own(name):
    function = QUESTIONS[name]
    own = inspect.signature(function).parameters
    for other, ours in OTHER_NAMES.items():
        if ours in own and other not in own:
            with pytest.raises(ac.InputError, match=f"{name} has no argument '{other}': use {ours}="):
                function(TRUTH, PREDICTION, **{other: 1})


@pytest.mark.parametrize(("other", "ours"), [x for x in OTHER_NAMES.items() if x[1] in OF_LABELS])
def test_so_does_every_measure(other, ours):
    if other == "sample_weight":  # which measures take, as scikit-learn calls them
        assert ac.f1(TRUTH, PREDICTION, sample_weight=[1] * 20) == ac.f1(TRUTH, PREDICTION)
        return
    with pytest.raises(ac.InputError, match=f"f1 has no argument '{other}': use {ours}="):
        ac.f1(TRUTH, PREDICTION, **{other: 1})


@pytest.mark.parametrize("average", ["macro", "weighted"])
def test_an_average_over_classes_is_a_measure_of_its_own(average):
    with pytest.raises(ac.InputError, match="f1 has no argument 'average': use macro_f1 or weighted_f1"):
        ac.f1(TRUTH, PREDICTION, average=average)
    with pytest.raises(ac.InputError, match=r"informedness has no argument 'nothing'$"):
        ac.informedness(TRUTH, PREDICTION, nothing=1)


def test_what_is_given_by_place_alone_is_asked_for_by_name():
    with pytest.raises(ac.InputError, match="give 'mcc' by keyword, as one of method="):
        ac.test(TRUTH, PREDICTION, "mcc")
    with pytest.raises(ac.InputError, match=r"prediction, measure; give 0\.9 by keyword, as one of level="):
        ac.interval(ac.Tables.from_labels(TRUTH, PREDICTION), "mcc", 0.9)


def test_a_matrix_alone_is_no_table():
    with pytest.raises(ac.InputError, match=r"Tables\.from_counts\(matrix\)"):
        ac.Tables(np.eye(2))


def test_a_judge_needs_labels():
    with pytest.raises(ac.InputError, match=r"judge\(human, said, by=system\)"):
        ac.judge()
