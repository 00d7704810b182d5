// RUN: memplace-opt %s --memplace-place-buffers="target=toy solver=default-tier" --memplace-report="file=- format=table" -o /dev/null | FileCheck %s

// CHECK: function 'one' on 'toy': 3 buffers, 2 steps
func.func @one(%in: memref<4xf32>, %out: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %in, %a : memref<4xf32> to memref<4xf32>
  memref.copy %a, %out : memref<4xf32> to memref<4xf32>
  return
}
