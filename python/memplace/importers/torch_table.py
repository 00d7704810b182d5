"""Ops of PyTorch that torch-mlir lowers correctly.

A line of TABLE lists an op, the element kinds that its operands may have, and the
optional arguments honoured by the lowering. PyTorch's own rules decompose an op without
a line, with another element kind, or with a value other than the default for another
optional argument. Without a rule, the op is refused.
benchmarks/conformance/torch_opinfo.py checks the lines with PyTorch's own operator
samples.
"""

from typing import Any

from memplace.importers.torch_rewriting import bind, tensors_of

# Element kinds: f floats, i signed integers, u unsigned integers, b booleans, c complex
# numbers. Optional arguments about devices or memory layout have no effect.
IGNORED_ARGUMENTS = ("layout", "device", "pin_memory", "memory_format", "non_blocking")
EVERYTHING = "fiubc"
UNARY = """
acos acosh asin asinh atan atanh cos cosh erf exp expm1 log log10 log1p log2 rsqrt
sigmoid sin sinh sqrt tan tanh
"""
MOVES = """
aten.alias.default aten.clone.default aten.detach.default aten.expand.default
aten.flip.default aten.lift_fresh_copy.default aten.permute.default
aten.reshape.default aten.select.int aten.squeeze.default aten.squeeze.dim
aten.t.default aten.transpose.int aten.unsqueeze.default
aten.view.default aten._unsafe_view.default aten.broadcast_to.default
aten.slice.Tensor:dim,start,end,step aten.repeat.default
aten.cat.default:dim aten.stack.default:dim
aten.split_with_sizes.default:dim aten.split.Tensor:dim aten.unbind.int:dim
aten.constant_pad_nd.default:value aten.index_select.default aten.gather.default
aten.embedding.default:padding_idx aten.index.Tensor aten.select_scatter.default
aten.slice_scatter.default:dim,start,end,step aten.scatter.src
aten.where.self aten.diagonal.default:offset,dim1,dim2
aten.full.default:dtype aten.full_like.default:dtype aten.fill.Scalar
aten.zeros.default:dtype aten.ones.default:dtype aten.zeros_like.default:dtype
aten.ones_like.default:dtype aten.scalar_tensor.default:dtype
aten._to_copy.default:dtype aten.to.dtype prims.convert_element_type.default
aten.masked_fill.Scalar aten.tril.default:diagonal aten.triu.default:diagonal
"""
TABLE = """
aten.neg.default fi
aten.abs.default fi
aten.ceil.default fi
aten.floor.default fi
aten.trunc.default f
aten.round.default f
aten.relu.default fi
aten.gelu.default f
aten.silu.default f
aten.sign.default fi
aten.add.Tensor fi alpha
aten.add.Scalar fi alpha
aten.sub.Tensor fi alpha
aten.sub.Scalar fi alpha
aten.rsub.Scalar fi alpha
aten.mul.Tensor fibc
aten.mul.Scalar fi
aten.div.Tensor fib
aten.div.Scalar fib
aten.div.Tensor_mode i
aten.remainder.Tensor fi
aten.remainder.Scalar fi
aten.atan2.default fi
aten.pow.Tensor_Scalar f
aten.pow.Tensor_Tensor f
aten.maximum.default fi
aten.minimum.default fi
aten.clamp.default fi min max
aten.clamp.Tensor fi min max
aten.clamp_min.default fi
aten.clamp_max.default fi
aten.hardtanh.default f min_val max_val
aten.eq.Tensor fib
aten.ne.Tensor fib
aten.lt.Tensor fi
aten.le.Tensor fi
aten.gt.Tensor fi
aten.ge.Tensor fi
aten.eq.Scalar fib
aten.ne.Scalar fib
aten.lt.Scalar fib
aten.le.Scalar fib
aten.gt.Scalar fib
aten.ge.Scalar fib
aten.isnan.default fb
aten.isinf.default fb
aten.logical_and.default fib
aten.logical_or.default fib
aten.logical_xor.default fib
aten.logical_not.default fib
aten.bitwise_and.Tensor ib
aten.bitwise_or.Tensor ib
aten.bitwise_xor.Tensor ib
aten.bitwise_and.Scalar ib
aten.bitwise_not.default ib
aten.bitwise_left_shift.Tensor i
aten.bitwise_right_shift.Tensor i
aten.__lshift__.Scalar i
aten.__rshift__.Scalar i
aten.sum.default fib dtype
aten.sum.dim_IntList fib keepdim dtype
aten.mean.default f dtype
aten.mean.dim f keepdim dtype
aten.prod.default fi dtype
aten.prod.dim_int fi keepdim dtype
aten.amax.default fi dim keepdim
aten.amin.default fi dim keepdim
aten.max.default fi
aten.min.default fi
aten.max.dim fi keepdim
aten.min.dim fi keepdim
aten.argmax.default fi dim keepdim
aten.argmin.default fi dim keepdim
aten.any.default b
aten.any.dim b keepdim
aten.any.dims b dim keepdim
aten.all.default b
aten.all.dim b keepdim
aten.var.correction f dim correction keepdim
aten.var_mean.correction f dim correction keepdim
aten.std.correction f dim correction keepdim
aten.linalg_vector_norm.default f ord dim keepdim dtype
aten.cumsum.default fi dtype
aten.cumprod.default fi dtype
aten.sort.default fi dim descending
aten.topk.default fi dim largest sorted
aten.kthvalue.default fi dim keepdim
aten.mm.default fi
aten.bmm.default fi
aten.matmul.default f
aten.convolution.default f
aten.convolution_backward.default f
aten.max_pool2d_with_indices.default fi stride padding dilation ceil_mode
aten.max_pool3d_with_indices.default fi stride padding dilation ceil_mode
aten.max_pool2d_with_indices_backward.default fi
aten.avg_pool1d.default f stride padding ceil_mode count_include_pad
aten.avg_pool2d.default f stride padding ceil_mode count_include_pad divisor_override
aten.avg_pool3d.default f stride padding ceil_mode count_include_pad divisor_override
aten._adaptive_avg_pool2d.default f
aten.adaptive_max_pool2d.default fi
aten._softmax.default fb
aten._log_softmax.default fb
aten.native_layer_norm.default f
aten.native_group_norm.default f
aten.index_put.default fiub accumulate
aten.scatter_add.default fi
aten.scatter_reduce.two fi
aten.upsample_nearest2d.default f scales_h scales_w
aten.upsample_nearest2d.vec f
aten.upsample_bilinear2d.vec f
aten.arange.start_step fi step dtype
aten.view_as_real.default fc
aten.view_as_complex.default fc
aten.complex.default fc
aten.real.default fc
aten.imag.default fc
aten.fft_rfft.default fc n dim
aten.fft_fft.default fc n dim
"""


def parse() -> dict[str, tuple[str, set[str]]]:
    """Returns, by op, the supported element kinds and optional arguments."""
    table = {f"aten.{name}.default": ("fib", set[str]()) for name in UNARY.split()}
    for word in MOVES.split():
        label, _, arguments = word.partition(":")
        table[label] = (EVERYTHING, {word for word in arguments.split(",") if word})
    for line in TABLE.strip().splitlines():
        label, kinds, *arguments = line.split()
        table[label] = (kinds, set(arguments))
    return table


SUPPORTED = parse()
MOVED = {word.partition(":")[0] for word in MOVES.split()}


def kind_of(dtype: Any) -> str:
    """Returns the letter of an element type; "?" for an unsupported type."""
    if dtype.is_complex:
        return "c"
    if dtype.is_floating_point:
        return "f" if dtype.itemsize > 1 else "?"
    if str(dtype) == "torch.bool":
        return "b"
    return {True: "i", False: "u"}[dtype.is_signed] if dtype.itemsize else "?"


def find_objection(node: Any) -> str | None:
    """Returns the part of a node that torch-mlir's lowering does not honour.

    "" stands for the op as a whole; None means that the lowering is correct.
    """
    label = str(node.target)
    if label not in SUPPORTED:
        return ""
    kinds, supported = SUPPORTED[label]
    operands = [tensor.dtype for tensor in tensors_of((node.args, node.kwargs))]
    # Results may also be indices or booleans.
    results = [tensor.dtype for tensor in tensors_of(node)]
    for dtype in [*operands, *(one for one in results if kind_of(one) not in "ib")]:
        if kind_of(dtype) not in kinds:
            return f"elements of {str(dtype).removeprefix('torch.')}"
    for argument, value in bind(node):
        is_optional = argument.has_default_value()
        if (
            not is_optional
            or argument.name in supported
            or argument.name in IGNORED_ARGUMENTS
        ):
            continue
        if value != argument.default_value:
            return f"the argument '{argument.name}' = {value}"
    return None
