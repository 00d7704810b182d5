"""Texts of compiled programs."""

import re
from dataclasses import dataclass

_ENDING = re.compile(r"(\.hlo)?(\.txt)?(\.gz)?$")


@dataclass(frozen=True)
class Text:
    """Text of a compiled program. name: name of the text in messages."""

    text: str
    name: str = "<hlo>"

    @property
    def tag(self) -> str:
        """The variant of the compilation: "cmem8M.noxp" for
        "folder/net.cmem8M.noxp.hlo.txt.gz"."""
        stem = _ENDING.sub("", self.name.rpartition("/")[2])
        return stem.partition(".")[2] or stem


def as_text(text: "str | Text") -> Text:
    """Returns a text with a name."""
    return Text(text) if isinstance(text, str) else text
