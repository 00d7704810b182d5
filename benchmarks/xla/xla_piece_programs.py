# ===- xla_piece_programs.py - Single ops, whole and in pieces ---------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Ops of the programs of benchmarks/problems/tpu, whole and in pieces, as JAX programs
named by `Part.function`. Each program has COPIES independent copies of its op, so that
XLA brings the operands of later copies into fast memory while earlier ones compute. All
arrays are bfloat16."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

COPIES = 8


@dataclass(frozen=True)
class Kind:
    """An op and its cuts.

    rows, features: of its result.
    along: the numbers of pieces along either.
    """

    rows: int
    features: int
    along: dict[str, tuple[int, ...]]


_TWO = (2, 4)
_THREE = (2, 4, 8)
# By name, like the functions below.
KINDS = {
    "residual_product": Kind(128, 768, {"rows": _TWO, "features": (2, 3)}),  # BERT
    "gelu_product": Kind(1024, 3072, {"rows": _TWO, "features": _TWO}),  # GPT-2
    "decoding_product": Kind(16, 8192, {"features": _THREE}),  # Llama
    "prefill_product": Kind(2048, 4096, {"rows": _TWO, "features": _TWO}),  # Llama
    "dense_layer": Kind(32, 4096, {"features": _THREE}),  # AlexNet
    "pointwise_convolution": Kind(8, 256, {"rows": _TWO, "features": (2,)}),  # ResNet
    "residual_sum": Kind(8, 256, {"rows": _THREE}),  # ResNet
    "softmax": Kind(96, 512, {"rows": _THREE}),  # BERT
}


@dataclass(frozen=True)
class Part:
    """One of several equal pieces of an op; a single piece is the whole op."""

    kind: str
    along: str
    pieces: int

    @property
    def function(self) -> str:
        """Name of its program in this module."""
        return f"{self.kind}__{self.along}__{self.pieces}"

    def sizes(self) -> tuple[int, int]:
        """Rows and features of the piece."""
        whole = KINDS[self.kind]
        rows, features = whole.rows, whole.features
        if self.along == "rows":
            return rows // self.pieces, features
        return rows, features // self.pieces


Op = tuple[Callable[..., Any], tuple[tuple[int, ...], ...]]


def _residual_product(rows: int, features: int) -> Op:
    shapes = ((rows, 3072), (3072, features), (features,), (rows, features))
    return lambda x, w, b, r: x @ w + b + r, shapes


def _gelu_product(rows: int, features: int) -> Op:
    from jax import nn

    shapes = ((rows, 768), (768, features), (features,))
    return lambda x, w, b: nn.gelu(x @ w + b), shapes


def _decoding_product(rows: int, features: int) -> Op:
    return lambda x, w: x @ w, ((rows, 2048), (2048, features))


def _prefill_product(rows: int, features: int) -> Op:
    return lambda x, w: x @ w, ((rows, 4096), (4096, features))


def _dense_layer(rows: int, features: int) -> Op:
    from jax import nn

    shapes = ((rows, 9216), (9216, features), (features,))
    return lambda x, w, b: nn.relu(x @ w + b), shapes


def _pointwise_convolution(rows: int, features: int) -> Op:
    from jax import lax, nn

    def op(x: Any, w: Any) -> Any:
        form = ("NHWC", "HWIO", "NHWC")
        return nn.relu(
            lax.conv_general_dilated(x, w, (1, 1), "SAME", dimension_numbers=form)
        )

    return op, ((rows, 14, 14, 1024), (1, 1, 1024, features))


def _residual_sum(rows: int, features: int) -> Op:
    from jax import nn

    shape = (rows, 56, 56, features)
    return lambda x, y: nn.relu(x + y), (shape, shape)


def _softmax(rows: int, features: int) -> Op:
    from jax import nn

    return lambda x: nn.softmax(x, axis=-1), ((rows, features, features),)


def operands_of(kind: str) -> int:
    """Returns the number of operands of the op, without its result."""
    return len(globals()[f"_{kind}"](*Part(kind, "rows", 1).sizes())[1])


def __getattr__(name: str) -> Callable[[], tuple[Callable[..., Any], Any]]:
    """Returns the maker of the program of a `Part`."""
    kind, _, rest = name.partition("__")
    along, _, pieces = rest.partition("__")
    if kind not in KINDS or not pieces.isdigit():
        raise AttributeError(name)

    def maker() -> tuple[Callable[..., Any], Any]:
        import jax
        import jax.numpy as jnp

        op, shapes = globals()[f"_{kind}"](*Part(kind, along, int(pieces)).sizes())

        def program(*operands: Any) -> list[Any]:
            count = len(shapes)
            return [
                op(*operands[each * count : (each + 1) * count])
                for each in range(COPIES)
            ]

        given = [jax.ShapeDtypeStruct(shape, jnp.bfloat16) for shape in shapes]
        return program, tuple(given * COPIES)

    return maker
