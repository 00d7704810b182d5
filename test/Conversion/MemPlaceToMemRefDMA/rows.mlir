// RUN: memplace-opt %s --convert-memplace-to-memref-dma=tier-spaces=fast:1 --split-input-file --verify-diagnostics | FileCheck %s

// Rows at one end: a stride, and the elements of each row.
// CHECK-LABEL: func.func @rows(
// CHECK: %[[COUNT:.*]] = arith.constant 64 : index
// CHECK: %[[STRIDE:.*]] = arith.constant 32 : index
// CHECK: %[[LENGTH:.*]] = arith.constant 16 : index
// CHECK: memref.dma_start %{{.*}}[{{.*}}], %{{.*}}[{{.*}}], %[[COUNT]], %{{.*}}[{{.*}}], %[[STRIDE]], %[[LENGTH]] :
func.func @rows(%x: memref<4x16xf32, strided<[32, 1], offset: 16>>, %y: memref<4x16xf32, #memplace.tier<"fast">>) {
  %t = memplace.start_transfer %x to %y on "in" : memref<4x16xf32, strided<[32, 1], offset: 16>> to memref<4x16xf32, #memplace.tier<"fast">>
  memplace.wait %t
  return
}

// -----

func.func @planes(%x: memref<2x4x16xf32, strided<[256, 32, 1]>>, %y: memref<2x4x16xf32, #memplace.tier<"fast">>) {
  // expected-error@+2 {{moves rows that memref.dma_start cannot express, from 'memref<2x4x16xf32, strided<[256, 32, 1]>>'}}
  // expected-note@+1 {{it has a single stride, for one of the two ends; an op of your own can move such rows}}
  %t = memplace.start_transfer %x to %y on "in" : memref<2x4x16xf32, strided<[256, 32, 1]>> to memref<2x4x16xf32, #memplace.tier<"fast">>
  memplace.wait %t
  return
}
