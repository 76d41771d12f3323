"""Importing the package costs little: nothing heavier than NumPy is loaded until it is used."""

import subprocess
import sys

HEAVY = (
    "scipy",
    "pandas",
    "polars",
    "pyarrow",
    "duckdb",
    "narwhals",
    "sklearn",
    "rich",
    "cyclopts",
    "matplotlib",
)


def loaded_by(code):
    script = f"import sys\n{code}\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return {name.partition(".")[0] for name in done.stdout.split()}


def test_import_loads_only_numpy():
    loaded = loaded_by("import abovechance")
    assert "numpy" in loaded
    assert not loaded & set(HEAVY)


def test_lists_and_arrays_are_counted_without_data_frame_libraries():
    loaded = loaded_by(
        "import abovechance as ac\nac.informedness([0, 1, 1], [0, 1, 0])\nac.mcc(list('aab'), list('aba'))"
    )
    assert not loaded & set(HEAVY)
