"""Exceptions of this package, for bad input and missing tools."""


def printable(text: str, kept: str = "") -> str:
    r"""Returns `text` with escapes in place of unprintable characters.

    Characters in `kept` stay as they are.

    >>> printable("größe\n\x1b[31m")
    'größe\\n\\x1b[31m'
    """
    if text.isprintable():
        return text
    return "".join(
        (
            letter
            if letter.isprintable() or letter in kept
            else letter.encode("unicode_escape").decode("ascii")
        )
        for letter in text
    )


class MemplaceError(Exception):
    """An error message for users: what went wrong, and how to fix it.

    The message is one line. Names in the message may contain any character; unprintable
    characters are escaped. `details` are further lines, e.g. a tool's diagnostics.
    """

    def __init__(self, message: object = "", details: str = "") -> None:
        lines = printable(details.strip("\n"), "\n\t")
        super().__init__(printable(str(message)), *([lines] if lines else []))

    def __str__(self) -> str:
        return "\n".join(map(str, self.args))


class InputError(MemplaceError, ValueError):
    """Invalid problem, solution, file or argument; the message says which, and why."""


class MissingPartError(MemplaceError, ImportError):
    """A required part of memplace is not installed; the message tells how to install
    it."""
