"""A self-contained HTML page: data, scripts, plotly.js."""

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
from memplace.extras import install_command

# Scripts of every page, before those of a kind of page.
COMMON = ("units", "theme", "model", "rectangles", "tables", "search", "frame")
SCRIPTS = {
    "page": (*COMMON, "stays", "plots", "plans", "changes", "cuts", "page"),
    "packing": (*COMMON, "packing"),
}
# Older versions of plotly.js evaluate text, which the page's policy forbids.
MIN_PLOTLY = 2


def plotly_script() -> str:
    """Returns the text of plotly.js from the package plotly.

    Raises MissingPartError if the package is missing or too old.
    """
    way_out = (
        f"install it by {install_command('report')}; figures (.svg, .png) and "
        "traces do without"
    )
    # Looked up without an import, which would take a second; only the file is needed.
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
    # First line of the licence: "plotly.js v3.1.0".
    version = re.search(r"plotly\.js v(\d+)[.\d]*", text[:500])
    if version and int(version[1]) < MIN_PLOTLY:
        raise MissingPartError(
            f"the page needs plotly.js {MIN_PLOTLY} or newer, the installed package "
            f"plotly has {version[0]}; {way_out}"
        )
    return text


def as_script_data(facts: dict[str, Any]) -> str:
    """Returns JSON that is inert inside a <script>: ASCII only, without `<`, `>` and
    `&` for any names in the data."""
    text = json.dumps(facts, separators=(",", ":"), allow_nan=False)
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def hash_of(script: str) -> str:
    """Returns the script's source expression for a content security policy."""
    digest = hashlib.sha256(script.encode("utf-8")).digest()
    return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"


def make_page(facts: dict[str, Any], title: str, kind: str = "page") -> str:
    """Returns the page of `facts`, as text. The facts are from
    memplace.report.facts.gather; for kind "packing", from memplace.report.packing.

    Raises MissingPartError if plotly is not installed.
    """
    assets = resources.files("memplace.report") / "assets"
    # The first "</script" would end a script, so no script may contain the text.
    plotly = plotly_script().replace("</script", "<\\/script")
    code = "\n".join(
        (assets / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS[kind]
    )
    # The policy permits only these scripts, and no requests to any server.
    policy = (
        f"default-src 'none'; script-src {hash_of(plotly)} {hash_of(code)}; "
        "style-src 'unsafe-inline'; img-src data: blob:"
    )
    # Names of the kind's own parts are between "@@".
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
    # Odd pieces are names. Inserted text is not searched for further names.
    return "".join(
        parts[piece] if index % 2 else piece for index, piece in enumerate(pieces)
    )
