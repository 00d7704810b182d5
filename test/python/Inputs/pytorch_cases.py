"""Writes programs of torch.export: pytorch_cases.py FOLDER. For importable programs
also writes inputs and PyTorch's results, NAME.in.npz and NAME.out.npz."""

import sys
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.fx.experimental.proxy_tensor import make_fx


class Statistics(nn.Module):
    """Changes a buffer; has an unused parameter, and a parameter of 16 bits."""

    def __init__(self) -> None:
        super().__init__()
        self.norm = nn.BatchNorm1d(4)
        self.unused = nn.Parameter(torch.zeros(3))
        self.small = nn.Parameter(torch.arange(4).to(torch.bfloat16))

    def forward(self, x):
        return self.norm(x) + self.small.to(torch.float32)


class Sorts(nn.Module):
    """Ops of torch-mlir's own, and an op with a rule in PyTorch."""

    def forward(self, x, places):
        values, order = torch.topk(x, 3)
        counts = torch.zeros(4, 8).scatter_add(1, places, values)
        total = torch.ops.aten.silu_backward(values, values).cumsum(-1)
        equal = torch.sort(places, dim=-1, stable=True)[1]
        return {"values": total, "order": order + equal, "counts": counts}


class Gradients(nn.Module):
    """Gradients of a depthwise convolution that drops the last column, of a grouped
    convolution, of a transposed convolution, of an average over windows beyond the end,
    and of another size. Traced first, since torch.export has no gradients.
    """

    def __init__(self, *arguments) -> None:
        super().__init__()
        self.graph = make_fx(torch.func.grad(self.loss, (0, 1, 2, 3)))(*arguments)

    @staticmethod
    def loss(x, depthwise, grouped, transposed):
        y = nn.functional.conv2d(x, depthwise, stride=2, groups=4)
        y = nn.functional.conv2d(y, grouped, padding=2, dilation=2, groups=2)
        y = nn.functional.conv_transpose2d(y, transposed, stride=2, groups=2)
        y = nn.functional.avg_pool2d(y, 3, 2, 1, ceil_mode=True)
        y = nn.functional.interpolate(y, size=(7, 2), mode="bilinear")
        y = nn.functional.adaptive_avg_pool2d(y, (4, 2))
        return (y * y * y).mean()

    def forward(self, *arguments):
        return dict(enumerate(self.graph(*arguments)))


class Scattered(nn.Module):
    """torch-mlir crashes on a dimension counted from the end."""

    def forward(self, x, places):
        return torch.zeros(4, 8).scatter(-1, places, x)


class Spectrum(nn.Module):
    """Magnitudes of complex numbers, some with infinite squares, and some 0."""

    def forward(self, x):
        zeros = torch.fft.rfft(x * 0).abs()
        return torch.fft.rfft(x * 1e25).abs() * 1e-25 + zeros


class Corners(nn.Module):
    """Unsigned integers, negative indices, NaN, and scatters of all kinds; torch-mlir
    alone computes each differently."""

    def forward(self, x, bytes_, places):
        scattered = [
            x.scatter_reduce(0, places, x.flip(0), mode, include_self=include)
            for mode in ("sum", "prod", "mean", "amax", "amin")
            for include in (False, True)
        ]
        indices = places - 4
        put = [
            x.index_put((indices,), x.new_ones(4), accumulate=accumulate)
            for accumulate in (False, True)
        ]
        nan = [
            torch.maximum(x, x.flip(0)),
            x.clamp(-1, 1),
            torch.sort(x, descending=True)[0],
            *x.max(0),
            *x.min(0),
            x.argmax(),
            torch.relu(x),
            nn.functional.threshold(x, 0.1, 3.0),
            x.median(),
            nn.functional.max_pool1d(x[None, None], 2),
        ]
        unsigned = [
            torch.topk(bytes_, 2)[0],
            torch.sort(bytes_)[0],
            bytes_.max(),
            bytes_ > bytes_.flip(0),
            bytes_ // 3,
            bytes_ * bytes_,
            bytes_.sum(),
            bytes_.float(),
            nn.functional.max_pool2d(bytes_.reshape(1, 1, 2, 2), 2),
        ]
        whole = [indices // 3, indices % 3, indices**3, torch.fmod(indices, 3)]
        close = [x == 0.1, torch.isclose(x, x, equal_nan=True), 1 / (x * 0)]
        filled = [x.index_fill(0, indices, 7.0), x[indices]]
        square = indices.reshape(2, 2)
        truncated = [torch.addbmm(square, square[None], square[None], beta=1.5, alpha=2.5)]
        made = scattered + put + nan + unsigned + whole + close + filled + truncated
        return {str(number): one for number, one in enumerate(made)}


class Drawn(nn.Module):
    def forward(self, x):
        return x + torch.rand(4)


class Dropped(nn.Module):
    """Attention with dropout; torch-mlir draws numbers of its own."""

    def forward(self, x):
        return nn.functional.scaled_dot_product_attention(x, x, x, dropout_p=0.5)


class Logarithms(nn.Module):
    """PyTorch decomposes the second result into the wrong numbers."""

    def forward(self, x):
        return torch.ops.aten._scaled_dot_product_flash_attention_for_cpu(x, x, x)


class Complex(nn.Module):
    def forward(self, x):
        return torch.view_as_real(torch.view_as_complex(x) + 1)


class Unknown(nn.Module):
    def forward(self, x):
        return torch.linalg.svdvals(x)


class Weighted(nn.Module):
    def __init__(self, weights) -> None:
        super().__init__()
        self.w = nn.Parameter(torch.tensor(weights))

    def forward(self, x):
        return x * self.w


class Scaled(nn.Module):
    def forward(self, x, by: float):
        return x * by


def save(name, module, *arguments, expected=True, **options):
    """Writes one program, and its arrays if they are `expected` and all arguments are
    tensors."""
    program = torch.export.export(module, arguments, **options)
    torch.export.save(program, folder / f"{name}.pt2")
    if options or not expected or not all(isinstance(item, torch.Tensor) for item in arguments):
        return
    names = [
        item.arg.name
        for item in program.graph_signature.input_specs
        if item.kind.name == "USER_INPUT"
    ]
    arrays = {label: item.numpy() for label, item in zip(names, arguments)}
    np.savez(folder / f"{name}.in.npz", **arrays)
    result = module(*arguments)
    results = list(result.values()) if isinstance(result, dict) else [result]
    labels = [f"result[{i}]" for i in range(len(results))]
    labels = ["result"] if len(results) == 1 else labels
    outputs = {label: item.detach().numpy() for label, item in zip(labels, results)}
    np.savez(folder / f"{name}.out.npz", **outputs)


folder = Path(sys.argv[1])
torch.manual_seed(0)
places = torch.randint(0, 8, (4, 3))
save("statistics", Statistics(), torch.randn(5, 4))
save("sorts", Sorts(), torch.randn(4, 8), places)
save("scattered", Scattered(), torch.randn(4, 3), places.argsort(-1))
convolved = [
    torch.randn(shape) / 8
    for shape in ((2, 4, 6, 8), (8, 1, 3, 3), (6, 4, 2, 2), (6, 2, 2, 1))
]
save("gradients", Gradients(*convolved), *convolved)
save("spectrum", Spectrum(), torch.randn(2, 8))
save(
    "corners",
    Corners(),
    torch.tensor([0.1, float("nan"), -2.0, 3.0]),
    torch.tensor([200, 3, 100, 255], dtype=torch.uint8),
    torch.tensor([0, 3, 0, 2]),
)
save("honoured", Complex(), torch.randn(4, 2))
save("drawn", Drawn(), torch.randn(4))
save("dropped", Dropped(), torch.randn(1, 2, 3, 4))
save("logarithms", Logarithms(), torch.randn(1, 2, 3, 4), expected=False)
save("unknown", Unknown(), torch.randn(4, 4))
save("nan", Weighted([1.0, float("nan")]), torch.randn(2))
save("scaled", Scaled(), torch.randn(2), 2.0)
batch = {0: torch.export.Dim("batch")}
save("dynamic", nn.Linear(4, 4), torch.randn(3, 4), dynamic_shapes=(batch,))
