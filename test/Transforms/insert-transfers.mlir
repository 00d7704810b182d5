// RUN: memplace-opt %s --memplace-place-buffers="target=toy solver=default-tier" --memplace-insert-transfers | FileCheck %s

// CHECK-LABEL: func.func @one(
// CHECK-SAME: %[[IN:.*]]: memref<4xf32>, %[[OUT:.*]]: memref<4xf32>)
func.func @one(%in: memref<4xf32>, %out: memref<4xf32>) {
  // CHECK-NEXT: %[[A:.*]] = memref.alloc() {{.*}} : memref<4xf32, #memplace.tier<"slow">>
  // CHECK-NEXT: memplace.acquire %[[A]]
  %a = memref.alloc() : memref<4xf32>
  // CHECK-NEXT: memref.copy %[[IN]], %[[A]]
  memref.copy %in, %a : memref<4xf32> to memref<4xf32>
  // CHECK-NEXT: memref.copy %[[A]], %[[OUT]]
  memref.copy %a, %out : memref<4xf32> to memref<4xf32>
  // CHECK-NEXT: memplace.release %[[A]]
  // CHECK-NEXT: return
  return
}
