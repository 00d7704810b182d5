"""Rules that express PyTorch's primitive ops, which its own decompositions produce, by
ops of ATen."""

import functools
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from memplace.importers.torch_rewriting import Rule

aten, prims = torch.ops.aten, torch.ops.prims
# Ops with the same name and arguments in ATen.
SAME = """
abs acos acosh asin asinh atan atan2 atanh bitwise_and bitwise_not bitwise_or
bitwise_xor ceil clone cos cosh digamma eq erf erfc exp exp2 expm1 floor fmax fmin
fmod ge gt gcd hypot igamma igammac le lgamma log log10 log1p log2 lt maximum
minimum mul ne neg nextafter pow reciprocal remainder round rsqrt sign signbit sin sinh sqrt sub tan
tanh trunc where
"""


def broadcast(a: Tensor, shape: Sequence[int], dims: Sequence[int]) -> Tensor:
    """`broadcast_in_dim`."""
    for dim in range(len(shape)):
        if dim not in dims:
            a = a.unsqueeze(dim)
    return a.expand(shape)


def count(length: int, *, start: int, step: int, dtype: Any, **_: Any) -> Tensor:
    """`iota`."""
    return torch.arange(start, start + length * step, step, dtype=dtype)


def divide(left: Any, right: Any) -> Tensor:
    """`div`; integers are truncated."""
    if torch.result_type(left, right).is_floating_point:
        return torch.true_divide(left, right)
    return torch.div(left, right, rounding_mode="trunc")


def reduce(op: Any, source: Tensor, dims: Sequence[int], **options: Any) -> Tensor:
    """Reduces along some dimensions; the element type of the result is optional."""
    kind = options.get("output_dtype")
    if kind is None:
        return op(source, dims)
    return op(source, dims, dtype=kind)


def product(source: Tensor, dims: Sequence[int], *, output_dtype: Any = None) -> Tensor:
    """`prod` along some dimensions."""
    for dim in sorted(dims, reverse=True):
        source = torch.prod(source, dim, dtype=output_dtype)
    return source


def variance(source: Tensor, dims: Sequence[int], correction: float = 1) -> Tensor:
    """`var` along some dimensions."""
    return torch.var(source, list(dims), correction=correction)


def filled(shape: Sequence[int], value: Any, *, dtype: Any, **_: Any) -> Tensor:
    """`full`."""
    return torch.full(list(shape), value, dtype=dtype)


def filled_like(a: Tensor, value: Any, *, dtype: Any, **_: Any) -> Tensor:
    """`full_like`."""
    return torch.full(list(a.shape), value, dtype=dtype)


def undefined(shape: Sequence[int], *_: Any, dtype: Any, **__: Any) -> Tensor:
    """`empty` and its variants. The elements, undefined in PyTorch, are 0 here."""
    return torch.zeros(list(shape), dtype=dtype)


def copied(a: Tensor, b: Tensor) -> Tensor:
    """`copy_to`, which overwrites a whole tensor."""
    return b.to(a.dtype).expand(a.shape).clone()


def rules() -> dict[Any, Rule]:
    """Returns the rules of all primitive ops."""
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
