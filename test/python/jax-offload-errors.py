# memplace.jax.offload_plan: refused calls, and their errors.
#
# REQUIRES: python-bindings, venv
# RUN: %core_python %s
#
# Without JAX the error names the extra to install.
# RUN: not %core_python -c "import sys; sys.modules['jax'] = None; import memplace.jax" 2>&1 | FileCheck %s
# CHECK: MissingPartError: memplace.jax needs the package jax ({{.*}}); install the extra: pip install '{{[^']*}}/python[stablehlo]'
#
# RUN: not %core_python -c "import jax; jax.__version__ = '0.9.1'; import memplace.jax" 2>&1 | FileCheck %s --check-prefix=OLD
# OLD: MissingPartError: memplace.jax needs jax 0.10 or 0.11, this is jax 0.9.1; install the extra

import os
import sys
import unittest
from pathlib import Path

sys.path.append(str(Path(__file__).parent / "Inputs"))
os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import jax.numpy as jnp
import numpy as np

import memplace
import memplace.jax
from memplace.jax import offload_plan
from memplace.jax import plan as plan_module
from offload_cases import layer_arguments, layers, matrix


class BadInputTest(unittest.TestCase):
    def fails(self, pattern, f=layers, args=None, **options):
        args = layer_arguments(2) if args is None else args
        with self.assertRaisesRegex(memplace.InputError, pattern):
            offload_plan(f, args, **options)

    def test_names(self):
        self.fails(
            "^no target 'tpu-v4' to offload from, use one of h200-offload, tpu-v5e$",
            target="tpu-v4",
        )
        self.fails("^no target None", target=None)
        self.fails(r"^no target \['tpu-v5e'\]", target=["tpu-v5e"])
        self.fails("solver must be a name, got None", solver=None)
        self.fails("no solver 'best'", solver="best", budget_bytes=50_000)
        self.fails(
            r"^no memory kind 'sram0' \(for '\[0\]'\), use one of device, pinned_host$",
            kinds={"[0]": "sram0"},
        )
        self.fails("no memory kind 'unpinned_host'", kinds={"[0]": "unpinned_host"})
        self.fails(r"no argument by '\[2\]'.* as '\[0\]'", kinds={"[2]": "device"})
        self.fails(r"no argument by .\[1\]\[0\]\['", kinds={"[1][0]['": "device"})
        self.fails("kinds must be a dict", kinds="device")
        self.fails(
            r"args\[0\] is a result as it is",
            f=lambda a: a,
            args=(matrix(),),
            kinds={"[0]": "pinned_host"},
        )

    def test_numbers(self):
        self.fails("budget_bytes must be from 1 to", budget_bytes=0)
        self.fails("budget_bytes must be an integer", budget_bytes=1e6)
        self.fails("budget_bytes must be an integer", budget_bytes="1G")
        self.fails(
            "memory of tpu-v5e has only 17200000000 bytes", budget_bytes=17200000001
        )
        self.fails("evaluations must be from 0", evaluations=-1)
        self.fails("seed must be from 0", seed=-1)

    def test_functions_and_arguments(self):
        self.fails("f must be a function", f=3)
        self.fails("args must be the tuple .* got a ndarray", args=matrix())
        self.fails("JAX cannot trace the function: TypeError", args=(matrix(),))
        self.fails(
            "JAX cannot trace .* ZeroDivisionError: ", f=lambda a: 1 / 0, args=(1,)
        )
        self.fails("JAX cannot trace", f=lambda a: a, args=("text",))
        self.fails(
            "JAX cannot trace .*: fix others by functools.partial$",
            f=jax.jit(lambda a, n: a * n, static_argnums=1),
            args=(matrix(), 3),
        )
        self.fails(
            "JAX cannot lower the function for tpu: ValueError: .*; leave callbacks",
            f=lambda x: jax.debug.callback(print, x),
            args=(matrix(),),
        )
        huge = jax.ShapeDtypeStruct((300_000, 300_000), np.float32)
        self.fails("the smallest possible is", f=jnp.tanh, args=(huge,))
        many = [jax.ShapeDtypeStruct((50_000, 50_000), np.float32)] * 8
        self.fails(
            "of arguments would have to live on the host, which has only 48000000000",
            f=lambda many: sum(each[0, 0] for each in many),
            args=(many,),
        )

    def test_a_call_with_other_arguments_than_planned_for(self):
        x, weights = layer_arguments(2)
        plan = offload_plan(layers, (x, weights))
        with self.assertRaisesRegex(
            memplace.InputError, "the plan is for arguments of"
        ):
            plan.function(x)
        with self.assertRaisesRegex(
            memplace.InputError,
            r"args\[0\] must be float32\[16, 64\] .* is float32\[8,",
        ):
            plan.put((x[:8], weights))
        with self.assertRaisesRegex(memplace.InputError, "is int32"):
            plan.put((x.astype(np.int32), weights))
        plan.put((x.astype(np.float64), weights))  # JAX treats the array as float32.
        with self.assertRaisesRegex(
            memplace.InputError,
            r"^args\[0\] must be float32\[16, 64\] as planned, is a ShapeDtypeStruct$",
        ):
            plan.put((jax.ShapeDtypeStruct(x.shape, x.dtype), weights))
        with self.assertRaisesRegex(
            memplace.InputError, r"^device must be one of jax.devices\(\), got 'cpu'$"
        ):
            plan.put((x, weights), "cpu")
        # JAX converts a number.
        scaled = offload_plan(lambda x, scale: x * scale, (x, 2.0))
        scaled.put((x, 3.0))
        for wrong in (3, True, "3"):
            with self.assertRaisesRegex(
                memplace.InputError, r"^args\[1\] must be float32\[\] as planned, is "
            ):
                scaled.put((x, wrong))

    def test_a_device_without_memory_of_the_host(self):
        class Device:
            def __str__(self):
                return "bare"

            def addressable_memories(self):
                return []

        with self.assertRaisesRegex(
            memplace.InputError, "device bare has no memory of kind 'pinned_host'"
        ):
            plan_module._sharding("pinned_host", Device())


if __name__ == "__main__":
    unittest.main()
