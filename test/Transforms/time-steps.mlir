// Runtime calls enclose each step of a placed program and nothing else: neither
// transfers nor loops with steps inside.
//
// RUN: memplace-opt %s --memplace-default=target=toy --memplace-time-steps | FileCheck %s
// RUN: memplace-opt %s --memplace-default=target=toy --memplace-time-steps --memplace-to-llvm | FileCheck %s --check-prefix=LLVM
// LLVM: llvm.call @memplace_rt_step_begin

// An unplaced program has the same steps.
// RUN: memplace-opt %s --memplace-time-steps | FileCheck %s

// RUN: not memplace-opt %S/Inputs/step-begin-taken.mlir --memplace-time-steps 2>&1 | FileCheck %s --check-prefix=TAKEN
// TAKEN: error: 'memplace_rt_step_begin' is a function of the memplace runtime of type '(i64) -> ()'; give this symbol another name

// CHECK-LABEL: func.func @main
func.func @main(%x: memref<8xf32>, %w: memref<8xf32>, %y: memref<8xf32>) {
  %from = arith.constant 0 : index
  %to = arith.constant 3 : index
  %by = arith.constant 1 : index
  // CHECK: %[[ZERO:.*]] = arith.constant 0 : i64
  // CHECK-NEXT: call @memplace_rt_step_begin(%[[ZERO]]) : (i64) -> ()
  // CHECK-NEXT: linalg.exp
  // CHECK-NEXT: call @memplace_rt_step_end(%[[ZERO]]) : (i64) -> ()
  linalg.exp ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
  // CHECK: scf.for
  scf.for %i = %from to %to step %by {
    // CHECK: %[[ONE:.*]] = arith.constant 1 : i64
    // CHECK-NEXT: call @memplace_rt_step_begin(%[[ONE]]) : (i64) -> ()
    // CHECK-NEXT: linalg.mul
    // CHECK-NEXT: call @memplace_rt_step_end(%[[ONE]]) : (i64) -> ()
    linalg.mul ins(%y, %w : memref<8xf32>, memref<8xf32>) outs(%y : memref<8xf32>)
  }
  // CHECK-NOT: memplace_rt_step
  return
}
