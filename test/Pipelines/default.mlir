// RUN: memplace-opt %s --memplace-default="target=toy solver=default-tier" | FileCheck %s

// CHECK-LABEL: func.func @one(
func.func @one(%in: memref<4xf32>, %out: memref<4xf32>) {
  // CHECK: memplace.arena
  // CHECK: memplace.slot
  // CHECK: memplace.free_arena
  %a = memref.alloc() : memref<4xf32>
  memref.copy %in, %a : memref<4xf32> to memref<4xf32>
  memref.copy %a, %out : memref<4xf32> to memref<4xf32>
  return
}
