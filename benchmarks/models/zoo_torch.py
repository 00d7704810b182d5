# ===- zoo_torch.py - Networks of PyTorch's packages -------------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Networks of torchvision, transformers and diffusers with random weights, by
torch.export: inference, or a training step with Adam."""

import importlib
import io
from typing import Any

import torch
from memplace.importers import (
    linalg_to_memref,
    pytorch_to_linalg,
    stablehlo_to_linalg,
)
from memplace.execution import RunOptions, list_arguments
from torch import nn
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.fx.experimental.proxy_tensor import make_fx
from torchvision.ops import StochasticDepth
from zoo_numbers import draw, draw_input
from zoo_row import Imported, Network

RATE, FADING, SQUARE_FADING, EPSILON = 1e-3, 0.9, 0.999, 1e-8


class Inference(nn.Module):
    """A network with one chosen result, as tensors."""

    def __init__(self, model: nn.Module, result: str | None) -> None:
        super().__init__()
        self.model = model
        self.result = result

    def forward(self, *inputs: Any, **named: Any) -> Any:
        """Returns the network's result."""
        outputs = self.model(*inputs, **named)
        if self.result is None:
            return outputs
        if isinstance(outputs, dict):
            return outputs[self.result]
        return getattr(outputs, self.result)


class Step(nn.Module):
    """A training step: forward, backward, Adam in the middle of its run. Traced, since
    torch.export has no gradients in a program."""

    def __init__(
        self, model: Inference, inputs: tuple[Any, ...], named: dict[str, Any]
    ) -> None:
        super().__init__()
        # Tracing gradients of an unexported network would meet conditions on numbers.
        self.model = torch.export.export(
            model, inputs[1:], named, strict=False
        ).module()
        self.names = list(named)
        self.first, self.second = nn.ParameterList(), nn.ParameterList()
        for number, parameter in enumerate(self.model.parameters()):
            for name, means in (("first", self.first), ("second", self.second)):
                mean = torch.from_numpy(
                    draw(f"{name}.{number}", tuple(parameter.shape))
                )
                mean = mean.to(parameter.dtype)
                means.append(nn.Parameter(mean, requires_grad=False))
        # The default attention has no gradient that torch-mlir supports.
        with sdpa_kernel(SDPBackend.MATH):
            self.graph = make_fx(self.update)(*self.state(), *inputs, *named.values())

    def state(self) -> list[Any]:
        """Returns the arguments of the graph before the inputs."""
        weights = dict(self.model.named_parameters())
        means = [list(self.first), list(self.second)]
        return [weights, dict(self.model.named_buffers()), *means]

    def update(
        self,
        weights: Any,
        buffers: Any,
        first: Any,
        second: Any,
        labels: Any,
        *inputs: Any,
    ) -> Any:
        """Returns the loss, the updated weights and Adam's updated means."""
        count = len(inputs) - len(self.names)
        named = dict(zip(self.names, inputs[count:]))
        weights = {
            name: weight.detach().requires_grad_() for name, weight in weights.items()
        }
        logits = torch.func.functional_call(
            self.model, (weights, buffers), inputs[:count], named
        )
        loss = nn.functional.cross_entropy(logits.flatten(0, -2), labels.flatten())
        gradients = torch.autograd.grad(loss, list(weights.values()), allow_unused=True)
        updated = []
        for item in zip(weights.values(), gradients, first, second):
            if item[1] is not None:
                updated.append(adam(*[value.detach() for value in item]))
        return loss.detach(), updated

    def forward(self, *inputs: Any, **named: Any) -> Any:
        """Returns the results of `update`."""
        return self.graph(*self.state(), *inputs, *named.values())


def adam(weight: Any, gradient: Any, first: Any, second: Any) -> tuple[Any, Any, Any]:
    """Returns a weight and both of Adam's means after a step."""
    first = FADING * first + (1 - FADING) * gradient
    second = SQUARE_FADING * second + (1 - SQUARE_FADING) * gradient**2
    return weight - RATE * first / (second.sqrt() + EPSILON), first, second


def tensor(name: str, description: list[Any]) -> torch.Tensor:
    """Returns the tensor that zoo.toml describes by a shape and, for integers, an
    exclusive upper limit."""
    shape, *limit = description
    return torch.from_numpy(draw_input(name, tuple(shape), *limit))


def widen(values: torch.Tensor) -> torch.Tensor:
    """Returns floating-point tensors in 64 bits, other values unchanged."""
    return values.double() if values.is_floating_point() else values


def build(kind: str, row: dict[str, Any]) -> nn.Module:
    """Returns the model of a row."""
    # TOML has no None.
    options = {
        name: None if value == "none" else value
        for name, value in row.get("options", {}).items()
    }
    if kind == "torchvision":
        package = importlib.import_module("torchvision.models" + row.get("package", ""))
        maker: Any = getattr(package, row["make"])
        # Classes download no weights; some functions would.
        return (
            maker(**options)
            if isinstance(maker, type)
            else maker(weights=None, **options)
        )
    if kind == "diffusers":
        return getattr(importlib.import_module("diffusers"), row["make"])(**options)
    transformers = importlib.import_module("transformers")
    maker = getattr(transformers, row["make"])
    return maker(maker.config_class(**options))


def settle(module: nn.Module) -> None:
    """Sets the parameters, and the running statistics of batch norms."""
    with torch.no_grad():
        named = module.named_parameters(remove_duplicate=False)
        for name, value in [*named, *module.named_buffers()]:
            is_known = isinstance(value, nn.Parameter) or "running_" in name
            if is_known and value.is_floating_point():
                value.copy_(torch.from_numpy(draw(name, tuple(value.shape))))


def keep_all(module: nn.Module) -> None:
    """Disables random dropout in training: no other random generator reproduces
    PyTorch's choices."""
    for inner in module.modules():
        if isinstance(inner, (nn.Dropout, StochasticDepth)):
            inner.p = 0.0


def make(kind: str, row: dict[str, Any], is_wide: bool) -> Network:
    """Returns the network of a row of zoo.toml."""
    torch.manual_seed(0)
    torch.set_num_threads(1)
    module: nn.Module = Inference(build(kind, row), row.get("result")).eval()
    settle(module)
    keep_all(module)
    inputs = [
        tensor(f"input{number}", item)
        for number, item in enumerate(row.get("inputs", []))
    ]
    named = {name: tensor(name, item) for name, item in row.get("named", {}).items()}
    if is_wide:
        module = module.double()
        inputs = [widen(item) for item in inputs]
        named = {name: widen(item) for name, item in named.items()}
    if row.get("training"):
        if not row.get("evaluating"):
            module.train()
        with torch.no_grad():
            shape = module(*inputs, **named).shape
        inputs.insert(0, tensor("labels", [shape[:-1], shape[-1]]))
        module = Step(module, tuple(inputs), named)
    return network(module, inputs, named)


def network(module: nn.Module, inputs: list[Any], named: dict[str, Any]) -> Network:
    """Returns a module with its inputs."""

    def bring_in() -> Imported:
        program = torch.export.export(module, tuple(inputs), named, strict=False)
        file = io.BytesIO()
        torch.export.save(program, file)
        text, source, weights = pytorch_to_linalg(file.getvalue(), "<pt2>")
        if source == "stablehlo":
            text = stablehlo_to_linalg(text, "<stablehlo of pt2>")
        linalg = text
        text = linalg_to_memref(linalg, "<linalg of pt2>")
        names = [argument.name for argument in list_arguments(text, RunOptions())]
        own = {
            item.arg.name: value
            for item, value in zip(
                [
                    i
                    for i in program.graph_signature.input_specs
                    if i.kind.name == "USER_INPUT"
                ],
                [*inputs, *named.values()],
            )
        }
        arrays: dict[int, Any] = {}
        for place, name in enumerate(names):
            if name in weights:
                arrays[place] = weights[name]
            elif name in own:
                arrays[place] = own[name].numpy()
        results = [
            place for place, name in enumerate(names) if name.split("[")[0] == "result"
        ]
        return Imported(text, arrays, results, linalg)

    def expected() -> list[Any]:
        with torch.no_grad():
            outputs = module(*inputs, **named)
        leaves = torch.utils._pytree.tree_leaves(outputs)
        return [leaf.detach().numpy() for leaf in leaves if leaf is not None]

    return Network(bring_in, expected)
