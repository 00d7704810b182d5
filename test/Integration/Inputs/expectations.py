"""Checks the `expect` comments of program_bodies.py against the text of a placed program,
without any code of memplace."""

import re

VIEW = re.compile(
    r"^\s*(%[\w#]+) = memref\.(?:subview|cast|collapse_shape|expand_shape|transpose|"
    r"reinterpret_cast|view) (%[\w#]+)"
)
SLOT = re.compile(r'memplace\.slot %\w+\[(\d+)\] for "([^"]*)".*to memref<[^>]*#memplace\.tier<"([^"]*)">')
FUNCTION = re.compile(r"func\.func (?:private )?@(\w+)\(")


def functions(text: str) -> dict[str, list[str]]:
    """Returns the lines of each function."""
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in text.splitlines():
        if match := FUNCTION.search(line):
            lines = found.setdefault(match[1], [])
        lines.append(line)
    return found


def names_of(buffer: str) -> list[str]:
    """Returns the buffers in a slot: the whole of a piece, each of joined buffers."""
    return [name.split(".piece ")[0] for name in buffer.split("+")]


def check_buffer(lines: list[str], name: str, tier: str, is_kept: bool) -> str:
    slots = [slot for line in lines if (slot := SLOT.search(line))]
    found = [slot[3] for slot in slots if name in names_of(slot[2])]
    for other in found:
        if other != tier:
            return f"'{name}' is pinned to '{tier}' but has a slot in '{other}'"
    return f"'{name}' is pinned and has no slot" if is_kept and not found else ""


def check_alignment(lines: list[str], name: str, alignment: int) -> str:
    for line in lines:
        slot = SLOT.search(line)
        if slot and name in names_of(slot[2]) and int(slot[1]) % alignment != 0:
            return f"'{name}' is aligned to {alignment} but is at {slot[1]}"
    return ""


def check_argument(lines: list[str], number: int, tier: str, home: str) -> str:
    """Checks that all uses of an argument, or of its views, go through transfers,
    unless the tier is its home."""
    name = f"%arg{number}"
    if f'{name}: ' not in lines[0] or f'tier<"{tier}">' not in lines[0].split(f"{name}: ")[1]:
        return f"argument {number} has lost its pin"
    places = {tier, home}
    for line in lines:
        slot = SLOT.search(line)
        if slot and f"pinA{number}" in names_of(slot[2]) and slot[3] not in places:
            return f"argument {number} has a slot in '{slot[3]}'"
    if tier == home:
        return ""
    views = {name}
    for line in lines[1:]:
        if (view := VIEW.match(line)) and view[2] in views:
            views.add(view[1])
        elif "memplace.start_transfer" not in line and views & set(re.findall(r"%\w+", line)):
            return f"argument {number} is pinned to '{tier}' but used at home: {line.strip()}"
    return ""


def check(text: str, placed: str, home: str) -> str:
    """Returns the violated expectations. `home`: the tier of arguments."""
    now = functions(placed)
    for name, before in functions(text).items():
        for line in before:
            words = line.split()
            if words[:2] != ["//", "expect"]:
                continue
            kind, what = words[2:4]
            lines = now.get(name, [])
            tier = words[4] if len(words) > 4 else ""
            message = ""
            if kind == "pin":
                message = check_buffer(lines, what, tier, words[-1] == "kept")
            elif kind == "align":
                message = check_alignment(lines, what, int(tier))
            elif kind == "argument":
                message = check_argument(lines, int(what), tier, home)
            elif not any(f"compute_ps = {what}>" in line for line in lines):
                message = f"a call's cost of {what} ps is lost"
            if message:
                return f"@{name}: {message}"
    return ""
