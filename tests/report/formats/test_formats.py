"""A format is declared once: options, methods and what the page saves follow from it."""

import subprocess
import sys
from dataclasses import fields

import pytest

import abovechance as ac
from abovechance.cli.app import app
from abovechance.cli.forms import Output, Printed
from abovechance.report.build import build
from abovechance.report.formats import FORMATS, PRINTED, SAVED

T = ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)


@pytest.mark.parametrize("name", FORMATS)
def test_every_result_has_every_format_by_its_name(name):
    found = ac.interval(T, "informedness")
    text = FORMATS[name](build(found))
    assert found.to_format(name) == text
    assert "0.2" in text
    own = getattr(found, f"to_{name}", None)
    assert own is None or own() == text


def test_formats_are_found_by_endings_and_an_unknown_one_is_answered_with_the_known():
    found = ac.interval(T, "informedness")
    assert found.to_format("tex") == found.to_latex()
    assert found.to_format("md") == found.to_markdown()
    with pytest.raises(ac.InputError, match="there is no format called 'latx'; did you mean 'latex'"):
        found.to_format("latx")


def test_what_is_printed_is_an_option_of_every_command_that_reports():
    own = {field.name for field in fields(Output)}
    assert {one.name for one in PRINTED} <= own
    assert {one.name for one in PRINTED if one.of_studies} == {x.name for x in PRINTED} & {
        field.name for field in fields(Printed)
    }
    arguments = app()["evaluate"].assemble_argument_collection()
    names = {name for argument in arguments for name in argument.names}
    assert {one.flag for one in PRINTED} <= names


def test_what_is_saved_has_an_ending_of_its_own():
    assert set(SAVED) == {"html", "json", "tex", "csv", "md"}
    assert SAVED["csv"].name == "safe_csv"


def test_help_loads_no_renderer():
    code = (
        "import sys; from abovechance.cli.app import main; main(['--help']); "
        "print([x for x in sys.modules if x.startswith('abovechance.report.formats.')], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"
