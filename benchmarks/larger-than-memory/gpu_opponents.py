#!/usr/bin/env python3
# ===- gpu_opponents.py - Other people's ways to run on a GPU that is too small --===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""gpu_opponents.py jax|accelerate WEIGHTS INPUT.npy LIMIT CALLS: prints the seconds of
calls and the result, as JSON. gpu.py starts this script in an environment with JAX, or
PyTorch and accelerate, for CUDA, and safetensors."""

import json
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np


def read_weights(path: str) -> list[np.ndarray]:
    """Returns the weights in order."""
    from safetensors.numpy import load_file

    found = load_file(path)
    return [found[f"weights[{number}]"] for number in range(len(found))]


def keep_prefix(weights: list[np.ndarray], limit: int) -> int:
    """Returns the number of leading weights that stay on the GPU, beside two in flight."""
    largest = max(weight.nbytes for weight in weights)
    left, count = limit - 2 * largest, 0
    for weight in weights:
        left -= weight.nbytes
        if left < 0:
            break
        count += 1
    return count


def run_jax(weights: list[np.ndarray], x: np.ndarray, limit: int) -> Callable[[], Any]:
    """Runs JAX: weights that do not stay are arguments in pinned host memory, copied by
    XLA at the places in the program."""
    import jax
    import jax.numpy as jnp

    device = jax.devices("gpu")[0]
    near = jax.sharding.SingleDeviceSharding(device, memory_kind="device")
    far = jax.sharding.SingleDeviceSharding(device, memory_kind="pinned_host")
    kept = keep_prefix(weights, limit)
    places = [near] * kept + [far] * (len(weights) - kept)
    arrays = [jax.device_put(w, place) for w, place in zip(weights, places)]

    @jax.jit
    def network(x: Any, arrays: list[Any]) -> Any:
        for number, w in enumerate(arrays):
            if number >= kept:
                w = jax.device_put(w, near)
            x = jnp.tanh(jnp.matmul(x, w, precision="highest"))
        return x

    given = jax.device_put(x, near)
    return lambda: np.asarray(network(given, arrays))


def run_accelerate(
    weights: list[np.ndarray], x: np.ndarray, limit: int
) -> Callable[[], Any]:
    """Runs accelerate: layers on the GPU by its placement, the others copied from main
    memory in each call."""
    import torch
    from accelerate import dispatch_model, infer_auto_device_map

    layers: list[Any] = []
    for weight in weights:
        linear = torch.nn.Linear(*weight.shape, bias=False)
        linear.weight = torch.nn.Parameter(torch.from_numpy(weight.T.copy()))
        layers += [linear, torch.nn.Tanh()]
    model = torch.nn.Sequential(*layers).eval()
    places = infer_auto_device_map(model, max_memory={0: limit, "cpu": 1 << 40})
    model = dispatch_model(model, places)
    given = torch.from_numpy(x).cuda()

    def call() -> Any:
        with torch.no_grad():
            return model(given).cpu().numpy()

    return call


def main() -> None:
    kind, weights, arrays, limit, calls = sys.argv[1:]
    make = {"jax": run_jax, "accelerate": run_accelerate}[kind]
    call = make(read_weights(weights), np.load(arrays), int(limit))
    result = call()
    seconds = []
    for _ in range(int(calls)):
        begin = time.perf_counter()
        call()
        seconds.append(time.perf_counter() - begin)
    print(json.dumps({"seconds": seconds, "result": result.tolist()}))


if __name__ == "__main__":
    main()
