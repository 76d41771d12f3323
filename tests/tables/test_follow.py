"""``Running``: what has come so far can be looked at whenever more is waited for."""

import io
import sys

import pytest

from abovechance import InputError, Tables
from abovechance.intake.files.columns import Wanted
from abovechance.intake.files.reading import Reading
from abovechance.intake.missing import Missing
from abovechance.tables.files import Running


class Pieces(io.RawIOBase):
    """A pipe that gives one piece at each reading."""

    def __init__(self, *pieces):
        self.pieces = list(pieces)

    def readable(self):
        return True

    def readinto(self, buffer):
        piece = self.pieces.pop(0) if self.pieces else b""
        buffer[: len(piece)] = piece
        return len(piece)


class StopError(Exception):
    pass


def seen(monkeypatch, pieces, wanted=Wanted(), **how):  # noqa: B008
    """The number of items, and the table, whenever more is about to be read."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(Pieces(*pieces))))
    running, looks = Running(wanted, **how), []
    running.read(lambda: looks.append((running.items, running.pooled())))
    return running, looks


def test_every_whole_row_is_counted_before_more_is_read(monkeypatch):
    pieces = (b"truth,pred", b"iction\na,a\nb", b",a\n", b'"b","', b'b"\n')
    running, looks = seen(monkeypatch, pieces)
    assert [items for items, _ in looks] == [0, 0, 1, 2, 2, 3]
    assert [table for _, table in looks][:2] == [None, None]
    assert looks[3][1] == Tables.from_labels(["a", "b"], ["a", "a"])
    assert running.tables().tables == Tables.from_labels(["a", "b", "b"], ["a", "a", "b"])


def test_a_cell_with_an_end_of_line(monkeypatch):
    running, looks = seen(monkeypatch, (b'truth,prediction\na,"x\n', b'y"\n'))
    assert [items for items, _ in looks] == [0, 0, 1]
    assert running.tables().tables.labels == ("a", "x\ny")


def test_whole_floats_are_integers_once_one_has_come(monkeypatch):
    pieces = (b'{"truth": 1.0, "prediction": 1.0}\n', b'{"truth": 1, "prediction": 0.0}\n')
    _, looks = seen(monkeypatch, pieces)
    assert [table.labels for _, table in looks[1:]] == [("1.0",), ("0", "1")]


def test_objects_one_by_one(monkeypatch):
    pieces = (b'\n\n{"truth": 1, "prediction": 1, "w": 2}\n', b'{"truth": 0, "prediction": 1, "w": 0.5}\n')
    running, looks = seen(monkeypatch, pieces, Wanted(weight="w"))
    assert [items for items, _ in looks] == [0, 1, 2]
    assert looks[2][1].counts.tolist() == [[0.0, 0.5], [0.0, 2.0]]
    assert running.tables(positive="0").tables.positive == "0"


def test_groups_are_pooled_while_it_runs(monkeypatch):
    pieces = (b"truth,prediction,site\na,a,X\na,b,Y\n", b"a,a,Y\n")
    running, looks = seen(monkeypatch, pieces, Wanted(groups=("site",)))
    assert looks[-1][1].counts.tolist() == [[2, 1], [0, 0]]
    assert running.tables().tables.axes[0].labels == ("X", "Y")


def test_items_without_a_label(monkeypatch):
    pieces = (b"truth,prediction\n,a\n", b"a,b\n")
    running, looks = seen(monkeypatch, pieces, reading=Reading(Missing(policy="drop")))
    assert [(items, table is None) for items, table in looks] == [(0, True), (1, True), (2, False)]
    assert running.tables().tables.left_out == 1
    _, looks = seen(monkeypatch, pieces, reading=Reading(Missing(policy="label")))
    assert looks[1][1].labels == ("a", "(missing)")
    with pytest.raises(InputError, match="the column 'truth' has 1 missing values"):
        seen(monkeypatch, pieces)


def test_what_waits_may_stop_it(monkeypatch):
    monkeypatch.setattr(
        sys, "stdin", io.TextIOWrapper(io.BufferedReader(Pieces(b"truth,prediction\na,b\na,", b"c\n")))
    )
    running = Running(Wanted())

    def once():
        if running.items:
            raise StopError

    with pytest.raises(StopError):
        running.read(once)
    assert running.tables().tables == Tables.from_labels(["a"], ["b"])


def test_nothing_but_a_header(monkeypatch):
    running, _ = seen(monkeypatch, (b"truth,prediction\n",))
    with pytest.raises(InputError, match="no rows so far"):
        running.tables()


def test_an_identifier_is_refused_while_it_comes(monkeypatch):
    rows = "".join(f"{i},a\n" for i in range(6000)).encode()
    with pytest.raises(InputError, match="the column 'truth' has at least 6,000 distinct values"):
        seen(monkeypatch, (b"truth,prediction\n", rows))


def test_lines_may_end_differently(monkeypatch):
    running, looks = seen(monkeypatch, (b"truth,prediction\r\na,a\n", b"b,a\r\nb,b\n"))
    assert [items for items, _ in looks] == [0, 1, 3]
    assert running.tables().tables == Tables.from_labels(["a", "b", "b"], ["a", "a", "b"])


def test_codes_and_decisions(monkeypatch):
    pieces = (b"truth,prediction\nyes,0.5\nno,-999\n", b"no,0.25\n")
    missing = Missing(codes=(-999,), policy="drop")
    running, _ = seen(monkeypatch, pieces, Wanted(threshold=0.5), reading=Reading(missing))
    found = running.tables()
    assert (found.tables.counts.tolist(), found.tables.left_out) == ([[1, 0], [0, 1]], 1)


@pytest.mark.parametrize(
    ("pieces", "message"),
    [
        ((b"truth,prediction\na,b\n", b"\na,b\nc\n"), "standard input, line 5 has 1 cell, the first has 2"),
        ((b"truth,prediction,w\na,b,1\n", b"a,b,x\n"), "standard input, line 3: the weight 'x'"),
        (
            (b'{"truth": 1, "prediction": 1}\n', b'\n{"truth": [1]}\n'),
            "line 3: 'truth' is a list, not a label",
        ),
        ((b'{"truth": 1, "prediction": 1}\n', b"{\n"), "standard input, line 2 is not JSON"),
        ((b'[{"truth": 1, "prediction": 1}]\n',), "cannot be read as it comes: leave out follow"),
        ((b"PAR1junkjunk",), "cannot be read as it comes: leave out follow"),
    ],
)
def test_faults_are_told_with_their_line(monkeypatch, pieces, message):
    wanted = Wanted(weight="w" if b"w" in pieces[0] else None)
    with pytest.raises(InputError, match=message):
        seen(monkeypatch, pieces, wanted)
