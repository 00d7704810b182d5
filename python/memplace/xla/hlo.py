"""Reads XLA's text of compiled programs (HLO, as `Compiled.as_text()` returns it)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from memplace.errors import InputError
from memplace.xla.shapes import Shape, parse_shape

_STRUCTURE = re.compile(r'"(?:[^"\\]|\\.)*"|[(){}\[\],]')
_COMPUTATION = re.compile(r"(ENTRY\s+)?%?([\w.\-]+)\s+\(.*\)\s*->\s*.*\{\s*$")
_INSTRUCTION = re.compile(r"\s*(ROOT\s+)?%?([\w.\-]+)\s+=\s+")
_OPCODE = re.compile(r"\s*([a-z][\w\-]*)\(")
_NAME = re.compile(r"%?([\w.\-]+)$")
_COMMENT = re.compile(r"/\*.*?\*/")
_CYCLES = re.compile(r'"estimated_cycles":\s*"?(\d+)"?')
_LITERALS = ("constant", "parameter", "iota", "partition-id", "replica-id")
# XLA prints longer numbers for unknown cycles.
_MAX_DIGITS = 17


@dataclass
class Instruction:
    """A line of a computation.

    operands: names of instructions of the same computation.
    literal: text between the brackets of a constant or a parameter.
    attributes: text after the operands, by name.
    line: line in the text, from 1.
    """

    name: str
    shape: Shape
    opcode: str
    operands: tuple[str, ...]
    literal: str
    attributes: dict[str, str]
    is_root: bool
    line: int

    @property
    def cycles(self) -> int | None:
        """The compiler's estimated cycles; None if unknown."""
        match = _CYCLES.search(self.attributes.get("backend_config", ""))
        if not match or len(match[1]) > _MAX_DIGITS:
            return None
        return int(match[1])

    def called(self, *names: str) -> list[str]:
        """Returns the names of the computations in these attributes."""
        texts = (self.attributes.get(name, "") for name in names)
        return [
            part.strip(" {}%") for text in texts for part in text.split(",") if part
        ]


@dataclass
class Computation:
    """Instructions in the order of the text, which is the schedule."""

    name: str
    instructions: list[Instruction] = field(default_factory=list)

    @property
    def root(self) -> Instruction:
        """The instruction whose value the computation returns."""
        marked = [each for each in self.instructions if each.is_root]
        return marked[0] if marked else self.instructions[-1]

    def parameters(self) -> dict[int, Instruction]:
        """Returns the parameters by number."""
        return {
            int(each.literal): each
            for each in self.instructions
            if each.opcode == "parameter"
        }


@dataclass
class Module:
    """A program: its computations by name, and the entry computation.

    aliases: (index of output, number of parameter, index in the parameter), for results
        that take the place of donated arguments.
    """

    name: str
    computations: dict[str, Computation]
    entry: Computation
    is_scheduled: bool
    aliases: list[tuple[tuple[int, ...], int, tuple[int, ...]]]


def split(text: str) -> list[str]:
    """Splits at commas outside of brackets and strings."""
    parts, depth, begin = [], 0, 0
    for match in _STRUCTURE.finditer(text):
        token = match[0]
        if token in "([{":
            depth += 1
        elif token in ")]}":
            depth -= 1
        elif token == "," and depth == 0:
            parts.append(text[begin : match.start()])
            begin = match.end()
    parts.append(text[begin:])
    return [part.strip() for part in parts if part.strip()]


def _closing(text: str, at: int) -> int:
    """Returns the position of the bracket that closes the bracket at `at`; -1 if
    missing."""
    depth = 0
    for match in _STRUCTURE.finditer(text, at):
        token = match[0]
        if token in "([{":
            depth += 1
        elif token in ")]}":
            depth -= 1
            if depth == 0:
                return match.start()
    return -1


def _attributes(text: str) -> dict[str, str]:
    """Returns the values of `a=b, c={...}` by name."""
    found = {}
    for part in split(text):
        name, equals, value = part.partition("=")
        if equals:
            found[name.strip()] = value
    return found


def _shape_end(text: str, at: int) -> int:
    """Returns the end of the shape at `at`; 0 or less if there is no end."""
    if text[at : at + 1] == "(":
        return _closing(text, at) + 1
    space = text.find(" ", at)
    return space


def _instruction(text: str, line: int) -> Instruction:
    """Parses a line. Raises InputError if the line is no instruction."""
    head = _INSTRUCTION.match(text)
    if not head:
        raise InputError("expected '%name = shape opcode(operands)'")
    end = _shape_end(text, head.end())
    opcode = _OPCODE.match(text, end) if end > 0 else None
    close = _closing(text, opcode.end() - 1) if opcode else -1
    if opcode is None or close < 0:
        raise InputError(f"instruction '{head[2]}' is cut off")
    inside = _COMMENT.sub("", text[opcode.end() : close])
    is_literal = opcode[1] in _LITERALS
    if opcode[1] == "parameter" and not re.fullmatch(r"\d{1,9}", inside.strip()):
        raise InputError(f"'{head[2]}' must be a parameter with a number")
    operands: list[str] = []
    for part in [] if is_literal else split(inside):
        name = _NAME.search(part)
        if not name:
            raise InputError(f"'{part[:40]}' is no operand")
        operands.append(name[1])
    return Instruction(
        name=head[2],
        shape=parse_shape(text[head.end() : end]),
        opcode=opcode[1],
        operands=tuple(operands),
        literal=inside.strip() if is_literal else "",
        attributes=_attributes(text[close + 1 :]),
        is_root=bool(head[1]),
        line=line,
    )


def _depth(text: str) -> int:
    """Returns the number of open brackets."""
    tokens = _STRUCTURE.findall(text)
    return sum(token in "([{" for token in tokens) - sum(
        token in ")]}" for token in tokens
    )


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yields lines with their numbers. A line with an open bracket, such as a large
    constant, is joined with the lines after it. Heads of computations are not joined.
    """
    pending, begin = "", 0
    for number, line in enumerate(text.splitlines(), 1):
        if pending:
            pending += " " + line.strip()
        else:
            pending, begin = line, number
        if "=" in pending and not _COMPUTATION.match(pending) and _depth(pending) > 0:
            continue
        yield begin, pending
        pending = ""
    if pending:
        yield begin, pending


def _module_aliases(
    attributes: dict[str, str],
) -> list[tuple[tuple[int, ...], int, tuple[int, ...]]]:
    """Parses `{ {0}: (1, {}, may-alias), ... }` into `Module.aliases`."""
    found = []
    for output, parameter, index in re.findall(
        r"\{([\d, ]*)\}:\s*\((\d+),\s*\{([\d, ]*)\}",
        attributes.get("input_output_alias", ""),
    ):
        numbers = [
            tuple(int(part) for part in each.split(",") if part.strip())
            for each in (output, index)
        ]
        found.append((numbers[0], int(parameter), numbers[1]))
    return found


def _check(computation: Computation, name: str) -> None:
    """Raises InputError for an operand without a definition above it, for a name
    defined twice, and for an empty computation."""
    seen: set[str] = set()
    if not computation.instructions:
        raise InputError(f"{name}: computation '{computation.name}' is empty")
    for each in computation.instructions:
        for operand in each.operands:
            if operand not in seen:
                raise InputError(
                    f"{name}:{each.line}: '{each.name}' has operand '{operand}', which "
                    "is not defined above it; the text is cut or not scheduled"
                )
        if each.name in seen:
            raise InputError(f"{name}:{each.line}: '{each.name}' is defined twice")
        seen.add(each.name)


def _wrapped(computation: Computation | None) -> Instruction | None:
    """Returns the only instruction of a computation besides its parameters; None if
    there are several."""
    inside = computation.instructions if computation else []
    work = [each for each in inside if each.opcode != "parameter"]
    return work[0] if len(work) == 1 else None


def _unwrap(computation: Computation, computations: dict[str, Computation]) -> None:
    """Replaces `async-start(x), calls=%c` by `slice-start(x), slice=...` where `c` is a
    single slice, and likewise for other instructions. A compiler's dump has the first
    form, its final text the second."""
    found: dict[str, str] = {}
    for each in computation.instructions:
        prefix, _, kind = each.opcode.partition("-")
        if prefix != "async" or not each.operands:
            continue
        inner = _wrapped(computations.get("".join(each.called("calls"))))
        if kind == "start" and inner is not None:
            del each.attributes["calls"]
            each.attributes = inner.attributes | each.attributes
            found[each.name] = inner.opcode
        elif each.operands[0] in found:
            found[each.name] = found[each.operands[0]]
        if each.name in found:
            each.opcode = f"{found[each.name]}-{kind}"


def parse_module(text: str, name: str = "<hlo>") -> Module:
    """Reads a module's text.

    name: name of the text in messages.

    Raises InputError, with the line, for text that is no HLO or is cut off.
    """
    head: dict[str, str] | None = None
    title = ""
    computations: dict[str, Computation] = {}
    entry, current = None, None
    for number, line in _lines(text):
        if head is None and line.startswith("HloModule "):
            title, _, rest = line[len("HloModule ") :].partition(",")
            head = _attributes(rest)
        elif current is not None:
            if line.strip().startswith("}"):
                current = None
            elif line.strip():
                try:
                    current.instructions.append(_instruction(line, number))
                except InputError as error:
                    raise InputError(f"{name}:{number}: {error}") from None
        elif match := _COMPUTATION.match(line):
            current = computations[match[2]] = Computation(match[2])
            entry = current if match[1] else entry
    if head is None:
        raise InputError(f"{name}: not HLO text: there is no line 'HloModule ...'")
    if current is not None:
        raise InputError(f"{name}: cut off in computation '{current.name}'")
    if entry is None:
        raise InputError(f"{name}: cut off: there is no ENTRY computation")
    for computation in computations.values():
        _check(computation, name)
        _unwrap(computation, computations)
    return Module(
        title.strip(),
        computations,
        entry,
        head.get("is_scheduled") == "true",
        _module_aliases(head),
    )
