"""How things are asked for by name: one rule of writing, and one answer to a name that nothing has."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Protocol, TypeVar

from abovechance.core.errors import InputError
from abovechance.core.labels import nearest, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_SIGNIFICANT_SIGNS = ":+′"
_MOST_SUGGESTIONS = 3
_MOST_KEYS_LISTED = 25  # so many keys are listed in full


def normalise(name: str) -> str:
    """A name without case and punctuation, so that ``"Cohen's kappa"`` finds ``cohens_kappa``."""
    # NFKC makes 2 of ², so that χ² is found as chi2.
    folded = unicodedata.normalize("NFKC", name).casefold().replace("χ", "chi")
    return "".join(
        character for character in folded if character.isalnum() or character in _SIGNIFICANT_SIGNS
    )


class Names:
    """The names of one kind of thing ("test"): its keys, and other names for them.

    Aliases of what is not among the keys are left out.
    """

    def __init__(self, what: str, keys: Iterable[str] = (), aliases: Mapping[str, str] | None = None) -> None:
        self.what = what
        self.keys: list[str] = []
        self._meant: dict[str, dict[str, None]] = {}
        for key in keys:
            self.declare(key)
        for name, key in (aliases or {}).items():
            if key in self.keys:
                self.add(name, key)

    def declare(self, key: str, *names: str) -> None:
        """Add a key, and other names for it."""
        self.keys.append(key)
        for name in (key, *names):
            self.add(name, key)

    def add(self, name: str, key: str) -> None:
        """Let a name mean a key, perhaps beside others that it means already."""
        # A dictionary is a set that keeps the order, of which the first key is found.
        self._meant.setdefault(normalise(name), {})[key] = None

    def meant(self, name: str) -> tuple[str, ...]:
        """All keys that a name may mean."""
        return tuple(self._meant.get(normalise(name), ()))

    def find(self, name: object) -> str | None:
        """The key of a name, the first if it may mean several; None if nothing has it."""
        return next(iter(self.meant(name)), None) if isinstance(name, str) else None

    def __contains__(self, name: object) -> bool:
        """Whether something has the name."""
        return self.find(name) is not None

    def __call__(self, name: object) -> str:
        """The key of a name; an unknown one is refused with the nearest known ones."""
        found = self.find(name)
        if found is None:
            raise self.unknown(name)
        return found

    def near(self, name: str, others: Mapping[str, str] | None = None) -> list[str]:
        """The keys whose names are most like one.

        ``others`` are keys of other things, by their names as compared: of one key, ours is meant.
        """
        beside = others or {}
        close = nearest(normalise(name), {*self._meant, *beside}, most=2 * _MOST_SUGGESTIONS)
        found = [key for one in close for key in (*self._meant.get(one, ()), beside.get(one))]
        return list(dict.fromkeys(filter(None, found)))[:_MOST_SUGGESTIONS]

    def hint(self, name: str) -> str:
        """What may be meant by an unknown name, or what there is."""
        near = self.near(name)
        if near:
            return f"did you mean {quoted(near)}?"
        few = len(self.keys) <= _MOST_KEYS_LISTED
        return f"there are {quoted(self.keys, most=_MOST_KEYS_LISTED) if few else quoted(self.keys)}"

    def unknown(self, name: object) -> InputError:
        """The error that nothing has the name."""
        if not isinstance(name, str):
            kind = type(name).__name__
            return InputError(f"the {self.what} must be a name such as {self.keys[0]!r}, not {kind}")
        return InputError(f"there is no {self.what} called {name!r}; {self.hint(name)}")


class Declared(Protocol):
    """What is declared once and found by its names."""

    @property
    def key(self) -> str:
        """The name in code."""
        ...

    @property
    def aliases(self) -> tuple[str, ...]:
        """Other names."""
        ...


Thing = TypeVar("Thing", bound=Declared)


class Registry(dict[str, Thing]):
    """What is declared, by its keys, and found by any of its names."""

    def __init__(self, what: str, things: Iterable[Thing] = ()) -> None:
        super().__init__()
        self.names = Names(what)
        for thing in things:
            self.enter(thing)

    def enter(self, thing: Thing, *names: str) -> None:
        """Add something, with more names than it has of itself."""
        if thing.key in self:
            raise InputError(f"{self.names.what} {thing.key!r} is declared twice")
        self[thing.key] = thing
        self.names.declare(thing.key, *thing.aliases, *names)

    def known(self, name: str) -> Thing | None:
        """What has a name, None if nothing does."""
        return self.get(self.names.find(name) or "")

    def named(self, name: str) -> Thing:
        """What has a name; an unknown one is refused with the nearest known ones."""
        return self[self.names(name)]
