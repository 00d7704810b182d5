func.func @f(%x: memref<8x16xf32>, %w: memref<16x4xf32>, %y: memref<8x4xf32>) {
  linalg.matmul ins(%x, %w : memref<8x16xf32>, memref<16x4xf32>) outs(%y : memref<8x4xf32>)
  return
}
