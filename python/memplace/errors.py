"""The exceptions that this package raises for bad input and missing tools."""


class MemplaceError(Exception):
    """What went wrong and the way out, ready to be shown to a user."""


class InputError(MemplaceError, ValueError):
    """A problem, a solution, a file or an argument is wrong: which, where, why."""


class MissingPartError(MemplaceError, ImportError):
    """A part of memplace that is not installed is needed: how to install it."""
