"""Estimates the cost of recomputation in the pieces of an op."""

from math import prod

from memplace.xla.hlo import Computation, Instruction, Module
from memplace.xla.shapes import Array
from memplace.xla.values import arrays

# Estimates for a TPU v4i's core at 1.05 GHz: two operations per lane and cycle in the 8
# x 128 lanes of the vector unit, and the bf16 rate of the matrix units.
_LANE_OPERATIONS_PER_SECOND = 2 * 8 * 128 * 1.05e9
_FLOPS_PER_SECOND = 137e12
# Operations per element: 0 for these, `_LONG_OPERATIONS` for `_LONG`, otherwise 1.
_NOTHING = frozenset(
    "bitcast broadcast constant get-tuple-element iota parameter tuple".split()
)
_LONG = frozenset(
    "atan2 cbrt cosine divide erf exponential exponential-minus-one log log-plus-one "
    "logistic power remainder rsqrt sine sqrt tan tanh".split()
)
_LONG_OPERATIONS = 10


def _shape_of(body: Computation, name: str) -> Array | None:
    shape = next(each.shape for each in body.instructions if each.name == name)
    return shape if isinstance(shape, Array) else None


def _products(each: Instruction, body: Computation) -> float:
    """Returns the number of multiplications of a product or a convolution: at most
    every element of the second operand meets every row of the result."""
    kernel = _shape_of(body, each.operands[1])
    assert isinstance(each.shape, Array)
    if kernel is None:
        return 0.0
    _, _, result = each.attributes.get("dim_labels", "").partition("->")
    features = each.shape.dimensions[result.index("f")] if "f" in result else 1
    return prod(each.shape.dimensions) * prod(kernel.dimensions) / max(1, features)


def seconds_of(each: Instruction, body: Computation, module: Module) -> float:
    """Returns the estimated seconds of an instruction of `body`."""
    if each.opcode in _NOTHING:
        return 0.0
    if each.opcode == "fusion":
        called = module.computations.get("".join(each.called("calls")))
        inner = called.instructions if called else []
        return sum(seconds_of(one, called, module) for one in inner if called)
    if each.opcode in ("convolution", "dot"):
        return 2 * _products(each, body) / _FLOPS_PER_SECOND
    elements = sum(prod(array.dimensions) for array in arrays(each.shape))
    for name in each.operands if each.opcode.startswith("reduce") else ():
        shape = _shape_of(body, name)
        elements = max(elements, prod(shape.dimensions) if shape else 0)
    operations = _LONG_OPERATIONS if each.opcode in _LONG else 1
    return elements * operations / _LANE_OPERATIONS_PER_SECOND
