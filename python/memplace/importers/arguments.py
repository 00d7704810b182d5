"""Edits arguments of functions in memref text, as the program's caller asks for.

MLIR's passes cannot express two requests of a caller: to donate an argument, so that a
result may reuse its storage, and to hold arguments in different memories.
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

# Attribute with the name of an argument's buffer.
BUFFER_NAME = "memplace.buffer"
# Matches a line that copies one value to another; captures source and destination.
COPY = r"\n *memref\.copy (%[^ ,]+), (%[^ ,]+) : .*"


@dataclass(frozen=True)
class Home:
    """Tier of a slice of the arguments."""

    tier: str
    arguments: slice

    @staticmethod
    def parse(text: str) -> "Home":
        """Parses `TIER=FIRST:LAST`, where `FIRST:LAST` is a slice as in Python."""
        match = re.fullmatch(r"([\w.-]+)=(-?\d*):(-?\d*)", text)
        if not match:
            raise MemplaceError(
                f"'{text}' is not of the form TIER=FIRST:LAST, a slice of the "
                "arguments as in Python: 'flash=0:-1' is all but the last"
            )
        first, last = (int(part) if part else None for part in match.groups()[1:])
        return Home(match[1], slice(first, last))


def is_given_away(argument: Argument) -> bool:
    """Says whether the caller donates the argument, so that a result may reuse it."""
    return argument.attributes.get("bufferization.writable") == "true"


def removable_copies(body: str, results: Sequence[str]) -> dict[str, list[str]]:
    """Returns, by source, the out-params whose only use in `body` is to be copied to.

    Only names in `results` are considered; each list is in the order of `results`.
    """
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
    """Returns memref text `after` without the out-params of results computed in place.

    A result is computed in place if its storage is an argument that the linalg text
    `before` marks as donated. MLIR copies such a result to the out-param at the end,
    since MLIR keeps the signatures of public functions. The copy is removed, too.
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
    """Returns the name of the argument in reports; `arg<index>` if none is given."""
    name = argument.attributes.get(BUFFER_NAME)
    return f"arg{index}" if name is None else unquote(name)


def attributes_text(name: str, is_unsigned: bool, is_result: bool) -> str:
    """Returns the attribute dictionary of an argument whose buffer is called `name`.

    >>> attributes_text("x", True, False)
    '{memplace.buffer = "x", memplace.unsigned}'
    """
    marks = [RESULT] if is_result else []
    marks.append(f"{BUFFER_NAME} = {quote(name)}")
    marks += [UNSIGNED] if is_unsigned else []
    return f"{{{', '.join(marks)}}}"


def names_of_buffers(text: str, entry: str = "main") -> list[str]:
    """Returns the names of the buffers of a function's arguments in memref text."""
    signature = find_signature(text, entry)
    arguments = signature.arguments if signature else []
    return [buffer_name(argument, i) for i, argument in enumerate(arguments)]


def places_of_results(
    stablehlo: str, memref: str, inputs: int, results: int
) -> list[int]:
    """Returns, for each result of `@main`, the index of the argument that holds it.

    The argument is an out-param, or an input that the caller donates. `stablehlo` and
    `memref` are texts of the same program; `inputs` and `results` are the numbers of
    its inputs and results.
    """
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
    # Some out-params were dropped; the rest are matched by their names.
    left = names_of_buffers(memref)[inputs:]
    tail = stablehlo[old.end : stablehlo.index("{\n", old.end)]
    names = map(unquote, re.findall(rf"jax\.result_info = ({STRING})", tail))
    places = {name: inputs + number for number, name in enumerate(left)}
    return [
        places[name] if name in places else donated[number]
        for number, name in enumerate(names)
    ]


def set_homes(text: str, homes: Sequence[Home], name: str) -> str:
    """Returns memref text with the memory spaces of `homes` on arguments of `@main`.

    Users of an argument see the old type through a cast. Raises MemplaceError if a
    slice is empty, if an argument is no memref, or if two slices contain an argument.
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
