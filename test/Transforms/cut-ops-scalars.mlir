// Pieces alternate even if a scalar passes between their ops: the producer of the scalar comes first.
// RUN: memplace-opt %s --memplace-cut="target=%S/Inputs/slow-and-small.json" | FileCheck %s

// CHECK-LABEL: func.func @scalar_between(
// CHECK: linalg.exp ins
// CHECK-NOT: linalg.exp ins
// CHECK: memref.load
// CHECK: scf.if
// CHECK: linalg.add ins
// CHECK: linalg.exp ins
// CHECK: linalg.add ins
// CHECK-NOT: linalg.{{exp|add}} ins
func.func @scalar_between(%w: memref<16x64xf32>, %p: memref<1xi32>, %q: memref<16x64xf32>, %a: memref<16x64xf32>,
                          %b: memref<16x64xf32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %c = arith.constant 1.0 : f32
  linalg.exp {memplace.cut = #memplace.cut<dim = 0, pieces = 2>}
    ins(%w : memref<16x64xf32>) outs(%a : memref<16x64xf32>)
  %value = memref.load %p[%zero] : memref<1xi32>
  %condition = arith.cmpi eq, %value, %one : i32
  scf.if %condition {
    memref.store %c, %q[%zero, %zero] : memref<16x64xf32>
  }
  linalg.add {memplace.cut = #memplace.cut<dim = 0, pieces = 2>}
    ins(%w, %q : memref<16x64xf32>, memref<16x64xf32>) outs(%b : memref<16x64xf32>)
  return
}
