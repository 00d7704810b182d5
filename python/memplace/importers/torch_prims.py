"""Rules for PyTorch's primitive ops (`torch.ops.prims`).

PyTorch's decompositions produce these ops. Each rule expresses a primitive op by ops of
ATen, which torch-mlir lowers or another rule replaces.
"""

import functools
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from memplace.importers.torch_rewriting import Rule

aten, prims = torch.ops.aten, torch.ops.prims
# Primitive ops that have the same name and arguments in `torch`.
SAME = """
abs acos acosh asin asinh atan atan2 atanh bitwise_and bitwise_not bitwise_or
bitwise_xor ceil clone cos cosh digamma eq erf erfc exp exp2 expm1 floor fmax fmin
fmod ge gt gcd hypot igamma igammac le lgamma log log10 log1p log2 lt maximum
minimum mul ne neg nextafter pow reciprocal remainder round rsqrt sign signbit sin sinh sqrt sub tan
tanh trunc where
"""


def broadcast(a: Tensor, shape: Sequence[int], dims: Sequence[int]) -> Tensor:
    """`broadcast_in_dim`: dimension i of `a` becomes dimension `dims[i]` of the result.
    Elements repeat along the other dimensions."""
    for dim in range(len(shape)):
        if dim not in dims:
            a = a.unsqueeze(dim)
    return a.expand(shape)


def count(length: int, *, start: int, step: int, dtype: Any, **_: Any) -> Tensor:
    """`iota`: `length` numbers from `start` in steps of `step`."""
    return torch.arange(start, start + length * step, step, dtype=dtype)


def divide(left: Any, right: Any) -> Tensor:
    """`div`. Quotients of integers are rounded towards 0."""
    if torch.result_type(left, right).is_floating_point:
        return torch.true_divide(left, right)
    return torch.div(left, right, rounding_mode="trunc")


def reduce(op: Any, source: Tensor, dims: Sequence[int], **options: Any) -> Tensor:
    """Reduces along the dimensions `dims` by `op`. The option `output_dtype` is the
    element type of the result; without it, `op` decides."""
    kind = options.get("output_dtype")
    if kind is None:
        return op(source, dims)
    return op(source, dims, dtype=kind)


def product(source: Tensor, dims: Sequence[int], *, output_dtype: Any = None) -> Tensor:
    """`prod` along the dimensions `dims`. ATen's op takes a single dimension."""
    for dim in sorted(dims, reverse=True):
        source = torch.prod(source, dim, dtype=output_dtype)
    return source


def variance(source: Tensor, dims: Sequence[int], correction: float = 1) -> Tensor:
    """`var` along the dimensions `dims`. The divisor is the number of elements minus
    `correction`."""
    return torch.var(source, list(dims), correction=correction)


def filled(shape: Sequence[int], value: Any, *, dtype: Any, **_: Any) -> Tensor:
    """`full`: a tensor of equal numbers."""
    return torch.full(list(shape), value, dtype=dtype)


def filled_like(a: Tensor, value: Any, *, dtype: Any, **_: Any) -> Tensor:
    """`full_like`: equal numbers in the shape of `a`."""
    return torch.full(list(a.shape), value, dtype=dtype)


def undefined(shape: Sequence[int], *_: Any, dtype: Any, **__: Any) -> Tensor:
    """`empty` and its variants. PyTorch leaves the elements undefined; here, all are
    0."""
    return torch.zeros(list(shape), dtype=dtype)


def copied(a: Tensor, b: Tensor) -> Tensor:
    """`copy_to`: returns `b` with the element type and the shape of `a`."""
    return b.to(a.dtype).expand(a.shape).clone()


def rules() -> dict[Any, Rule]:
    """Returns the rules by primitive op."""
    same = {
        getattr(prims, name).default: getattr(torch, name)
        for name in SAME.split()
    }
    return same | {
        prims.add.default: torch.add,
        prims.amax.default: functools.partial(reduce, torch.amax),
        prims.amin.default: functools.partial(reduce, torch.amin),
        prims.bessel_i0.default: torch.i0,
        prims.broadcast_in_dim.default: broadcast,
        prims.cat.default: torch.cat,
        prims.copy_to.default: copied,
        prims.div.default: divide,
        prims.empty.default: undefined,
        prims.empty_permuted.default: undefined,
        prims.empty_strided.default: undefined,
        prims.full.default: filled,
        prims.full_like.default: filled_like,
        prims.iota.default: count,
        prims.prod.default: product,
        prims.reshape.default: torch.reshape,
        prims.rev.default: torch.flip,
        prims.shift_left.default: torch.bitwise_left_shift,
        prims.shift_right_arithmetic.default: torch.bitwise_right_shift,
        prims.sum.default: functools.partial(reduce, torch.sum),
        prims.transpose.default: torch.permute,
        prims.var.default: variance,
        prims.view_of.default: torch.clone,
    }
