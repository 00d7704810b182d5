// A piece of an argument in a slot has no layout, so its reshape has none, either.

// RUN: memplace-opt %s --memplace-place-buffers="target=toy" --memplace-insert-transfers | FileCheck %s

// CHECK: %[[SLOT:.*]] = memref.alloc() {{.*}}: memref<1x8xf32, #memplace.tier<"fast">>
// CHECK: memref.collapse_shape %[[SLOT]] {{\[\[}}0, 1]] : memref<1x8xf32, #memplace.tier<"fast">> into memref<8xf32, #memplace.tier<"fast">>
func.func @main(%w: memref<2x8xf32>, %y: memref<8xf32>) {
  %p = memref.reinterpret_cast %w to offset: [0], sizes: [1, 8], strides: [8, 1] {memplace.piece} : memref<2x8xf32> to memref<1x8xf32, strided<[8, 1]>>
  %s = memref.collapse_shape %p [[0, 1]] : memref<1x8xf32, strided<[8, 1]>> into memref<8xf32, strided<[1]>>
  linalg.mul ins(%s, %s : memref<8xf32, strided<[1]>>, memref<8xf32, strided<[1]>>) outs(%y : memref<8xf32>)
  linalg.mul ins(%s, %y : memref<8xf32, strided<[1]>>, memref<8xf32>) outs(%y : memref<8xf32>)
  return
}
