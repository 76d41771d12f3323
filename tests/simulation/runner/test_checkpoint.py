"""A folder of finished cells belongs to one run, and what is broken in it is computed anew."""

import json
import shutil
from functools import partial

import numpy as np
import pytest

from abovechance import InputError
from abovechance.simulation.runner.checkpoint import described
from abovechance.simulation.runner.run import run


def drawn(cell, size, seed, scale=1):
    return {"sum": scale * np.random.default_rng(seed).integers(cell, size=size).sum()}


def other(cell, size, seed):
    return {"sum": np.array(0)}


RUN = {"cells": [10, 20], "chunk": drawn, "replicates": 50, "seed": 1, "chunk_size": 20}


def go(folder, **changes):
    options = RUN | changes
    return run(options.pop("cells"), options.pop("chunk"), folder=folder, **options)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"seed": 2}, "its seed is 1 and not 2"),
        ({"replicates": 51}, "it has 50 replicates of each condition and not 51"),
        ({"chunk_size": 50}, "it draws 20 replicates at a time and not 50"),
        ({"cells": [10, 20, 30]}, "it has 2 conditions and not 3"),
        ({"cells": [10, 21]}, "its conditions are others"),
        ({"chunk": other}, "it is of another study, or of other measures"),
        ({"chunk": partial(drawn, scale=2)}, "it is of another study, or of other measures"),
    ],
)
def test_the_folder_of_another_run_is_refused(tmp_path, change, said):
    go(tmp_path)
    with pytest.raises(InputError, match=f"holds another run: {said}; choose another folder"):
        go(tmp_path, **change)


def test_random_numbers_of_another_version_are_not_mixed(tmp_path, monkeypatch):
    go(tmp_path)
    monkeypatch.setattr(np, "__version__", "0.1")
    with pytest.raises(InputError, match=r"it is of NumPy .* and not 0\.1"):
        go(tmp_path)


def test_a_damaged_cell_is_told_of_and_computed_anew(tmp_path):
    whole = go(tmp_path)
    kept = tmp_path / "cell-000001.npz"
    content = kept.read_bytes()
    flipped = [bytearray(content) for _ in range(0, len(content), 7)]
    for i, damaged in enumerate(flipped):
        damaged[7 * i] ^= 1
    of_another = (tmp_path / "cell-000000.npz").read_bytes()
    for broken in (b"", content[:40], content[:-3], of_another, *map(bytes, flipped)):
        kept.write_bytes(broken)
        steps = []
        with pytest.warns(
            UserWarning, match=r"cell-000001\.npz' is damaged or of another run: it is computed"
        ):
            assert go(tmp_path, progress=steps.append) == whole
        assert len(steps) == 3
        assert kept.read_bytes() == content


def test_leavings_of_killed_runs_are_cleared_up(tmp_path):
    whole = go(tmp_path)
    (tmp_path / "cell-000001.npz").unlink()
    (tmp_path / ".abovechance-half").mkdir()
    (tmp_path / ".abovechance-half" / "cell-000001.npz").write_bytes(b"half")
    (tmp_path / "part-000001.npz").write_bytes(b"half")
    with pytest.warns(UserWarning, match=r"part-000001\.npz' is damaged"):
        assert go(tmp_path) == whole
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "cell-000000.npz",
        "cell-000001.npz",
        "manifest.json",
    ]


@pytest.mark.parametrize("left", ["cell-000000.npz", "part-000001.npz"])
def test_what_another_run_has_left_without_a_manifest_is_not_used(tmp_path, left):
    (tmp_path / left).write_bytes(b"")
    with pytest.raises(InputError, match="cells but no manifest"):
        go(tmp_path)


def test_the_manifest_says_what_the_sums_follow_from(tmp_path):
    go(tmp_path / "new" / "folder")
    manifest = json.loads((tmp_path / "new" / "folder" / "manifest.json").read_bytes())
    assert manifest["seed"] == 1
    assert manifest["replicates"] == 50
    assert manifest["study"].endswith("test_checkpoint.drawn")
    assert manifest["numpy"] == np.__version__


def test_folders_that_cannot_be_used(tmp_path):
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(InputError, match="cannot be used"):
        go(file)
    (tmp_path / "manifest.json").write_text("{")
    with pytest.raises(InputError, match="no manifest of a study"):
        go(tmp_path)


def test_descriptions_are_the_same_in_every_process():
    assert described(partial(drawn, scale=2)) == f"{__name__}.drawn(scale=2)"
    assert described(drawn) == f"{__name__}.drawn"
    assert described((1, "a")) == "(1, 'a')"


def test_cells_that_do_not_say_what_they_are(tmp_path):
    class Silent:
        pass

    with pytest.raises(InputError, match="does not say what it is: a dataclass does"):
        go(tmp_path, cells=[Silent()])


def test_a_folder_that_is_lost_on_the_way(tmp_path):
    folder = tmp_path / "folder"
    with pytest.raises(InputError, match="cannot be written: No such file"):
        go(folder, progress=lambda _: shutil.rmtree(folder, ignore_errors=True))
