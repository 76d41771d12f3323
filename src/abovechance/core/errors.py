"""The errors a user can meet: each names what is wrong and what to do."""


class AbovechanceError(Exception):
    """Base of every error raised on purpose by this package."""


class InputError(AbovechanceError, ValueError):
    """The data or an argument cannot be used as given."""


class UnknownMeasureError(AbovechanceError, KeyError):
    """A measure was asked for by a name that nothing answers to."""

    def __str__(self) -> str:
        return str(self.args[0])


class UndefinedMeasureError(AbovechanceError, ArithmeticError):
    """A measure is undefined on a table and the caller asked for an error."""
