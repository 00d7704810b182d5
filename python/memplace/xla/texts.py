"""The compiler's texts."""

import re
from dataclasses import dataclass

_ENDING = re.compile(r"(\.hlo)?(\.txt)?(\.gz)?$")


@dataclass(frozen=True)
class Text:
    """A compiled program's text. name: what messages call it."""

    text: str
    name: str = "<hlo>"

    @property
    def tag(self) -> str:
        """How it was compiled: "cmem8M.noxp" of "folder/net.cmem8M.noxp.hlo.txt.gz"."""
        stem = _ENDING.sub("", self.name.rpartition("/")[2])
        return stem.partition(".")[2] or stem


def as_text(text: "str | Text") -> Text:
    """Text that has a name."""
    return Text(text) if isinstance(text, str) else text
