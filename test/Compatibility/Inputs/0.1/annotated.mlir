module attributes {memplace.target = #memplace.target<"toy">} {
  func.func @main(%arg0: memref<8xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 1>]}, %arg1: memref<8xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 3>, #memplace.residency<"fast", offset = 32, steps = 0 to 3>]}, %arg2: memref<2x4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 3>]}) attributes {memplace.transfers = [#memplace.transfer<1 to 2, channel = "in", start = 0, done = 1>]} {
    %alloc = memref.alloc() {memplace.residencies = [#memplace.residency<"fast", offset = 0, steps = 0 to 3>]} : memref<8xf32>
    linalg.exp {memplace.served = array<i64: 0, 0>, memplace.step = 0 : i64} ins(%arg0 : memref<8xf32>) outs(%alloc : memref<8xf32>)
    linalg.mul {memplace.served = array<i64: 0, 1>, memplace.step = 1 : i64} ins(%alloc, %arg1 : memref<8xf32>, memref<8xf32>) outs(%alloc : memref<8xf32>)
    %expand_shape = memref.expand_shape %alloc [[0, 1]] output_shape [2, 4] : memref<8xf32> into memref<2x4xf32>
    %expand_shape_0 = memref.expand_shape %arg1 [[0, 1]] output_shape [2, 4] : memref<8xf32> into memref<2x4xf32>
    linalg.add {memplace.served = array<i64: 0, 1, 0>, memplace.step = 2 : i64} ins(%expand_shape, %expand_shape_0 : memref<2x4xf32>, memref<2x4xf32>) outs(%arg2 : memref<2x4xf32>)
    memref.dealloc %alloc : memref<8xf32>
    return
  }
}

