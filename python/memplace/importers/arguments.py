"""What a program's caller says of its arguments, in memref text.

MLIR's passes have no words for it: that an argument is given away, so that a result
may take its place, and that it lies in another memory than the others.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from memplace.errors import MemplaceError
from memplace.harness import RESULT, UNSIGNED
from memplace.mlirtext import (
    STRING,
    Argument,
    find_signature,
    quote,
    signatures,
    unquote,
)

# The attribute of the name of an argument's buffer.
BUFFER_NAME = "memplace.buffer"
# A line that copies the first of two values to the second.
COPY = r"\n *memref\.copy (%[^ ,]+), (%[^ ,]+) : .*"


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


def is_given_away(argument: Argument) -> bool:
    """Says whether the caller gives the argument away."""
    return argument.attributes.get("bufferization.writable") == "true"


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
        if old is None or not any(map(is_given_away, old.arguments)):
            continue
        names = [argument.variable for argument in signature.arguments]
        tail = after[signature.end :]
        body, rest = tail[: tail.index("\n  }")], tail[tail.index("\n  }") :]
        copies = removable_copies(body, names[len(old.arguments) :])
        dropped = {
            copies[name].pop(0): name
            for name, argument in zip(names, old.arguments)
            if is_given_away(argument) and copies.get(name)
        }
        body = re.sub(
            COPY,
            lambda copy: "" if dropped.get(copy[2]) == copy[1] else copy[0],
            body,
        )
        kept = [
            argument.text
            for name, argument in zip(names, signature.arguments)
            if name not in dropped
        ]
        after = after[: signature.begin] + ", ".join(kept) + body + rest
    return after


def buffer_name(argument: Argument, index: int) -> str:
    """Returns how reports call the argument."""
    name = argument.attributes.get(BUFFER_NAME)
    return f"arg{index}" if name is None else unquote(name)


def attributes_text(name: str, is_unsigned: bool, is_result: bool) -> str:
    """Returns the attributes of an argument whose buffer has that name.

    >>> attributes_text("x", True, False)
    '{memplace.buffer = "x", memplace.unsigned}'
    """
    marks = [RESULT] if is_result else []
    marks.append(f"{BUFFER_NAME} = {quote(name)}")
    marks += [UNSIGNED] if is_unsigned else []
    return f"{{{', '.join(marks)}}}"


def names_of_buffers(text: str, entry: str = "main") -> list[str]:
    """Returns the names of the arguments of a function in memref text."""
    signature = find_signature(text, entry)
    arguments = signature.arguments if signature else []
    return [buffer_name(argument, i) for i, argument in enumerate(arguments)]


def places_of_results(
    stablehlo: str, memref: str, inputs: int, results: int
) -> list[int]:
    """Returns, for each result of `@main` in StableHLO text, which argument in memref
    text holds it: an out-param, or an argument that the caller gives away."""
    (old,) = [item for item in signatures(stablehlo) if item.name == "main"]
    (new,) = [item for item in signatures(memref) if item.name == "main"]
    donated = {
        int(result.partition(" ")[0]): index
        for index, argument in enumerate(old.arguments)
        if (result := argument.attributes.get("tf.aliasing_output"))
    }
    outs = len(new.arguments) - inputs
    if outs == results:
        return list(range(inputs, inputs + results))
    # MLIR keeps results in order, so those that are left are named.
    left = names_of_buffers(memref)[inputs:]
    tail = stablehlo[old.end : stablehlo.index("{\n", old.end)]
    names = map(unquote, re.findall(rf"jax\.result_info = ({STRING})", tail))
    places = {name: inputs + number for number, name in enumerate(left)}
    return [
        places[name] if name in places else donated[number]
        for number, name in enumerate(names)
    ]


def set_homes(text: str, homes: Sequence[Home], name: str) -> str:
    """Returns memref text in which the arguments of `@main` have the memory spaces
    of their tiers; their users see them by casts.

    Raises MemplaceError if a slice has no argument, or one that has a tier already.
    """
    found = [signature for signature in signatures(text) if signature.name == "main"]
    if not found:
        raise MemplaceError(f"{name}: the module has no function '@main'")
    arguments = [argument.text for argument in found[0].arguments]
    casts = ""
    for home in homes:
        chosen = range(len(arguments))[home.arguments]
        if not chosen:
            raise MemplaceError(
                f"{name}: no argument is in the slice of tier '{home.tier}'; "
                f"there are {len(arguments)}"
            )
        for index in chosen:
            argument = found[0].arguments[index]
            old = argument.type
            if not old.startswith("memref<") or arguments[index] != argument.text:
                raise MemplaceError(
                    f"{name}: argument {index} can't be put into tier '{home.tier}': "
                    f"it is {arguments[index]}"
                )
            new = f'{old[:-1]}, #memplace.tier<"{home.tier}">>'
            variable = argument.variable
            rest = argument.text.partition(old)[2]
            arguments[index] = f"%home{index}: {new}{rest}"
            casts += f"\n    {variable} = memref.memory_space_cast %home{index} : {new} to {old}"
    start = text.index("{\n", found[0].end) + 1
    return (
        text[: found[0].begin]
        + ", ".join(arguments)
        + text[found[0].end : start]
        + casts
        + text[start:]
    )
