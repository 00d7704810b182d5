// RUN: rm -rf %t && split-file %s %t
// RUN: memplace-opt %t/in.mlir --memplace-place-buffers="target=toy solution=%t/plan.json" | FileCheck %t/in.mlir
// Annotations can be read again, and placing again replaces them.
// RUN: memplace-opt %t/in.mlir --memplace-place-buffers="target=toy solution=%t/plan.json" -o %t/once.mlir
// RUN: memplace-opt %t/once.mlir --memplace-verify-placement -o /dev/null
// RUN: memplace-opt %t/once.mlir --memplace-place-buffers="solution=%t/plan.json" -o %t/twice.mlir
// RUN: cmp %t/once.mlir %t/twice.mlir
// RUN: memplace-opt %t/once.mlir --memplace-place-buffers=solver=default-tier | FileCheck %s --check-prefix=HOME

// HOME-NOT: "fast", offset

//--- in.mlir
// The target is recorded on the module.
// CHECK: module @m attributes {memplace.target = #memplace.target<"toy">} {
module @m {
memref.global "private" constant @weights : memref<4xf32> = dense<1.0>

// Residencies are numbered across the function for transfers, and within each
// buffer for serving accesses. Residencies of a buffer are in the order of the plan, where a
// residency of 'alloc0' is between two of 'arg0'.
// CHECK-LABEL: func.func @f(
// CHECK-SAME: %[[X:.*]]: memref<4xf32> {memplace.residencies = [#memplace.residency<"fast", offset = 16, steps = 0 to 9>, #memplace.residency<"slow", steps = 0 to 9>]}
// CHECK-SAME: %[[Y:.*]]: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 10>]}
// CHECK-SAME: attributes {memplace.transfers = [#memplace.transfer<1 to 0, channel = "in", start = 0, done = 2>, #memplace.transfer<4 to 5, channel = "in", start = 3, done = 3>]}
func.func @f(%x: memref<4xf32>, %y: memref<4xf32>, %b: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  // CHECK: memref.alloc() {memplace.residencies = [#memplace.residency<"fast", offset = 0, steps = 0 to 10>]}
  %a = memref.alloc() : memref<4xf32>
  // CHECK-NEXT: memref.get_global @weights : memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 8>, #memplace.residency<"fast", offset = 32, steps = 3 to 8>]}
  %w = memref.get_global @weights : memref<4xf32>
  // CHECK-NEXT: memref.copy %[[X]], %{{.*}} {memplace.served = array<i64: 1, 0>, memplace.step = 0 : i64}
  memref.copy %x, %a : memref<4xf32> to memref<4xf32>
  // A view is not a step.
  // CHECK-NEXT: memref.subview %{{.*}} : memref<4xf32> to
  %v = memref.subview %a[0] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1]>>
  // The step before a loop is a boundary, and so is the last step of its body.
  // CHECK-NEXT: scf.for
  scf.for %i = %c0 to %c3 step %c1 {
    // CHECK-NEXT: memref.copy {{.*}} {memplace.served = array<i64: 0, 0>, memplace.step = 2 : i64}
    memref.copy %x, %a : memref<4xf32> to memref<4xf32>
    // A branch is one step.
    // CHECK-NEXT: scf.if
    scf.if %b {
      // CHECK-NEXT: memref.copy %{{[^{]*}} :
      memref.copy %w, %y : memref<4xf32> to memref<4xf32>
    }
    // CHECK-NEXT: } {memplace.served = array<i64: 1, 0>, memplace.step = 3 : i64}
    // CHECK-NEXT: scf.for
    scf.for %j = %c0 to %c3 step %c1 {
      // CHECK-NEXT: memref.copy {{.*}} {memplace.served = array<i64: 0, 0>, memplace.step = 5 : i64}
      memref.copy %a, %y : memref<4xf32> to memref<4xf32>
    }
    // CHECK-NEXT: } {memplace.step = 5 : i64}
  }
  // CHECK-NEXT: } {memplace.step = 2 : i64}
  // A loop over scalars is one step.
  // CHECK-NEXT: scf.for
  scf.for %i = %c0 to %c3 step %c1 {
    // CHECK-NEXT: memref.load %{{.*}}[%{{.*}}] : memref<4xf32>
    %e = memref.load %x[%i] : memref<4xf32>
    memref.store %e, %y[%i] : memref<4xf32>
  }
  // CHECK: } {memplace.served = array<i64: 0, 0>, memplace.step = 8 : i64}
  // CHECK-NEXT: memref.copy {{.*}} {memplace.served = array<i64: 0, 0>, memplace.step = 9 : i64}
  memref.copy %a, %y : memref<4xf32> to memref<4xf32>
  return
}
}

//--- plan.json
{"format": "memplace-solution", "version": 1, "problem": "m/f",
 "residencies": [
  {"buffer": 0, "tier": "fast", "offset": 16, "begin": 0, "end": 9},
  {"buffer": 2, "tier": "fast", "offset": 0, "begin": 0, "end": 10},
  {"buffer": 0, "tier": "slow", "begin": 0, "end": 9},
  {"buffer": 1, "tier": "slow", "begin": 0, "end": 10},
  {"buffer": 3, "tier": "slow", "begin": 0, "end": 8},
  {"buffer": 3, "tier": "fast", "offset": 32, "begin": 3, "end": 8}],
 "transfers": [
  {"from": 2, "to": 0, "channel": "in", "start": 0, "done": 2},
  {"from": 4, "to": 5, "channel": "in", "start": 3, "done": 3}],
 "served": [[2, 1], [], [0, 1], [5, 3], [], [1, 3], [], [], [0, 3], [1, 3]]}
