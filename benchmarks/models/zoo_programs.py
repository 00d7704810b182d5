# ===- zoo_programs.py - JAX programs as people write them -------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Programs in plain JAX, shared with the tests."""

import importlib.util
from pathlib import Path
from typing import Any

from zoo_jax import jax_network
from zoo_row import Network

ROOT = Path(__file__).resolve().parents[2]


def make(_: str, row: dict[str, Any], is_wide: bool) -> Network:
    """Returns the program of a row of zoo.toml."""
    path = ROOT / row["file"]
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    function, args = getattr(module, row["make"])()
    return jax_network(function, args, is_wide)
