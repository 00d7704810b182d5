"""One HTML page that holds all it needs: data, script, plotly.js."""

import base64
import hashlib
import html
import importlib.util
import json
import re
from importlib import resources
from pathlib import Path
from typing import Any

from memplace.errors import MissingPartError

# What every page needs, before what only one kind of page has.
COMMON = ("units", "theme", "model", "rectangles", "tables", "search", "frame")
SCRIPTS = {
    "page": (*COMMON, "stays", "plots", "plans", "changes", "cuts", "page"),
    "packing": (*COMMON, "packing"),
}
LEAST_PLOTLY = 2  # An older plotly.js evaluates text, which the page's policy forbids.


def plotly_script() -> str:
    """The text of plotly.js, as the package plotly ships it.

    Raises MissingPartError if the package is not installed, or is too old.
    """
    way_out = (
        "install it by pip install './python[report]'; figures (.svg, .png) and "
        "traces do without"
    )
    # Looked up without importing it: that takes a second, and we need the file.
    spec = importlib.util.find_spec("plotly")
    if spec is None or not spec.submodule_search_locations:
        raise MissingPartError(
            f"the page needs plotly.js, from the package plotly; {way_out}"
        )
    path = Path(spec.submodule_search_locations[0], "package_data", "plotly.min.js")
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise MissingPartError(
            f"the installed package plotly has no plotly.js ({error.strerror}: "
            f"'{path}'); {way_out}"
        ) from error
    # The first line of its licence: "plotly.js v3.1.0".
    version = re.search(r"plotly\.js v(\d+)[.\d]*", text[:500])
    if version and int(version[1]) < LEAST_PLOTLY:
        raise MissingPartError(
            f"the page needs plotly.js {LEAST_PLOTLY} or newer, the installed package "
            f"plotly has {version[0]}; {way_out}"
        )
    return text


def as_script_data(facts: dict[str, Any]) -> str:
    """JSON that is inert inside a <script>: pure ASCII, and no `<`, `>` or `&`,
    whatever the names in it are."""
    text = json.dumps(facts, separators=(",", ":"), allow_nan=False)
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def hash_of(script: str) -> str:
    """The script's source expression for a content security policy."""
    digest = hashlib.sha256(script.encode("utf-8")).digest()
    return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"


def make_page(facts: dict[str, Any], title: str, kind: str = "page") -> str:
    """The page of `facts` (memplace.report.facts.gather), as text; with the kind
    "packing" those of memplace.report.packing.

    Raises MissingPartError if plotly is not installed.
    """
    assets = resources.files("memplace.report") / "assets"
    # A script ends at the first "</script", so none may be in it.
    plotly = plotly_script().replace("</script", "<\\/script")
    code = "\n".join(
        (assets / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS[kind]
    )
    # Only these scripts may run, and nothing may be fetched from anywhere.
    policy = (
        f"default-src 'none'; script-src {hash_of(plotly)} {hash_of(code)}; "
        "style-src 'unsafe-inline'; img-src data: blob:"
    )
    # What the kind's own pieces are called is between "@@".
    own = (assets / f"{kind}.html").read_text(encoding="utf-8").split("@@")
    parts = {
        **dict(zip(own[1::2], own[2::2])),
        "TITLE": html.escape(title),
        "POLICY": policy,
        "STYLE": (assets / "page.css").read_text(encoding="utf-8"),
        "DATA": as_script_data(facts),
        "PLOTLY": plotly,
        "CODE": code,
    }
    pieces = (assets / "frame.html").read_text(encoding="utf-8").split("@@")
    # Odd pieces are names; what is put in is not looked at again.
    return "".join(
        parts[piece] if index % 2 else piece for index, piece in enumerate(pieces)
    )
