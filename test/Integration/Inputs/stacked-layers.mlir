// Four layers in a loop: each product takes a slice of 64 KiB of a stack of weights.
func.func @main(%x: memref<64x128xf32>, %w: memref<4x128x128xf32>, %y: memref<64x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %h = memref.alloc() : memref<64x128xf32>
  linalg.tanh ins(%x : memref<64x128xf32>) outs(%y : memref<64x128xf32>)
  scf.for %i = %c0 to %c4 step %c1 {
    %w_i = memref.subview %w[%i, 0, 0] [1, 128, 128] [1, 1, 1] : memref<4x128x128xf32> to memref<128x128xf32, strided<[128, 1], offset: ?>>
    linalg.fill ins(%zero : f32) outs(%h : memref<64x128xf32>)
    linalg.matmul ins(%y, %w_i : memref<64x128xf32>, memref<128x128xf32, strided<[128, 1], offset: ?>>) outs(%h : memref<64x128xf32>)
    linalg.tanh ins(%h : memref<64x128xf32>) outs(%y : memref<64x128xf32>)
  }
  return
}
