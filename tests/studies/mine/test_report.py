"""What a user's own study says: no winner by noise, none that is mostly undefined, no scale that is another."""

import pytest

import abovechance as ac
from abovechance.studies.mine.report import as_markdown, sections
from abovechance.studies.mine.verdict import reading, verdict


def study(informed=(0.2, 0.5), prevalence=0.5, n=100, measures="informedness", replicates=300, **more):
    return ac.study(list(informed), prevalence, n, measures=measures, replicates=replicates, **more)


def worth(found, title):
    return next(line for line in sections(found)[0].body if line[0] == title)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_measures_that_chance_alone_ranks_are_named_together(seed):
    """With equal classes guessed equally often, Informedness, MCC and Kappa differ by next to nothing."""
    said = verdict(study(measures=["informedness", "mcc", "cohen_kappa"], seed=seed))
    first = said.partition(" cannot be told apart: they are misled least often")[0]
    assert set(first.replace(" and ", ", ").split(", ")) == {
        "Informedness",
        "Matthews correlation",
        "Cohen's Kappa",
    }
    assert "% of comparisons." in said


def test_a_difference_beyond_noise_is_said_with_its_error():
    found = study(prevalence=[0.5, [0.9, 0.1]], measures=["informedness", "accuracy"], n=400)
    said = verdict(found)
    assert said.startswith(
        "Informedness is misled least often: it prefers the less informed of two systems in "
    )
    row = next(x for x in found.misled if (x["measure"], x["differing"]) == ("accuracy", "anything"))
    assert (
        f"Rand Accuracy most often, in {100 * row['misled']:.1f} ±{100 * row['misled_error']:.2g} %." in said
    )
    expected = f"{100 * row['misled']:.1f} ±{100 * row['misled_error']:.1f}"
    assert worth(found, "Rand Accuracy")[1] == expected


def test_measures_that_are_mostly_undefined_are_not_recommended():
    found = study((0.2, 0.9), [[0.9, 0.1]], 3, ["mcc", "accuracy"], replicates=1000)
    said = verdict(found)
    assert said.startswith("Rand Accuracy is misled least often")
    share = next(x["undefined"] for x in found.misled if x["measure"] == "mcc")
    left_out = "Not ranked, being undefined in more than 10 % of comparisons: Matthews correlation"
    assert f"{left_out} ({100 * share:.1f} %)." in said
    assert "Of those with a value on nine tables in ten, Rand Accuracy is nearest" in said
    apart = sections(found)[-1]
    assert apart.title.endswith("(%; * undefined in more than 10 % of comparisons)")
    by_title = {line[0]: line[1] for line in apart.body}
    assert by_title["Matthews correlation"].endswith("*")
    assert not by_title["Rand Accuracy"].endswith("*")
    values = {line[0]: line[1:] for line in sections(found)[2].body}
    assert all(cell.endswith("*") for cell in values["Matthews correlation"])
    nothing = verdict(study((0.2, 0.9), [[0.9, 0.1]], 3, "mcc"))
    assert nothing.startswith("No measure can be recommended. Not ranked")


def test_noise_is_told_by_conditions_and_not_pooled():
    found = study(prevalence=[0.5, [0.9, 0.1]], replicates=2000)
    spreads = [1.96 * row["sd"] for row in found.values]
    said = f"is by conditions ±{min(spreads):.2f} to ±{max(spreads):.2f} with 100 items."
    assert said in verdict(found)
    assert max(spreads) > 1.5 * min(spreads)
    assert sections(found)[1].body[0][1] == f"±{min(spreads):.3f} to ±{max(spreads):.3f}"
    assert "one evaluation in 20" not in verdict(found)


def test_other_scales_have_no_bias_and_infinite_values_are_counted():
    found = study(measures=["error_rate", "odds_ratio", "accuracy"], n=20)
    for title in ("Error rate", "Odds ratio"):
        assert worth(found, title)[2:4] == ("–", "–")
    assert sections(found)[0].header[-1] == "infinite %"
    shares = [row["infinite"] for row in found.values if row["measure"] == "odds_ratio"]
    assert float(worth(found, "Odds ratio")[-1]) == pytest.approx(100 * sum(shares) / 2, abs=0.06)
    assert shares[1] > 0
    assert "Error rate is nearest" not in verdict(found)
    assert sections(study())[0].header[-1] == "undefined %"


def test_deliberate_errors_are_ranked_and_declared():
    for prevalence in ([[0.5, 0.3, 0.2]], "random"):
        found = study((-0.6, -0.2), prevalence, 200, k=3)
        assert verdict(found).startswith("Informedness is misled least often")
        assert "A deliberately wrong decision among K classes counts −1/(K − 1) in b." in reading(found)
        by_skill = {row["informed"]: row["mean"] for row in found.values}
        assert by_skill[-0.6] == pytest.approx(-0.3, abs=0.02)
    assert "deliberately" not in reading(study((-0.6, -0.2)))


def test_skills_by_class_are_told_apart_though_their_shares_are_equal():
    found = study([[0.2, 0.8], [0.8, 0.2]], measures="accuracy")
    assert sections(found)[2].header == ("Measure", "b = 0.2,0.8", "b = 0.8,0.2")
    assert "Where b differs by class, the share is over all items: Σ prevalence · b." in reading(found)
    assert "Systems of one skill alone" in verdict(found)
    assert found.values[0]["informed_by_class"] == "0.2,0.8"


def test_what_is_never_compared_is_said():
    classes = verdict(study(prevalence=[0.5, [0.5, 0.3, 0.2]]))
    assert "Systems with different numbers of classes are not compared with each other." in classes
    items = verdict(study(n=[20, 50], prevalence=[0.5, [0.5, 0.3, 0.2]]))
    assert "numbers of classes and items are not compared" in items
    assert "not compared" not in verdict(study())


def test_one_system_and_one_table_of_it():
    found = study((0.5,), replicates=1)
    text = as_markdown(found)
    assert "nan" not in text
    assert reading(found).startswith("1 system, 1 table of each, seed 1.")
    assert "nan" not in as_markdown(study(replicates=1))
