"""The one exception this package raises for bad input and missing tools."""


class MemplaceError(Exception):
    """What went wrong and the way out, ready to be shown to a user."""
