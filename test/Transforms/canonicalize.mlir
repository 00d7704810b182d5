// RUN: memplace-opt %s --memplace-canonicalize | FileCheck %s

// CHECK-LABEL: func.func @allocation(
// CHECK: memref.alloc() {memplace.pin = #memplace.tier<"fast">} : memref<8xf32>
func.func @allocation(%x: memref<8xf32>) {
  %c8 = arith.constant 8 : index
  %a = memref.alloc(%c8) {memplace.pin = #memplace.tier<"fast">} : memref<?xf32>
  %b = memref.cast %a : memref<?xf32> to memref<8xf32>
  linalg.exp ins(%x : memref<8xf32>) outs(%b : memref<8xf32>)
  linalg.exp ins(%b : memref<8xf32>) outs(%x : memref<8xf32>)
  return
}

// A loop of one trip with a declared cost stays, another does not.
// CHECK-LABEL: func.func @one_trip(
// CHECK-COUNT-1: scf.for
// CHECK: {memplace.cost = #memplace.cost<compute_ps = 10>}
func.func @one_trip(%x: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c1 step %c1 {
    linalg.exp ins(%x : memref<8xf32>) outs(%x : memref<8xf32>)
  } {memplace.cost = #memplace.cost<compute_ps = 10>}
  scf.for %i = %c0 to %c1 step %c1 {
    linalg.exp ins(%x : memref<8xf32>) outs(%x : memref<8xf32>)
  }
  return
}
// CHECK-NOT: scf.for
