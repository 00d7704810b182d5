module attributes {memplace.target = #memplace.target<"toy">} {
  func.func @main(%arg0: memref<8xf32>, %arg1: memref<8xf32>, %arg2: memref<2x4xf32>) {
    %0 = memplace.arena {alignment = 8 : i64} : memref<64xi8, #memplace.tier<"fast">>
    %1 = memplace.slot %0[32] for "arg1" {memplace.residency = #memplace.residency<"fast", offset = 32, steps = 0 to 3>} : memref<64xi8, #memplace.tier<"fast">> to memref<8xf32, #memplace.tier<"fast">>
    %2 = memplace.slot %0[0] for "alloc0" {memplace.residency = #memplace.residency<"fast", offset = 0, steps = 0 to 3>} : memref<64xi8, #memplace.tier<"fast">> to memref<8xf32, #memplace.tier<"fast">>
    memplace.acquire %1 : memref<8xf32, #memplace.tier<"fast">>
    memplace.acquire %2 : memref<8xf32, #memplace.tier<"fast">>
    %3 = memplace.start_transfer %arg1 to %1 on "in" : memref<8xf32> to memref<8xf32, #memplace.tier<"fast">>
    linalg.exp ins(%arg0 : memref<8xf32>) outs(%2 : memref<8xf32, #memplace.tier<"fast">>)
    memplace.wait %3
    linalg.mul ins(%2, %1 : memref<8xf32, #memplace.tier<"fast">>, memref<8xf32, #memplace.tier<"fast">>) outs(%2 : memref<8xf32, #memplace.tier<"fast">>)
    %expand_shape = memref.expand_shape %2 [[0, 1]] output_shape [2, 4] : memref<8xf32, #memplace.tier<"fast">> into memref<2x4xf32, #memplace.tier<"fast">>
    %expand_shape_0 = memref.expand_shape %1 [[0, 1]] output_shape [2, 4] : memref<8xf32, #memplace.tier<"fast">> into memref<2x4xf32, #memplace.tier<"fast">>
    linalg.add ins(%expand_shape, %expand_shape_0 : memref<2x4xf32, #memplace.tier<"fast">>, memref<2x4xf32, #memplace.tier<"fast">>) outs(%arg2 : memref<2x4xf32>)
    memplace.release %1 : memref<8xf32, #memplace.tier<"fast">>
    memplace.release %2 : memref<8xf32, #memplace.tier<"fast">>
    memplace.free_arena %0 : memref<64xi8, #memplace.tier<"fast">>
    return
  }
}

