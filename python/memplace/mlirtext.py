"""Names, string literals and locations in MLIR text."""

import re

STRING = r'"(?:[^"\\\n]|\\.)*"'
"""Regular expression of a string literal."""
_ESCAPES = {ord("n"): b"\n", ord("t"): b"\t", ord('"'): b'"', ord("\\"): b"\\"}


def decode_name(content: bytes) -> str:
    r"""Decodes a name in UTF-8.

    Invalid bytes, and zero bytes, which archives cannot have in names, become escapes.

    >>> decode_name(b"gr\xc3\xb6\xc3\x9fe"), decode_name(b"a\xff\0")
    ('größe', 'a\\xff\\x00')
    """
    return content.decode("utf-8", "backslashreplace").replace("\0", "\\x00")


def clean_name(name: str) -> str:
    """Returns a name from a file in the form of `decode_name`."""
    return decode_name(name.encode("utf-8", "surrogatepass"))


def quote(name: str) -> str:
    r"""Returns a name as a string literal.

    >>> quote('a "b"'), quote("é")
    ('"a \\22b\\22"', '"\\C3\\A9"')
    """
    letters = (
        chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\{byte:02X}"
        for byte in name.encode("utf-8", "surrogatepass")
    )
    return f'"{"".join(letters)}"'


def unquote(literal: str) -> str:
    r"""Returns the name that a string literal stands for.

    >>> unquote(r'"gr\C3\B6\C3\9Fe \"1\""')
    'größe "1"'
    """

    def letter(match: re.Match[bytes]) -> bytes:
        escape = match[1]
        if len(escape) == 2:
            return bytes([int(escape, 16)])
        return _ESCAPES.get(escape[0], match[0])

    content = literal[1:-1].encode("utf-8", "surrogatepass")
    pattern = rb"\\([0-9A-Fa-f]{2}|.)"
    return decode_name(re.sub(pattern, letter, content, flags=re.DOTALL))


def has_locations(text: str) -> bool:
    """Says whether the text has source locations of its ops or arguments."""
    return re.search(r"\bloc\(", text) is not None


def location_options(text: str) -> list[str]:
    """Returns the options with which memplace-opt prints the locations of `text`."""
    return ["--mlir-print-debuginfo"] if has_locations(text) else []
