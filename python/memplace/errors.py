"""The exceptions that this package raises for bad input and missing tools."""


def printable(text: str, kept: str = "") -> str:
    r"""Returns `text` with control characters and others that can't be seen as escapes,
    but for those that are `kept`.

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
    """What went wrong and the way out, ready to be shown to a user.

    The message is one line, in which names may have any character: those that can't be
    printed become escapes. `details` are lines below it, such as a tool's diagnostics.
    """

    def __init__(self, message: object = "", details: str = "") -> None:
        lines = printable(details.strip("\n"), "\n\t")
        super().__init__(printable(str(message)), *([lines] if lines else []))

    def __str__(self) -> str:
        return "\n".join(map(str, self.args))


class InputError(MemplaceError, ValueError):
    """A problem, a solution, a file or an argument is wrong: which, where, why."""


class MissingPartError(MemplaceError, ImportError):
    """A part of memplace that is not installed is needed: how to install it."""
