"""Gradients without a lowering in torch-mlir, expressed by ops that have a lowering.

torch-mlir lowers gradients of convolutions only for one group and no transposition.
Both gradients of a grouped convolution are grouped convolutions with the same number of
groups. So the gradient of a depthwise convolution with hundreds of channels stays a
single op. The gradient of an average pooling is the gradient of a depthwise
convolution. The gradient of a max pooling is a sum over the places in a window.
Resizing an image is a product with two matrices, and so is its gradient.
"""

from typing import Any

Tensor = Any
"""A torch.Tensor; torch is imported inside of functions, since it is optional."""


def convolution_gradient(
    gradient: Tensor,
    source: Tensor,
    weight: Tensor,
    bias_sizes: Any,
    stride: list[int],
    padding: list[int],
    dilation: list[int],
    transposed: bool,
    output_padding: list[int],
    groups: int,
    output_mask: list[bool],
) -> tuple[Tensor | None, Tensor | None, Tensor | None]:
    """Computes `aten.convolution_backward`.

    Returns the gradients by the input, the weight and the bias; None for each gradient
    that `output_mask` does not ask for.
    """
    import torch

    convolve = torch.ops.aten.convolution.default
    dims = weight.dim() - 2
    stride, padding, dilation = (
        list(numbers) * (dims // len(numbers))
        for numbers in (stride, padding, dilation)
    )
    by_source = by_weight = by_bias = None
    if output_mask[0] and transposed:
        none = [0] * dims
        by_source = convolve(
            gradient, weight, None, stride, padding, dilation, False, none, groups
        )
    elif output_mask[0]:
        by_source = gradient_by_source(
            gradient, source.shape, weight, stride, padding, dilation, groups
        )
    if output_mask[1]:
        # A transposed convolution is the same sum with input and output exchanged.
        ends = (gradient, source) if transposed else (source, gradient)
        sizes = weight.shape[2:]
        by_weight = gradient_by_weight(*ends, sizes, stride, padding, dilation, groups)
    if output_mask[2]:
        by_bias = gradient.sum([0, *range(2, 2 + dims)])
    return by_source, by_weight, by_bias


def gradient_by_source(
    gradient: Tensor,
    shape: Any,
    weight: Tensor,
    stride: list[int],
    padding: list[int],
    dilation: list[int],
    groups: int,
) -> Tensor:
    """Returns the gradient by the input, which has the given shape.

    `gradient`, with zeros inserted for the steps that the stride skips, is convolved
    with the weight. The weight is flipped in space, and inputs and outputs of each
    group are exchanged.
    """
    import torch

    dims = len(stride)
    widths: list[int] = []
    for dim in range(dims):
        gradient = spread(gradient, dim + 2, stride[dim])
        reach = dilation[dim] * (weight.shape[dim + 2] - 1)
        before = reach - padding[dim]
        # Input after the last window has a gradient of 0.
        after = shape[dim + 2] + reach - before - gradient.shape[dim + 2]
        widths = [before, after, *widths]
    # `padding` may exceed the reach of a window; negative widths crop.
    gradient = torch.constant_pad_nd(gradient, widths) if any(widths) else gradient
    outputs, inputs, *kernel = weight.shape
    turned = weight.reshape(groups, outputs // groups, inputs, *kernel).transpose(1, 2)
    turned = turned.reshape(groups * inputs, outputs // groups, *kernel)
    turned = turned.flip(list(range(2, 2 + dims)))
    one, none = [1] * dims, [0] * dims
    return torch.ops.aten.convolution.default(
        gradient, turned, None, one, none, dilation, False, none, groups
    )


def spread(tensor: Tensor, dim: int, stride: int) -> Tensor:
    """Inserts `stride` - 1 zeros between elements along a dimension."""
    import torch

    if stride == 1:
        return tensor
    sizes = list(tensor.shape)
    behind = [0, 0] * (len(sizes) - 1 - dim) + [0, stride - 1]
    tensor = torch.constant_pad_nd(tensor.unsqueeze(dim + 1), behind)
    sizes[dim] *= stride
    tensor = tensor.reshape(sizes)
    return tensor.narrow(dim, 0, sizes[dim] - stride + 1)


def gradient_by_weight(
    source: Tensor,
    gradient: Tensor,
    kernel: Any,
    stride: list[int],
    padding: list[int],
    dilation: list[int],
    groups: int,
) -> Tensor:
    """Returns the gradient by the weight: the input convolved with the output's
    gradient.

    The batch, the dimension of the sum, takes the role of the channels, and the
    channels of a group take the role of the batch. Stride and dilation are exchanged.
    """
    import torch

    dims = len(stride)
    batch, channels, *sizes = source.shape
    # [batch, group * channel] -> [channel, group * batch], and [output, batch].
    split = source.reshape(batch, groups, channels // groups, *sizes)
    space = list(range(3, 3 + dims))
    split = split.permute(2, 1, 0, *space)
    split = split.reshape(channels // groups, groups * batch, *sizes)
    result = torch.ops.aten.convolution.default(
        split,
        gradient.transpose(0, 1).contiguous(),
        None,
        dilation,
        padding,
        stride,
        False,
        [0] * dims,
        groups,
    )
    for dim, size in enumerate(kernel, 2):
        # If the stride doesn't divide the input, the result is larger than the kernel.
        result = result.narrow(dim, 0, size)
    return result.transpose(0, 1)


def average_gradient(
    gradient: Tensor,
    source: Tensor,
    kernel: list[int],
    stride: list[int],
    padding: list[int],
    ceil_mode: bool,
    count_include_pad: bool,
    divisor: int | None = None,
) -> Tensor:
    """Computes `aten.avg_pool2d_backward` and its variants for other dimensions.

    The result is the input gradient of a depthwise convolution with kernels of ones.
    The output gradient is first divided by the number of elements counted in each
    window.
    """
    import torch

    dims = len(kernel)
    stride, padding = (
        list(numbers) * (dims // len(numbers))
        for numbers in (stride or kernel, padding)
    )
    if source.dim() == dims + 1:  # No batch dimension.
        batched = (gradient.unsqueeze(0), source.unsqueeze(0))
        return average_gradient(
            *batched, kernel, stride, padding, ceil_mode, count_include_pad, divisor
        ).squeeze(0)
    channels = source.shape[1]
    if divisor is None:
        area = window_sizes(
            gradient, source.shape[2:], kernel, stride, padding, count_include_pad
        )
        gradient = gradient / area
    else:
        gradient = gradient / divisor
    ones = torch.ops.aten.full.default(
        [channels, 1, *kernel], 1.0, dtype=gradient.dtype
    )
    return gradient_by_source(
        gradient, source.shape, ones, stride, padding, [1] * dims, channels
    )


MAX_PLACES = 25
"""Largest window, in elements, for which `max_gradient` is a sum over places. For
larger windows, the gradients are scattered."""


def max_gradient(
    gradient: Tensor,
    source: Tensor,
    kernel: list[int],
    stride: list[int],
    padding: list[int],
    dilation: list[int],
    ceil_mode: bool,
    indices: Tensor,
) -> Tensor:
    """Computes `aten.max_pool2d_with_indices_backward`.

    The result is a sum with one term for each place in a window: the gradients of the
    windows whose maximum is at this place, moved there. The last place comes first, so
    that each element adds its windows in PyTorch's order.
    """
    import torch

    kernel, stride, padding, dilation = (
        list(numbers) * (2 // len(numbers))
        for numbers in (kernel, stride or kernel, padding, dilation)
    )
    if kernel[0] * kernel[1] > MAX_PLACES:
        flat = torch.zeros_like(source).flatten(-2)
        flat = flat.scatter_add(-1, indices.flatten(-2), gradient.flatten(-2))
        return flat.reshape(source.shape)
    total = None
    for row in reversed(range(kernel[0])):
        for column in reversed(range(kernel[1])):
            first = [
                place * step - pad
                for place, step, pad in zip((row, column), dilation, padding)
            ]
            part = gradient_at(gradient, source.shape, first, stride, indices)
            total = part if total is None else total + part
    return total


def gradient_at(
    gradient: Tensor, shape: Any, first: list[int], stride: list[int], indices: Tensor
) -> Tensor:
    """Returns a term of `max_gradient`: the gradients of windows with the maximum at a
    place.

    `first` is the row and column of this place in the first window; `shape` is the shape
    of the result.
    """
    import torch

    outer = len(shape) - 2
    rows, columns = (
        torch.arange(gradient.shape[outer + dim]) * stride[dim] + first[dim]
        for dim in range(2)
    )
    number = rows.unsqueeze(1) * shape[-1] + columns
    part = torch.where(indices == number, gradient, torch.zeros_like(gradient))
    widths: list[int] = []
    for dim in range(2):
        part = spread(part, outer + dim, stride[dim])
        # Negative widths crop: a place in the padding is never the maximum.
        after = shape[outer + dim] - first[dim] - part.shape[outer + dim]
        widths = [first[dim], after, *widths]
    return torch.constant_pad_nd(part, widths) if any(widths) else part


def window_sizes(
    gradient: Tensor,
    sizes: Any,
    kernel: list[int],
    stride: list[int],
    padding: list[int],
    count_include_pad: bool,
) -> Tensor:
    """Returns the number of counted elements of each window, equal for all channels.

    Elements of the input count, and so does padding if `count_include_pad`. Elements
    after the padding, reached by windows in ceil mode, never count.
    """
    import torch

    aten = torch.ops.aten
    dims = len(kernel)
    counted = [
        size + 2 * pad if count_include_pad else size
        for size, pad in zip(sizes, padding)
    ]
    widths: list[int] = []
    for dim in range(dims):
        before = 0 if count_include_pad else padding[dim]
        reach = (gradient.shape[dim + 2] - 1) * stride[dim] + kernel[dim]
        widths = [before, reach - before - counted[dim], *widths]
    places = aten.full.default([1, 1, *counted], 1.0, dtype=gradient.dtype)
    places = torch.constant_pad_nd(places, widths)
    ones = aten.full.default([1, 1, *kernel], 1.0, dtype=gradient.dtype)
    none = [0] * dims
    return aten.convolution.default(
        places, ones, None, stride, none, [1] * dims, False, none, 1
    )


def bilinear_gradient(
    gradient: Tensor,
    output_size: list[int],
    input_size: list[int],
    align_corners: bool,
    scale_rows: float | None = None,
    scale_columns: float | None = None,
) -> Tensor:
    """Computes `aten.upsample_bilinear2d_backward`."""
    rows, columns = (
        interpolation(
            gradient, output_size[dim], input_size[2 + dim], align_corners, scale
        )
        for dim, scale in enumerate((scale_rows, scale_columns))
    )
    return rows.transpose(0, 1).matmul(gradient.matmul(columns))


def adaptive_gradient(gradient: Tensor, source: Tensor) -> Tensor:
    """Computes `aten._adaptive_avg_pool2d_backward`."""
    rows, columns = (
        averages(gradient, gradient.shape[dim], source.shape[dim]) for dim in (-2, -1)
    )
    return rows.transpose(0, 1).matmul(gradient.matmul(columns))


def averages(like: Tensor, outputs: int, inputs: int) -> Tensor:
    """Returns the matrix of averages over windows of nearly equal size.

    Row i has equal weights for the inputs that output i covers, fully or partly.
    """
    import torch

    number = torch.arange(outputs).unsqueeze(1)
    begin = (number * inputs) // outputs
    end = (number * inputs + inputs + outputs - 1) // outputs
    place = torch.arange(inputs)
    inside = torch.logical_and(place >= begin, place < end)
    return inside.to(like.dtype) / (end - begin).to(like.dtype)


def interpolation(
    like: Tensor, outputs: int, inputs: int, align_corners: bool, scale: float | None
) -> Tensor:
    """Returns the matrix of a linear interpolation.

    A row has the weights of the inputs next to an output: 1 minus the distance.
    """
    import torch

    places = torch.arange(outputs, dtype=like.dtype)
    if align_corners:
        places = places * ((inputs - 1) / max(outputs - 1, 1))
    else:
        places = (places + 0.5) * (1 / scale if scale else inputs / outputs) - 0.5
    places = places.clamp(0, inputs - 1).unsqueeze(1)
    distance = (places - torch.arange(inputs, dtype=like.dtype)).abs()
    return (1 - distance).clamp(min=0)
