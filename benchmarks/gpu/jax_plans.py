#!/usr/bin/env python3
# ===- jax_plans.py - Plans of memplace.jax by the clock of a GPU ----------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Measures calls of JAX functions with a part of their weights in host memory: planned
by `memplace.jax.offload_plan`, and written by hand. Appends predicted and measured
times to a store. Run on a machine with a GPU, with a Python that has JAX for the GPU
and memplace; page.py writes the page."""

import datetime
import os
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from memplace.jax.fitting import device_bytes

from gpu_models import (
    MODELS,
    Limits,
    Model,
    append,
    num_bytes,
    store_parser,
)

ALL_KEPT = "all on the device"
OURS = "memplace"
PREFIX = "prefix kept"
DOUBLE = "prefix kept, double buffer"
NONE_KEPT = "none kept"
BY = [OURS, PREFIX, DOUBLE, NONE_KEPT]
DEVICE, HOST = "device", "pinned_host"


def make_weights(model: Model) -> tuple[Any, Any]:
    """Returns random weights, in the host's memory, and an input on the device."""
    far = jax.sharding.SingleDeviceSharding(jax.devices()[0], memory_kind=HOST)
    leaves, tree = jax.tree.flatten(model.weights)
    keys = jax.random.split(jax.random.key(0), len(leaves) + 1)

    def numbers(key: Any, shape: Any, terms: int) -> Any:
        return jax.random.normal(key, shape.shape, shape.dtype) / terms**0.5

    made = [
        jax.device_put(
            jax.jit(numbers, static_argnums=(1, 2))(key, s, s.shape[-2]), far
        )
        for key, s in zip(keys, leaves)
    ]
    return jax.tree.unflatten(tree, made), numbers(keys[-1], model.x, 1)


def layers_of(model: Model, weights: Any) -> list[Any]:
    """Returns the weights of each layer; the slices of a stack come from host memory."""
    if isinstance(weights, list):
        return weights
    if isinstance(jax.tree.leaves(weights)[0], jax.ShapeDtypeStruct):
        return [
            {n: jax.ShapeDtypeStruct(w.shape[1:], w.dtype) for n, w in weights.items()}
        ] * next(iter(weights.values())).shape[0]
    arrays = {name: np.asarray(w) for name, w in weights.items()}
    count = next(iter(arrays.values())).shape[0]
    return [{name: w[index] for name, w in arrays.items()} for index in range(count)]


def by_hand(
    model: Model, room: int, ahead: int
) -> tuple[Callable[..., Any], list[Any]]:
    """Returns a function of the layers' weights, and the memory kinds. The function
    copies each weight in host memory at the start of the layer `ahead` layers earlier (0:
    at its use, so that XLA chooses the time). The first layers stay on the device, as
    many as fit beside the two largest copies in flight."""
    layers = layers_of(model, model.weights)
    sizes = [sum(map(num_bytes, jax.tree.leaves(layer))) for layer in layers]
    room -= 2 * max(sizes)
    kept = 0
    while kept < len(sizes) and sizes[kept] <= room:
        room -= sizes[kept]
        kept += 1

    def bring(weights: Any, after: Any) -> Any:
        if ahead:
            weights, _ = jax.lax.optimization_barrier((weights, after))
        return jax.tree.map(
            lambda w: jax.device_put(w, jax.memory.Space.Device), weights
        )

    def run(layers: list[Any], x: Any) -> Any:
        there: dict[int, Any] = dict(enumerate(layers[:kept]))
        for number in range(len(layers)):
            for coming in range(number, min(number + ahead + 1, len(layers))):
                if coming >= kept and coming not in there:
                    there[coming] = bring(layers[coming], x)
            x = model.layer(x, there.pop(number))
        return x

    kinds = [DEVICE] * kept + [HOST] * (len(layers) - kept)
    return run, [jax.tree.map(lambda _: kind, w) for w, kind in zip(layers, kinds)]


def put(weights: Any, kinds: Any) -> Any:
    """Returns the weights in memories of the given kinds."""
    device = jax.devices()[0]
    return jax.tree.map(
        lambda w, kind: jax.device_put(
            w, jax.sharding.SingleDeviceSharding(device, memory_kind=kind)
        ),
        weights,
        kinds,
    )


def bytes_on_host(model: Model, kinds: list[Any]) -> int:
    """Bytes of the layers in host memory."""
    shapes = jax.tree.leaves(layers_of(model, model.weights))
    pairs = zip(shapes, jax.tree.leaves(kinds))
    return sum(num_bytes(shape) for shape, kind in pairs if kind == HOST)


def measure(function: Callable[..., Any], args: Any, options: Any) -> dict[str, Any]:
    """Returns the measured times of calls, after two uncounted ones; XLA's memory of a
    call; and the result."""
    begin = time.perf_counter()
    compiled = jax.jit(function).lower(*args).compile()
    compile_seconds = time.perf_counter() - begin
    memory = compiled.memory_analysis()
    for _ in range(2):
        result = jax.block_until_ready(compiled(*args))
    seconds = []
    for _ in range(options.calls):
        begin = time.perf_counter()
        jax.block_until_ready(compiled(*args))
        seconds.append(time.perf_counter() - begin)
    # Eight calls together hide the CPU's work between calls.
    begin = time.perf_counter()
    found = [compiled(*args) for _ in range(8)]
    jax.block_until_ready(found)
    together = (time.perf_counter() - begin) / 8
    return {
        "seconds": sorted(seconds),
        "together": together,
        "compile_seconds": compile_seconds,
        "device_bytes": device_bytes(memory),
        "host_bytes": memory.host_argument_size_in_bytes
        + memory.host_temp_size_in_bytes,
        "result": np.asarray(result.astype(jnp.float32)),
    }


def measure_model(
    name: str, options: Any, write: Callable[[dict[str, Any]], None]
) -> None:
    """Measures a model with all budgets."""
    model = MODELS[name](options.scale)
    limits = Limits.of(model)
    size = limits.weight_bytes
    weights, x = make_weights(model)
    expected = None

    def record(
        percent: int | None, by: str, found: dict[str, Any], **more: Any
    ) -> None:
        nonlocal expected
        result = found.pop("result")
        if expected is None:
            expected = result
        error = float(np.abs(result - expected).max() / np.abs(expected).max())
        entry = {"model": name, "percent": percent, "by": by, "weight_bytes": size}
        write({**entry, **found, **more, "same_bits": error == 0.0, "error": error})

    kept = put(weights, jax.tree.map(lambda _: DEVICE, model.weights))
    found = measure(model.function, (kept, x), options)
    del kept
    record(None, ALL_KEPT, found, predicted=limits.everything.seconds)
    for percent in options.percents:
        limit = limits.bytes_of(percent)
        if OURS in options.by:
            begin = time.perf_counter()
            plan = limits.plan(percent)
            planning = time.perf_counter() - begin
            found = measure(plan.function, plan.put((weights, x)), options)
            record(
                percent,
                OURS,
                found,
                limit=limit,
                predicted=plan.seconds,
                stall=plan.stall_seconds,
                predicted_on_device=plan.seconds_on_device,
                predicted_bytes=plan.peak_bytes,
                transferred=plan.bytes_transferred,
                planning_seconds=planning,
            )
        for by, ahead, part in (
            (PREFIX, 0, percent),
            (DOUBLE, 1, percent),
            (NONE_KEPT, 0, 0),
        ):
            if by not in options.by or model.layer is None:
                continue
            if not part and percent != options.percents[0]:
                continue
            function, kinds = by_hand(model, size * part // 100, ahead)
            placed = put(layers_of(model, weights), kinds)
            found = measure(function, (placed, x), options)
            del placed
            more = {"limit": limit, "transferred": bytes_on_host(model, kinds)}
            record(part, by, found, **more)


def main() -> int:
    parser = store_parser(__doc__)
    parser.add_argument("--calls", type=int, default=10)
    parser.add_argument(
        "--scale", type=int, default=1, help="divides all sizes, to try it"
    )
    parser.add_argument(
        "--seconds", type=float, default=1e9, help="begin no model later"
    )
    parser.add_argument("--by", nargs="+", choices=BY, default=BY, help="of these only")
    options = parser.parse_args()
    device = jax.devices()[0]
    begin = time.perf_counter()

    def write(entry: dict[str, Any]) -> None:
        entry = {
            "plans": options.plans,
            "date": datetime.date.today().isoformat(),
            "device": device.device_kind,
            "jax": jax.__version__,
            "flags": os.environ.get("XLA_FLAGS", ""),
            **entry,
        }
        append(options.store, entry)
        print(
            f"{time.perf_counter() - begin:6.1f} s: {entry['model']}, {entry['percent']} %, "
            f"{entry['by']}: {statistics.median(entry['seconds']) * 1e3:.2f} ms, together "
            f"{entry['together'] * 1e3:.2f}, predicted {1e3 * entry.get('predicted', 0):.2f}, "
            f"device {entry['device_bytes'] / 1e9:.2f} GB of "
            f"{(entry.get('limit') or 0) / 1e9:.2f} GB, host {entry['host_bytes'] / 1e9:.2f}, "
            f"error {entry['error']:.1e}, compiled in {entry['compile_seconds']:.1f} s",
            flush=True,
        )

    for name in options.models:
        if time.perf_counter() - begin < options.seconds:
            measure_model(name, options, write)
    return 0


if __name__ == "__main__":
    sys.exit(main())
