"""Runs the commands of a Markdown page: run_commands.py PAGE

A command is a line of a code block that begins with "$ ", and the lines that it
continues on. They run one after the other, in one bash, in the working folder.
Exits with the status of the first that fails.
"""

import re
import subprocess
import sys
from pathlib import Path


def commands_of(text: str) -> list[str]:
    """Returns the commands of all code blocks of a page."""
    blocks = re.findall(r"^```[a-z]*\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    pattern = re.compile(r"^\$ ((?:.*\\\n)*.*)", re.MULTILINE)
    return [command for block in blocks for command in pattern.findall(block)]


commands = commands_of(Path(sys.argv[1]).read_text(encoding="utf-8"))
assert commands, "the page has no commands"
script = "set -euo pipefail\n" + "".join(
    f"echo '== {number}'\n{command}\n" for number, command in enumerate(commands)
)
sys.exit(subprocess.run(["bash", "-c", script], check=False).returncode)
