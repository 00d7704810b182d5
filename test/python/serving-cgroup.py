# A limit also enforced by the kernel, in a memory cgroup: insufficient memory is
# refused, with the sufficient amount, before the kernel kills a process.
#
# REQUIRES: kernels, venv
# RUN: %venv_python %s %src_root

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "Inputs"))
sys.path.insert(0, sys.argv[1] + "/benchmarks")
sys.path.insert(0, sys.argv.pop(1) + "/benchmarks/larger-than-memory")

# First, since the import sets JAX's platform.
from serving_cases import TARGET, ServeCase

# isort: split
import jax
import jax.numpy as jnp
import numpy as np
from cgroup import MemoryGroup
from memplace.errors import MemplaceError
from memplace.importers import from_jax
from memplace.serving.server import (
    GUESSED_OVERHEAD,
    LEAST_OVERHEAD,
    ServeOptions,
    make_server,
)
from safetensors.numpy import save_file
from support.placements import BenchmarkError

MEGA = 1 << 20
ROWS, WIDTH, DEPTH = 2, 2048, 14


def scanned(x, stack):
    def body(x, w):
        return jnp.tanh(x @ w), None

    return jax.lax.scan(body, x, stack)[0]


class Groups(ServeCase):
    groups = 0

    def open(self, memory):
        """Serves the network in a cgroup of the limit."""
        self.groups += 1
        try:
            group = MemoryGroup(f"test-{self.groups}", memory)
        except BenchmarkError as error:
            self.skipTest(str(error))
        self.addCleanup(group.close)
        options = ServeOptions(
            memory, TARGET, self.costs, piece_bytes=0, launcher=group.launcher
        )
        return make_server(self.memref, "scanned", self.file, options)

    def test_a_stack_that_is_too_large_is_refused_with_what_is_enough(self):
        shape = (DEPTH, WIDTH, WIDTH)
        stack = np.zeros(shape, np.float32)
        save_file({"stack": stack}, self.file)
        x = jax.ShapeDtypeStruct((ROWS, WIDTH), "float32")
        self.memref = from_jax(scanned, x, jax.ShapeDtypeStruct(shape, "float32"))
        with self.assertRaisesRegex(MemplaceError, "surely works") as caught:
            self.open(200 * MEGA)
        self.assertIsNone(caught.exception.__cause__)
        least = int(str(caught.exception).split("--memory=")[1].split(":")[0])
        self.assertGreater(least, stack.nbytes)
        # Room enough for the buffers, but not for the process beside them.
        with self.assertRaisesRegex(MemplaceError, "surely works") as caught:
            self.open(least - GUESSED_OVERHEAD + LEAST_OVERHEAD)
        self.assertIn("more than the process may have", str(caught.exception.__cause__))
        with self.open(least) as server:
            call = server.call(server.random_inputs(1))
            self.assertLess(call.statistics["high_water_bytes"], least)
        # The process was measured, so the smallest sufficient memory is known.
        with self.assertRaisesRegex(MemplaceError, "smallest that works") as caught:
            self.open(200 * MEGA)
        smallest = int(str(caught.exception).split("--memory=")[1].split(":")[0])
        self.assertLess(smallest, least)
        with self.open(smallest) as server:
            call = server.call(server.random_inputs(1))
            self.assertLessEqual(call.statistics["high_water_bytes"], smallest)


if __name__ == "__main__":
    unittest.main()
