"""What errors and warnings about arguments say, and where."""

from __future__ import annotations

import pickle

import pytest

from abovechance.core.errors import Argument, InputError, InputWarning, warn


@pytest.mark.parametrize("kind", [InputError, InputWarning])
def test_a_message_about_arguments_is_spelled_by_the_front_end_and_can_be_pickled(kind):
    said = kind("{argument} is odd: say {instead}", argument="item", instead=Argument("missing", "NA"))
    assert str(said) == "item is odd: say missing='NA'"
    copy = pickle.loads(pickle.dumps(said))
    assert copy.spelled(lambda argument: argument.name.upper()) == "ITEM is odd: say MISSING"
    assert str(copy.and_also(" or {other}", other="{}")) == "item is odd: say missing='NA' or {}"


def test_a_warning_is_given_at_the_line_that_called_the_package():
    with pytest.warns(InputWarning, match="odd") as caught:
        warn([InputWarning("odd")])
    assert caught[0].filename == __file__
