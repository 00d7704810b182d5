# memplace.executorch in ExecuTorch: plans are legal, and the programs run with the same
# outputs as with ExecuTorch's own plans.
#
# REQUIRES: executorch
# UNSUPPORTED: sanitizer
# RUN: env %pack_env %torch_python -W ignore %s

import copy
import logging
import random
import sys
import unittest
import warnings
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path += [str(Path(__file__).parent / "Inputs")]
sys.path += [str(ROOT / "benchmarks" / "executorch")]
warnings.filterwarnings("ignore")
logging.disable(logging.WARNING)

import networks
import torch
from executorch.backends.xnnpack.partition.xnnpack_partitioner import XnnpackPartitioner
from executorch.exir import (
    ExecutorchBackendConfig,
    to_edge,
    to_edge_transform_and_lower,
)
from executorch.exir.banked_memory_planning import (
    Bank,
    BankedGreedy,
    TargetMemoryMap,
)
from executorch.exir.memory_planning import MemoryPlanningAlgorithmSuite, Verifier
from executorch.exir.passes import MemoryPlanningPass
from executorch.exir.passes.sym_shape_eval_pass import ConstraintBasedSymShapeEvalPass
from executorch.exir.tensor import TensorSpec
from executorch.extension.pybindings.portable_lib import (
    _load_for_executorch_from_buffer as load,
)
from executorch_fakes import Module, Node, conflicts, specs_of
from functorch.experimental.control_flow import map as map_rows

from memplace import InputError
from memplace.executorch import Planner, plan

FLAGS = ("alloc_graph_input", "alloc_graph_output", "alloc_mutable_buffers")


class Checked:
    """An algorithm whose plans are checked."""

    def __init__(self, algorithm):
        self.algorithm = algorithm
        self.found = []

    def __call__(self, alignment, specs, module, signature, padding):
        specs = list(specs)
        sizes = self.algorithm(alignment, specs, module, signature, padding)
        views = [Tensor(spec) for spec in specs if spec.nbytes()]
        self.found += conflicts(views, sizes, alignment)
        return sizes


class Tensor:
    """A TensorSpec as `conflicts` reads it."""

    def __init__(self, spec):
        self.spec = spec
        self.end = spec.mem_offset + spec.allocated_memory

    def __getattr__(self, name):
        value = getattr(self.spec, name)
        return Tensor(value) if name == "storage_base" and value is not None else value

    def __eq__(self, other):
        return self.spec is other.spec


def random_graph(seed, count=40, steps=50):
    """Returns tensors and a graph of nodes that make and read them."""
    draw = random.Random(seed)
    nodes = [Node(f"op{step}") for step in range(steps)]
    specs = []
    for _ in range(count):
        spec = TensorSpec(torch.uint8, [draw.choice((64, 192, 1000, 1024, 5000))])
        first = draw.randrange(steps)
        last = min(steps - 1, first + draw.choice((1, 1, 2, 3, 5, steps)))
        spec.lifetime = [first, last]
        nodes[first].meta.setdefault("spec", []).append(spec)
        for step in {last, draw.randint(first, last)}:
            nodes[step].all_input_nodes.append(Node("", spec))
        specs.append(spec)
    return specs, Module(nodes)


def slow_accesses(module):
    """Returns the bytes that nodes access in bank 2."""
    total = 0
    for node in module.graph.nodes:
        makers = [node, *node.all_input_nodes]
        specs = {spec for maker in makers for spec in specs_of(maker)}
        total += sum(spec.nbytes() for spec in specs if spec.mem_id == 2)
    return total


class NeverWorseTest(unittest.TestCase):
    """Random graphs: no plan is worse than ExecuTorch's."""

    def plan(self, specs, module, algorithm):
        """Returns the bytes of the first arena, and those accessed in the second."""
        sizes = algorithm(16, specs, module, None, 0)
        accessed = slow_accesses(module)
        for spec in specs:
            spec.mem_id = spec.mem_offset = spec.mem_obj_id = None
        return sizes[1], accessed

    def test_arenas_and_banks(self):
        for seed in range(10):
            specs, module = random_graph(seed)
            theirs, _ = self.plan(specs, module, MemoryPlanningAlgorithmSuite())
            ours, _ = self.plan(specs, module, Planner(deadline=0.2))
            self.assertLessEqual(ours, theirs)
            for parts in (1, 2, 3):
                target = TargetMemoryMap(
                    [Bank("fast", theirs * parts // 4, 1), Bank("slow", 1 << 40, 2)]
                )
                suite = MemoryPlanningAlgorithmSuite([BankedGreedy(target)])
                _, theirs_slow = self.plan(specs, module, suite)
                planner = Planner(banks=target, deadline=0.2)
                _, ours_slow = self.plan(specs, module, planner)
                self.assertLessEqual(ours_slow, theirs_slow)


class PlansTest(unittest.TestCase):
    def lower(self, edge, algorithm, options=None, verify=True, **flags):
        """Returns a program and its first method, with a checked plan."""
        checked = Checked(algorithm)
        memory_pass = MemoryPlanningPass(checked, **flags)
        config = ExecutorchBackendConfig(
            memory_planning_pass=memory_pass, **(options or {})
        )
        program = copy.deepcopy(edge).to_executorch(config)
        if isinstance(algorithm, Planner) or algorithm is plan:
            self.assertEqual(checked.found, [])
            if not verify:
                return program, None
            planned = program.exported_program()
            allowed = [flags.get(name, True) for name in FLAGS]
            # ExecuTorch places shared buffers itself.
            allowed[2] = allowed[2] and not flags.get("share_mutable_buffers")
            Verifier(
                planned.graph_module, *allowed, planned.graph_signature
            ).verify_storage_reuse()
        return program, program.executorch_program.execution_plan[0]

    def compare(
        self, network, inputs, options=None, edge=None, algorithm=plan, **flags
    ):
        """Checks a plan beside ExecuTorch's; returns the bytes of both."""
        network = network.eval()
        edge = edge or to_edge(torch.export.export(network, inputs))
        results = []
        suite = MemoryPlanningAlgorithmSuite()
        for each in (suite, algorithm):
            program, execution_plan = self.lower(edge, each, options, **flags)
            runner = load(program.buffer)
            # The second call sees what the first one left.
            outputs = [runner.run_method("forward", inputs) for _ in range(2)]
            outputs = [value.clone() for values in outputs for value in values]
            results.append((sum(execution_plan.non_const_buffer_sizes), outputs))
        for theirs, ours in zip(results[0][1], results[1][1], strict=True):
            self.assertTrue(torch.equal(theirs, ours))
        return results[0][0], results[1][0]

    def assert_right(self, network, inputs, **options):
        """Checks a plan beside PyTorch."""
        edge = to_edge(torch.export.export(network.eval(), inputs))
        program, execution_plan = self.lower(edge, plan, **options)
        (output,) = load(program.buffer).run_method("forward", inputs)
        torch.testing.assert_close(output, network(*inputs), rtol=1e-4, atol=1e-4)
        return sum(execution_plan.non_const_buffer_sizes)

    def test_networks(self):
        smaller = 0
        for name in ("attention", "gates", "lstm-cells", "residual"):
            with self.subTest(name):
                theirs, ours = self.compare(*networks.make(name))
                self.assertLessEqual(ours, theirs)
                smaller += ours < theirs
        self.assertGreaterEqual(smaller, 2)

    def test_inputs_and_outputs_of_the_caller(self):
        network, inputs = networks.make("keywords")
        for is_input in (True, False):
            for is_output in (True, False):
                with self.subTest(input=is_input, output=is_output):
                    theirs, ours = self.compare(
                        network,
                        inputs,
                        alloc_graph_input=is_input,
                        alloc_graph_output=is_output,
                    )
                    self.assertLessEqual(ours, theirs)

    def test_ops_in_place_and_copied_views(self):
        network, inputs = networks.make("attention")
        for options in ({"run_reinplace_pass": True}, {"remove_view_copy": False}):
            with self.subTest(options):
                theirs, ours = self.compare(network, inputs, options)
                self.assertLessEqual(ours, theirs)

    def test_mutable_buffers_keep_their_bytes(self):
        class Counter(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.register_buffer("seen", torch.zeros(8, 16))

            def forward(self, x):
                self.seen.add_(x)
                y = torch.exp(x) * 2
                return torch.softmax(self.seen, -1) @ (y + 1).T

        inputs = (torch.randn(8, 16),)
        self.compare(Counter(), inputs)
        self.compare(Counter(), inputs, share_mutable_buffers=True)

    def test_dynamic_shapes_up_to_a_bound(self):
        network = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.ReLU())
        batch = torch.export.Dim("batch", min=1, max=32)
        exported = torch.export.export(
            network, (torch.randn(4, 8),), dynamic_shapes=({0: batch},)
        )
        options = {"sym_shape_eval_pass": ConstraintBasedSymShapeEvalPass()}
        for rows in (1, 32):
            inputs = (torch.randn(rows, 8),)
            theirs, ours = self.compare(network, inputs, options, to_edge(exported))
            self.assertLessEqual(ours, theirs)

    def test_delegates(self):
        network, inputs = networks.make("unet")
        edge = to_edge_transform_and_lower(
            torch.export.export(network, inputs), partitioner=[XnnpackPartitioner()]
        )
        theirs, ours = self.compare(network, inputs, edge=edge)
        self.assertLessEqual(ours, theirs)

    def test_branches_whose_results_live_together(self):
        class Branching(torch.nn.Module):
            def forward(self, x):
                first = torch.cond(
                    x.sum() > 0,
                    lambda x: torch.relu(x * 3) + 1,
                    lambda x: torch.sin(x * 2) - 1,
                    [x],
                )
                second = torch.cond(
                    x.sum() > 100,
                    lambda x: torch.relu(x * 5) + 7,
                    lambda x: torch.cond(
                        x.sum() > 10, lambda x: x + 2.0, lambda x: x * x, [x * 2]
                    ),
                    [x],
                )
                return first + second + torch.exp(x) * 2

        for scale in (1, -1):
            self.assert_right(Branching(), (torch.rand(64) * scale,))

    def test_loops(self):
        class Mapping(torch.nn.Module):
            def forward(self, rows, y):
                z = torch.sin(y) * 2
                mapped = map_rows(lambda x, y: torch.relu(x * y) + x, rows, z)
                return torch.exp(mapped) * 3 + torch.exp(mapped)

        inputs = (torch.rand(4, 32), torch.rand(32))
        theirs, ours = self.compare(Mapping(), inputs)
        self.assertLess(ours, theirs)
        self.assert_right(Mapping(), inputs)

    def test_two_methods(self):
        network, inputs = networks.make("mlp")
        exported = torch.export.export(network, inputs)
        edge = to_edge({"one": exported, "two": copy.deepcopy(exported)})
        program, _ = self.lower(edge, plan, verify=False)
        runner = load(program.buffer)
        (one,), (two,) = (runner.run_method(name, inputs) for name in ("one", "two"))
        self.assertTrue(torch.equal(one, two))

    def test_two_banks(self):
        network, inputs = networks.make("random-graph-1")
        edge = to_edge(torch.export.export(network, inputs))
        target = TargetMemoryMap([Bank("fast", 100_000, 1), Bank("slow", 1 << 30, 2)])
        self.compare(network, inputs, edge=edge, algorithm=Planner(banks=target))
        _, execution_plan = self.lower(edge, Planner(banks=target))
        sizes = execution_plan.non_const_buffer_sizes
        self.assertLessEqual(sizes[1], 100_000)
        self.assertGreater(sizes[1], 0)
        self.assertGreater(sizes[2], 0)

    def test_a_bank_that_is_too_small_is_one_error(self):
        network, inputs = networks.make("residual")
        edge = to_edge(torch.export.export(network, inputs))
        target = TargetMemoryMap([Bank("sram", 100_000, 1)])
        needed = (
            "^bank 'sram' has 100000 bytes, but op '.*' needs at least 196608 bytes$"
        )
        with self.assertRaisesRegex(InputError, needed):
            self.lower(edge, Planner(banks=target))


if __name__ == "__main__":
    unittest.main()
