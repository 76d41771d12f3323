import pytest

from abovechance.core.errors import InputError
from abovechance.inference.significance.methods import ALIASES, METHODS, alternative_name, method_name


@pytest.mark.parametrize("name", [*METHODS, *ALIASES])
def test_every_name_finds_a_test(name):
    assert method_name(name) in METHODS


@pytest.mark.parametrize(
    ("name", "method"),
    [
        ("auto", "informedness"),
        ("chi2", "pearson"),
        ("χ²", "pearson"),
        ("χ²_KB", "chi_squared_kb"),
        ("chi2_+P", "chi_squared_plus_p"),
        ("G2_+P", "g_squared_plus_p"),
        ("g2_plus_r_approximate", "g_squared_plus_r_approximate"),
        ("G2", "g_squared"),
        ("N-1", "n_minus_1"),
        ("N−1", "n_minus_1"),
        ("Fisher mid-p", "fisher_mid_p"),
        ("Freeman–Halton", "fisher"),
    ],
)
def test_aliases(name, method):
    assert method_name(name) == method


def test_auto_of_a_rectangular_table():
    assert method_name("auto", square=False) == "n_minus_1"
    assert method_name("fisher", square=False) == "fisher"


def test_unknown_names_answer_with_the_nearest():
    with pytest.raises(InputError, match="did you mean 'pearson'"):
        method_name("pearsons")
    with pytest.raises(InputError, match="there are 'combined'"):
        method_name("zzzzzz")


def test_alternatives():
    assert alternative_name("two_sided", "pearson") == "two-sided"
    assert alternative_name("Greater", "fisher") == "greater"
    with pytest.raises(InputError, match="has no direction"):
        alternative_name("greater", "pearson")
    with pytest.raises(InputError, match="'two-sided', 'greater', 'less'"):
        alternative_name("up", "fisher")
