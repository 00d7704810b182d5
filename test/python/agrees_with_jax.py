# What memplace-import makes computes what JAX computes, up to rounding.
#
# REQUIRES: venv
# RUN: %venv_python %s %src_root %t

import ctypes
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import numpy as np
from memplace.execution import LOWERING_PIPELINE
from memplace.importers import from_jax
from memplace.tools import LLVM_PREFIX, find_mlir_tool, run_tool

LARGEST_RELATIVE_ERROR = 1e-5


def descriptor(array):
    """Returns the memref descriptor of a contiguous array."""
    rank = array.ndim
    fields = [
        ("p", ctypes.c_void_p),
        ("q", ctypes.c_void_p),
        ("offset", ctypes.c_int64),
    ]
    if rank:
        fields += [("sizes", ctypes.c_int64 * rank), ("strides", ctypes.c_int64 * rank)]
    result = type(f"Descriptor{rank}", (ctypes.Structure,), {"_fields_": fields})()
    result.p = result.q = array.ctypes.data
    if rank:
        result.sizes[:] = array.shape
        result.strides[:] = [stride // array.itemsize for stride in array.strides]
    return result


def compile_program(text, path):
    """Compiles the memref program to the shared library `path`."""
    pipeline = LOWERING_PIPELINE.replace(
        "func.func(", "func.func(llvm-request-c-wrappers,", 1
    )
    lowered = run_tool(
        [find_mlir_tool("mlir-opt"), f"--pass-pipeline={pipeline}"], text
    )
    llvm_ir = run_tool([find_mlir_tool("mlir-translate"), "--mlir-to-llvmir"], lowered)
    command = [
        "clang-22",
        "-x",
        "ir",
        "-O1",
        "-Wno-override-module",
        "-shared",
        "-fPIC",
    ]
    libraries = LLVM_PREFIX / "lib"
    command += ["-", "-o", path, "-lm", f"-L{libraries}", f"-Wl,-rpath,{libraries}"]
    command += ["-lmlir_c_runner_utils"]
    subprocess.run(command, input=llvm_ir, text=True, check=True)


def random_array(shape, generator):
    """Returns numbers for an argument of this shape and type."""
    if np.issubdtype(shape.dtype, np.integer):
        return generator.integers(0, 50, shape.shape).astype(shape.dtype)
    if len(shape.shape) == 1:
        return generator.uniform(0.5, 1.5, shape.shape).astype(shape.dtype)
    scale = max(1, int(np.prod(shape.shape[:-1]))) ** -0.5
    return (generator.standard_normal(shape.shape) * scale).astype(shape.dtype)


def relative_error(name, maker, folder):
    """Returns the largest difference of the two results, relative to the largest value."""
    generator = np.random.default_rng(0)
    function, shapes = maker()
    arguments = jax.tree.map(lambda shape: random_array(shape, generator), shapes)
    expected = np.asarray(jax.jit(function)(*arguments))
    library = str(folder / f"{name}.so")
    compile_program(from_jax(function, *shapes), library)
    actual = np.full_like(expected, np.nan)
    leaves = [np.ascontiguousarray(leaf) for leaf in jax.tree.leaves(arguments)]
    descriptors = [descriptor(array) for array in [*leaves, actual]]
    ctypes.CDLL(library)._mlir_ciface_main(*[ctypes.byref(d) for d in descriptors])
    return np.abs(actual - expected).max() / np.abs(expected).max()


def main():
    root, folder = Path(sys.argv[1]), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    spec = importlib.util.spec_from_file_location(
        "models", root / "models" / "make_models.py"
    )
    models = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(models)
    for name in ("mlp", "smallconv", "xfblock"):
        error = relative_error(name, models.MODELS[name], folder)
        print(f"{name}: relative error {error:.1e}")
        assert error < LARGEST_RELATIVE_ERROR, name


main()
