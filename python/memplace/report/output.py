"""Base of all reports: saves and shows the page."""

import html
import os
import sys
import tempfile
import webbrowser
from pathlib import Path

from memplace.tools import write_bytes

FIGURE_SUFFIXES = (".svg", ".png", ".pdf")
# Pixels, for the page below a notebook's cell.
FRAME_HEIGHT = 900


class Page:
    """A report with a page. `kind` is the name of this kind of report."""

    kind = "report"

    def html(self) -> str:
        """Returns the page."""
        raise NotImplementedError

    def rendered(self, suffix: str) -> bytes:
        """Returns the content of a file with this suffix."""
        raise NotImplementedError

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file, whole or not at all. The suffix of `path` selects the
        format: .html for the page, .svg, .png or .pdf for the figure. Raises InputError
        for another suffix."""
        name = os.fspath(path)
        write_bytes(name, self.rendered(Path(name).suffix.lower()))

    def _repr_html_(self) -> str:
        """Returns the page in a frame, for a notebook."""
        return (
            f'<iframe srcdoc="{html.escape(self.html())}" style="width: 100%; '
            f'height: {FRAME_HEIGHT}px; border: 0" title="{self.kind}"></iframe>'
        )

    def show(self) -> None:
        """Shows the page: in a notebook below the cell, otherwise in a web browser."""
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
    """Returns true in an IPython shell outside of a terminal; a terminal can't show a
    page."""
    module = sys.modules.get("IPython")
    shell = None if module is None else module.get_ipython()
    if shell is None:
        return False
    terminal = sys.modules.get("IPython.terminal.interactiveshell")
    return terminal is None or not isinstance(shell, terminal.TerminalInteractiveShell)


def as_utf8(text: str) -> str:
    """Returns `text` with "?" for bytes of a command line or a file's name that are not
    UTF-8.

    >>> as_utf8("caf\\udce9 ☕")
    'caf? ☕'
    """
    return text.encode("utf-8", "replace").decode("utf-8")
