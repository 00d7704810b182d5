// Each of the three forms can be checked.
// RUN: memplace-opt %s --memplace-place-buffers=target=toy --memplace-verify-placement | FileCheck %s
// RUN: memplace-opt %s --memplace-place-buffers=target=toy --memplace-insert-transfers --memplace-verify-placement | FileCheck %s
// RUN: memplace-opt %s --memplace-place-buffers=target=toy --memplace-insert-transfers --memplace-lower-to-offsets --memplace-verify-placement | FileCheck %s

// CHECK-LABEL: func.func @one(
func.func @one(%in: memref<4xf32>, %out: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %in, %a : memref<4xf32> to memref<4xf32>
  memref.copy %a, %out : memref<4xf32> to memref<4xf32>
  return
}
