"""Importing the package costs little: what is heavy is loaded when it is used."""

import subprocess
import sys

import pytest

from abovechance.cli.help import COMMANDS, STUDIES

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
NUMBERS = {"numpy", *HEAVY} - {"rich", "cyclopts"}


def modules_of(code):
    script = f"import sys\n{code}\nprint('=====', *sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return done.stdout.split("=====")[-1].split()


def loaded_by(code):
    return {name.partition(".")[0] for name in modules_of(code)}


def help_of(*command):
    return f"from abovechance.cli.app import main\nassert main({[*command, '--help']!r}) == 0"


def test_import_loads_nothing_heavy():
    assert not loaded_by("import abovechance, abovechance.__main__") & {"numpy", *HEAVY}


def test_the_list_of_commands_loads_no_numbers():
    assert not loaded_by(help_of()) & NUMBERS


@pytest.mark.parametrize("command", [*((name,) for name in COMMANDS), *(("study", name) for name in STUDIES)])
def test_the_help_of_a_command_loads_no_numbers(command):
    assert not loaded_by(help_of(*command)) & NUMBERS


@pytest.mark.parametrize("first", ["", "import abovechance.measures.registry", "ac.informedness", "dir(ac)"])
def test_the_function_called_like_a_room_is_not_hidden_by_it(first):
    loaded_by(f"import abovechance as ac\n{first}\nassert ac.measures()[0] is ac.informedness")
    loaded_by(f"import abovechance as ac\n{first}\nfrom abovechance import measures\nassert measures()")


def test_lists_and_arrays_are_counted_without_data_frame_libraries():
    loaded = loaded_by(
        "import abovechance as ac\nac.informedness([0, 1, 1], [0, 1, 0])\nac.mcc(list('aab'), list('aba'))"
    )
    assert not loaded & set(HEAVY)


def test_a_file_of_predictions_is_evaluated_without_what_other_questions_need(tmp_path):
    file = tmp_path / "x.csv"
    file.write_text("truth,prediction\n" + "a,a\na,b\nb,b\n" * 20, encoding="utf-8")
    loaded = modules_of(f"from abovechance.cli.app import main\nmain(['evaluate', {str(file)!r}])")
    rooms = {name.split(".")[1] for name in loaded if name.startswith("abovechance.")}
    assert not rooms & {"clusterings", "curves", "plots", "raters", "simulation", "sklearn", "studies"}
    parts = {name.split(".")[1] for name in loaded if name.startswith("scipy.")}
    assert not parts & {"integrate", "linalg", "optimize", "sparse", "stats"}
    assert not {"matplotlib", "narwhals", "pandas", "polars", "pyarrow", "sklearn"} & set(loaded)
