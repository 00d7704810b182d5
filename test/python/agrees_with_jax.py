# Programs of memplace-import compute the same as JAX, up to rounding.
#
# REQUIRES: venv
# RUN: %venv_python %s %src_root %t

import ctypes
import functools
import importlib.util
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

os.environ["JAX_PLATFORMS"] = "cpu"
# The programs are small: to optimise them takes longer than to run them.
os.environ["XLA_FLAGS"] = "--xla_backend_optimization_level=0"

import jax
import numpy as np
from memplace.execution import RunOptions, find_memplace_opt
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
    command = [find_memplace_opt(RunOptions()), "--memplace-to-llvm=c-wrappers"]
    lowered = run_tool(command, text)
    llvm_ir = run_tool([find_mlir_tool("mlir-translate"), "--mlir-to-llvmir"], lowered)
    command = [
        "clang-22",
        "-x",
        "ir",
        "-O0",
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


def places_of_results(text, arguments):
    """Returns, for each result of StableHLO text's main, the argument whose place the
    result takes, or -1."""
    signature = re.search(r"@main\((.*?)\) -> (.*?) \{\n", text)
    donated = [
        re.search(r"tf.aliasing_output = (\d+)", argument)
        for argument in signature[1].split("%arg")[1:]
    ]
    assert len(donated) == arguments
    places = [-1] * signature[2].count("tensor<")
    for argument, match in enumerate(donated):
        if match:
            places[int(match[1])] = argument
    return places


def relative_error(name, maker, folder):
    """Returns the largest difference of two results, relative to the largest value."""
    generator = np.random.default_rng(0)
    function, shapes = maker()
    jitted = function if hasattr(function, "trace") else jax.jit(function)
    arguments = jax.tree.map(lambda shape: random_array(shape, generator), shapes)
    leaves = [np.array(leaf, order="C") for leaf in jax.tree.leaves(arguments)]
    expected = [np.asarray(leaf) for leaf in jax.tree.leaves(jitted(*arguments))]
    places = places_of_results(jitted.lower(*shapes).as_text(), len(leaves))
    library = str(folder / f"{name}.so")
    compile_program(from_jax(function, *shapes), library)
    before = [leaf.copy() for leaf in leaves]
    outs = [
        np.full_like(array, 99) for array, place in zip(expected, places) if place < 0
    ]
    descriptors = [descriptor(array) for array in [*leaves, *outs]]
    ctypes.CDLL(library)._mlir_ciface_main(*[ctypes.byref(d) for d in descriptors])
    for index, (old, new) in enumerate(zip(before, leaves)):
        assert index in places or (old == new).all(), "an argument is overwritten"
    assert all(array.any() for array in expected), "nothing to compare"
    remaining = iter(outs)
    actual = [leaves[p] if p >= 0 else next(remaining) for p in places]
    errors = [
        np.abs(ours.astype(np.float64) - theirs).max() / max(1e-9, np.abs(theirs).max())
        for ours, theirs in zip(actual, expected, strict=True)
    ]
    return max(errors)


def load(path):
    """Returns the Python file `path` as a module."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# Small sizes of programs with loops, branches, updates in place and int8.
FLOATS = {"dtype": np.float32}
TRANSFORMER = {"layers": 2, "width": 32, "heads": 2, "length": 8, **FLOATS}
SMALL = {
    "transformer_rolled": TRANSFORMER,
    "transformer_train_rolled": TRANSFORMER,
    "mlp_train": {"sizes": (16, 32, 16), "batch": 4},
    "kv_decode": {**TRANSFORMER, "batch": 2},
    "offload_decode": {
        **TRANSFORMER,
        "layers": 1,
        "hidden": 64,
        "tokens": 3,
        "batch": 2,
    },
    "mixture": {
        "layers": 2,
        "width": 16,
        "hidden": 32,
        "experts": 3,
        "tokens": 2,
        **FLOATS,
    },
    "unet": {"size": 16, "base": 4, "levels": 2, **FLOATS},
    "lstm": {"steps": 4, "layers": 2, "width": 16, "batch": 2},
    "mobilenet_int8": {"size": 32},
    "encoder_int8": {"layers": 1, "width": 64, "length": 8, "batch": 1},
}


def main():
    root, folder = Path(sys.argv[1]), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    models = load(root / "models" / "make_models.py").MODELS
    makers = {name: models[name] for name in ("mlp", "smallconv", "xfblock")}
    kinds = load(root / "models" / "kinds" / "make_kinds.py").PROGRAMS
    for name, sizes in SMALL.items():
        makers[name] = functools.partial(kinds[name], **sizes)
    small = load(root / "test" / "python" / "Inputs" / "makers.py")
    for name in ("layers", "once", "step", "swap", "unsigned", "row", "depthwise"):
        makers[name] = getattr(small, name)
    for family in (
        small.donated_results,
        small.overlapping_values,
        small.outer_products,
    ):
        for name, made in family().items():
            makers[name] = lambda made=made: made
    with ThreadPoolExecutor(2) as pool:
        errors = pool.map(
            lambda name: relative_error(name, makers[name], folder), makers
        )
        for name, error in zip(makers, errors):
            print(f"{name}: relative error {error:.1e}")
            assert error < LARGEST_RELATIVE_ERROR, name


main()
