"""Checks the `expect` comments of program_bodies.py against the text of a placed program,
without any code of memplace."""

import re

VIEW = re.compile(
    r"^\s*(%[\w#]+) = memref\.(?:subview|cast|collapse_shape|expand_shape|transpose|"
    r"reinterpret_cast|view) (%[\w#]+)"
)
SELECT = re.compile(r"^\s*(%[\w#]+) = arith\.select %[\w#]+, (%[\w#]+), (%[\w#]+)")
REGION = re.compile(
    r"(?:(%\w+)(?::(\d+))? = )?scf\.(?:for|while|if|index_switch|execute_region)\b"
)
ENTRY = re.compile(r"(%\w+) = (%[\w#]+)[,)]")
EXIT = re.compile(r"scf\.(yield|condition\(%[\w#]+\))(?: ([^:]*))? :")
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


def with_unique_names(lines: list[str]) -> list[str]:
    """Returns a function whose values have different names in different regions."""
    uses: dict[str, int] = {}
    unique = []
    for line in lines:
        defined = re.findall(r"(%\w+)(?::\d+)? = ", line)
        if re.match(r"\s*(\^bb|func\.func)", line):
            defined += re.findall(r"(%\w+): ", line)
        for name in defined:
            uses[name] = uses.get(name, 0) + 1
        later = {name: f"{name}_use{number}" for name, number in uses.items() if number > 1}
        unique.append(re.sub(r"%\w+", lambda name: later.get(name[0], name[0]), line))
    return unique


def address_flows(lines: list[str]) -> tuple[set[tuple[str, str]], set[int]]:
    """Returns the pairs of values of which the first may become the second without an
    access, and the numbers of the lines that only do this. Regions are found by their
    indentation."""
    flows: set[tuple[str, str]] = set()
    passing = set()
    results: dict[int, list[str]] = {}
    arguments: dict[int, list[str]] = {}
    for number, line in enumerate(lines):
        indent = len(line) - len(line.lstrip())
        if view := VIEW.match(line) or SELECT.match(line):
            flows |= {(source, view[1]) for source in view.groups()[1:]}
        elif region := REGION.match(line.lstrip()):
            count = int(region[2] or 1)
            many = [f"{region[1]}#{i}" for i in range(count)]
            results[indent] = many if region[2] else [region[1]] if region[1] else []
            entries = ENTRY.findall(line)
            arguments[indent] = [inside for inside, _ in entries]
            flows |= {(outside, inside) for inside, outside in entries}
            flows |= {(pair[1], end) for pair, end in zip(entries, results[indent])}
        elif line.lstrip().startswith("^bb0(") and lines[number - 1].endswith("} do {"):
            inside = re.findall(r"%\w+", line)
            flows |= set(zip(results[indent], inside))
        elif leave := EXIT.match(line.lstrip()):
            values = re.findall(r"%[\w#]+", leave[2] or "")
            flows |= set(zip(values, results.get(indent - 2, [])))
            if leave[1] == "yield":
                flows |= set(zip(values, arguments.get(indent - 2, [])))
        else:
            continue
        passing.add(number)
    return flows, passing


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
    unique = with_unique_names(lines)
    flows, passing = address_flows(unique)
    views = {name}
    while more := {end for start, end in flows if start in views} - views:
        views |= more
    for number, line in enumerate(unique[1:], 1):
        if number in passing or "memplace.start_transfer" in line:
            continue
        if views & set(re.findall(r"%[\w#]+", line)):
            return f"argument {name[4:]} is pinned to '{tier}' but used at home: {lines[number].strip()}"
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
