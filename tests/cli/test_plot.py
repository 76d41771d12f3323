"""``--plot`` and ``--picture``: a command draws its result into a file, or says why not before any work."""

from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
CANCER = [EXAMPLES / "breast_cancer.csv", "--truth", "diagnosis", "--positive", "malignant"]
RUNS = {
    "evaluate": [*CANCER, "--prediction", "tree", "--picture", "roc"],
    "compare": [*CANCER, "--prediction", "tree", "--prediction", "bayes"],
    "concord": [EXAMPLES / "iris_clusters.csv", "species", "kmeans"],
    "power": ["--informedness", "0.3"],
}


@pytest.mark.parametrize("command", RUNS)
def test_a_command_draws_its_result(run, tmp_path, command):
    target = tmp_path / "drawn.svg"
    outcome = run(command, *RUNS[command], "--plot", target, "--brief")
    assert outcome.code == 0
    assert outcome.out
    assert "<svg" in target.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--plot", "x.gif"], "must end in .png, .svg, .pdf"),
        (["--picture", "roc"], "name its file with --plot"),
        (["--plot", "x.svg", "--json", "x.svg"], "would overwrite the JSON"),
        (["--plot", "x.png", "--picture", "forests"], "there is no picture called 'forests'"),
    ],
)
def test_what_is_refused(run, tmp_path, monkeypatch, more, message):
    monkeypatch.chdir(tmp_path)
    assert message in run("evaluate", *CANCER, "--prediction", "tree", *more).refused
    assert not list(tmp_path.iterdir())
