"""Gradients that torch-mlir doesn't lower, as convolutions, which it does.

Of convolutions, it has those of one group that aren't transposed. Both gradients of a
grouped convolution are grouped convolutions themselves, with as many groups, so that a
depthwise one of hundreds of channels stays one op each. The gradient of an average over
windows is that of a depthwise convolution, too. An image in another size is a product
with two matrices, and so is its gradient.
"""

from typing import Any

Tensor = Any
"""A torch.Tensor; torch is imported by those who have it."""


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
    """Returns what `aten.convolution_backward` does, the gradients by the input, the
    weight and the bias, of those that `output_mask` wants."""
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
        # A transposed convolution is the same sum with its two ends exchanged.
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
    """Returns the gradient by the input, which has the given shape: `gradient` with as
    many zeros between its numbers as the stride skips, convolved with the weight turned
    around in space and, within each group, with inputs and outputs exchanged."""
    import torch

    dims = len(stride)
    widths: list[int] = []
    for dim in range(dims):
        gradient = spread(gradient, dim + 2, stride[dim])
        reach = dilation[dim] * (weight.shape[dim + 2] - 1)
        before = reach - padding[dim]
        # Input behind the last window has no gradient of its own.
        after = shape[dim + 2] + reach - before - gradient.shape[dim + 2]
        widths = [before, after, *widths]
    # `padding` may exceed the reach of a window; negative widths cut off.
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
    """Returns `tensor` with `stride` - 1 zeros between its numbers along a dimension."""
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
    """Returns the gradient by the weight: the input convolved with the output's gradient
    in place of a weight. What is summed over, the batch, becomes the channels, and the
    channels of a group the batch; stride and dilation change places."""
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
        # A stride that doesn't divide the input leaves places for a larger kernel.
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
    """Returns what `aten.avg_pool2d_backward` and its like do: the gradient by the input
    of a depthwise convolution with as many ones as a window has places, of the gradient
    divided by how many of them count."""
    import torch

    dims = len(kernel)
    stride, padding = (
        list(numbers) * (dims // len(numbers))
        for numbers in (stride or kernel, padding)
    )
    if source.dim() == dims + 1:  # There is no batch.
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


def window_sizes(
    gradient: Tensor,
    sizes: Any,
    kernel: list[int],
    stride: list[int],
    padding: list[int],
    count_include_pad: bool,
) -> Tensor:
    """Returns how many places of each window count, the same for all channels: those in
    the input, and in the padding if that counts, but none behind it, where windows
    reach if their number was rounded up."""
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
    """Returns what `aten.upsample_bilinear2d_backward` does."""
    rows, columns = (
        interpolation(
            gradient, output_size[dim], input_size[2 + dim], align_corners, scale
        )
        for dim, scale in enumerate((scale_rows, scale_columns))
    )
    return rows.transpose(0, 1).matmul(gradient.matmul(columns))


def adaptive_gradient(gradient: Tensor, source: Tensor) -> Tensor:
    """Returns what `aten._adaptive_avg_pool2d_backward` does."""
    rows, columns = (
        averages(gradient, gradient.shape[dim], source.shape[dim]) for dim in (-2, -1)
    )
    return rows.transpose(0, 1).matmul(gradient.matmul(columns))


def averages(like: Tensor, outputs: int, inputs: int) -> Tensor:
    """Returns the matrix of averages over windows as equal as may be: a row has the
    weights of the inputs from the first to the last one that the output touches."""
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
    """Returns the matrix of a linear interpolation: a row has the weights of an output's
    neighbours among the inputs, 1 less their distance."""
    import torch

    places = torch.arange(outputs, dtype=like.dtype)
    if align_corners:
        places = places * ((inputs - 1) / max(outputs - 1, 1))
    else:
        places = (places + 0.5) * (1 / scale if scale else inputs / outputs) - 0.5
    places = places.clamp(0, inputs - 1).unsqueeze(1)
    distance = (places - torch.arange(inputs, dtype=like.dtype)).abs()
    return (1 - distance).clamp(min=0)
