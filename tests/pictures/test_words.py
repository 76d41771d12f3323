"""Long names are cut so that they still differ."""

from hypothesis import given
from hypothesis import strategies as st

from abovechance.core.text import shortened, width
from abovechance.pictures.words import pair_names

LETTERS = st.sampled_from("ab -")
NAMES = st.lists(
    st.builds("{}{}{}".format, st.sampled_from(["", "a model of many words, size ", "x" * 30]),
              st.text(LETTERS, max_size=40), st.sampled_from(["", ", fine-tuned on everything", "y" * 30])),
    max_size=12,
)  # fmt: skip


@given(NAMES, st.integers(8, 40))
def test_names_that_differ_still_do_and_none_is_longer(names, length):
    found = shortened(names, length)
    assert all(width(name) <= length for name in found)
    assert len(set(found)) == len(set(names))


def test_what_tells_names_apart_is_kept():
    names = [f"system number {k} with a long name, fine-tuned" for k in range(10)]
    assert all(str(k) in name for k, name in enumerate(shortened(names, 15)))
    pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    found = pair_names(pairs)
    assert len(set(found)) == len(pairs)
    assert max(map(len, found)) <= 34
    assert pair_names([("a", "b")]) == ["a − b"]
