"""Tests of expectations.py: an unused result that is a pinned argument's address is no
access, a used one is."""

import unittest

import expectations

BEFORE = "func.func @f(%arg0: memref<4xi32>) {\n  // expect argument 0 fast\n}\n"
PLACED = """\
func.func @f(%arg0: memref<4xi32> {{memplace.pin = #memplace.tier<"fast">}}, %arg1: memref<4xi32>, %arg2: i1, %arg3: index) {{
  %0 = scf.if %arg2 -> (memref<4xi32>) {{
    %2 = scf.execute_region -> memref<4xi32> {{
      scf.yield %arg0 : memref<4xi32>
    }}
    scf.yield %{branch} : memref<4xi32>
  }} else {{
    scf.yield %arg1 : memref<4xi32>
  }}
  %1:2 = scf.for %arg4 = %arg3 to %arg3 step %arg3 iter_args(%arg5 = %arg0, %arg6 = %arg1) -> (memref<4xi32>, memref<4xi32>) {{
    %2 = memref.alloc() : memref<4xi32>
    memref.store %c0, %2[%arg3] : memref<4xi32>
    memref.store %c0, %{loop}[%arg3] : memref<4xi32>
    scf.yield %arg6, %arg6 : memref<4xi32>, memref<4xi32>
  }}
  memref.store %c0, %{end}[%arg3] : memref<4xi32>
  return
}}
"""


class ArgumentTest(unittest.TestCase):
    def check(self, branch: str = "arg0", loop: str = "arg6", end: str = "arg1") -> str:
        placed = PLACED.format(branch=branch, loop=loop, end=end)
        return expectations.check(BEFORE, placed, "slow")

    def test_unused_addresses_are_accepted(self) -> None:
        self.assertEqual(self.check(), "")

    def test_used_addresses_are_rejected(self) -> None:
        for uses in (
            {"end": "arg0"},
            {"end": "0"},
            {"branch": "2", "end": "0"},
            {"loop": "arg5"},
            {"end": "1#0"},
        ):
            self.assertIn("argument 0 is pinned to 'fast' but used", self.check(**uses))

    def test_the_other_result_of_a_loop_is_accepted(self) -> None:
        self.assertEqual(self.check(end="1#1"), "")


unittest.main()
