// RUN: memplace-opt %s --allow-unregistered-dialect --memplace-default=target=%S/Inputs/two-banks.json | FileCheck %s
// RUN: memplace-opt %s --allow-unregistered-dialect --memplace-extract-problem="target=%S/Inputs/two-banks.json file=-" -o /dev/null \
// RUN:   | FileCheck %s --check-prefix=PROBLEM

// Operands are in different banks or in the same bank, as `memplace.apart` and `memplace.together` of the op, of the
// callee, or of an op in a loop ask. Operands without accesses are in no pair.

// PROBLEM: "name": "npu.add", {{.*}} "apart": {{\[\[}}0, 1], [1, 2]], "together": {{\[\[}}0, 2]]
// PROBLEM: "name": "func.call", {{.*}} "apart": {{\[\[}}0, 1]]
// PROBLEM: "name": "affine.for", {{.*}} "together": {{\[\[}}1, 0]]

// CHECK-LABEL: func.func @ops
// CHECK: "npu.add"({{.*}}) {{.*}} : (memref<8xf32, #memplace.tier<"[[A:bank[01]]]">>, memref<8xf32, #memplace.tier<"[[B:bank[01]]]">>, memref<8xf32, #memplace.tier<"[[A]]">>, memref<8xf32
// CHECK: call @copy
// CHECK: affine.for
func.func private @copy(memref<8xf32>, memref<8xf32>) attributes {memplace.access = ["read", "write"], memplace.apart = [[0, 1]]}
func.func @ops(%x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xf32>) {
  "npu.add"(%x, %y, %z, %x) {
    memplace.access = ["read", "read", "write", "none"], memplace.apart = [[0, 1], [1, 2]], memplace.together = [[0, 2]]
  } : (memref<8xf32>, memref<8xf32>, memref<8xf32>, memref<8xf32>) -> ()
  call @copy(%z, %y) : (memref<8xf32>, memref<8xf32>) -> ()
  affine.for %i = 0 to 2 {
    "npu.step"(%y, %z) {memplace.access = ["read", "update"], memplace.together = [[1, 0]]} : (memref<8xf32>, memref<8xf32>) -> ()
  } {memplace.cost = #memplace.cost<compute_ps = 5>}
  return
}

// Operands together that exceed a bank of 128 bytes are cut, and the pieces are together.
// CHECK-LABEL: func.func @cut
// CHECK-COUNT-2: "npu.exp"({{.*}}) {{.*}} : (memref<{{[0-9]+}}xf32, {{.*}}#memplace.tier<"[[BANK:bank[01]]]">>, memref<{{[0-9]+}}xf32, {{.*}}#memplace.tier<"[[BANK]]">>) -> ()
func.func @cut(%x: memref<32xf32>, %y: memref<32xf32>) {
  "npu.exp"(%x, %y) {
    memplace.access = ["read", "write"], memplace.together = [[0, 1]],
    memplace.cut_dims = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>]
  } : (memref<32xf32>, memref<32xf32>) -> ()
  return
}
