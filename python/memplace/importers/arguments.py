"""What a program's caller says of its arguments, in memref text.

MLIR's passes have no words for it: that an argument is given away, so that a result
may take its place, and that it lies in another memory than the others.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memplace.errors import MemplaceError
from memplace.harness import matching_end, split_list, type_of_argument

GIVEN_AWAY = "bufferization.writable = true"
# A line that copies the first of two values to the second.
COPY = r"\n *memref\.copy (%[^ ,]+), (%[^ ,]+) : .*"


@dataclass(frozen=True)
class Signature:
    """The arguments of one function in a module's text."""

    name: str
    begin: int
    """Position behind the opening bracket."""
    end: int
    """Position of the closing bracket."""
    arguments: list[str]
    """Each as it is written: `%name: type {attributes}`."""


@dataclass(frozen=True)
class Home:
    """Arguments that lie in one tier."""

    tier: str
    arguments: slice

    @staticmethod
    def parse(text: str) -> "Home":
        """Reads `TIER=FIRST:LAST`, a slice as in Python."""
        match = re.fullmatch(r"([\w.-]+)=(-?\d*):(-?\d*)", text)
        if not match:
            raise MemplaceError(
                f"'{text}' is not of the form TIER=FIRST:LAST, a slice of the "
                "arguments as in Python: 'flash=0:-1' is all but the last"
            )
        first, last = (int(part) if part else None for part in match.groups()[1:])
        return Home(match[1], slice(first, last))


def signatures(text: str) -> Iterator[Signature]:
    """Yields the signature of each public function, the last one first, so that a
    change of the text moves none that is still to come."""
    pattern = re.compile(r"func\.func\s+(?:public\s+)?@([\w$.-]+)\s*\(")
    for match in reversed(list(pattern.finditer(text))):
        end = matching_end(text, match.end() - 1) - 1
        arguments = split_list(text[match.end() : end])
        yield Signature(match[1], match.end(), end, arguments)


def removable_copies(body: str, results: Sequence[str]) -> dict[str, list[str]]:
    """Returns, by what is copied, those of the out-params `results` that `body` uses
    for nothing but that copy."""
    uses = Counter(re.findall(r"%[\w$.-]+", body))
    copies: dict[str, dict[str, None]] = {}
    for source, target in re.findall(COPY, body):
        copies.setdefault(source, {})[target] = None
    only = {result: rank for rank, result in enumerate(results) if uses[result] == 1}
    return {
        source: sorted(filter(only.__contains__, targets), key=only.__getitem__)
        for source, targets in copies.items()
    }


def drop_results_in_place(before: str, after: str) -> str:
    """Returns memref text `after` without the out-params for results that are in the
    place of an argument which the caller gives away, by the linalg text `before`.

    MLIR copies such a result to the out-param at the end, since it keeps the
    signatures of public functions.
    """
    known = {signature.name: signature for signature in signatures(before)}
    for signature in signatures(after):
        old = known.get(signature.name)
        if old is None or not any(GIVEN_AWAY in argument for argument in old.arguments):
            continue
        names = [argument.split(":")[0] for argument in signature.arguments]
        tail = after[signature.end :]
        body, rest = tail[: tail.index("\n  }")], tail[tail.index("\n  }") :]
        copies = removable_copies(body, names[len(old.arguments) :])
        dropped = {
            copies[name].pop(0): name
            for name, argument in zip(names, old.arguments)
            if GIVEN_AWAY in argument and copies.get(name)
        }
        body = re.sub(
            COPY,
            lambda copy: "" if dropped.get(copy[2]) == copy[1] else copy[0],
            body,
        )
        kept = [
            argument
            for name, argument in zip(names, signature.arguments)
            if name not in dropped
        ]
        after = after[: signature.begin] + ", ".join(kept) + body + rest
    return after


def set_homes(text: str, homes: Sequence[Home], name: str) -> str:
    """Returns memref text in which the arguments of `@main` have the memory spaces
    of their tiers; their users see them by casts.

    Raises MemplaceError if a slice has no argument, or one that has a tier already.
    """
    found = [signature for signature in signatures(text) if signature.name == "main"]
    if not found:
        raise MemplaceError(f"{name}: the module has no function '@main'")
    arguments = list(found[0].arguments)
    casts = ""
    for home in homes:
        chosen = range(len(arguments))[home.arguments]
        if not chosen:
            raise MemplaceError(
                f"{name}: no argument is in the slice of tier '{home.tier}'; "
                f"there are {len(arguments)}"
            )
        for index in chosen:
            old = type_of_argument(found[0].arguments[index])
            if (
                not old.startswith("memref<")
                or arguments[index] != found[0].arguments[index]
            ):
                raise MemplaceError(
                    f"{name}: argument {index} can't be put into tier '{home.tier}': "
                    f"it is {arguments[index]}"
                )
            new = f'{old[:-1]}, #memplace.tier<"{home.tier}">>'
            variable = arguments[index].split(":")[0]
            arguments[index] = f"%home{index}: {new}"
            casts += f"\n    {variable} = memref.memory_space_cast %home{index} : {new} to {old}"
    start = text.index("{\n", found[0].end) + 1
    return (
        text[: found[0].begin]
        + ", ".join(arguments)
        + text[found[0].end : start]
        + casts
        + text[start:]
    )
