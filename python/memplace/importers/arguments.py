"""Reads names and attributes of functions' arguments in memref text."""

import re

from memplace.harness import RESULT, UNSIGNED
from memplace.mlirtext import (
    STRING,
    Argument,
    Signature,
    find_signature,
    quote,
    unquote,
)

# Attribute with the name of an argument's buffer.
BUFFER_NAME = "memplace.buffer"


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


def donated_arguments(main: Signature) -> dict[int, int]:
    """Returns, for each result that takes the place of a donated argument, the index of
    the argument."""
    return {
        int(result.partition(" ")[0]): index
        for index, argument in enumerate(main.arguments)
        if (result := argument.attributes.get("tf.aliasing_output"))
    }


def names_of_results(stablehlo: str, main: Signature) -> list[str]:
    """Returns the names that JAX gives to the results of `@main`."""
    tail = stablehlo[main.end :].partition("\n")[0]
    return [*map(unquote, re.findall(rf"jax\.result_info = ({STRING})", tail))]


def keeps_donations(stablehlo: str, memref: str) -> bool:
    """Says whether bufferization put results into donated arguments as JAX wants.

    True if the out-params are exactly the results that JAX does not assign to donated
    arguments, or if all results are out-params. False if a donated argument holds
    another result than the one JAX assigned to it.
    """
    old, new = find_signature(stablehlo, "main"), find_signature(memref, "main")
    if old is None or new is None:
        return True
    donated = donated_arguments(old)
    names = names_of_results(stablehlo, old)
    if not donated or not names:
        return True
    left = names_of_buffers(memref)[len(old.arguments) :]
    rest = [name for number, name in enumerate(names) if number not in donated]
    return len(left) == len(names) or left == rest


def without_donations(stablehlo: str) -> str:
    """Returns the program without donated arguments, so that all results become
    out-params."""
    text = re.sub(r"(, )?tf\.aliasing_output = \d+ : i32", "", stablehlo)
    return text.replace("{, ", "{")


def places_of_results(
    stablehlo: str, memref: str, inputs: int, results: int
) -> list[int]:
    """Returns, for each result of `@main`, the index of the argument that holds it.

    The argument is an out-param, or an input that the caller donates. `stablehlo` and
    `memref` are texts of the same program; `inputs` and `results` are the numbers of
    its inputs and results.
    """
    old, new = find_signature(stablehlo, "main"), find_signature(memref, "main")
    assert old is not None and new is not None, "both have a @main"
    donated = donated_arguments(old)
    outs = len(new.arguments) - inputs
    if outs == results:
        return list(range(inputs, inputs + results))
    # Some out-params were dropped; the rest are matched by their names.
    left = names_of_buffers(memref)[inputs:]
    names = names_of_results(stablehlo, old)
    places = {name: inputs + number for number, name in enumerate(left)}
    return [
        places[name] if name in places else donated[number]
        for number, name in enumerate(names)
    ]
