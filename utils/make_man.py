#!/usr/bin/env python3
"""Writes man pages of memplace's tools by help2man: make_man.py --output FOLDER TOOL...

TOOL is the path of a tool; its page, FOLDER/NAME.1, is made of --help and --version. Needs
Debian's package help2man.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

EXECUTABLE = 0o755


def output_of(*command: str) -> str:
    """Returns the output of a command; a failure ends the program."""
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        sys.exit(f"make_man.py: error: '{command[0]}' failed: {result.stderr.strip()}")
    return result.stdout


def sections_of(text: str, name: str) -> tuple[str, str, str]:
    """Returns usage, purpose and the rest of a help text, of LLVM's or Python's form."""
    usage = re.search(r"^usage: *(.*(?:\n +.*)*)\n", text, re.M | re.I)
    if not usage:
        sys.exit(f"make_man.py: error: no usage in the help of '{name}'")
    rest = (text[: usage.start()] + text[usage.end() :]).strip()
    rest = re.sub(r"^OPTIONS:\n\n(?=[A-Z].*:\n)", "", rest, flags=re.M)
    rest = re.sub(rf"^OVERVIEW: (?:{name}: )?", "", rest)
    purpose = re.split(r"[:;.](?=\s|$)|\n\n", rest)[0]
    return " ".join(usage[1].split()), " ".join(purpose.split()), rest


def gnu_form(text: str, name: str) -> tuple[str, str]:
    """Returns the purpose, and the help text in the form that help2man reads."""
    usage, purpose, rest = sections_of(text, name)
    usages = re.split(rf" (?={name} )", usage)
    lines, heading = ["Usage: " + "\n   or: ".join(usages), ""], ""
    for line in rest.split("\n"):
        if re.fullmatch(r"[A-Za-z][\w' -]*:", line):
            heading = line[0].upper() + line[1:].lower()
            line = heading.replace(f"M{name[1:]}", name)
        elif heading == "Examples:" and re.match(r"  \S", line):
            line = f"  $ {line.strip()}"
        # Two blanks end the name of an option; LLVM writes " - ".
        elif option := re.match(r"( *--?[^ ].*?) +- +(\S.*)", line):
            # Far enough to the right to be no option, if it begins with one.
            line = f"  {option[1].strip()}\n{' ' * 24}{option[2]}"
        lines.append(line)
    return purpose, "\n".join(lines) + "\n"


def write_page(tool: Path, folder: Path) -> None:
    """Writes the page of a tool."""
    name = tool.name
    text = output_of(str(tool), "--help")
    # The command depends on the copy.
    text = re.sub(r"pip install\s+'[^']*\[(\w+)\]'", r"the extra `\1`", text)
    purpose, text = gnu_form(text, name)
    version = re.search(r"(?:memplace|LLVM version) [0-9.]+", output_of(str(tool), "--version"))
    if not version:
        sys.exit(f"make_man.py: error: '{name} --version' names no version")
    with tempfile.TemporaryDirectory() as work:
        Path(work, "help").write_text(text, "utf-8")
        copy = Path(work, name)
        copy.write_text(f'#!/bin/sh\n[ "$1" = --help ] && cat "{work}/help" || echo "{name} ({version[0]})"\n')
        copy.chmod(EXECUTABLE)
        page = output_of("help2man", "--no-info", f"--name={purpose}", str(copy))
    (folder / f"{name}.1").write_text(page, "utf-8")


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("tools", nargs="+", type=Path, metavar="TOOL")
    parser.add_argument("--output", type=Path, required=True, metavar="FOLDER")
    options = parser.parse_args()
    if not shutil.which("help2man"):
        sys.exit("make_man.py: error: help2man is not installed (Debian: help2man)")
    options.output.mkdir(parents=True, exist_ok=True)
    for tool in options.tools:
        write_page(tool, options.output)


if __name__ == "__main__":
    main()
