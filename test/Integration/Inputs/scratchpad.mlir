// Two layers: operands of 128 KiB for each product, and 64 KiB for the activation function.
func.func @main(%x: memref<64x128xf32>, %w0: memref<128x128xf32>, %w1: memref<128x128xf32>, %y: memref<64x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %h = memref.alloc() : memref<64x128xf32>
  %g = memref.alloc() : memref<64x128xf32>
  linalg.fill ins(%zero : f32) outs(%h : memref<64x128xf32>)
  linalg.matmul ins(%x, %w0 : memref<64x128xf32>, memref<128x128xf32>) outs(%h : memref<64x128xf32>)
  linalg.tanh ins(%h : memref<64x128xf32>) outs(%g : memref<64x128xf32>)
  linalg.fill ins(%zero : f32) outs(%y : memref<64x128xf32>)
  linalg.matmul ins(%g, %w1 : memref<64x128xf32>, memref<128x128xf32>) outs(%y : memref<64x128xf32>)
  return
}
