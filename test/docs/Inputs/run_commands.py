"""Runs the commands of a Markdown page:

    run_commands.py PAGE [--skip PATTERN] [--replace OLD NEW]

A command is a line of a code block that begins with "$ ", with its continuation lines,
unless a line `<!-- not run: WHY -->` precedes the block. All commands run in
succession, in one bash, in the working folder. Commands that match PATTERN are skipped;
in the others NEW replaces OLD. Exits with the status of the first failing command.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path


def blocks_of(text: str) -> list[str]:
    """Returns the code blocks of a page that are to be run."""
    fences = r"(<!-- not run: [^\n]*\n)?^```[^`\n]*\n(.*?)^```$"
    found = re.findall(fences, text, re.MULTILINE | re.DOTALL)
    return [block for excuse, block in found if not excuse]


def commands_of(text: str) -> list[str]:
    """Returns the commands of all code blocks of a page."""
    pattern = re.compile(r"^\$ ((?:.*\\\n)*.*)", re.MULTILINE)
    return [command for block in blocks_of(text) for command in pattern.findall(block)]


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("page", type=Path)
    parser.add_argument("--skip")
    parser.add_argument("--replace", nargs=2, default=("", ""))
    arguments = parser.parse_args()
    commands = [
        command.replace(*arguments.replace) if arguments.replace[0] else command
        for command in commands_of(arguments.page.read_text(encoding="utf-8"))
        if not arguments.skip or not re.search(arguments.skip, command)
    ]
    assert commands, "the page has no commands"
    script = "set -euo pipefail\n" + "".join(
        f"echo '== {number}'\n{command}\n" for number, command in enumerate(commands)
    )
    return subprocess.run(["bash", "-c", script], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
