// RUN: memplace-opt %s --memplace-default=target=toy --memplace-to-llvm | FileCheck %s

// CHECK: llvm.func @one(
// CHECK-NOT: builtin.unrealized_conversion_cast
func.func @one(%in: memref<4xf32>, %out: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %in, %a : memref<4xf32> to memref<4xf32>
  memref.copy %a, %out : memref<4xf32> to memref<4xf32>
  return
}
