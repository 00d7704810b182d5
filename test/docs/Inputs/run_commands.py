"""Runs the commands of a Markdown page and compares their output with the quoted output:

    run_commands.py PAGE [--skip PATTERN] [--replace OLD NEW]

A command is a line of a code block that begins with "$ ", with its continuation lines,
unless a line `<!-- not run: WHY -->` precedes the block. The following lines up to the
next command quote all that the command prints, by the rules of compare_output.py. All
commands run in succession, in one bash, in the working folder. Commands that match
PATTERN are skipped; in the others NEW replaces OLD. Exits with the status of the first
failing command, or with 1 if any output differs from the page.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from compare_output import difference

# Separates the outputs of the commands. No command prints this character.
SEPARATOR = "\x1e"


class Command(NamedTuple):
    """A command of a page."""

    line: int  # First line of the command on the page, from 1.
    text: str
    quoted: list[str]  # Lines that follow the command.


def commands_of(text: str) -> list[Command]:
    """Returns the commands of all code blocks of a page that are to be run."""
    fences = r"(<!-- not run: [^\n]*\n)?^```[^`\n]*\n(.*?)^```$"
    pattern = re.compile(r"^\$ ((?:.*\\\n)*.*\n)((?:(?!\$ ).*\n)*)", re.MULTILINE)
    return [
        Command(
            text.count("\n", 0, block.start(2) + found.start()) + 1,
            found[1],
            found[2].splitlines(),
        )
        for block in re.finditer(fences, text, re.MULTILINE | re.DOTALL)
        if not block[1]
        for found in pattern.finditer(block[2])
    ]


def main() -> int:
    """Returns the exit code."""
    parser = argparse.ArgumentParser()
    parser.add_argument("page", type=Path)
    parser.add_argument("--skip")
    parser.add_argument("--replace", nargs=2, default=("", ""))
    arguments = parser.parse_args()
    old, new = arguments.replace
    commands = [
        command._replace(text=command.text.replace(old, new) if old else command.text)
        for command in commands_of(arguments.page.read_text(encoding="utf-8"))
        if not arguments.skip or not re.search(arguments.skip, command.text)
    ]
    assert commands, "the page has no commands"
    script = "set -euo pipefail\n" + f"printf '{SEPARATOR}'\n".join(
        command.text for command in commands
    )
    run = subprocess.run(
        ["bash", "-c", script],
        check=False,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    status = run.returncode
    for command, output in zip(commands, run.stdout.split(SEPARATOR)):
        print(f"$ {command.text}{output}", end="")
        found = difference(command.quoted, output)
        if found:
            print(f"{arguments.page}:{command.line}: error: {found}", file=sys.stderr)
            status = status or 1
    return status


if __name__ == "__main__":
    sys.exit(main())
