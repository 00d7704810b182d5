"""Exits with 1 unless each line of a command's output is on a page: printed_lines.py
OUTPUT PAGE. Lines that begin with "==" come from run_commands.py."""

import sys
from pathlib import Path

output, page = (Path(path).read_text(encoding="utf-8") for path in sys.argv[1:])
lines = [line for line in output.splitlines() if not line.startswith("==")]
known = set(page.splitlines())
missing = [line for line in lines if line not in known]
assert lines, "the commands printed nothing"
if missing:
    sys.exit("the page doesn't have: " + "\n".join(missing))
