module attributes {memplace.target = #memplace.target<"toy">} {
  func.func @main(%arg0: memref<8xf32>, %arg1: memref<8xf32>, %arg2: memref<2x4xf32>) {
    %alloc = memref.alloc() {alignment = 8 : i64, memplace.buffer = "arg1", memplace.residency = #memplace.residency<"fast", offset = 32, steps = 0 to 3>} : memref<8xf32, #memplace.tier<"fast">>
    %alloc_0 = memref.alloc() {alignment = 8 : i64, memplace.buffer = "alloc0", memplace.residency = #memplace.residency<"fast", offset = 0, steps = 0 to 3>} : memref<8xf32, #memplace.tier<"fast">>
    memplace.acquire %alloc : memref<8xf32, #memplace.tier<"fast">>
    memplace.acquire %alloc_0 : memref<8xf32, #memplace.tier<"fast">>
    %0 = memplace.start_transfer %arg1 to %alloc on "in" : memref<8xf32> to memref<8xf32, #memplace.tier<"fast">>
    linalg.exp ins(%arg0 : memref<8xf32>) outs(%alloc_0 : memref<8xf32, #memplace.tier<"fast">>)
    memplace.wait %0
    linalg.mul ins(%alloc_0, %alloc : memref<8xf32, #memplace.tier<"fast">>, memref<8xf32, #memplace.tier<"fast">>) outs(%alloc_0 : memref<8xf32, #memplace.tier<"fast">>)
    %expand_shape = memref.expand_shape %alloc_0 [[0, 1]] output_shape [2, 4] : memref<8xf32, #memplace.tier<"fast">> into memref<2x4xf32, #memplace.tier<"fast">>
    %expand_shape_1 = memref.expand_shape %alloc [[0, 1]] output_shape [2, 4] : memref<8xf32, #memplace.tier<"fast">> into memref<2x4xf32, #memplace.tier<"fast">>
    linalg.add ins(%expand_shape, %expand_shape_1 : memref<2x4xf32, #memplace.tier<"fast">>, memref<2x4xf32, #memplace.tier<"fast">>) outs(%arg2 : memref<2x4xf32>)
    memplace.release %alloc : memref<8xf32, #memplace.tier<"fast">>
    memplace.release %alloc_0 : memref<8xf32, #memplace.tier<"fast">>
    return
  }
}

