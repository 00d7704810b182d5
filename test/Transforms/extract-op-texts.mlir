// `op-texts` has each op of the problem as text, in the order of steps; null steps
// are empty.
//
// RUN: memplace-opt %s -o /dev/null --memplace-extract-problem="target=toy file=%t.json op-texts=-" | FileCheck %s
// CHECK: [
// CHECK-NEXT: "linalg.exp ins(%{{[^"]*}} : memref<8xf32>) outs(%{{[^"]*}} : memref<8xf32>)",
// CHECK-NEXT: "",
// CHECK-NEXT: "linalg.mul ins(
// CHECK-NEXT: ""
// CHECK-NEXT: ]
func.func @main(%x: memref<8xf32>, %w: memref<8xf32>, %y: memref<8xf32>) {
  %from = arith.constant 0 : index
  %to = arith.constant 3 : index
  %by = arith.constant 1 : index
  linalg.exp ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
  scf.for %i = %from to %to step %by {
    linalg.mul ins(%y, %w : memref<8xf32>, memref<8xf32>) outs(%y : memref<8xf32>)
  }
  return
}
