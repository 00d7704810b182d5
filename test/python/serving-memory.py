# The process of a session stays within its memory during measurement and while kept
# weights are read, as a cgroup would count: otherwise the kernel kills the process.
#
# REQUIRES: kernels, venv
# RUN: %venv_python %s

import sys
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).parent / "Inputs"))

# First, since the import sets JAX's platform.
from serving_cases import TARGET, ServeCase, draw_weights, shapes_of

# isort: split
import jax
import jax.numpy as jnp
import numpy as np
from safetensors.numpy import save_file

from memplace.serving.session import Session

MEGA = 1 << 20


def network(x, weights):
    for w in weights:
        x = jnp.tanh(x @ w)
    return x


class Memory(ServeCase):
    def test_the_first_session_has_room_for_a_process_of_any_size(self):
        # Room for two weights beside 96 MB, but the process takes more: each product with
        # many rows of bf16 makes a whole f32 copy of its weight, since widening by parts
        # would widen the rows for each part. 100 MB beside the buffers are known only after
        # the measurement.
        rows, width, depth, dtype = 300, (4096, 6144), 3, jnp.bfloat16.dtype
        ws = [np.zeros(width[:: 1 if i % 2 == 0 else -1], dtype) for i in range(depth)]
        save_file({f"weights[{i}]": w for i, w in enumerate(ws)}, self.file)
        shapes = jax.ShapeDtypeStruct((rows, width[0]), dtype), ws
        marks, call = [], Session.call

        def watch(session, *arguments, **options):
            done = call(session, *arguments, **options)
            marks.append(done.statistics["high_water_bytes"])
            return done

        memory = 200 * MEGA
        with mock.patch.object(Session, "call", watch):
            options = {"memory": memory, "piece_bytes": 0, "budget": 0}
            with self.serve_network(network, shapes, TARGET, **options) as served:
                served(np.zeros((rows, width[0]), dtype))
                self.assertGreater(served.server.overhead, 100 * MEGA)
        self.assertGreater(len(marks), 1)
        self.assertLessEqual(max(marks), memory)

    def test_what_compiling_took_is_given_back_before_what_stays_is_there(self):
        width, depth = 2048, 4
        self.write(draw_weights(np.random.default_rng(1), width, depth, 64))
        shapes = shapes_of(1, width, depth)
        marks = []
        for memory in (None, 64 * MEGA):
            with self.serve_network(
                network, shapes, TARGET, memory=memory, budget=0
            ) as served:
                served(np.zeros((1, width), np.float32))
                marks.append((served.last["compiler_bytes"], served.last["kept_bytes"]))
        (whole, all_kept), (part, some_kept) = marks
        self.assertGreater(all_kept - some_kept, width * width * 4)
        # The peak before the session began includes no kept weight.
        self.assertLess(abs(whole - part), (all_kept - some_kept) // 2)


if __name__ == "__main__":
    unittest.main()
