"""Parses MLIR text: strings, brackets, lists and functions' arguments."""

import re
from dataclasses import dataclass
from functools import cached_property

from memplace.errors import MemplaceError

STRING = r'"(?:[^"\\\n]|\\.)*"'
"""Regular expression of a string literal."""
SYMBOL = rf"@(?:[\w$.-]+|{STRING})"
_COMMENT = r"//[^\n]*"
_TOKEN = re.compile(rf"{STRING}|{_COMMENT}|->|[()<>\[\]{{}},]")
_BARE_SYMBOL = re.compile(r"[A-Za-z_][\w$.]*", re.ASCII)
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


def symbol(name: str) -> str:
    """Returns the symbol reference of a function.

    >>> symbol("main"), symbol("my net")
    ('@main', '@"my net"')
    """
    return f"@{name if _BARE_SYMBOL.fullmatch(name) else quote(name)}"


def matching_end(text: str, start: int) -> int:
    """Returns the position after the bracket that closes the bracket at `start`.

    Brackets in strings and comments, and the arrow "->", do not count.
    """
    depth = 0
    for match in _TOKEN.finditer(text, start):
        if match[0] in {"(", "[", "{", "<"}:
            depth += 1
        elif match[0] in {")", "]", "}", ">"}:
            depth -= 1
            if depth == 0:
                return match.end()
    raise MemplaceError("a bracket of the function's signature is not closed")


def split_list(text: str) -> list[str]:
    """Splits `text` at its top-level commas; removes comments.

    >>> split_list('%a: memref<2xi8> {name = "a,b"}, // the first, "a"')
    ['%a: memref<2xi8> {name = "a,b"}']
    """
    parts = [""]
    depth = position = 0
    for match in _TOKEN.finditer(text):
        token = match[0]
        depth += token in {"(", "[", "{", "<"}
        depth -= token in {")", "]", "}", ">"}
        if token.startswith("//"):
            parts[-1] += text[position : match.start()]
        elif token == "," and depth == 0:
            parts[-1] += text[position : match.start()]
            parts.append("")
        else:
            continue
        position = match.end()
    parts[-1] += text[position:]
    return [part.strip() for part in parts if part.strip()]


def has_locations(text: str) -> bool:
    """Says whether the text has source locations of its ops or arguments."""
    return re.search(r"\bloc\(", text) is not None


def location_options(text: str) -> list[str]:
    """Returns the options with which memplace-opt prints the locations of `text`."""
    return ["--mlir-print-debuginfo"] if has_locations(text) else []


@dataclass(frozen=True)
class Argument:
    """An argument of a function."""

    text: str
    """Text of the argument: `%name: type {attributes}`."""

    @property
    def variable(self) -> str:
        """The SSA name, with its "%"."""
        return self.text.partition(":")[0].strip()

    @cached_property
    def type(self) -> str:
        """The type's text."""
        text = self.text.partition(":")[2].strip()
        match = re.match(r"[\w.!#]+", text)
        if not match:
            raise MemplaceError(f"cannot read the argument '{self.text}'")
        is_open = text[match.end() : match.end() + 1] == "<"
        return text[: matching_end(text, match.end()) if is_open else match.end()]

    @cached_property
    def attributes(self) -> dict[str, str]:
        """Texts of the attributes by name; "" for a unit attribute."""
        rest = self.text.partition(":")[2].strip()[len(self.type) :].lstrip()
        if not rest.startswith("{"):
            return {}
        found = {}
        for entry in split_list(rest[1 : matching_end(rest, 0) - 1]):
            key, _, value = entry.partition("=")
            found[key.strip().strip('"')] = value.strip()
        return found


@dataclass(frozen=True)
class Signature:
    """Arguments of one function in a module's text."""

    end: int
    """Position of the closing bracket."""
    arguments: list[Argument]


def find_signature(text: str, name: str) -> Signature | None:
    """Returns the signature of a function, private or not; None if there is none."""
    pattern = re.compile(rf"func\.func\s+(?:public\s+|private\s+)?({SYMBOL})\s*\(")
    # The last first: an attribute of the module may quote a function.
    for match in reversed(list(pattern.finditer(text))):
        found = match[1][1:]
        if name != (unquote(found) if found.startswith('"') else found):
            continue
        line = text.rfind("\n", 0, match.start()) + 1
        tokens = _TOKEN.finditer(text, line, match.end())
        if any(token.start() < match.start() < token.end() for token in tokens):
            continue  # In a comment or a string.
        end = matching_end(text, match.end() - 1) - 1
        arguments = list(map(Argument, split_list(text[match.end() : end])))
        return Signature(end, arguments)
    return None
