"""Rules for PyTorch's ops that torch-mlir lowers incorrectly.

A rule is a function of an op's arguments that computes the op's results by other ops.
torch-mlir lowers these ops correctly. One of them may be the op itself, with other
arguments. An exception of a rule becomes a MemplaceError: the user's program has
arguments that the rule cannot express.
"""

import functools
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from memplace.importers import torch_gradients, torch_prims
from memplace.importers.torch_arithmetic import (
    compared,
    divide,
    gelu,
    is_close,
    power,
    reciprocal,
    rounded,
    sign,
    truncated_rest,
)
from memplace.importers.torch_rewriting import Rule, bind, tensors_of

aten, prims = torch.ops.aten, torch.ops.prims


def magnitude(numbers: Tensor) -> Tensor:
    """`abs`, also of complex numbers. The ratio of their parts is squared, since the
    square of a large part would overflow."""
    if not numbers.is_complex():
        return numbers.abs()
    parts = torch.view_as_real(numbers).abs()
    larger, smaller = parts.amax(-1), parts.amin(-1)
    ratio = smaller / torch.where(larger == 0, torch.ones_like(larger), larger)
    return larger * torch.sqrt(1 + ratio * ratio)


def pad(source: Tensor, widths: Sequence[int], value: Any = 0) -> Tensor:
    """`constant_pad_nd`. Slices replace negative widths, which linalg does not
    support."""
    for number in range(0, len(widths), 2):
        dim = source.dim() - 1 - number // 2
        before, after = min(widths[number], 0), min(widths[number + 1], 0)
        if before or after:
            source = source.narrow(dim, -before, source.shape[dim] + before + after)
    wider = [max(width, 0) for width in widths]
    return aten.constant_pad_nd.default(source, wider, value) if any(wider) else source


def from_front(self: Tensor, indices: Sequence[Tensor | None]) -> list[Tensor | None]:
    """Returns indices that all count from the front; None is a whole dimension. Raises
    ValueError for masks."""
    fixed: list[Tensor | None] = []
    for dim, index in enumerate(indices):
        if index is not None and index.dtype in (torch.bool, torch.uint8):
            raise ValueError("the number of elements that a mask selects depends on data")
        if index is not None:
            index = torch.where(index < 0, index + self.shape[dim], index)
        fixed.append(index)
    return fixed


def index_from_front(self: Tensor, indices: Sequence[Tensor | None]) -> Tensor:
    """`index`, also with negative indices."""
    return aten.index.Tensor(self, from_front(self, indices))


def put_from_front(
    self: Tensor,
    indices: Sequence[Tensor | None],
    values: Tensor,
    accumulate: bool = False,
) -> Tensor:
    """`index_put`, also with negative indices. A mask that is the only index becomes
    `where`, if all selected elements get the same value. Other masks: ValueError."""
    if accumulate and self.dtype == torch.bool:
        whole = self.to(torch.int32), indices, values.to(torch.int32), True
        return put_from_front(*whole).to(torch.bool)
    (mask, *others) = [index for index in indices if index is not None]
    if not others and mask.dtype == torch.bool:
        before = next(n for n, index in enumerate(indices) if index is not None)
        behind = self.dim() - before - mask.dim()
        mask = mask.reshape([1] * before + list(mask.shape) + [1] * behind)
        # `where` has the same value for all selected elements.
        while values.dim() > behind and values.shape[0] == 1:
            values = values.squeeze(0)
        if values.dim() <= behind:
            values = values.to(self.dtype)
            return torch.where(mask, self + values if accumulate else values, self)
    return aten.index_put.default(self, from_front(self, indices), values, accumulate)


def scatter_reduced(
    self: Tensor,
    dim: int,
    index: Tensor,
    src: Tensor,
    reduce: str,
    *,
    include_self: bool = True,
) -> Tensor:
    """`scatter_reduce`. Without `include_self`, the elements with updates first get the
    neutral element, and are then included."""
    if self.dim() == 0:
        one = [tensor.reshape(1) for tensor in (self, index, src)]
        return scatter_reduced(
            one[0], 0, one[1], one[2], reduce, include_self=include_self
        ).reshape([])
    src = fit(src, index)
    start = self
    if not include_self:
        first = first_of(reduce, self.dtype)
        start = aten.scatter.value(self, dim, index, first)
    if reduce in ("sum", "mean"):
        total = aten.scatter_add.default(start, dim, index, src)
        if reduce == "sum":
            return total
        return mean_of(self, total, dim, index, include_self)
    return aten.scatter_reduce.two(start, dim, index, src, reduce, include_self=True)


def fit(src: Tensor, index: Tensor) -> Tensor:
    """Returns the updates without the elements at the end of each dimension that have
    no index."""
    for dim, size in enumerate(index.shape):
        if src.shape[dim] != size:
            src = src.narrow(dim, 0, size)
    return src


def first_of(reduce: str, kind: Any) -> Any:
    """Returns the neutral element of a reduction of numbers of type `kind`."""
    if reduce in ("sum", "mean"):
        return 0
    if reduce == "prod":
        return 1
    if kind.is_floating_point:
        return float("-inf") if reduce == "amax" else float("inf")
    if kind == torch.bool:
        return reduce == "amin"
    limits = torch.iinfo(kind)
    return limits.min if reduce == "amax" else limits.max


def mean_of(
    self: Tensor, total: Tensor, dim: int, index: Tensor, include_self: bool
) -> Tensor:
    """Divides each scattered sum in `total` by its number of summands. Quotients of
    integers are rounded down."""
    start = torch.ones_like(self) if include_self else torch.zeros_like(self)
    ones = torch.ones_like(index, dtype=self.dtype)
    count = aten.scatter_add.default(start, dim, index, ones)
    count = torch.where(count < 1, torch.ones_like(count), count)
    if self.dtype.is_floating_point:
        return total / count
    return divide(total, count, rounding_mode="floor")


def scattered(op: Any, self: Tensor, dim: int, index: Tensor, src: Any) -> Tensor:
    """`scatter` and `scatter_add`, also of scalars, along a negative `dim`, and with
    more updates than indices. A number `src` becomes a tensor."""
    if self.dim() == 0:
        one = self.reshape(1)
        src = src.reshape(1) if isinstance(src, Tensor) else src
        return op(one, 0, index.reshape(1), src).reshape([])
    dim = dim + self.dim() if dim < 0 else dim
    if not isinstance(src, Tensor):
        src = torch.full_like(index, src, dtype=self.dtype)
        op = aten.scatter.src
    return op(self, dim, index, fit(src, index))


def scattered_by(
    self: Tensor, dim: int, index: Tensor, src: Any, *, reduce: str
) -> Tensor:
    """`scatter` with a `reduce` mode, by `scatter_reduce`."""
    if not isinstance(src, Tensor):
        src = torch.full_like(index, src, dtype=self.dtype)
    mode = {"add": "sum", "multiply": "prod"}[reduce]
    return scatter_reduced(self, dim, index, src, mode)


def strided(
    self: Tensor,
    size: Sequence[int],
    stride: Sequence[int],
    storage_offset: int | None = None,
) -> Tensor:
    """`as_strided`, by selecting elements of the storage. Raises ValueError for a view
    of another tensor, since the other elements of its storage are not available."""
    order = sorted(range(self.dim()), key=lambda d: (-self.stride(d), d))
    dense = self.permute(order)
    if not dense.is_contiguous() or self.storage_offset():
        raise ValueError("the tensor is a view of another one")
    places = torch.full([1] * len(size), storage_offset or 0, dtype=torch.int64)
    for dim, (count, step) in enumerate(zip(size, stride)):
        shape = [count if d == dim else 1 for d in range(len(size))]
        places = places + (torch.arange(count) * step).reshape(shape)
    flat = dense.reshape(-1)
    return aten.index_select.default(flat, 0, places.reshape(-1)).reshape(size)


def unfolded(self: Tensor, dimension: int, size: int, step: int) -> Tensor:
    """`unfold`: windows of `size` elements, `step` elements apart along a dimension.

    The result has a further dimension, the last, for the elements of a window.
    """
    if self.dim() == 0:
        return self.reshape(1)[:size] if size <= 1 else self.reshape(1)
    dimension = dimension % self.dim()
    count = (self.shape[dimension] - size) // step + 1
    places = torch.arange(count).unsqueeze(1) * step + torch.arange(size)
    windows = aten.index_select.default(self, dimension, places.reshape(-1))
    shape = list(self.shape)
    shape[dimension : dimension + 1] = [count, size]
    return windows.reshape(shape).movedim(dimension + 1, -1)


def with_limit(op: Any, *arguments: Any) -> Tensor:
    """`threshold` and its gradient. NaN counts as above the threshold."""
    if op == aten.threshold_backward.default:
        gradient, self, threshold = arguments
        return torch.where(self <= threshold, torch.zeros_like(gradient), gradient)
    self, threshold, value = arguments
    return torch.where(self <= threshold, torch.full_like(self, value), self)


def pooled(op: Any, self: Tensor, *arguments: Any, **options: Any) -> Any:
    """A pooling of an image without a batch dimension, as a batch of one image."""
    result = op(self.unsqueeze(0), *arguments, **options)
    if isinstance(result, tuple):
        return tuple(one.squeeze(0) for one in result)
    return result.squeeze(0)


def of_scalar(op: Any, self: Tensor, *_: Any, **__: Any) -> Any:
    """`max`, `min`, `sort` or `topk` of a scalar: returns the scalar and index 0."""
    return self.clone(), torch.zeros_like(self, dtype=torch.int64)


def rolled(self: Tensor, shifts: Sequence[int], dims: Sequence[int] = ()) -> Tensor:
    """`roll`: exchanges the first and the last part of each dimension. Without `dims`,
    rolls the flattened tensor."""
    if not dims:
        return rolled(self.reshape(-1), shifts, [0]).reshape(self.shape)
    for shift, dim in zip(shifts, dims):
        size = self.shape[dim] if self.dim() else 0
        shift = shift % size if size else 0
        if shift:
            last, first = (size - shift, shift), (0, size - shift)
            self = torch.cat([self.narrow(dim, *last), self.narrow(dim, *first)], dim)
    return self.clone()


def larger(left: Tensor, right: Tensor) -> Tensor:
    """`fmax`: the larger number. If one operand is NaN, the other operand."""
    return torch.where((left > right) | (right != right), left, right)


def smaller(left: Tensor, right: Tensor) -> Tensor:
    """`fmin`: the smaller number. If one operand is NaN, the other operand."""
    return torch.where((left < right) | (right != right), left, right)


def is_negative(number: Tensor) -> Tensor:
    """`signbit`. True for -0, whose reciprocal is negative."""
    if not number.dtype.is_floating_point:
        return number < 0
    return (number < 0) | ((number == 0) & (reciprocal(number) < 0))


def lerped(start: Tensor, end: Tensor, weight: Any) -> Tensor:
    """`lerp`, computed from the nearer end, as PyTorch does."""
    difference = end - start
    if not isinstance(weight, Tensor):
        if abs(weight) < 0.5:
            return start + weight * difference
        return end - difference * (1 - weight)
    near = start + weight * difference
    return torch.where(weight.abs() < 0.5, near, end - difference * (1 - weight))


def squeezed(self: Tensor, dims: Sequence[int]) -> Tensor:
    """`squeeze` of several dimensions, one after another."""
    for dim in sorted({dim % max(self.dim(), 1) for dim in dims}, reverse=True):
        self = aten.squeeze.dim(self, dim)
    return self


def added_products(
    self: Tensor, left: Tensor, right: Tensor, *, beta: Any = 1, alpha: Any = 1
) -> Tensor:
    """`addbmm`: `beta` times `self`, plus `alpha` times the sum of the products.

    PyTorch truncates the factors for integers, and ignores `self`, even NaN, for a
    `beta` of 0.
    """
    if not (self.is_floating_point() or self.is_complex()):
        beta, alpha = int(beta), int(alpha)
    product = torch.bmm(left, right).sum(0, dtype=self.dtype)
    product = product if alpha == 1 else alpha * product
    return product if beta == 0 else beta * self + product


def running_best(op: Any, self: Tensor, dim: int) -> Any:
    """`cummax` and `cummin`: the largest or smallest element so far, and its index.

    `op` is `>=` or `<=`. The index is that of the last of equal elements. NaN beats all
    numbers. Each step combines elements at a distance of 1, 2, 4, ...
    """
    if self.dim() == 0:
        return self.clone(), torch.zeros_like(self, dtype=torch.int64)
    size = self.shape[dim]
    shape = [size if d == dim % self.dim() else 1 for d in range(self.dim())]
    places = torch.arange(size).reshape(shape).expand(self.shape)
    step = 1
    while step < size:
        before, first = (one.narrow(dim, 0, size - step) for one in (self, places))
        after, last = (one.narrow(dim, step, size - step) for one in (self, places))
        takes = op(after, before) | (after != after)
        joined = torch.where(takes, after, before), torch.where(takes, last, first)
        self, places = (
            torch.cat([one.narrow(dim, 0, step), two], dim)
            for one, two in zip((self, places), joined)
        )
        step *= 2
    return self, places


def sorted_stably(
    self: Tensor, *, stable: bool | None, dim: int = -1, descending: bool = False
) -> Any:
    """`sort` with the argument `stable`, which has no effect: memplace's sort is always
    stable."""
    return aten.sort.default(self, dim, descending)


def kth_value(self: Tensor, k: int, dim: int = -1, keepdim: bool = False) -> Any:
    """`kthvalue`: the k-th smallest element and its index, with k from 1. NaN counts as
    the largest number."""
    if self.dim() == 0:
        return self.clone(), torch.zeros_like(self, dtype=torch.int64)
    values, places = aten.sort.default(self, dim, False)
    chosen = [one.narrow(dim, k - 1, 1) for one in (values, places)]
    return tuple(one if keepdim else one.squeeze(dim) for one in chosen)


def median(self: Tensor, dim: int = 0, keepdim: bool = False) -> Any:
    """`median` and its index: the lower of two middle elements. The result is NaN if
    some element is NaN."""
    if self.dim() == 0:
        return self.clone(), torch.zeros_like(self, dtype=torch.int64)
    values, places = aten.sort.default(self, dim, False)
    size = self.shape[dim]
    lower, last = (
        [one.narrow(dim, place, 1) for one in (values, places)]
        for place in ((size - 1) // 2, size - 1)
    )
    is_nan = last[0] != last[0]
    chosen = [torch.where(is_nan, two, one) for one, two in zip(lower, last)]
    return tuple(one if keepdim else one.squeeze(dim) for one in chosen)


def copied(self: Tensor, src: Tensor, non_blocking: bool = False) -> Tensor:
    """`copy`: returns `src` with the element type and the shape of `self`."""
    return src.to(self.dtype).expand(self.shape).clone()


def undefined(size: Sequence[int], *_: Any, dtype: Any = None, **__: Any) -> Tensor:
    """`empty` and its variants. PyTorch leaves the elements undefined; here, all are
    0."""
    return aten.full.default(list(size), 0, dtype=dtype or torch.get_default_dtype())


# Comparisons with a number. PyTorch rounds the number to the tensor's element type.
COMPARISONS = [
    getattr(aten, name).Scalar for name in ("lt", "le", "gt", "ge", "eq", "ne")
]
# Number of spatial dimensions, by pooling.
POOLS = {
    aten.max_pool2d_with_indices.default: 2,
    aten.max_pool3d_with_indices.default: 3,
    aten.avg_pool1d.default: 1,
    aten.avg_pool2d.default: 2,
    aten.avg_pool3d.default: 3,
    aten._adaptive_avg_pool2d.default: 2,
    aten._adaptive_avg_pool3d.default: 3,
    aten.adaptive_max_pool2d.default: 2,
    aten.adaptive_max_pool3d.default: 3,
}
# Ops that need a rule for scalars only.
OF_SCALARS = [aten.max.dim, aten.min.dim, aten.sort.default, aten.topk.default]
# Rules by op. `is_needed` says for which nodes of the op the rule applies.
RULES: dict[Any, Rule] = torch_prims.rules() | {
    aten.convolution_backward.default: torch_gradients.convolution_gradient,
    aten.avg_pool2d_backward.default: torch_gradients.average_gradient,
    aten.avg_pool3d_backward.default: torch_gradients.average_gradient,
    aten.max_pool2d_with_indices_backward.default: torch_gradients.max_gradient,
    aten._adaptive_avg_pool2d_backward.default: torch_gradients.adaptive_gradient,
    aten.upsample_bilinear2d_backward.default: torch_gradients.bilinear_gradient,
    aten.abs.default: magnitude,
    aten.constant_pad_nd.default: pad,
    aten.isclose.default: is_close,
    aten.gelu.default: gelu,
    aten.reciprocal.default: reciprocal,
    aten.sign.default: sign,
    aten.div.Tensor_mode: divide,
    aten.div.Scalar_mode: divide,
    aten.fmod.Tensor: truncated_rest,
    aten.fmod.Scalar: truncated_rest,
    aten.pow.Tensor_Tensor: power,
    aten.pow.Tensor_Scalar: power,
    aten.pow.Scalar: power,
    aten.index.Tensor: index_from_front,
    aten._unsafe_index.Tensor: index_from_front,
    aten.index_put.default: put_from_front,
    aten._unsafe_index_put.default: put_from_front,
    aten.scatter_reduce.two: scatter_reduced,
    aten.scatter.reduce: scattered_by,
    aten.scatter.value_reduce: scattered_by,
    aten.unfold.default: unfolded,
    aten.as_strided.default: strided,
    prims.as_strided.default: strided,
    aten.fmax.default: larger,
    aten.fmin.default: smaller,
    aten.exp2.default: functools.partial(aten.pow.Scalar, 2.0),
    aten.signbit.default: is_negative,
    aten.lerp.Scalar: lerped,
    aten.lerp.Tensor: lerped,
    aten.sort.stable: sorted_stably,
    aten.squeeze.dims: squeezed,
    aten.roll.default: rolled,
    prims.squeeze.default: squeezed,
    aten.addbmm.default: added_products,
    aten.cummax.default: functools.partial(running_best, torch.ge),
    aten.cummin.default: functools.partial(running_best, torch.le),
    aten.kthvalue.default: kth_value,
    aten.median.dim: median,
    aten.median.default: lambda self: median(self.reshape(-1))[0],
    aten.copy.default: copied,
    aten.empty.memory_format: undefined,
    aten.empty_strided.default: undefined,
    aten.empty_permuted.default: undefined,
    **{op: functools.partial(compared, op) for op in COMPARISONS},
    **{op: functools.partial(pooled, op) for op in POOLS},
    **{op: functools.partial(of_scalar, op) for op in OF_SCALARS},
    **{
        op: functools.partial(with_limit, op)
        for op in (aten.threshold.default, aten.threshold_backward.default)
    },
    **{
        op: functools.partial(scattered, op)
        for op in (aten.scatter.src, aten.scatter.value, aten.scatter_add.default)
    },
}


def is_needed(node: Any) -> bool:
    """Returns True if torch-mlir lowers a node incorrectly, so that it needs its rule.

    RULES must have a rule for the node's op. Tracing a rule takes time, so the importer
    applies only the rules that are needed.
    """
    values = {item.name: value for item, value in bind(node)}
    tensors = list(tensors_of(node.args))
    if node.target in OF_SCALARS:
        return bool(tensors[0].dim() == 0)
    if node.target in POOLS:
        return bool(tensors[0].dim() == POOLS[node.target] + 1)
    if node.target == aten.gelu.default:
        return bool(values["approximate"] == "tanh")
    if node.target == aten.abs.default:
        return bool(tensors[0].is_complex())
    if node.target == aten.constant_pad_nd.default:
        return any(width < 0 for width in values["pad"])
    if node.target == aten.convolution_backward.default:
        return bool(values["transposed"] or values["groups"] > 1)
    if node.target in COMPARISONS:
        number, kind = values["other"], tensors[0].dtype
        if torch.result_type(tensors[0], number) != kind:
            return True
        return bool(number == number and rounded(number, kind) != number)
    if node.target in (aten.div.Tensor_mode, aten.div.Scalar_mode):
        is_whole = not next(tensors_of(node)).dtype.is_floating_point
        return not (is_whole and values["rounding_mode"] == "trunc")
    if node.target in (aten.scatter.src, aten.scatter_add.default):
        self, index, src = tensors
        return self.dim() == 0 or values["dim"] < 0 or src.shape != index.shape
    return True
