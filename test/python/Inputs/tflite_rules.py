"""Checks that the importer ignores no part of a TFLite operator.

For each imported operator of the conformance suite, each option is changed, an operand
is added, and types are changed. The result must be refused, or be another program.
"""

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).resolve().parents[3] / "benchmarks" / "conformance"
sys.path.insert(0, str(FOLDER))

import tflite_models  # noqa: E402
import tflite_operators  # noqa: E402
from ai_edge_litert import schema_py_generated as schema  # noqa: E402
from memplace.errors import MemplaceError  # noqa: E402
from memplace.importers.tflite import tflite_to_memref  # noqa: E402
from memplace.importers.tflite.operators import TABLE  # noqa: E402

# Options that repeat types and shapes, and options ignored by the reference kernels.
WITHOUT_EFFECT = {
    "asymmetricQuantizeInputs",  # With floats beside 8-bit weights.
    "depthMultiplier",  # 0 means: as in the shapes.
    "inDataType",
    "narrowRange",
    "outDataType",
    "potScaleInt16",  # For 16-bit integers.
    "projClip",  # Without a projection.
    "quantizedBiasType",
    "validateIndices",
    ("FULLY_CONNECTED", "keepNumDims"),  # For rows.
    ("STRIDED_SLICE", "beginMask"),  # The case begins and ends at the edges.
    ("STRIDED_SLICE", "endMask"),
    ("STRIDED_SLICE", "ellipsisMask"),
}


def imported(content: bytes) -> str:
    """Returns the program, or "" if the file is refused."""
    try:
        return tflite_to_memref(content, "changed")[0]
    except MemplaceError:
        return ""


def other_values(value: object) -> list[object]:
    """Returns other values of an option."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, float):
        return [value + 0.375]
    if isinstance(value, int):
        return [value + 1, value + 2]
    return [[*(value or []), 1]]


def ignored_options(spec, shapes, before: str) -> list[str]:
    """Returns the options whose changes are ignored."""
    if not spec.options:
        return []
    table = vars(getattr(schema, f"{spec.options}T")())
    found = []
    for name, default in table.items():
        if WITHOUT_EFFECT & {name, (spec.kind, name)}:
            continue
        for value in other_values(spec.values.get(name, default)):
            changed = replace(spec, values={**spec.values, name: value})
            if imported(tflite_models.model_of(changed, shapes)) == before:
                found.append(f"{spec.kind}: '{name}' = {value}")
    return found


def ignored_operands(spec, shapes, before: str) -> list[str]:
    """Returns the ignored changes of operands: an additional operand, and other types."""
    more = replace(spec, inputs=[*spec.inputs, tflite_models.constant(np.float32(1))])
    found = []
    if imported(tflite_models.model_of(more, shapes)) == before:
        found.append(f"{spec.kind}: another operand")
    for number, one in enumerate(spec.results):
        # A type that no operator confuses with another.
        wide = replace(one, array=np.zeros((), np.complex64))
        results = [*spec.results[:number], wide, *spec.results[number + 1 :]]
        if (
            imported(tflite_models.model_of(replace(spec, results=results), shapes))
            == before
        ):
            found.append(f"{spec.kind}: result {number} of complex64")
    return found


suite = tflite_operators.Operators()
operators, ignored = 0, []
for kind in TABLE:
    for name in suite.specs[kind]:
        case = suite.load(name)
        spec = suite.specs[kind][name]
        shapes = [np.shape(array) for array in case.expected]
        before = imported(tflite_models.model_of(spec, shapes))
        if before:
            break
    else:
        sys.exit(f"no case of {kind} is imported")
    operators += 1
    ignored += ignored_options(spec, shapes, before)
    ignored += ignored_operands(spec, shapes, before)
print("\n".join(ignored))
print(f"{operators} operators, {len(ignored)} ignored")
