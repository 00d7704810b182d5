// Effects of the options of memplace-slice-weights, and refused values.
//
// DEFINE: %{opt} = memplace-opt %s --allow-unregistered-dialect --mlir-print-op-on-diagnostic=false
// RUN: %{opt} --memplace-slice-weights="loops=keep" 2>&1 | FileCheck %s --check-prefix=KEEP
// KEEP: remark: the loop is not unrolled, and the weights that it slices stay resident: 'loops' is 'keep'
// KEEP: tensor.extract_slice %{{.*}}[0, 0] [1, 4]
// KEEP-COUNT-2: scf.for
//
// With `all`, slices at a constant offset are weights on their own, too; the whole is not loaded.
// RUN: %{opt} --memplace-slice-weights="slices=all" 2>&1 | FileCheck %s --check-prefix=ALL
// ALL: remark: 1 loops are unrolled, and 3 slices of 2 weights are separate weights
// ALL: "util.global.load"() <{global = @packed_at_0}>
// ALL-NOT: memplace.left
//
// RUN: %{opt} --memplace-slice-weights="loops=unroll" 2>&1 | FileCheck %s --check-prefix=UNROLL
// UNROLL: remark: 2 loops are unrolled, and 2 slices of 1 weights are separate weights
// UNROLL: tensor.extract_slice %{{.*}}[0, 0] [1, 4]
// UNROLL-NOT: memplace.left
// UNROLL-NOT: scf.for
//
// Unrolled, the function has 2 ops that compute tensors from the first loop, and 1 from the other.
// RUN: %{opt} --memplace-slice-weights="max-steps=3" 2>&1 | FileCheck %s --check-prefix=FITS
// FITS: remark: 1 loops are unrolled
// RUN: %{opt} --memplace-slice-weights="max-steps=2" 2>&1 | FileCheck %s --check-prefix=LONG
// LONG: remark: the loop is not unrolled, and the weights that it slices stay resident: unrolled, its function would have 3 steps, more than 'max-steps' of 2
//
// RUN: not %{opt} --memplace-slice-weights="loops=some" 2>&1 | FileCheck %s --check-prefix=LOOPS
// LOOPS: error: 'loops' must be 'auto', 'keep' or 'unroll', got 'some'
// RUN: not %{opt} --memplace-slice-weights="slices=some" 2>&1 | FileCheck %s --check-prefix=SLICES
// SLICES: error: 'slices' must be 'loops' or 'all', got 'some'
// RUN: not %{opt} --memplace-slice-weights="max-steps=0" 2>&1 | FileCheck %s --check-prefix=STEPS
// STEPS: error: 'max-steps' must be at least 1, got 0
// RUN: sed 's/"packed">/"packed?memplace-offset=64">/' %s | not memplace-opt --allow-unregistered-dialect --memplace-slice-weights 2>&1 | FileCheck %s --check-prefix=KEY
// KEY: error: the key 'packed?memplace-offset=64' has the form of a key for a slice of 'packed'; rename the parameter

"util.global"() <{initial_value = #flow.parameter.named<"packed"> : tensor<2x4xf32>, sym_name = "packed", type = tensor<2x4xf32>}> : () -> ()
"util.global"() <{initial_value = #flow.parameter.named<"stack"> : tensor<2x4xf32>, sym_name = "stack", type = tensor<2x4xf32>}> : () -> ()
"util.func"() <{sym_name = "f"}> ({
^bb0(%x: tensor<4xf32>):
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %packed = "util.global.load"() <{global = @packed}> : () -> tensor<2x4xf32>
  %stack = "util.global.load"() <{global = @stack}> : () -> tensor<2x4xf32>
  %p = tensor.extract_slice %packed[0, 0] [1, 4] [1, 1] : tensor<2x4xf32> to tensor<4xf32>
  %y = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %p) -> (tensor<4xf32>) {
    %w = tensor.extract_slice %stack[%i, 0] [1, 4] [1, 1] : tensor<2x4xf32> to tensor<4xf32>
    %b = linalg.add ins(%w, %a : tensor<4xf32>, tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %b : tensor<4xf32>
  }
  %z = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %y) -> (tensor<4xf32>) {
    %b = math.tanh %a : tensor<4xf32>
    scf.yield %b : tensor<4xf32>
  }
  "util.return"(%z) : (tensor<4xf32>) -> ()
}) : () -> ()
