# Each StableHLO op of JAX's models is imported and computes the same as JAX; five
# ordinary programs do so placed as well, bit for bit as before placement.
#
# REQUIRES: venv
# RUN: %venv_python %s %S/Inputs

import os
import sys

os.environ["JAX_PLATFORMS"] = "cpu"
# To optimise the programs takes longer than to run them.
os.environ["XLA_FLAGS"] = "--xla_backend_optimization_level=0"
sys.path.insert(0, sys.argv[1])

import jax
import numpy as np
from memplace.callables import check, compile, relative_error
from ordinary import PROGRAMS
from stablehlo_cases import CASES

TOLERANCE = 2e-5


def check_cases():
    """Imports all cases as one program: starting tools takes longer than the rest."""
    arguments = {}
    for name, (_, makers) in CASES.items():
        generator = np.random.default_rng(len(name))
        arguments[name] = [make(generator) for make in makers]

    def everything(arguments):
        return {name: CASES[name][0](*arguments[name]) for name in CASES}

    with compile(everything, (arguments,), optimisation=0) as compiled:
        ours = compiled(arguments)
    theirs = jax.jit(everything)(arguments)
    for name in CASES:
        pairs = zip(jax.tree.leaves(ours[name]), jax.tree.leaves(theirs[name]))
        for number, (a, b) in enumerate(pairs):
            assert a.dtype == b.dtype and a.shape == b.shape, (name, number)
            error = relative_error(a, np.asarray(b))
            assert error < TOLERANCE, f"{name}, result {number}: {error:.1e}"


def check_programs():
    for maker in PROGRAMS:
        function, args = maker()
        result = check(function, args, target="tpu-v4i", tolerance=TOLERANCE)
        print(maker.__name__, max(result.relative_errors), result.same_bits)
        assert result.passed, (maker.__name__, result)


check_cases()
check_programs()
