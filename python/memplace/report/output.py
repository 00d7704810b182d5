"""What every report can do with its page: save it, and show it."""

import html
import os
import sys
import tempfile
import webbrowser
from pathlib import Path

from memplace.tools import write_bytes

FIGURE_SUFFIXES = (".svg", ".png", ".pdf")
FRAME_HEIGHT = 900  # Of the page below a notebook's cell, pixels.


class Page:
    """A report that has a page. `what` says what it is."""

    what = "report"

    def html(self) -> str:
        """The page."""
        raise NotImplementedError

    def rendered(self, suffix: str) -> bytes:
        """What a file that ends in `suffix` holds."""
        raise NotImplementedError

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file, whole or not at all, as its name's end says: .html for the
        page, .svg, .png or .pdf for the figure. Raises InputError for another end."""
        name = os.fspath(path)
        write_bytes(name, self.rendered(Path(name).suffix.lower()))

    def _repr_html_(self) -> str:
        """The page in a frame of its own, for a notebook."""
        return (
            f'<iframe srcdoc="{html.escape(self.html())}" style="width: 100%; '
            f'height: {FRAME_HEIGHT}px; border: 0" title="{self.what}"></iframe>'
        )

    def show(self) -> None:
        """Shows the page: in a notebook below the cell, else in a web browser."""
        if is_notebook():
            from IPython.display import display

            display(self)
            return
        page = self.html()
        with tempfile.NamedTemporaryFile(
            "w", prefix="memplace-", suffix=".html", delete=False, encoding="utf-8"
        ) as file:
            file.write(page)
        if not webbrowser.open(Path(file.name).as_uri()):
            print(f"no web browser was found; the report is {file.name}")


def is_notebook() -> bool:
    """Whether an IPython shell runs this code, and not one in a terminal, which has no
    place for a page."""
    module = sys.modules.get("IPython")
    shell = None if module is None else module.get_ipython()
    if shell is None:
        return False
    terminal = sys.modules.get("IPython.terminal.interactiveshell")
    return terminal is None or not isinstance(shell, terminal.TerminalInteractiveShell)


def as_utf8(text: str) -> str:
    """`text`, with "?" for what no file can hold: bytes of a command line or of a file's
    name that are not UTF-8.

    >>> as_utf8("caf\\udce9 ☕")
    'caf? ☕'
    """
    return text.encode("utf-8", "replace").decode("utf-8")
