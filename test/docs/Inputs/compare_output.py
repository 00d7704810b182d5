"""Compares the lines that a page quotes with the output of a command.

Each quoted line equals the line of the output, byte for byte. A quoted line `...` stands
for any number of lines, and `...` inside a line for any text on that line. Every line of
the output must be quoted or omitted so.
"""

import re


def pattern_of(line: str) -> str:
    """Returns the regular expression of a quoted line, with its line break."""
    if line == "...":
        return r"(?:[^\n]*\n)*"
    return r"[^\n]*".join(map(re.escape, line.split("..."))) + r"\n"


def is_quoted(quoted: list[str], output: str) -> bool:
    """Returns true if the output consists of exactly the quoted lines."""
    if output and not output.endswith("\n"):
        output += "\n"
    return bool(re.fullmatch("".join(map(pattern_of, quoted)), output))


def difference(quoted: list[str], output: str) -> str:
    """Returns the first difference of the quoted lines and the output, or ""."""
    if is_quoted(quoted, output):
        return ""
    for number in range(len(quoted)):
        if not is_quoted([*quoted[: number + 1], "..."], output):
            return f"line {number + 1} is not printed here: {quoted[number]}"
    return "more lines are printed than quoted"
