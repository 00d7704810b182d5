"""Results of JAX functions that take the storage of donated arguments."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from memplace.harness import ProgramArgument
from memplace.importers.masks import masks_as_bytes
from memplace.importers.stablehlo import argument_attributes, stablehlo_context
from memplace.mlirtext import has_locations

ALIAS = "tf.aliasing_output"
"""Attribute of a donated argument: the index of the result that takes its place."""
RESULT_NAME = "jax.result_info"


@dataclass(frozen=True)
class Donations:
    """What JAX says about the results of a StableHLO program's `@main`."""

    arguments: dict[int, int]
    """By index of the result: the donated argument whose storage it takes."""
    names: list[str]
    """JAX's names of the results; fewer in a program of another front end."""
    inputs: int
    """Number of arguments."""


def function_main(module: Any) -> Any:
    """Returns the function `@main` of a module of jaxlib's MLIR."""
    names = {str(op.attributes["sym_name"]): op for op in module.body.operations}
    return names['"main"'].operation


def read_donations(stablehlo: str) -> Donations:
    """Returns the donations of a program that has a `@main`."""
    with stablehlo_context() as (ir, _, _):
        # The module owns the function.
        module = ir.Module.parse(masks_as_bytes(stablehlo))
        main = function_main(module)
        inputs = argument_attributes(main)
        arguments = {
            ir.IntegerAttr(attributes[ALIAS]).value: index
            for index, attributes in enumerate(inputs)
            if ALIAS in attributes
        }
        results = main.attributes["res_attrs"] if "res_attrs" in main.attributes else []
        names = [
            ir.StringAttr(entry.attr).value
            for attributes in results
            for entry in attributes
            if entry.name == RESULT_NAME
        ]
        return Donations(arguments, names, len(inputs))


def keeps_donations(stablehlo: str, arguments: Sequence[ProgramArgument]) -> bool:
    """Says whether bufferization put results into donated arguments as JAX wants.

    `arguments` are those of the program in memref form. True if the out-params are
    exactly the results that JAX does not assign to donated arguments, or if all results
    are out-params. False if a donated argument holds another result than the one JAX
    assigned to it.
    """
    donations = read_donations(stablehlo)
    if not donations.arguments or not donations.names:
        return True
    left = [argument.name for argument in arguments[donations.inputs :]]
    rest = [
        name
        for number, name in enumerate(donations.names)
        if number not in donations.arguments
    ]
    return len(left) == len(donations.names) or left == rest


def without_donations(stablehlo: str) -> str:
    """Returns the program without donated arguments, so that all results become
    out-params."""
    with stablehlo_context() as (ir, _, _):
        module = ir.Module.parse(masks_as_bytes(stablehlo))
        main = function_main(module)
        kept = [
            {name: value for name, value in attributes.items() if name != ALIAS}
            for attributes in argument_attributes(main)
        ]
        main.attributes["arg_attrs"] = ir.ArrayAttr.get(
            [ir.DictAttr.get(attributes) for attributes in kept]
        )
        locations = has_locations(stablehlo)
        return str(module.operation.get_asm(enable_debug_info=locations))


def places_of_results(
    stablehlo: str, arguments: Sequence[ProgramArgument], inputs: int, results: int
) -> list[int]:
    """Returns, for each result of `@main`, the index of the argument that holds it.

    The argument is an out-param, or an input that the caller donates. `stablehlo` is
    the program, `arguments` are its arguments in memref form; `inputs` and `results`
    are the numbers of its inputs and results.
    """
    if len(arguments) - inputs == results:
        return list(range(inputs, inputs + results))
    # Some out-params were dropped; the rest are matched by their names.
    donations = read_donations(stablehlo)
    places = {
        argument.name: inputs + number
        for number, argument in enumerate(arguments[inputs:])
    }
    return [
        places[name] if name in places else donations.arguments[number]
        for number, name in enumerate(donations.names)
    ]
