#!/usr/bin/env python3
# ===- fit_steps.py - Training steps in a budget, by XLA without a GPU ------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Fits training steps into shares of their memory by memplace.jax.fit, compiles the plans
for an H200 ahead of time, and appends to a store the memory that XLA needs, the
predicted memory and the modelled time; beside it the memory with jax.checkpoint around
each layer. Needs the same as xla_schedules.py."""

import argparse
import datetime
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from xla_schedules import compile_text, find_chip  # Sets JAX's platform: first.

import jax
import jax.numpy as jnp
from gpu_models import append
from memplace.errors import InputError
from memplace.jax.fitting import Compiler, FittedFunction, fit_by

BF16, F32 = jnp.bfloat16, jnp.float32
Wrap = Callable[[Callable[..., Any]], Callable[..., Any]]


def shape(*extents: int) -> jax.ShapeDtypeStruct:
    """An array of f32."""
    return jax.ShapeDtypeStruct(extents, F32)


def normed(x: Any, gain: Any) -> Any:
    """Returns `x` of bf16, normalised to a mean square of 1."""
    wide = x.astype(F32)
    scale = jax.lax.rsqrt(jnp.square(wide).mean(-1, keepdims=True) + 1e-5)
    return (wide * scale * gain).astype(BF16)


def adam(loss: Callable[..., Any]) -> Callable[..., Any]:
    """Returns a step (parameters, m, v, count, x) -> (parameters, m, v, count, loss)."""

    def step(p: Any, m: Any, v: Any, count: Any, x: Any) -> Any:
        value, g = jax.value_and_grad(loss)(p, x)
        count = count + 1
        m = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, m, g)
        v = jax.tree.map(lambda v, g: 0.95 * v + 0.05 * g * g, v, g)
        scale = 1e-4 * jnp.sqrt(1 - 0.95**count) / (1 - 0.9**count)
        update = lambda p, m, v: p - scale * m / (jnp.sqrt(v) + 1e-8)
        return jax.tree.map(update, p, m, v), m, v, count, value

    return step


def attention(x: Any, qkv: Any) -> Any:
    """Returns causal attention with heads of 128."""
    q, k, v = (
        part.reshape(*x.shape[:2], -1, 128) for part in jnp.split(x @ qkv, 3, -1)
    )
    return jax.nn.dot_product_attention(q, k, v, is_causal=True).reshape(x.shape)


def gpt(wrap: Wrap) -> tuple[Callable[..., Any], Any, Any]:
    """12 layers of width 2048 in a scan, 0.69 B parameters, 16 sequences of 1024 tokens."""
    width, layers, vocabulary = 2048, 12, 32768

    def layer(x: Any, w: Any) -> Any:
        w = {name: a if a.ndim == 1 else a.astype(BF16) for name, a in w.items()}
        x = x + attention(normed(x, w["n1"]), w["qkv"]) @ w["out"]
        return x + jax.nn.gelu(normed(x, w["n2"]) @ w["up"]) @ w["down"]

    def loss(p: Any, tokens: Any) -> Any:
        x = p["embed"].astype(BF16)[tokens[:, :-1]] + p["position"].astype(BF16)
        x, _ = jax.lax.scan(lambda x, w: (wrap(layer)(x, w), None), x, p["layers"])
        logits = (normed(x, p["norm"]) @ p["embed"].astype(BF16).T).astype(F32)
        picked = jnp.take_along_axis(logits, tokens[:, 1:, None], -1)[..., 0]
        return (jax.nn.logsumexp(logits, -1) - picked).mean()

    sizes = {
        "qkv": (width, 3 * width),
        "out": (width, width),
        "up": (width, 4 * width),
        "down": (4 * width, width),
        "n1": (width,),
        "n2": (width,),
    }
    stacks = {name: shape(layers, *size) for name, size in sizes.items()}
    p = {"embed": shape(vocabulary, width), "position": shape(1024, width)}
    p |= {"layers": stacks, "norm": shape(width)}
    return adam(loss), p, jax.ShapeDtypeStruct((16, 1025), jnp.int32)


def mixture(wrap: Wrap) -> tuple[Callable[..., Any], Any, Any]:
    """8 layers of 8 experts each in a scan, 0.27 B parameters, 8192 tokens."""
    width, hidden, layers, experts = 1024, 2048, 8, 8

    def layer(x: Any, w: Any) -> Any:
        chosen = jax.nn.softmax((x @ w["router"].astype(BF16)).astype(F32))
        weight = jnp.where(chosen == chosen.max(-1, keepdims=True), chosen, 0)
        h = jnp.einsum("td,edh->teh", normed(x, 1.0), w["up"].astype(BF16))
        out = jnp.einsum("teh,ehd->ted", jax.nn.gelu(h), w["down"].astype(BF16))
        return x + (out * weight[..., None].astype(BF16)).sum(1)

    def loss(p: Any, x: Any) -> Any:
        x, _ = jax.lax.scan(lambda x, w: (wrap(layer)(x, w), None), x.astype(BF16), p)
        return jnp.square(x.astype(F32)).mean()

    p = {
        "router": shape(layers, width, experts),
        "up": shape(layers, experts, width, hidden),
        "down": shape(layers, experts, hidden, width),
    }
    return adam(loss), p, shape(8192, width)


def unet(wrap: Wrap) -> tuple[Callable[..., Any], Any, Any]:
    """A U-Net of four resolutions, not in a scan, 8 images of 256 x 256."""

    def block(x: Any, pair: Any) -> Any:
        for w in pair:
            numbers = ("NHWC", "HWIO", "NHWC")
            x = jax.nn.silu(
                jax.lax.conv_general_dilated(
                    x, w.astype(BF16), (1, 1), "SAME", dimension_numbers=numbers
                )
            )
        return x

    def loss(p: Any, x: Any) -> Any:
        x, kept = x.astype(BF16), []
        for pair in p["down"]:
            x = wrap(block)(x, pair)
            kept.append(x)
            x = x.reshape(x.shape[0], x.shape[1] // 2, 2, x.shape[2] // 2, 2, -1).mean((2, 4))
        for pair in p["up"]:
            x = jnp.repeat(jnp.repeat(x, 2, 1), 2, 2)
            x = wrap(block)(jnp.concatenate([x, kept.pop()], -1), pair)
        return jnp.square(x.astype(F32)).mean()

    widths = [4, 64, 128, 256, 512]
    down = [
        [shape(3, 3, a, b), shape(3, 3, b, b)] for a, b in zip(widths, widths[1:])
    ]
    up, width = [], widths[-1]
    for skip in reversed(widths[1:]):
        up.append([shape(3, 3, width + skip, skip), shape(3, 3, skip, skip)])
        width = skip
    return adam(loss), {"down": down, "up": up}, shape(8, 256, 256, 4)


STEPS = {"gpt": gpt, "mixture": mixture, "unet": unet}


class Ahead(Compiler):
    """Compiles for an absent H200."""

    def platform(self) -> str:
        return "cuda"

    def has_host(self) -> bool:
        return True

    def compile(self, function: Callable[..., Any], hosted: frozenset[int]) -> Any:
        lowered = self.jitted(function, hosted).lower(lowering_platforms=("cuda",))
        return Compiled(compile_text(lowered.as_text(), find_chip()))


class Compiled:
    """Names the memory of a compilation as JAX does."""

    def __init__(self, executable: Any) -> None:
        self.executable = executable

    def memory_analysis(self) -> Any:
        """Returns XLA's numbers of bytes."""
        return self.executable.get_compiled_memory_stats()


def fitted(step: Callable[..., Any], p: Any, x: Any, budget: int) -> FittedFunction:
    """Returns a training step within a budget; the state is donated."""
    count = jax.ShapeDtypeStruct((), jnp.int32)
    return fit_by(Ahead, step, (p, p, p, count, x), budget, (0, 1, 2))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("store", type=Path, help="JSON lines are appended to it")
    parser.add_argument("--steps", nargs="+", choices=STEPS, default=list(STEPS))
    parser.add_argument(
        "--percents", nargs="+", type=int, default=[50, 30, 20]
    )
    options = parser.parse_args()
    for name in options.steps:
        step, p, x = STEPS[name](lambda layer: layer)
        unchanged = fitted(step, p, x, 2**50)
        nothing = jax.checkpoint_policies.nothing_saveable
        remat = fitted(*STEPS[name](lambda f: jax.checkpoint(f, policy=nothing)), 2**50)
        entry = {
            "date": datetime.date.today().isoformat(),
            "jax": jax.__version__,
            "step": name,
            "unchanged": unchanged.measured_peak_bytes,
            "checkpoint": remat.measured_peak_bytes,
            "unchanged_seconds": unchanged.unchanged_seconds,
            "bound_seconds": unchanged.bound_seconds,
        }
        for percent in options.percents:
            budget = unchanged.measured_peak_bytes * percent // 100
            begin = time.perf_counter()
            row: dict[str, Any] = {**entry, "percent": percent, "budget": budget}
            try:
                found = fitted(step, p, x, budget)
                row |= {
                    "measured": found.measured_peak_bytes,
                    "predicted": found.predicted_peak_bytes,
                    "seconds": found.predicted_seconds,
                    "hosted": len(found.hosted),
                    "compilations": len(found.attempts) + 1,
                }
            except InputError as error:
                row["refused"] = str(error)
            append(options.store, {**row, "took": time.perf_counter() - begin})
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
