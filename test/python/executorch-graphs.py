# memplace.executorch on graphs like ExecuTorch's, which is not needed: plans are legal,
# and bad input is one error that leaves the graph unchanged.
#
# UNSUPPORTED: sanitizer
# RUN: env %pack_env %python %s
#
# Without ExecuTorch, the module can be imported, and the first plan names the extra.
# RUN: not env %pack_env %python -c "import memplace.executorch as e; print('imported', flush=True); e.plan(16, [], None)" 2>&1 | FileCheck %s
# CHECK: imported
# CHECK: MissingPartError: memplace.executorch needs the package executorch; install the extra: pip install '{{[^']*}}/python[executorch]'

import random
import sys
import unittest
import warnings
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

sys.path.append(str(Path(__file__).parent / "Inputs"))

import memplace_pack
from executorch_fakes import (
    ALLOC,
    CPU,
    GETITEM,
    VIEW,
    Module,
    Node,
    Spec,
    chain,
    conflicts,
    specs_of,
)

from memplace import InputError, MissingPartError
from memplace.executorch import Planner, packages, planner

PACKAGES = packages.Packages(specs_of, (ALLOC, VIEW, GETITEM), CPU, memplace_pack)


def make_plan(specs, module=None, padding=0, alignment=16, **options):
    with mock.patch.object(planner, "load_packages", lambda: PACKAGES):
        module = chain(specs) if module is None else module
        return Planner(**options)(alignment, specs, module, None, padding)


def banks(*sizes, alignment=None):
    return SimpleNamespace(
        banks=[
            SimpleNamespace(name=f"b{i}", size=size, mem_id=i, alignment=alignment)
            for i, size in enumerate(sizes, 1)
        ]
    )


def random_specs(seed, count=40, steps=30):
    draw = random.Random(seed)
    specs = []
    for _ in range(count):
        first = draw.randrange(steps)
        last = min(steps - 1, first + draw.choice((0, 1, 2, 3, steps)))
        specs.append(Spec(draw.choice((0, 1, 16, 40, 999, 4096)), (first, last)))
    return specs


class PlanTest(unittest.TestCase):
    def test_tensors_that_never_live_together_share_bytes(self):
        specs = [Spec(100, (0, 1)), Spec(100, (1, 2)), Spec(100, (2, 3))]
        self.assertEqual(make_plan(specs), [0, 224])
        self.assertEqual(specs[0].mem_offset, specs[2].mem_offset)
        self.assertEqual(specs[0].mem_obj_id, specs[2].mem_obj_id)

    def test_random_plans_are_legal(self):
        for seed in range(20):
            specs = random_specs(seed)
            alignment = (16, 64, 48)[seed % 3]
            sizes = make_plan(specs, alignment=alignment)
            self.assertEqual(list(conflicts(specs, sizes, alignment)), [])

    def test_tensors_inside_of_others_have_their_place(self):
        base = Spec(64, (0, 9))
        inner = Spec(32, (2, 5), base, 32)
        innermost = Spec(16, (3, 4), inner, 16)
        other = Spec(64, (4, 8))
        specs = [innermost, other, inner, base]
        sizes = make_plan(specs)
        self.assertEqual(sizes, [0, 128])
        self.assertEqual(inner.mem_offset, base.mem_offset + 32)
        self.assertEqual(innermost.mem_offset, base.mem_offset + 48)
        self.assertEqual(list(conflicts(specs, sizes)), [])

    def test_views_have_one_place(self):
        spec = Spec(64, (0, 3))
        view = SimpleNamespace(_base=spec)
        self.assertEqual(make_plan([view, spec], chain([spec])), [0, 64])

    def test_padding_is_added_to_arenas_in_use(self):
        target = banks(1000, 1000)
        self.assertEqual(make_plan([Spec(9, (0, 0))], padding=64), [0, 80])
        self.assertEqual(
            make_plan([Spec(9, (0, 0))], padding=64, banks=target), [0, 80, 0]
        )

    def test_arenas_of_other_passes_are_kept(self):
        specs = [Spec(32, (0, 1), mem_id=3), Spec(16, (0, 1))]
        self.assertEqual(make_plan(specs), [0, 16, 0, 32])
        self.assertEqual([spec.mem_id for spec in specs], [3, 1])

    def test_a_graph_without_tensors(self):
        self.assertEqual(make_plan([], Module([Node("output")])), [0, 0])


class RegionTest(unittest.TestCase):
    """Control flow: the parent's plan reserves the memory of submodules."""

    def setUp(self):
        self.inner = Spec(100, (0, 1))
        self.branch = chain([self.inner])
        self.branch.meta["non_const_buffer_sizes"] = make_plan(
            [self.inner], self.branch
        )

    def parent(self, lifetime):
        """Returns a graph in which step 2 runs the branch."""
        result = Spec(48, lifetime)
        get = Node("get", op="get_attr", target="branch")
        nodes = [Node(f"op{step}") for step in range(8)]
        nodes[2] = Node("cond", [result], args=[None, get])
        return Module(nodes, [0, 112], branch=self.branch), result

    def test_memory_of_a_branch_is_used_until_the_last_use_of_its_result(self):
        module, result = self.parent((2, 5))
        early, late = Spec(112, (0, 1)), Spec(112, (6, 7))
        during = Spec(32, (5, 5))
        specs = [early, late, during, result]
        sizes = make_plan(specs, module)
        self.assertEqual(sizes, [0, 48 + 32 + 112])
        # The branch's tensor is its result, live as long as the result.
        self.inner.lifetime = [2, 5]
        found = list(conflicts([*specs, self.inner], sizes))
        self.assertEqual([text for text in found if "two objects" not in text], [])

    def test_memory_of_a_submodule_is_reused_after_its_node(self):
        module, result = self.parent((2, 2))
        specs = [Spec(112, (3, 4)), result]
        self.assertEqual(make_plan(specs, module), [0, 160])

    def test_a_submodule_of_two_nodes_moves_once(self):
        module, result = self.parent((2, 5))
        module.graph.nodes[6] = Node("again", args=module.graph.nodes[2].args)
        low = Spec(320, (0, 7))
        sizes = make_plan([result, low], module)
        self.assertEqual(sizes, [0, 320 + 112 + 48])
        self.inner.lifetime = [2, 6]
        found = list(conflicts([result, low, self.inner], sizes))
        self.assertEqual([text for text in found if "two objects" not in text], [])

    def test_nested_submodules_move_with_their_parents(self):
        module, result = self.parent((2, 5))
        sizes = make_plan([result], module)
        module.meta["non_const_buffer_sizes"] = sizes
        before = self.inner.mem_offset - result.mem_offset
        get = Node("get", op="get_attr", target="body")
        low = Spec(512, (0, 1))
        outer = Module([Node("map", [], args=[get]), Node("end")], sizes, body=module)
        self.assertEqual(make_plan([low], outer), [0, 512 + sum(sizes)])
        self.assertEqual(self.inner.mem_offset - result.mem_offset, before)


class BankTest(unittest.TestCase):
    def test_often_accessed_tensors_are_in_the_first_bank(self):
        often, seldom = Spec(64, (0, 9)), Spec(64, (0, 9))
        nodes = [Node("a", often), Node("b", seldom)]
        nodes += [Node(f"op{i}", Spec(0, (i, i)), [nodes[0]]) for i in range(2, 10)]
        sizes = make_plan([seldom, often], Module(nodes), banks=banks(64, 256))
        self.assertEqual((often.mem_id, seldom.mem_id), (1, 2))
        self.assertEqual(sizes, [0, 64, 64])

    def test_costs_decide_instead_of_the_order(self):
        spec = Spec(64, (0, 1))
        make_plan([spec], banks=banks(64, 64), costs=(3, 1))
        self.assertEqual(spec.mem_id, 2)

    def test_a_bank_larger_than_64_bits(self):
        specs = [Spec(64, (0, 1))]
        make_plan(specs, banks=banks(9, 1 << 70))
        self.assertEqual(specs[0].mem_id, 2)

    def test_random_plans_are_legal(self):
        for seed in range(10):
            specs = random_specs(seed)
            specs[3].mem_id = 2
            target = banks(9000, 10**6, alignment=64)
            sizes = make_plan(specs, banks=target, deadline=0.05)
            self.assertEqual(list(conflicts(specs, sizes, 64)), [])
            self.assertLessEqual(sizes[1], 9000)
            self.assertEqual(specs[3].mem_id, 2)


class BadInputTest(unittest.TestCase):
    def fails(self, pattern, specs, module=None, **options):
        before = [dict(vars(spec)) for spec in specs]
        with self.assertRaisesRegex(InputError, pattern):
            make_plan(specs, module, **options)
        self.assertEqual([vars(spec) for spec in specs], before)

    def test_banks_too_small(self):
        self.fails(
            "^tensor 'op0' has 112 bytes, but bank 'b2' has only 96; it needs at least "
            "112 bytes$",
            [Spec(100, (0, 1))],
            banks=banks(32, 96),
        )
        self.fails(
            "^bank 'b1' has 192 bytes, but op 'op1' needs at least 224 bytes$",
            [Spec(100, (0, 1)), Spec(100, (1, 2))],
            banks=banks(192),
        )
        self.fails(
            "^banks 'b1' and 'b2' have 224 bytes, but op 'op1' needs at least 336",
            [Spec(100, (0, 1)), Spec(100, (1, 2)), Spec(100, (1, 2))],
            banks=banks(112, 112),
        )
        self.fails(
            "^bank 'b1' has 112 bytes, but op 'op0' needs at least 224 bytes$",
            [Spec(100, (0, 1), mem_id=1), Spec(100, (0, 2), mem_id=1)],
            banks=banks(112, 999),
        )

    def test_a_plan_that_the_packer_does_not_find(self):
        def pack_banks(*arguments, **options):
            raise memplace_pack.PackError("out of time")

        with mock.patch.object(memplace_pack, "pack_banks", pack_banks):
            self.fails(
                "^no plan was found for bank 'b1' of 40 bytes: the best plan found "
                "needs 32 bytes$",
                [Spec(16, (0, 1)), Spec(16, (0, 1))],
                banks=banks(40),
            )
            self.fails(
                "^no plan was found for bank 'b1' of 40 bytes, 'b2' of 40 bytes: out of",
                [Spec(16, (0, 1)), Spec(16, (0, 1))],
                banks=banks(40, 40),
            )

    def test_tensors_inside_of_unplanned_ones(self):
        base = Spec(64, (0, 3))
        self.fails("which is not planned; let", [Spec(16, (1, 2), base)])
        self.fails("is at byte 8 of its base", [base, Spec(16, (1, 2), base, 8)])
        self.fails("does not fit into the 64", [base, Spec(32, (1, 2), base, 48)])

    def test_arguments(self):
        spec = Spec(16, (0, 1))
        self.fails("^banks must be a TargetMemoryMap", [spec], banks=[1])
        self.fails("costs has 1 numbers for 2", [spec], banks=banks(9, 9), costs=[1])
        self.fails(
            "not negative, got nan", [spec], banks=banks(9), costs=[float("nan")]
        )
        self.fails("no multiple of the program's", [spec], banks=banks(9, alignment=24))
        self.fails("alignment must be at least 1, got 0", [spec], alignment=0)
        self.fails("deadline must be above 0", [spec], deadline=0)
        self.fails("seed must be an integer", [spec], seed="1")
        for mem_id, message in (
            (0, "must be from 1 to 65535, got 0"),
            (10**12, "must be from 1 to 65535, got 1000000000000"),
            ("a", "must be an integer, got 'a'"),
        ):
            message = f"^mem_id of tensor 'op0' {message}$"
            self.fails(message, [Spec(16, (0, 1), mem_id=mem_id)])
        self.fails("^size of bank 'b1' must be an int.*1000000.0$", [spec], banks=banks(1e6))
        target = banks(32)
        target.banks[0].mem_id = 10**12
        self.fails("^mem_id of bank 'b1' must be from 1", [spec], banks=target)
        gpu = Spec(16, (0, 1), device=SimpleNamespace(name="CUDA"))
        self.fails("tensor 'op0' is on CUDA", [gpu], banks=banks(99))
        lost = Spec(16, (0, 1))
        module = chain([lost])
        lost.lifetime = [None, None]
        self.fails("'op0' has no lifetime", [lost], module)

    def test_versions(self):
        def check(found):
            with mock.patch.object(packages, "version", lambda name: found):
                packages.check_version()

        with warnings.catch_warnings():
            warnings.simplefilter("error")
            check("1.5.1+cpu")
        with self.assertWarnsRegex(UserWarning, "tested with executorch 1.5.1"):
            check("1.5.3")
        for found in ("1.4.0", "1.6.0", "2.5.1"):
            with self.assertRaisesRegex(
                MissingPartError, f"this is executorch {found}"
            ):
                check(found)


if __name__ == "__main__":
    unittest.main()
