// RUN: memplace-opt %s --memplace-default="target=%S/../Integration/Inputs/two-tiers.json" 2>&1 | FileCheck %s --implicit-check-not=remark --implicit-check-not=bufferization

// A clone's buffer is placed like any other, and never folded into its source,
// whose slot may be reused before the clone's reads.
// CHECK-LABEL: func.func @cloned(
// CHECK: %[[CLONE:.*]] = memplace.slot %{{.*}} for "alloc1"
// CHECK: memplace.acquire %[[CLONE]]
// CHECK: memref.copy %{{.*}}, %[[CLONE]]
// CHECK: linalg.add ins(%[[CLONE]], %{{.*}} :
func.func @cloned(%a: memref<64xi32>, %r: memref<64xi32>) {
  %m = memref.alloc() : memref<64xi32>
  memref.copy %a, %m : memref<64xi32> to memref<64xi32>
  linalg.add ins(%m, %a : memref<64xi32>, memref<64xi32>) outs(%m : memref<64xi32>)
  %k = bufferization.clone %m : memref<64xi32> to memref<64xi32>
  linalg.add ins(%m, %a : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  linalg.add ins(%k, %r : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  memref.dealloc %m : memref<64xi32>
  memref.dealloc %k : memref<64xi32>
  return
}
