"""``--html`` writes the report as a page, whole or not at all, and never over what is read."""

import hashlib
import json
import re

import pytest

from tests.report.formats.test_html_page import Page, squeezed

COMMANDS = {
    "evaluate": [],
    "test": [],
    "compare": ["--prediction", "prediction,place"],
    "agree": ["--rater", "truth,prediction"],
    "concord": ["truth", "prediction"],
}
OF_NO_FILE = {
    "solve": ["--n", "100", "precision=0.5", "recall=0.5"],
    "power": ["--informedness", "0.2", "--prevalence", "0.3", "--bias", "0.3"],
    "measures": ["mcc"],
}


@pytest.mark.parametrize("name", ["evaluate", "test", "compare", "agree", "concord"])
def test_a_page_holds_the_report_and_says_how_it_was_made(run, mail, tmp_path, name):
    target, data = tmp_path / "report.html", tmp_path / "report.json"
    outcome = run(name, mail, *COMMANDS[name], "--html", target, "--json", data)
    assert outcome.code == 0, outcome.err
    page = Page(target.read_text(encoding="utf-8"))
    assert page.data == json.loads(data.read_text(encoding="utf-8"))
    assert squeezed(page.data["verdict"]) in page.words
    assert hashlib.sha256(mail.read_bytes()).hexdigest() in page.words
    assert squeezed(f"abovechance {name} {mail}") in page.words


@pytest.mark.parametrize("name", OF_NO_FILE)
def test_commands_without_a_file_write_pages_too(run, tmp_path, name):
    target = tmp_path / "report.html"
    outcome = run(name, *OF_NO_FILE[name], "--html", target)
    assert outcome.code == 0, outcome.err
    Page(target.read_text(encoding="utf-8"))


def test_a_page_alone_is_printed(run, mail):
    outcome = run("evaluate", mail, "--html", "-")
    assert outcome.out.startswith("<!DOCTYPE html>")
    assert Page(outcome.out).data["verdict"]


def test_two_forms_are_not_printed_at_once(run, mail):
    assert "only one of" in run("evaluate", mail, "--html", "-", "--json", "-").refused
    assert "only one of" in run("evaluate", mail, "--html", "-", "--csv").refused


def test_a_page_takes_the_place_of_no_other_file(run, mail, tmp_path):
    before, both = mail.read_bytes(), tmp_path / "x"
    assert "--html" in run("evaluate", mail, "--html", mail).refused
    assert "would overwrite the JSON" in run("evaluate", mail, "--html", both, "--json", both).refused
    assert "is empty" in run("evaluate", mail, "--html", "").refused
    assert (mail.read_bytes(), both.exists()) == (before, False)


def test_a_command_without_a_result_writes_no_page(run, mail, tmp_path):
    target = tmp_path / "report.html"
    target.write_text("before", encoding="utf-8")
    assert run("evaluate", mail, "--truth", "nothing", "--html", target).code == 2
    assert target.read_text(encoding="utf-8") == "before"


def test_the_command_on_a_page_can_be_pasted(run, tmp_path):
    path = tmp_path / "a 'b'.csv"
    path.write_text("truth,prediction\n" + "a,a\nb,b\na,b\n" * 9, encoding="utf-8")
    text = run("evaluate", path, "--positive", "b", "--html", "-").out
    command = Page(text).words
    assert squeezed("'\"'\"'b'\"'\"'.csv") in command
    assert re.search(r"<dt>Seed</dt><dd>0</dd>", text)
