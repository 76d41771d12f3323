"""The stub that editors and type checkers read says what the package has."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

import abovechance as ac
from abovechance.measures.registry import attributes

ROOT = Path(__file__).parent.parent
_SPEC = importlib.util.spec_from_file_location("make_stub", ROOT / "tools" / "make_stub.py")
make_stub = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(make_stub)


def test_the_stub_is_current():
    assert make_stub.STUB.read_text(encoding="utf-8") == make_stub.stub(), "out of date: run make docs"


def test_no_name_is_let_through_unknown():
    assert "def __getattr__" not in make_stub.STUB.read_text(encoding="utf-8")


RIGHT = (
    "import abovechance as ac\nac.informedness([0, 1], [0, 1])\nac.kappa.key\nac.f_beta([0], [0], beta=2.0)\n"
)
WRONG = "import abovechance as ac\nac.informednes([0, 1], [0, 1])\n"


def test_a_misspelt_measure_is_found_before_it_is_run(tmp_path):
    """One run of mypy for both files, without checking the package itself."""
    for name, text in (("right.py", RIGHT), ("wrong.py", WRONG)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    options = ["--strict", "--follow-imports=silent", "--cache-dir", str(tmp_path), "--config-file="]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *options, "right.py", "wrong.py"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={"MYPYPATH": str(ROOT / "src"), "PATH": "/usr/bin:/bin"},
        check=False,
    )
    (error,) = [line for line in done.stdout.splitlines() if "error:" in line]
    assert error.startswith('wrong.py:2: error: Module has no attribute "informednes"')


REVEALED = {
    "ac.kappa(t)": "float | Any",
    "ac.kappa([0, 1], [0, 1])": "float | Any",
    'ac.compute(t, "mcc")': "float | Any",
    'ac.compute(t, ["mcc"])': "dict[str, float | Any]",
    'ac.agreement([[1, 2]], "alpha")': "abovechance.raters.agreement.Agreement",
    "ac.agreement([[1, 2]])": "abovechance.evaluation.agreement.Agreements",
    'ac.agreement([[1, 2]], ["alpha"], seed=0)': "abovechance.evaluation.agreement.Agreements",
    'ac.concordance([1, 2], [1, 2], "ARI")': "abovechance.clusterings.concordance.Concordance",
    'ac.concordance(t, "ARI")': "abovechance.clusterings.concordance.Concordance",
    "ac.concordance([1, 2], [1, 2])": "abovechance.clusterings.concordance.Concordances",
    'ac.interval(t, "mcc")': "abovechance.inference.intervals.interval.Interval",
    "ac.measures()": "abovechance.measures.registry.Catalogue",
    'ac.sklearn.scorer("mcc")': "abovechance.sklearn.scorers.Scorer",
    "ac.plots.ConfusionDisplay.from_tables(t).ax_": "matplotlib.axes._axes.Axes",
    "ac.plots.RocDisplay.from_scores([0, 1], [0, 1]).ax_": "matplotlib.axes._axes.Axes",
}
"""What mypy knows of an answer."""


def test_what_questions_return_is_known_before_they_are_asked(tmp_path):
    lines = ["import abovechance as ac", "t = ac.Tables.from_cells(tp=1, fp=1, fn=1, tn=1)"]
    lines += [f"reveal_type({call})" for call in REVEALED]
    (tmp_path / "asked.py").write_text("\n".join(lines) + "\n", encoding="utf-8")
    options = ["--strict", "--follow-imports=silent", "--cache-dir", str(tmp_path), "--config-file="]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *options, "asked.py"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={"MYPYPATH": str(ROOT / "src"), "PATH": "/usr/bin:/bin"},
        check=False,
    )
    told = [line.split('"')[1] for line in done.stdout.splitlines() if "Revealed type" in line]
    assert told == list(REVEALED.values()), done.stdout


AMBIGUOUS = {name: keys for name, keys in attributes().items() if len(keys) > 1}


def test_every_name_of_the_stub_is_an_attribute():
    for name, keys in attributes().items():
        if name not in AMBIGUOUS:
            assert getattr(ac, name) is ac.measure(keys[0])


def test_a_name_of_several_meanings_is_no_attribute_and_says_which_are():
    assert set(AMBIGUOUS) == {"zero_one_loss", "CSI", "csi", "kendall_tau", "KendallTau"}
    for name, keys in AMBIGUOUS.items():
        with pytest.raises(AttributeError, match="means different measures") as refused:
            getattr(ac, name)
        assert all(repr(key) in str(refused.value) for key in keys)
    with pytest.raises(AttributeError, match=r"'jaccard', 'classification_success_index', 'pycm_CSI'"):
        _ = ac.CSI
    assert ac.pycm_CSI is ac.classification_success_index


def test_names_of_other_software_that_differ_have_its_prefix():
    assert ac.BM is ac.informedness
    assert ac.pycm_BM is ac.measure("pycm:BM") is ac.class_informedness
    assert not hasattr(ac, "pycm_TPR")


@pytest.mark.parametrize("name", ["auc", "AUC"])
def test_the_area_under_a_curve_is_not_that_of_one_threshold(name):
    with pytest.raises(AttributeError, match=r"Curve\.from_scores"):
        getattr(ac, name)
    table = ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
    for ask in (
        lambda: ac.measure(name),
        lambda: ac.interval(table, name),
        lambda: ac.evaluate(table, measures=[name]),
        lambda: ac.compare([0, 1], {"A": [0, 1], "B": [1, 1]}, name),
    ):
        with pytest.raises(ac.UnknownMeasureError, match=r"Curve\.from_scores.*'auc_of_one_point'"):
            ask()
    assert ac.measure(f"pycm:{name.upper()}") is ac.measure("auc_of_one_point")


def test_names_for_two_classes_are_marked():
    stub = make_stub.STUB.read_text(encoding="utf-8")
    assert "\nyouden_j = informedness  # for two classes\n" in stub
    assert "\nbookmaker = informedness\n" in stub
    assert set(ac.informedness.two_class_aliases) < set(ac.informedness.aliases)


def test_measures_are_not_hidden_by_other_public_names():
    assert not set(attributes()) & set(ac.__all__)
    rooms = {path.stem for path in Path(ac.__file__).parent.iterdir()}
    assert not set(attributes()) & rooms
