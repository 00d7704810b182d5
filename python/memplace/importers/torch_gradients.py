"""Gradients of grouped convolutions in PyTorch's ops, as convolutions that torch-mlir has.

torch-mlir lowers `aten.convolution_backward` of one group only. Both gradients of a
grouped convolution are grouped convolutions themselves, with as many groups, so that a
depthwise one of hundreds of channels stays one op each.
"""

from typing import Any

Tensor = Any
"""A torch.Tensor; torch is imported by those who have it."""


def is_grouped_gradient(node: Any, torch: Any) -> bool:
    """Returns whether a node of a graph is the gradient of a grouped convolution."""
    backward = torch.ops.aten.convolution_backward.default
    return bool(node.target == backward and node.args[9] > 1)


def grouped_gradient(
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
