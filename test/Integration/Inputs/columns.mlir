func.func @main(%x: memref<8x64xf32>, %w: memref<64x64xf32>, %y: memref<8x64xf32>) {
  linalg.matmul {memplace.cut = #memplace.cut<dim = 1, pieces = 4>}
    ins(%x, %w : memref<8x64xf32>, memref<64x64xf32>) outs(%y : memref<8x64xf32>)
  linalg.matmul {memplace.cut = #memplace.cut<dim = 1, pieces = 4>}
    ins(%x, %w : memref<8x64xf32>, memref<64x64xf32>) outs(%y : memref<8x64xf32>)
  return
}
