"""Attributes of functions' arguments in memref text."""

from memplace.harness import RESULT, UNSIGNED
from memplace.mlirtext import quote

# Attribute with the name of an argument's buffer.
BUFFER_NAME = "memplace.buffer"


def attributes_text(name: str, is_unsigned: bool, is_result: bool) -> str:
    """Returns the attribute dictionary of an argument whose buffer is called `name`.

    >>> attributes_text("x", True, False)
    '{memplace.buffer = "x", memplace.unsigned}'
    """
    marks = [RESULT] if is_result else []
    marks.append(f"{BUFFER_NAME} = {quote(name)}")
    marks += [UNSIGNED] if is_unsigned else []
    return f"{{{', '.join(marks)}}}"
