#!/usr/bin/env python3
# ===- xla_schedules.py - What XLA makes of plans for a GPU, without one ---------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Compiles the plans of gpu_models.py for an H200 ahead of time, and appends to a store
the memory that XLA needs and the places at which XLA waits for copies. Needs no GPU, but
JAX with the packages jax-cuda13-plugin and jax-cuda13-pjrt, CUDA's ptxas, and
libcuda.so.1, or CUDA's stub of the latter (LD_LIBRARY_PATH). page.py writes the page."""

import datetime
import os
import sys
from pathlib import Path
from typing import Any

os.environ.setdefault("JAX_PLATFORMS", "cpu")
# Autotuning is impossible without a GPU.
os.environ["XLA_FLAGS"] = (
    f"{os.environ.get('XLA_FLAGS', '')} --xla_gpu_autotune_level=0"
)

import jax
from jax._src import compiler
from jax._src.interpreters import mlir
from jax._src.lib import xla_client
from jax._src.lib.mlir import ir
from jax.experimental import topologies

from gpu_models import MODELS, Limits, append, store_parser
from memplace.jax.fitting import device_bytes
from scheduled_hlo import early_waits, read_entry

CHIP = Path(__file__).with_name("h200.txtpb")


def find_chip() -> Any:
    """Returns the description of an absent H200."""
    topology = topologies.get_topology_desc(
        topology_name="h200",
        platform="cuda",
        topology="1x1x1",
        target_config=CHIP.read_text(encoding="utf-8"),
    )
    return topology.devices[0]


def compile_text(text: str, chip: Any) -> Any:
    """Returns XLA's compilation of StableHLO."""
    with mlir.make_ir_context():
        module = ir.Module.parse(text)
        options = compiler.get_compile_options(num_replicas=1, num_partitions=1)
        devices = xla_client.DeviceList((chip,))
        return compiler.backend_compile_and_load(
            chip.client, module, devices, options, []
        )


def main() -> int:
    options = store_parser(__doc__).parse_args()
    chip = find_chip()
    for name in options.models:
        limits = Limits.of(MODELS[name](1))
        for percent in options.percents:
            plan = limits.plan(percent)
            compiled = compile_text(plan.stablehlo, chip)
            memory = compiled.get_compiled_memory_stats()
            waits = early_waits(read_entry(compiled.hlo_modules()[0].to_string()))
            entry = {
                "plans": options.plans,
                "date": datetime.date.today().isoformat(),
                "jax": jax.__version__,
                "model": name,
                "percent": percent,
                "limit": plan.budget_bytes,
                "predicted": plan.seconds,
                "predicted_bytes": plan.peak_bytes,
                "transferred": plan.bytes_transferred,
                "solver": plan.solver,
                "device_bytes": device_bytes(memory),
                "copies": len(waits),
                "early": sum(wait > 0 for wait in waits),
                "early_kernels": sum(waits),
            }
            append(options.store, entry)
            print(entry, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
