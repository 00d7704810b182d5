"""Compares a page's quoted output with the real output of its commands:
compare_output.py PAGE OUTPUT

Each line that follows a command in a code block of PAGE must be a line of OUTPUT,
printed by run_commands.py, in the same order. Indentation and elapsed seconds do not
count.
"""

import re
import sys
from pathlib import Path

from run_commands import blocks_of


def compared(line: str) -> str:
    """Returns the compared part of a line."""
    return re.sub(r'"seconds": [0-9.]+', '"seconds": 0', line.strip())


def expected_lines(text: str) -> list[str]:
    """Returns the lines after the commands in all code blocks of a page."""
    lines = []
    for block in blocks_of(text):
        if block.startswith("$ "):
            lines += re.sub(r"^\$ (?:.*\\\n)*.*\n", "", block, flags=re.M).splitlines()
    return lines


expected = expected_lines(Path(sys.argv[1]).read_text(encoding="utf-8"))
assert expected, "the page says nothing about what its commands print"
lines = Path(sys.argv[2]).read_text(encoding="utf-8").splitlines()
output = map(compared, lines)
for line in expected:
    if compared(line) not in output:
        sys.exit(f"not printed, or not in this order: {line}")
