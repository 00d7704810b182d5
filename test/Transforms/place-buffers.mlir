// RUN: memplace-opt %s --memplace-place-buffers="target=toy solver=default-tier" | FileCheck %s

// Everything stays at home; what is there is recorded, no op is added.
// CHECK: module attributes {memplace.target = #memplace.target<"toy">}
// CHECK-LABEL: func.func @one(
// CHECK-SAME: memplace.transfers = []
func.func @one(%in: memref<4xf32>, %out: memref<4xf32>) {
  // CHECK: memref.alloc() {memplace.residencies = [#memplace.residency<"slow", offset = 0, steps = 0 to 2>]}
  %a = memref.alloc() : memref<4xf32>
  // CHECK-NEXT: memref.copy {{.*}} {memplace.served = array<i64: 0, 0>, memplace.step = 0 : i64}
  memref.copy %in, %a : memref<4xf32> to memref<4xf32>
  // CHECK-NEXT: memref.copy {{.*}} {memplace.served = array<i64: 0, 0>, memplace.step = 1 : i64}
  memref.copy %a, %out : memref<4xf32> to memref<4xf32>
  return
}
