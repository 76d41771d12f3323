"""Every method of a comparison has a title of its own, in words."""

from abovechance.inference.comparisons.paired import INTERVALS, TESTS
from abovechance.inference.comparisons.unpaired import METHODS


def test_titles_are_words_and_tell_methods_apart():
    for titles in (
        [x.title for x in INTERVALS.values()],
        [x.title for x in TESTS.values()],
        [*METHODS.values()],
    ):
        assert len(set(titles)) == len(titles)
        assert not any("_" in title for title in titles)
