# A network with too large activations writes some to a scratch file and reads them back:
# the same bits, within the given memory, down to the smallest that works.
#
# REQUIRES: kernels, venv
# RUN: %venv_python %s

import os
import random
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "Inputs"))

# First, since the import sets JAX's platform.
import serving_cases

# isort: split
import jax.numpy as jnp
import numpy as np

from memplace.errors import MemplaceError
from memplace.execution import RunOptions
from memplace.importers import from_jax
from memplace.serving.machine import (
    READ,
    WRITE,
    measure_target,
    read_target,
    use_in_memory_only,
)
from memplace.serving.explain import explain
from memplace.serving.placing import CallPlacer
from memplace.serving.planning import Planner
from memplace.serving.server import ServeOptions, make_server
from memplace.serving.spilling import SpillInterval, select_spills
from memplace.serving.skews import PAGE
from memplace.serving.target import with_writes, without_writes

ROWS, WIDTH, DEPTH = 1024, 128, 6
STEP = ROWS * WIDTH * 4  # Bytes of an activation.
TARGET = with_writes(serving_cases.TARGET, 5 * 10**8)


def network(x, weights):
    """A stack whose second half uses the results of the first half in reverse."""
    skips = []
    for w in weights:
        x = jnp.tanh(x @ w)
        skips.append(x)
    for w, skip in zip(weights, reversed(skips)):
        x = jnp.tanh(x @ w) + skip
    return x.sum(0)


SHAPES = serving_cases.shapes_of(ROWS, WIDTH, DEPTH)


class Scratch(serving_cases.ServeCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        draw = np.random.default_rng(1)
        cls.write(serving_cases.draw_weights(draw, WIDTH, DEPTH, 11))
        cls.x = draw.standard_normal((ROWS, WIDTH), np.float32)
        with cls.serve(None, None) as served:
            cls.expected = served(cls.x).tobytes()
            cls.in_memory = served.last["arena_bytes"]
        # Measures the process with a scratch file.
        cls.serve(1 << 30, cls.folder.name).close()

    @classmethod
    def serve(cls, memory, scratch):
        return cls.serve_network(
            network, SHAPES, TARGET, memory=memory, budget=10, scratch=scratch
        )

    def smallest(self, scratch):
        """Returns the memory reported as sufficient."""
        with self.assertRaisesRegex(MemplaceError, r"--memory=\d+: ") as caught:
            self.serve(PAGE, scratch)
        self.message = str(caught.exception)
        return int(self.message.split("--memory=")[1].split(":")[0])

    def test_the_smallest_memory_is_less_and_works_and_a_page_less_does_not(self):
        without = self.smallest(None)
        self.assertIn("--scratch may need less", self.message)
        least = self.smallest(self.folder.name)
        self.assertNotIn("--scratch", self.message)
        # Only skips needed by an op or in motion are in memory.
        self.assertLess(least, without - (DEPTH - 4) * STEP)
        with self.assertRaises(MemplaceError):
            self.serve(least - PAGE, self.folder.name)

        with self.serve(least, self.folder.name) as served:
            for _ in range(3):
                self.assertEqual(served(self.x).tobytes(), self.expected)
            last = served.last
            self.assertGreaterEqual(last["scratch_bytes"], STEP)
            self.assertGreaterEqual(last["write_bytes"], last["scratch_bytes"])
            self.assertLess(last["arena_bytes"], self.in_memory)
            self.assertLessEqual(last["high_water_bytes"], least)

        # The file has no name.
        self.assertEqual(
            sorted(os.listdir(self.folder.name)), ["costs.json", "w.safetensors"]
        )

    def test_nothing_is_written_where_there_is_room(self):
        with self.serve(1 << 30, self.folder.name) as served:
            self.assertEqual(served(self.x).tobytes(), self.expected)
            self.assertEqual(served.last["write_bytes"], 0)
            self.assertEqual(served.last["scratch_bytes"], 0)

    def test_a_checked_run_finds_nothing_and_the_plan_is_explained(self):
        options = ServeOptions(
            self.smallest(self.folder.name),
            read_target(TARGET, self.folder.name),
            self.costs,
            budget=10,
            run=RunOptions(optimisation=2, checked=True),
            scratch=self.folder.name,
        )
        memref = from_jax(network, *SHAPES)
        with make_server(memref, "network", self.file, options) as server:
            call = server.call([self.x.tobytes()], with_events=True)
            self.assertEqual(bytes(call.outputs[0]), self.expected)
            events = [event[0] for event in call.statistics["events"]]
            solution = server.plan.call.to_dict()
            writes = [t for t in solution["transfers"] if t["channel"] == "write"]
            self.assertEqual(events.count(WRITE), len(writes))
            self.assertEqual(
                events.count(READ), len(solution["transfers"]) - len(writes)
            )
            text = explain(server, call)
            self.assertEqual(text.count("(out)"), len(writes))
            self.assertIn("; written: ", text)

    def test_a_folder_that_is_none_is_an_error(self):
        least = self.smallest(self.folder.name)
        with self.assertRaisesRegex(MemplaceError, "to '/nowhere': not a folder"):
            self.serve(least, "/nowhere")
        with self.assertRaisesRegex(MemplaceError, "cannot create a scratch file of "):
            self.serve(least, "/proc")
        with self.assertRaisesRegex(MemplaceError, "cannot write .* to '/proc'"):
            measure_target(without_writes(TARGET), self.file, "/proc", "cpu")

    def test_writes_are_measured_where_the_target_has_none(self):
        target = measure_target(
            without_writes(TARGET), self.file, self.folder.name, "cpu"
        )
        self.assertGreater(target["channels"][1]["bytes_per_second"], 0)
        self.assertEqual(
            without_writes(target),
            without_writes(TARGET)
            | {"tiers": [TARGET["tiers"][0], without_writes(target)["tiers"][1]]},
        )


def ladder(chance, depth):
    """Returns a random network of layers whose skips are used again, some twice."""
    buffers, ops = [], []

    def add(size, **more):
        buffers.append({"name": f"b{len(buffers)}", "size": size, **more})
        return len(buffers) - 1

    weights = [add(chance.randint(1, 4) * PAGE, live_in=True) for _ in range(depth)]
    values = []
    for index, weight in enumerate(weights):
        values.append(add(chance.randint(1, 6) * PAGE - chance.randint(0, 1) * 7))
        reads = [weight] + values[-2:-1]
        if index > 2:
            reads.append(chance.choice(values[:-2]))
        accesses = [(number, "read") for number in dict.fromkeys(reads)]
        if index > 3 and chance.random() < 0.3:
            accesses = [a for a in accesses if a[0] != values[-3]]
            accesses.append((values[-3], "update"))
        accesses.append((values[-1], "write"))
        ops.append(
            {
                "name": f"op{index}",
                "compute_ps": 10**6 * chance.randint(1, 90),
                "accesses": [
                    {"buffer": b, "mode": mode, "bytes": buffers[b]["size"]}
                    for b, mode in accesses
                ],
            }
        )
    for number, buffer in enumerate(buffers):
        steps = [
            step
            for step, op in enumerate(ops)
            if any(access["buffer"] == number for access in op["accesses"])
        ]
        is_weight = number in weights
        buffer["begin"] = 0 if is_weight else steps[0]
        buffer["end"] = depth if is_weight else steps[-1] + 1
        if is_weight:
            buffer |= {"home": "file", "tiers": ["ram", "file"]}
    fields = {
        "format": "memplace-problem",
        "version": 1,
        "name": "ladder",
        "target": TARGET,
        "buffers": buffers,
        "ops": ops,
        "loops": [],
    }
    return use_in_memory_only(fields), weights


class Plans(unittest.TestCase):
    def test_any_room_from_the_smallest_on_has_a_legal_plan(self):
        spilled = 0
        for seed in range(12):
            fields, weights = ladder(random.Random(seed), 12)
            smallest = CallPlacer(fields, weights, 0).smallest_room()
            stream = CallPlacer(fields, weights, 0).stream
            self.assertIsNone(stream.place(frozenset(), smallest // 2))
            for room in range(smallest, smallest + 12 * PAGE, 3 * PAGE):
                # `plan` verifies its result.
                plan = Planner(CallPlacer(fields, weights, room)).plan(budget=5)
                self.assertLessEqual(plan.arena_bytes, room)
                solution = plan.call.to_dict()
                spilled += sum(t["channel"] == "write" for t in solution["transfers"])
        self.assertGreater(spilled, 12)

    def test_scratch_needs_no_more_than_the_largest_op_and_its_neighbours(self):
        fields, weights = ladder(random.Random(3), 12)
        smallest = CallPlacer(fields, weights, 0).smallest_room()
        without = {**fields, "target": without_writes(TARGET)}
        self.assertLess(smallest, CallPlacer(without, weights, 0).smallest_room())

    def test_the_fewest_bytes_that_free_enough_are_moved(self):
        short, long, late = (
            SpillInterval(0, 0, 2, 4),
            SpillInterval(1, 1, 2, 6),
            SpillInterval(1, 1, 7, 9),
        )
        sizes = [8, 8]
        chosen = lambda excess: select_spills([short, long, late], sizes, excess)
        self.assertEqual(chosen([0] * 9), [])
        self.assertEqual(chosen([0, 0, 0, 0, 3, 0, 0, 0, 0]), [long])
        self.assertEqual(chosen([0, 0, 9, 9, 3, 0, 0, 0, 0]), [short, long])
        self.assertEqual(chosen([0, 0, 0, 3, 3, 0, 0, 1, 0]), [long, late])
        self.assertIsNone(chosen([0, 0, 17, 0, 0, 0, 0, 0, 0]))
        self.assertIsNone(chosen([1, 0, 0, 0, 0, 0, 0, 0, 0]))


if __name__ == "__main__":
    unittest.main()
