"""Multiple-choice marking: against definitions, brute force and exact enumeration of coverage and size."""

import itertools
import math

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import abovechance as ac
from abovechance.evaluation.marking import guessing

KEY = list("ABCDA")
ANN = list("ABCDB")
BOB = ["A", None, "B", "D", "C"]
sheets = st.integers(1, 7).flatmap(
    lambda q: st.tuples(
        st.lists(st.lists(st.sampled_from(["A", "B", None]), min_size=q, max_size=q), min_size=1, max_size=4),
        st.lists(st.sampled_from("AB"), min_size=q, max_size=q),
        st.lists(st.integers(2, 5), min_size=q, max_size=q),
    )
)


def row(found, i=0):
    return found.rows()[i]


# What answers earn ----------------------------------------------------------------------------


def test_points_by_hand():
    """Four right, one wrong of four options: 4 − 1/3; three right, one wrong, one blank."""
    found = ac.mark([ANN, BOB], KEY)
    assert found.points.tolist() == pytest.approx([4 - 1 / 3, 2 - 2 / 3])
    assert found.score.tolist() == pytest.approx([(4 - 1 / 3) / 5, (2 - 2 / 3) / 5])
    assert found.value.tolist() == pytest.approx([(4 - 1 / 3) / 5, (2 - 2 / 3) / 4])
    assert (found.right.tolist(), found.wrong.tolist(), found.unanswered.tolist()) == ([4, 2], [1, 2], [0, 1])


@given(sheets)
def test_marks_are_their_definition_and_a_class_is_a_loop(sheet):
    rows, key, sizes = sheet
    found = ac.mark(rows, key, options=sizes)
    for i, answers in enumerate(rows):
        earned = [
            0 if a is None else 1 if a == k else -1 / (size - 1)
            for a, k, size in zip(answers, key, sizes, strict=True)
        ]
        assert found.points[i] == pytest.approx(sum(earned))
        alone = ac.mark(answers, key, options=sizes)
        for name in ("points", "value", "low", "high", "p_value", "right", "wrong", "unanswered"):
            assert getattr(alone, name) == pytest.approx(getattr(found, name)[i], nan_ok=True), name


def test_the_value_is_bennetts_s():
    """Chance-corrected accuracy with equally likely labels: another way to the same number."""
    rng = np.random.default_rng(3)
    key, answers = rng.choice(list("ABCD"), (2, 60))
    assert ac.mark(answers, key).value == pytest.approx(ac.measure("bennett_s")(key, answers))


def test_guessing_earns_nothing():
    """The mean over all ways to answer three questions of 2, 3 and 4 options, equally likely."""
    every = list(itertools.product("AB", "ABC", "ABCD"))
    found = ac.mark(every, ["A", "B", "C"], options=[2, 3, 4])
    assert found.points.mean() == pytest.approx(0, abs=1e-15)


# The test -------------------------------------------------------------------------------------


def brute_force(sizes, right):
    """Tail probabilities of points over every pattern of right and wrong answers."""
    points = sum(1 if r else -1 / (k - 1) for r, k in zip(right, sizes, strict=True))
    above = below = 0.0
    for pattern in itertools.product([True, False], repeat=len(sizes)):
        p = math.prod(1 / k if r else 1 - 1 / k for r, k in zip(pattern, sizes, strict=True))
        earned = sum(1 if r else -1 / (k - 1) for r, k in zip(pattern, sizes, strict=True))
        above += p * (earned >= points - 1e-9)
        below += p * (earned <= points + 1e-9)
    return above, below


@given(st.lists(st.tuples(st.integers(2, 6), st.booleans()), min_size=1, max_size=8))
def test_p_values_are_those_of_every_way_to_guess(questions):
    sizes = [size for size, _ in questions]
    answers = ["A" if right else "B" for _, right in questions]
    above, below = brute_force(sizes, [right for _, right in questions])
    key = ["A"] * len(answers)
    p = {
        name: ac.mark(answers, key, options=sizes, alternative=name).p_value
        for name in ("greater", "less", "two-sided")
    }
    assert p["greater"] == pytest.approx(above)
    assert p["less"] == pytest.approx(below)
    assert p["two-sided"] == pytest.approx(min(1, 2 * min(above, below)))


def test_with_equal_options_it_is_the_binomial_test():
    for right in range(21):
        answers = ["A"] * right + ["B"] * (20 - right)
        expected = stats.binomtest(right, 20, 0.25, "greater").pvalue
        assert ac.mark(answers, ["A"] * 20).p_value == pytest.approx(expected)


def test_the_test_does_not_depend_on_the_level_and_agrees_with_the_interval():
    """The exact interval excludes 0 where the two-sided test rejects."""
    for right in range(16):
        answers = ["A"] * right + ["B"] * (15 - right)
        for level in (0.9, 0.95, 0.99):
            found = ac.mark(answers, ["A"] * 15, level=level, alternative="two-sided")
            assert found.p_value == ac.mark(answers, ["A"] * 15, alternative="two-sided").p_value
            assert (found.p_value <= 1 - level) == (not found.low <= 0 <= found.high)


# Coverage and size, enumerated ----------------------------------------------------------------


def outcomes(sizes, numbers):
    """Every number of right answers of each kind."""
    return np.array(list(itertools.product(*(range(n + 1) for n in numbers))))


def chances(right, sizes, numbers, skill):
    """Their probabilities, where a question of each kind is known with some probability, else guessed."""
    shares = [(1 + b * (k - 1)) / k for b, k in zip(skill, sizes, strict=True)]
    return np.prod(stats.binom.pmf(right, numbers, shares), axis=-1)


@pytest.mark.parametrize("size", [2, 4, 5])
@pytest.mark.parametrize("number", [5, 20, 40])
def test_the_interval_covers_and_the_test_keeps_its_size(size, number):
    sizes, numbers = np.array([size]), np.array([number])
    right = outcomes(sizes, numbers)
    answered = np.broadcast_to(numbers, right.shape)
    low, high = guessing.bounds(sizes, answered, right, 0.95, "clopper_pearson")
    for skill in np.linspace(0, 0.99, 34):
        p = chances(right, sizes, numbers, [skill])
        assert p[(low <= skill) & (skill <= high)].sum() >= 0.95
    above, _ = guessing.tails(sizes, answered, right)
    assert chances(right, sizes, numbers, [0])[above <= 0.05].sum() <= 0.05


@pytest.mark.parametrize(
    ("sizes", "numbers"), [((2, 5), (10, 10)), ((2, 4), (30, 10)), ((3, 5), (4, 36)), ((2, 3, 4), (6, 6, 6))]
)
def test_different_options_and_different_skill_are_covered(sizes, numbers):
    """93 % at least, whatever is known of each kind of questions: measured least 93.6 %."""
    sizes, numbers = np.array(sizes), np.array(numbers)
    right = outcomes(sizes, numbers)
    answered = np.broadcast_to(numbers, right.shape)
    low, high = guessing.bounds(sizes, answered, right, 0.95, "clopper_pearson")
    rng = np.random.default_rng(1)
    covered = []
    for skill in rng.uniform(-1 / (sizes - 1), 1, (150, len(sizes))):
        true = numbers @ skill / numbers.sum()
        p = chances(right, sizes, numbers, skill)
        covered.append(p[(low <= true) & (true <= high)].sum())
    assert min(covered) >= 0.93
    assert np.mean(covered) >= 0.95
    above, _ = guessing.tails(sizes, answered, right)
    assert 0.01 < chances(right, sizes, numbers, 0 * sizes)[above <= 0.05].sum() <= 0.05


def test_questions_that_differ_in_difficulty_are_covered():
    """The number of right answers is then Poisson-binomial, which varies less than the binomial."""
    rng = np.random.default_rng(2)
    number = 20
    right = np.arange(number + 1)[:, None]
    low, high = guessing.bounds(np.array([4]), np.full_like(right, number), right, 0.95, "clopper_pearson")
    for _ in range(60):
        shares = 0.25 + 0.75 * rng.beta(*rng.uniform(0.2, 3, 2), number)
        p = np.ones(1)
        for share in shares:
            p = np.convolve(p, [1 - share, share])
        true = (4 * shares.mean() - 1) / 3
        assert p[(low <= true) & (true <= high)].sum() >= 0.95


# A class --------------------------------------------------------------------------------------


def test_p_values_are_adjusted_for_the_number_of_candidates():
    found = ac.mark([ANN, BOB, KEY], KEY)
    expected = stats.false_discovery_control(found.p_value)
    bh = ac.mark([ANN, BOB, KEY], KEY, adjust="benjamini_hochberg")
    assert bh.p_adjusted == pytest.approx(expected)
    assert ac.mark([ANN, BOB], KEY, adjust=None).p_adjusted.tolist() == found.p_value[:2].tolist()
    assert ac.mark(ANN, KEY).adjust is None


def test_the_mean_has_students_interval():
    rng = np.random.default_rng(4)
    key = rng.choice(list("ABCD"), 30)
    class_ = np.where(rng.random((12, 30)) < 0.4, key, rng.choice(list("ABCD"), (12, 30)))
    found = ac.mark(class_, key)
    low, high = stats.t.interval(0.95, 11, found.score.mean(), stats.sem(found.score))
    assert (found.mean.low, found.mean.high) == pytest.approx((low, high))
    assert ac.mark([KEY, [*KEY[:-1], "B"]], KEY).mean.high == 1
    assert ac.mark(ANN, KEY).mean is None


def test_questions_are_to_candidates_what_candidates_are_to_questions():
    class_ = [ANN, BOB, list("AACDA"), list("BBCDA")]
    found = ac.mark(class_, KEY).questions
    for i, (key, answers) in enumerate(zip(KEY, zip(*class_, strict=True), strict=True)):
        alone = ac.mark(list(answers), [key] * 4)
        for name in ("right", "wrong", "unanswered", "value", "low", "high", "p_value"):
            assert getattr(found, name)[i] == pytest.approx(getattr(alone, name)), name
    assert found.distractor.tolist() == ["B", "A", "B", None, "B"]


def test_a_wrong_key_is_suspected():
    rng = np.random.default_rng(5)
    key = rng.choice(list("ABCD"), 20)
    class_ = np.where(rng.random((40, 20)) < 0.9, key, rng.choice(list("ABCD"), (40, 20)))
    wrong = key.copy()
    wrong[6] = "A" if key[6] != "A" else "B"
    assert ac.mark(class_, key).suspicious == []
    found = ac.mark(class_, wrong)
    assert found.suspicious == [7]
    assert "Is the key right?" in " ".join(repr(found).split())
    assert found.questions.distractor[6] == key[6]


def test_who_answered_nothing_has_no_value_but_a_reason():
    found = ac.mark([ANN, [None] * 5], KEY)
    assert math.isnan(found.value[1])
    assert math.isnan(found.p_value[1])
    assert found.score[1] == 0
    assert found.reason.tolist() == [None, "no question was answered"]
    assert found.p_adjusted[0] == found.p_value[0]  # no test is not counted


@given(st.permutations(range(5)))
def test_the_order_of_questions_does_not_matter(order):
    sizes = [4, 5, 4, 6, 4]
    one = ac.mark([ANN, BOB], KEY, options=sizes)
    other = ac.mark(
        [[x[i] for i in order] for x in (ANN, BOB)],
        [KEY[i] for i in order],
        options=[sizes[i] for i in order],
    )
    for name in ("points", "value", "low", "high", "p_value"):
        np.testing.assert_allclose(getattr(one, name), getattr(other, name), rtol=1e-12)


# Every form of answers ------------------------------------------------------------------------

FRAME = {"name": ["ann", "bob"], "q1": ["A", "A"], "q2": ["B", None], "q3": ["C", "B"], "q4": ["D", "D"],
         "q5": ["B", "C"]}  # fmt: skip
QUESTIONS = ["q1", "q2", "q3", "q4", "q5"]
LONG = {
    "who": ["ann"] * 5 + ["bob"] * 5,
    "item": QUESTIONS * 2,
    "given": [*ANN, *BOB],
    "right": KEY * 2,
}


def written(tmp_path, frame, name="answers.csv"):
    path = tmp_path / name
    pd.DataFrame(frame).to_csv(path, index=False)
    return path


def forms(tmp_path):
    with_key = {
        name: [*column, key] for (name, column), key in zip(FRAME.items(), ["KEY", *KEY], strict=True)
    }
    mapping = dict(zip(QUESTIONS, KEY, strict=True))
    key_file = written(tmp_path, {"question": QUESTIONS, "answer": KEY, "options": [4] * 5}, "key.csv")
    key_row = written(tmp_path, {name: [label] for name, label in mapping.items()}, "row.csv")
    yield ac.mark({"ann": ANN, "bob": BOB}, KEY)
    yield ac.mark({"ann": ANN, "bob": BOB, "KEY": KEY}, "KEY")
    yield ac.mark(pd.DataFrame(FRAME), KEY, candidate="name")
    yield ac.mark(pl.DataFrame(FRAME), mapping, candidate="name")
    yield ac.mark(pl.LazyFrame(FRAME), mapping, candidate="name")
    yield ac.mark(QUESTIONS, KEY, data=pd.DataFrame(FRAME), candidate="name")
    yield ac.mark(pd.DataFrame(with_key), "KEY", candidate="name")
    yield ac.mark("given", "right", data=pd.DataFrame(LONG), candidate="who", question="item")
    yield ac.mark("given", mapping, data=LONG, candidate="who", question="item")
    yield ac.mark(written(tmp_path, FRAME), KEY, candidate="name")
    yield ac.mark(str(written(tmp_path, FRAME)), key_file, candidate="name")
    yield ac.mark(str(written(tmp_path, FRAME)), str(key_row), candidate="name")
    yield ac.mark({"ann": ANN, "bob": ["A", "-", "B", "D", "C"]}, KEY, missing="-")


def test_every_form_of_answers_and_keys_gives_the_same_marks(tmp_path):
    first, *others = forms(tmp_path)
    for i, other in enumerate(others):
        assert other.rows() == first.rows(), i


def test_a_key_file_says_how_many_options_there_are(tmp_path):
    key = written(tmp_path, {"question": QUESTIONS, "answer": KEY, "options": [4, 5, 4, 4, 6]}, "key.csv")
    found = ac.mark(pd.DataFrame(FRAME), key, candidate="name")
    assert found.questions.options.tolist() == [4, 5, 4, 4, 6]
    assert found.rows() == ac.mark(pd.DataFrame(FRAME), KEY, candidate="name", options=[4, 5, 4, 4, 6]).rows()
    by_name = dict(zip(QUESTIONS, [4, 5, 4, 4, 6], strict=True))
    assert found.rows() == ac.mark(pd.DataFrame(FRAME), key, candidate="name", options=by_name).rows()


def test_numbers_are_answers(tmp_path):
    found = ac.mark(np.array([[1, 2, 3], [1, 3, 3]]), [1, 2, 4])
    assert found.right.tolist() == [2, 1]
    path = written(tmp_path, {"a": [1, 1], "b": [2, 3], "c": [3, 3]})
    assert ac.mark(path, [1, 2, 4]).right.tolist() == [2, 1]


def test_labels_that_differ_in_case_are_warned_of():
    found = ac.mark(list("AbCD"), list("ABCD"))
    assert "differ only in case" in found.warnings[0]
    assert "No answer is right: answers are 'a'" in ac.mark(["a", "a"], ["A", "B"]).warnings[0]
    assert ac.mark(ANN, KEY).warnings == ()


# What cannot be marked ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: ac.mark(ANN, KEY[:3]), "key has 3 answers, and there are 5 questions"),
        (lambda: ac.mark("ABCDB", KEY), "there is no file 'ABCDB'"),
        (lambda: ac.mark([ANN, BOB[:3]], KEY), "rows of equal length"),
        (lambda: ac.mark([], KEY), "answers must be candidates × questions"),
        (lambda: ac.mark(ANN, KEY, options=1), "a whole number from 2, not 1"),
        (lambda: ac.mark(ANN, KEY, options=[4, 4]), "options has 2 numbers, and there are 5 questions"),
        (lambda: ac.mark(ANN, KEY, options=2.5), "not 2.5"),
        (lambda: ac.mark([["A"], ["B"], ["C"]], ["D"], options=3), "question 1 has 4 different answers"),
        (lambda: ac.mark(ANN, ["A", None, "C", "D", "A"]), "key has no answer to question 2"),
        (lambda: ac.mark(ANN, "KEY"), "neither a candidate nor a file"),
        (lambda: ac.mark(ANN, 3), "key must be a list of right answers"),
        (lambda: ac.mark(ANN, KEY, candidate="name"), "candidate names a column"),
        (lambda: ac.mark(pd.DataFrame(FRAME), KEY, candidate="nam"), "did you mean 'name'"),
        (lambda: ac.mark("given", KEY, data=LONG, question="item"), "needs all of answers, candidate"),
        (lambda: ac.mark("given", KEY, data=LONG, candidate="who"), "question names the one of questions"),
        (lambda: ac.mark(pd.DataFrame({"n": ["a", "a"], "q": ["A", "B"]}), ["A"], candidate="n"), "one row"),
        (lambda: ac.mark(ANN, KEY, method="wald"), "interval"),
        (lambda: ac.mark(ANN, KEY, alternative="more"), "alternative"),
        (lambda: ac.mark(ANN, KEY, level=1.5), "level"),
        (lambda: ac.mark(ANN, KEY, adjust="fisher"), "adjustment"),
    ],
)  # fmt: skip
def test_what_cannot_be_marked_is_refused_in_a_sentence(call, said):
    with pytest.raises(ac.InputError, match=said):
        call()


def test_two_answers_to_one_question_and_two_keys_are_refused():
    twice = {name: [*column, column[0]] for name, column in LONG.items()}
    with pytest.raises(ac.InputError, match="'ann' answered question 'q1' more than once"):
        ac.mark("given", "right", data=twice, candidate="who", question="item")
    other = LONG | {"right": ["B", *LONG["right"][1:]]}
    with pytest.raises(ac.InputError, match="two right answers"):
        ac.mark("given", "right", data=other, candidate="who", question="item")


def test_a_class_of_equal_scores_has_no_interval_of_its_mean():
    found = ac.mark([list("ABC"), list("ABC")], list("ABC"))
    assert np.isnan(found.mean.low)
    assert np.isnan(found.mean.high)
    assert "1.000 of 1, where guessing has 0 (no interval: all scores are the same)." in found.verdict


def test_what_is_not_shown_is_not_denied():
    found = ac.mark([list("AB"), list("BA")], list("AA"))
    assert found.verdict.startswith("0 of 2 candidates are shown to do better than guessing")


def test_assumed_options_are_said():
    assert "3 questions of 4 options (assumed; set options)" in str(ac.mark(list("ABC"), list("ABC")))
    assert "assumed" not in str(ac.mark(list("ABC"), list("ABC"), options=4))
    assert ac.mark(list("ABC"), list("ABC")).to_dict()["options_assumed"] is True


def test_more_letters_than_options_are_a_warning():
    text = "Answers and key name 5 options, 'A', 'B', 'C', 'D', 'E', but questions are marked as of 4."
    assert ac.mark(list("ABCDE"), list("ABCDE")).warnings == (text,)
    assert ac.mark(list("ABCDE"), list("ABCDE"), options=5).warnings == ()
    words = ["Rome", "1789", "iron", "Bach", "ten"]
    assert ac.mark(words, words).warnings == ()


@pytest.mark.parametrize(("answers", "key"), [(["1", "2"], [1, 2]), ([1.0, 2.0], ["1", "2"])])
def test_text_is_not_compared_with_numbers(answers, key):
    with pytest.raises(
        ac.InputError,
        match="among the answers and the key as text and as a number: make all of them text or none",
    ):
        ac.mark(answers, key)
