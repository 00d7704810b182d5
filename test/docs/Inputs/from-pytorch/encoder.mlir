#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map3 = affine_map<(d0, d1, d2) -> (d2)>
#map4 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map8 = affine_map<(d0, d1) -> (d1)>
#map9 = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<64x64xf32> {bufferization.writable = false, memplace.buffer = "words.weight"}, %arg1: tensor<192x64xf32> {bufferization.writable = false, memplace.buffer = "layer.self_attn.in_proj_weight"}, %arg2: tensor<192xf32> {bufferization.writable = false, memplace.buffer = "layer.self_attn.in_proj_bias"}, %arg3: tensor<64x64xf32> {bufferization.writable = false, memplace.buffer = "layer.self_attn.out_proj.weight"}, %arg4: tensor<64xf32> {bufferization.writable = false, memplace.buffer = "layer.self_attn.out_proj.bias"}, %arg5: tensor<128x64xf32> {bufferization.writable = false, memplace.buffer = "layer.linear1.weight"}, %arg6: tensor<128xf32> {bufferization.writable = false, memplace.buffer = "layer.linear1.bias"}, %arg7: tensor<64x128xf32> {bufferization.writable = false, memplace.buffer = "layer.linear2.weight"}, %arg8: tensor<64xf32> {bufferization.writable = false, memplace.buffer = "layer.linear2.bias"}, %arg9: tensor<64xf32> {bufferization.writable = false, memplace.buffer = "layer.norm1.weight"}, %arg10: tensor<64xf32> {bufferization.writable = false, memplace.buffer = "layer.norm1.bias"}, %arg11: tensor<64xf32> {bufferization.writable = false, memplace.buffer = "layer.norm2.weight"}, %arg12: tensor<64xf32> {bufferization.writable = false, memplace.buffer = "layer.norm2.bias"}, %arg13: tensor<64x64xf32> {bufferization.writable = false, memplace.buffer = "head.weight"}, %arg14: tensor<64xf32> {bufferization.writable = false, memplace.buffer = "head.bias"}, %arg15: tensor<2x32xi64> {bufferization.writable = false, memplace.buffer = "tokens"}) -> (tensor<2x32x64xf32> {memplace.buffer = "result"}) {
    %c0_i64 = arith.constant 0 : i64
    %c64 = arith.constant 64 : index
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %true = arith.constant true
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<2x4x32x32xf32>
    %cst_3 = arith.constant 0xFFF0000000000000 : f64
    %cst_4 = arith.constant 1.000000e-05 : f64
    %cst_5 = arith.constant 6.400000e+01 : f64
    %cst_6 = arith.constant 6.400000e+01 : f32
    %cst_7 = arith.constant 5.000000e-01 : f32
    %0 = tensor.empty() : tensor<2x32x64xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg15 : tensor<2x32xi64>) outs(%0 : tensor<2x32x64xf32>) {
    ^bb0(%in: i64, %out: f32):
      %98 = arith.index_cast %in : i64 to index
      %99 = linalg.index 2 : index
      %100 = arith.cmpi slt, %98, %c64 : index
      cf.assert %100, "index must be smaller than dim size"
      %101 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %101, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg0[%98, %99] : tensor<64x64xf32>
      linalg.yield %extracted : f32
    } -> tensor<2x32x64xf32>
    %2 = tensor.empty() : tensor<2x32x64xf64>
    %3 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<2x32x64xf32>) outs(%2 : tensor<2x32x64xf64>) {
    ^bb0(%in: f32, %out: f64):
      %98 = arith.extf %in : f32 to f64
      linalg.yield %98 : f64
    } -> tensor<2x32x64xf64>
    %4 = tensor.empty() : tensor<2x32x1xf64>
    %5 = linalg.fill ins(%cst : f64) outs(%4 : tensor<2x32x1xf64>) -> tensor<2x32x1xf64>
    %6 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%3 : tensor<2x32x64xf64>) outs(%5 : tensor<2x32x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %98 = arith.addf %in, %out : f64
      linalg.yield %98 : f64
    } -> tensor<2x32x1xf64>
    %7 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<2x32x1xf64>) outs(%4 : tensor<2x32x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %98 = arith.divf %in, %cst_5 : f64
      linalg.yield %98 : f64
    } -> tensor<2x32x1xf64>
    %8 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3, %7 : tensor<2x32x64xf64>, tensor<2x32x1xf64>) outs(%2 : tensor<2x32x64xf64>) {
    ^bb0(%in: f64, %in_44: f64, %out: f64):
      %98 = arith.subf %in, %in_44 : f64
      linalg.yield %98 : f64
    } -> tensor<2x32x64xf64>
    %9 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %8 : tensor<2x32x64xf64>, tensor<2x32x64xf64>) outs(%2 : tensor<2x32x64xf64>) {
    ^bb0(%in: f64, %in_44: f64, %out: f64):
      %98 = arith.mulf %in, %in_44 : f64
      linalg.yield %98 : f64
    } -> tensor<2x32x64xf64>
    %10 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%9 : tensor<2x32x64xf64>) outs(%5 : tensor<2x32x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %98 = arith.addf %in, %out : f64
      linalg.yield %98 : f64
    } -> tensor<2x32x1xf64>
    %11 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10 : tensor<2x32x1xf64>) outs(%4 : tensor<2x32x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %98 = arith.divf %in, %cst_5 : f64
      linalg.yield %98 : f64
    } -> tensor<2x32x1xf64>
    %12 = tensor.empty() : tensor<2x32x1xf32>
    %13 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<2x32x1xf64>) outs(%12 : tensor<2x32x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %98 = arith.truncf %in : f64 to f32
      linalg.yield %98 : f32
    } -> tensor<2x32x1xf32>
    %14 = linalg.fill ins(%cst_0 : f32) outs(%12 : tensor<2x32x1xf32>) -> tensor<2x32x1xf32>
    %15 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1 : tensor<2x32x64xf32>) outs(%14 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %98 = arith.addf %in, %out : f32
      linalg.yield %98 : f32
    } -> tensor<2x32x1xf32>
    %16 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<2x32x1xf32>) outs(%12 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %98 = arith.divf %in, %cst_6 : f32
      linalg.yield %98 : f32
    } -> tensor<2x32x1xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<2x32x1xf32>) outs(%12 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %98 = arith.truncf %cst_4 : f64 to f32
      %99 = arith.addf %in, %98 : f32
      linalg.yield %99 : f32
    } -> tensor<2x32x1xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17 : tensor<2x32x1xf32>) outs(%12 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %98 = math.rsqrt %in : f32
      linalg.yield %98 : f32
    } -> tensor<2x32x1xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %16 : tensor<2x32x64xf32>, tensor<2x32x1xf32>) outs(%0 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %98 = arith.subf %in, %in_44 : f32
      linalg.yield %98 : f32
    } -> tensor<2x32x64xf32>
    %20 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19, %18 : tensor<2x32x64xf32>, tensor<2x32x1xf32>) outs(%0 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %98 = arith.mulf %in, %in_44 : f32
      linalg.yield %98 : f32
    } -> tensor<2x32x64xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20, %arg9 : tensor<2x32x64xf32>, tensor<64xf32>) outs(%0 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %98 = arith.mulf %in, %in_44 : f32
      linalg.yield %98 : f32
    } -> tensor<2x32x64xf32>
    %22 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21, %arg10 : tensor<2x32x64xf32>, tensor<64xf32>) outs(%0 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %98 = arith.addf %in, %in_44 : f32
      linalg.yield %98 : f32
    } -> tensor<2x32x64xf32>
    %23 = tensor.empty() : tensor<32x2x64xf32>
    %transposed = linalg.transpose ins(%22 : tensor<2x32x64xf32>) outs(%23 : tensor<32x2x64xf32>) permutation = [1, 0, 2] 
    %24 = tensor.empty() : tensor<64x192xf32>
    %transposed_8 = linalg.transpose ins(%arg1 : tensor<192x64xf32>) outs(%24 : tensor<64x192xf32>) permutation = [1, 0] 
    %25 = tensor.empty() : tensor<32x64x192xf32>
    %26 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_8 : tensor<64x192xf32>) outs(%25 : tensor<32x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x64x192xf32>
    %27 = tensor.empty() : tensor<32x2x192xf32>
    %28 = linalg.fill ins(%cst_0 : f32) outs(%27 : tensor<32x2x192xf32>) -> tensor<32x2x192xf32>
    %29 = linalg.batch_matmul ins(%transposed, %26 : tensor<32x2x64xf32>, tensor<32x64x192xf32>) outs(%28 : tensor<32x2x192xf32>) -> tensor<32x2x192xf32>
    %30 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29, %arg2 : tensor<32x2x192xf32>, tensor<192xf32>) outs(%27 : tensor<32x2x192xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %98 = arith.addf %in, %in_44 : f32
      linalg.yield %98 : f32
    } -> tensor<32x2x192xf32>
    %expanded = tensor.expand_shape %30 [[0, 1], [2], [3, 4]] output_shape [1, 32, 2, 3, 64] : tensor<32x2x192xf32> into tensor<1x32x2x3x64xf32>
    %31 = tensor.empty() : tensor<3x32x2x1x64xf32>
    %transposed_9 = linalg.transpose ins(%expanded : tensor<1x32x2x3x64xf32>) outs(%31 : tensor<3x32x2x1x64xf32>) permutation = [3, 1, 2, 0, 4] 
    %collapsed = tensor.collapse_shape %transposed_9 [[0], [1], [2, 3], [4]] : tensor<3x32x2x1x64xf32> into tensor<3x32x2x64xf32>
    %extracted_slice = tensor.extract_slice %collapsed[0, 0, 0, 0] [1, 32, 2, 64] [1, 1, 1, 1] : tensor<3x32x2x64xf32> to tensor<1x32x2x64xf32>
    %extracted_slice_10 = tensor.extract_slice %collapsed[1, 0, 0, 0] [1, 32, 2, 64] [1, 1, 1, 1] : tensor<3x32x2x64xf32> to tensor<1x32x2x64xf32>
    %extracted_slice_11 = tensor.extract_slice %collapsed[2, 0, 0, 0] [1, 32, 2, 64] [1, 1, 1, 1] : tensor<3x32x2x64xf32> to tensor<1x32x2x64xf32>
    %collapsed_12 = tensor.collapse_shape %extracted_slice [[0, 1], [2, 3]] : tensor<1x32x2x64xf32> into tensor<32x128xf32>
    %expanded_13 = tensor.expand_shape %collapsed_12 [[0], [1, 2]] output_shape [32, 8, 16] : tensor<32x128xf32> into tensor<32x8x16xf32>
    %32 = tensor.empty() : tensor<8x32x16xf32>
    %transposed_14 = linalg.transpose ins(%expanded_13 : tensor<32x8x16xf32>) outs(%32 : tensor<8x32x16xf32>) permutation = [1, 0, 2] 
    %collapsed_15 = tensor.collapse_shape %extracted_slice_10 [[0, 1], [2, 3]] : tensor<1x32x2x64xf32> into tensor<32x128xf32>
    %expanded_16 = tensor.expand_shape %collapsed_15 [[0], [1, 2]] output_shape [32, 8, 16] : tensor<32x128xf32> into tensor<32x8x16xf32>
    %transposed_17 = linalg.transpose ins(%expanded_16 : tensor<32x8x16xf32>) outs(%32 : tensor<8x32x16xf32>) permutation = [1, 0, 2] 
    %collapsed_18 = tensor.collapse_shape %extracted_slice_11 [[0, 1], [2, 3]] : tensor<1x32x2x64xf32> into tensor<32x128xf32>
    %expanded_19 = tensor.expand_shape %collapsed_18 [[0], [1, 2]] output_shape [32, 8, 16] : tensor<32x128xf32> into tensor<32x8x16xf32>
    %transposed_20 = linalg.transpose ins(%expanded_19 : tensor<32x8x16xf32>) outs(%32 : tensor<8x32x16xf32>) permutation = [1, 0, 2] 
    %expanded_21 = tensor.expand_shape %transposed_14 [[0, 1], [2], [3]] output_shape [2, 4, 32, 16] : tensor<8x32x16xf32> into tensor<2x4x32x16xf32>
    %expanded_22 = tensor.expand_shape %transposed_17 [[0, 1], [2], [3]] output_shape [2, 4, 32, 16] : tensor<8x32x16xf32> into tensor<2x4x32x16xf32>
    %33 = tensor.empty() : tensor<2x4x32x16xf32>
    %34 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_21 : tensor<2x4x32x16xf32>) outs(%33 : tensor<2x4x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %98 = arith.mulf %in, %cst_7 : f32
      linalg.yield %98 : f32
    } -> tensor<2x4x32x16xf32>
    %35 = tensor.empty() : tensor<2x4x16x32xf32>
    %transposed_23 = linalg.transpose ins(%expanded_22 : tensor<2x4x32x16xf32>) outs(%35 : tensor<2x4x16x32xf32>) permutation = [0, 1, 3, 2] 
    %36 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_23 : tensor<2x4x16x32xf32>) outs(%35 : tensor<2x4x16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %98 = arith.mulf %in, %cst_7 : f32
      linalg.yield %98 : f32
    } -> tensor<2x4x16x32xf32>
    %collapsed_24 = tensor.collapse_shape %34 [[0, 1], [2], [3]] : tensor<2x4x32x16xf32> into tensor<8x32x16xf32>
    %collapsed_25 = tensor.collapse_shape %36 [[0, 1], [2], [3]] : tensor<2x4x16x32xf32> into tensor<8x16x32xf32>
    %37 = tensor.empty() : tensor<8x32x32xf32>
    %38 = linalg.fill ins(%cst_0 : f32) outs(%37 : tensor<8x32x32xf32>) -> tensor<8x32x32xf32>
    %39 = linalg.batch_matmul ins(%collapsed_24, %collapsed_25 : tensor<8x32x16xf32>, tensor<8x16x32xf32>) outs(%38 : tensor<8x32x32xf32>) -> tensor<8x32x32xf32>
    %expanded_26 = tensor.expand_shape %39 [[0, 1], [2], [3]] output_shape [2, 4, 32, 32] : tensor<8x32x32xf32> into tensor<2x4x32x32xf32>
    %40 = tensor.empty() : tensor<2x4x32xi64>
    %41 = linalg.fill ins(%c0_i64 : i64) outs(%40 : tensor<2x4x32xi64>) -> tensor<2x4x32xi64>
    %42 = tensor.empty() : tensor<2x4x32xf32>
    %43 = linalg.fill ins(%cst_1 : f32) outs(%42 : tensor<2x4x32xf32>) -> tensor<2x4x32xf32>
    %44:2 = linalg.generic {indexing_maps = [#map5, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%expanded_26 : tensor<2x4x32x32xf32>) outs(%43, %41 : tensor<2x4x32xf32>, tensor<2x4x32xi64>) {
    ^bb0(%in: f32, %out: f32, %out_44: i64):
      %98 = linalg.index 3 : index
      %99 = arith.index_cast %98 : index to i64
      %100 = arith.maximumf %in, %out : f32
      %101 = arith.cmpf ogt, %in, %out : f32
      %102 = arith.select %101, %99, %out_44 : i64
      linalg.yield %100, %102 : f32, i64
    } -> (tensor<2x4x32xf32>, tensor<2x4x32xi64>)
    %expanded_27 = tensor.expand_shape %44#0 [[0], [1], [2, 3]] output_shape [2, 4, 32, 1] : tensor<2x4x32xf32> into tensor<2x4x32x1xf32>
    %45 = tensor.empty() : tensor<2x4x32x32xf32>
    %46 = linalg.generic {indexing_maps = [#map5, #map7, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_26, %expanded_27 : tensor<2x4x32x32xf32>, tensor<2x4x32x1xf32>) outs(%45 : tensor<2x4x32x32xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %98 = arith.subf %in, %in_44 : f32
      linalg.yield %98 : f32
    } -> tensor<2x4x32x32xf32>
    %47 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%46 : tensor<2x4x32x32xf32>) outs(%45 : tensor<2x4x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %98 = math.exp %in : f32
      linalg.yield %98 : f32
    } -> tensor<2x4x32x32xf32>
    %48 = tensor.empty() : tensor<2x4x32x1xf32>
    %49 = linalg.fill ins(%cst_0 : f32) outs(%48 : tensor<2x4x32x1xf32>) -> tensor<2x4x32x1xf32>
    %50 = linalg.generic {indexing_maps = [#map5, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%47 : tensor<2x4x32x32xf32>) outs(%49 : tensor<2x4x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %98 = arith.addf %in, %out : f32
      linalg.yield %98 : f32
    } -> tensor<2x4x32x1xf32>
    %51 = linalg.generic {indexing_maps = [#map5, #map7, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%47, %50 : tensor<2x4x32x32xf32>, tensor<2x4x32x1xf32>) outs(%45 : tensor<2x4x32x32xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %98 = arith.divf %in, %in_44 : f32
      linalg.yield %98 : f32
    } -> tensor<2x4x32x32xf32>
    %52 = tensor.empty() : tensor<2x4x32x32xi1>
    %53 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_26 : tensor<2x4x32x32xf32>) outs(%52 : tensor<2x4x32x32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %98 = arith.extf %in : f32 to f64
      %99 = arith.cmpf oeq, %98, %cst_3 : f64
      linalg.yield %99 : i1
    } -> tensor<2x4x32x32xi1>
    %54 = tensor.empty() : tensor<2x4x32x1xi1>
    %55 = linalg.fill ins(%true : i1) outs(%54 : tensor<2x4x32x1xi1>) -> tensor<2x4x32x1xi1>
    %56 = linalg.generic {indexing_maps = [#map5, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%53 : tensor<2x4x32x32xi1>) outs(%55 : tensor<2x4x32x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %98 = arith.andi %in, %out : i1
      linalg.yield %98 : i1
    } -> tensor<2x4x32x1xi1>
    %57 = linalg.generic {indexing_maps = [#map7, #map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%56, %cst_2, %51 : tensor<2x4x32x1xi1>, tensor<2x4x32x32xf32>, tensor<2x4x32x32xf32>) outs(%45 : tensor<2x4x32x32xf32>) {
    ^bb0(%in: i1, %in_44: f32, %in_45: f32, %out: f32):
      %98 = arith.select %in, %in_44, %in_45 : f32
      linalg.yield %98 : f32
    } -> tensor<2x4x32x32xf32>
    %collapsed_28 = tensor.collapse_shape %57 [[0, 1], [2], [3]] : tensor<2x4x32x32xf32> into tensor<8x32x32xf32>
    %58 = linalg.fill ins(%cst_0 : f32) outs(%32 : tensor<8x32x16xf32>) -> tensor<8x32x16xf32>
    %59 = linalg.batch_matmul ins(%collapsed_28, %transposed_20 : tensor<8x32x32xf32>, tensor<8x32x16xf32>) outs(%58 : tensor<8x32x16xf32>) -> tensor<8x32x16xf32>
    %expanded_29 = tensor.expand_shape %59 [[0, 1], [2], [3]] output_shape [2, 4, 32, 16] : tensor<8x32x16xf32> into tensor<2x4x32x16xf32>
    %60 = tensor.empty() : tensor<32x2x4x16xf32>
    %transposed_30 = linalg.transpose ins(%expanded_29 : tensor<2x4x32x16xf32>) outs(%60 : tensor<32x2x4x16xf32>) permutation = [2, 0, 1, 3] 
    %collapsed_31 = tensor.collapse_shape %transposed_30 [[0, 1], [2, 3]] : tensor<32x2x4x16xf32> into tensor<64x64xf32>
    %61 = tensor.empty() : tensor<64x64xf32>
    %transposed_32 = linalg.transpose ins(%arg3 : tensor<64x64xf32>) outs(%61 : tensor<64x64xf32>) permutation = [1, 0] 
    %62 = linalg.fill ins(%cst_0 : f32) outs(%61 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %63 = linalg.matmul ins(%collapsed_31, %transposed_32 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%62 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %64 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel"]} ins(%arg4 : tensor<64xf32>) outs(%61 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %65 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%63, %64 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%61 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %98 = arith.addf %in, %in_44 : f32
      linalg.yield %98 : f32
    } -> tensor<64x64xf32>
    %expanded_33 = tensor.expand_shape %65 [[0, 1], [2]] output_shape [32, 2, 64] : tensor<64x64xf32> into tensor<32x2x64xf32>
    %transposed_34 = linalg.transpose ins(%expanded_33 : tensor<32x2x64xf32>) outs(%0 : tensor<2x32x64xf32>) permutation = [1, 0, 2] 
    %66 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %transposed_34 : tensor<2x32x64xf32>, tensor<2x32x64xf32>) outs(%0 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %98 = arith.addf %in, %in_44 : f32
      linalg.yield %98 : f32
    } -> tensor<2x32x64xf32>
    %67 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%66 : tensor<2x32x64xf32>) outs(%2 : tensor<2x32x64xf64>) {
    ^bb0(%in: f32, %out: f64):
      %98 = arith.extf %in : f32 to f64
      linalg.yield %98 : f64
    } -> tensor<2x32x64xf64>
    %68 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%67 : tensor<2x32x64xf64>) outs(%5 : tensor<2x32x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %98 = arith.addf %in, %out : f64
      linalg.yield %98 : f64
    } -> tensor<2x32x1xf64>
    %69 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68 : tensor<2x32x1xf64>) outs(%4 : tensor<2x32x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %98 = arith.divf %in, %cst_5 : f64
      linalg.yield %98 : f64
    } -> tensor<2x32x1xf64>
    %70 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%67, %69 : tensor<2x32x64xf64>, tensor<2x32x1xf64>) outs(%2 : tensor<2x32x64xf64>) {
    ^bb0(%in: f64, %in_44: f64, %out: f64):
      %98 = arith.subf %in, %in_44 : f64
      linalg.yield %98 : f64
    } -> tensor<2x32x64xf64>
    %71 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%70, %70 : tensor<2x32x64xf64>, tensor<2x32x64xf64>) outs(%2 : tensor<2x32x64xf64>) {
    ^bb0(%in: f64, %in_44: f64, %out: f64):
      %98 = arith.mulf %in, %in_44 : f64
      linalg.yield %98 : f64
    } -> tensor<2x32x64xf64>
    %72 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%71 : tensor<2x32x64xf64>) outs(%5 : tensor<2x32x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %98 = arith.addf %in, %out : f64
      linalg.yield %98 : f64
    } -> tensor<2x32x1xf64>
    %73 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72 : tensor<2x32x1xf64>) outs(%4 : tensor<2x32x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %98 = arith.divf %in, %cst_5 : f64
      linalg.yield %98 : f64
    } -> tensor<2x32x1xf64>
    %74 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%73 : tensor<2x32x1xf64>) outs(%12 : tensor<2x32x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %98 = arith.truncf %in : f64 to f32
      linalg.yield %98 : f32
    } -> tensor<2x32x1xf32>
    %75 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%66 : tensor<2x32x64xf32>) outs(%14 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %98 = arith.addf %in, %out : f32
      linalg.yield %98 : f32
    } -> tensor<2x32x1xf32>
    %76 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75 : tensor<2x32x1xf32>) outs(%12 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %98 = arith.divf %in, %cst_6 : f32
      linalg.yield %98 : f32
    } -> tensor<2x32x1xf32>
    %77 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74 : tensor<2x32x1xf32>) outs(%12 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %98 = arith.truncf %cst_4 : f64 to f32
      %99 = arith.addf %in, %98 : f32
      linalg.yield %99 : f32
    } -> tensor<2x32x1xf32>
    %78 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%77 : tensor<2x32x1xf32>) outs(%12 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %98 = math.rsqrt %in : f32
      linalg.yield %98 : f32
    } -> tensor<2x32x1xf32>
    %79 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%66, %76 : tensor<2x32x64xf32>, tensor<2x32x1xf32>) outs(%0 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %98 = arith.subf %in, %in_44 : f32
      linalg.yield %98 : f32
    } -> tensor<2x32x64xf32>
    %80 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79, %78 : tensor<2x32x64xf32>, tensor<2x32x1xf32>) outs(%0 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %98 = arith.mulf %in, %in_44 : f32
      linalg.yield %98 : f32
    } -> tensor<2x32x64xf32>
    %81 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%80, %arg11 : tensor<2x32x64xf32>, tensor<64xf32>) outs(%0 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %98 = arith.mulf %in, %in_44 : f32
      linalg.yield %98 : f32
    } -> tensor<2x32x64xf32>
    %82 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%81, %arg12 : tensor<2x32x64xf32>, tensor<64xf32>) outs(%0 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %98 = arith.addf %in, %in_44 : f32
      linalg.yield %98 : f32
    } -> tensor<2x32x64xf32>
    %collapsed_35 = tensor.collapse_shape %82 [[0, 1], [2]] : tensor<2x32x64xf32> into tensor<64x64xf32>
    %83 = tensor.empty() : tensor<64x128xf32>
    %transposed_36 = linalg.transpose ins(%arg5 : tensor<128x64xf32>) outs(%83 : tensor<64x128xf32>) permutation = [1, 0] 
    %84 = linalg.fill ins(%cst_0 : f32) outs(%83 : tensor<64x128xf32>) -> tensor<64x128xf32>
    %85 = linalg.matmul ins(%collapsed_35, %transposed_36 : tensor<64x64xf32>, tensor<64x128xf32>) outs(%84 : tensor<64x128xf32>) -> tensor<64x128xf32>
    %86 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel"]} ins(%arg6 : tensor<128xf32>) outs(%83 : tensor<64x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x128xf32>
    %87 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%85, %86 : tensor<64x128xf32>, tensor<64x128xf32>) outs(%83 : tensor<64x128xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %98 = arith.addf %in, %in_44 : f32
      linalg.yield %98 : f32
    } -> tensor<64x128xf32>
    %expanded_37 = tensor.expand_shape %87 [[0, 1], [2]] output_shape [2, 32, 128] : tensor<64x128xf32> into tensor<2x32x128xf32>
    %88 = tensor.empty() : tensor<2x32x128xf32>
    %89 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_37 : tensor<2x32x128xf32>) outs(%88 : tensor<2x32x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %98 = arith.cmpf ugt, %in, %cst_0 : f32
      %99 = arith.select %98, %in, %cst_0 : f32
      linalg.yield %99 : f32
    } -> tensor<2x32x128xf32>
    %collapsed_38 = tensor.collapse_shape %89 [[0, 1], [2]] : tensor<2x32x128xf32> into tensor<64x128xf32>
    %90 = tensor.empty() : tensor<128x64xf32>
    %transposed_39 = linalg.transpose ins(%arg7 : tensor<64x128xf32>) outs(%90 : tensor<128x64xf32>) permutation = [1, 0] 
    %91 = linalg.matmul ins(%collapsed_38, %transposed_39 : tensor<64x128xf32>, tensor<128x64xf32>) outs(%62 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %92 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel"]} ins(%arg8 : tensor<64xf32>) outs(%61 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %93 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%91, %92 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%61 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %98 = arith.addf %in, %in_44 : f32
      linalg.yield %98 : f32
    } -> tensor<64x64xf32>
    %expanded_40 = tensor.expand_shape %93 [[0, 1], [2]] output_shape [2, 32, 64] : tensor<64x64xf32> into tensor<2x32x64xf32>
    %94 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%66, %expanded_40 : tensor<2x32x64xf32>, tensor<2x32x64xf32>) outs(%0 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %98 = arith.addf %in, %in_44 : f32
      linalg.yield %98 : f32
    } -> tensor<2x32x64xf32>
    %collapsed_41 = tensor.collapse_shape %94 [[0, 1], [2]] : tensor<2x32x64xf32> into tensor<64x64xf32>
    %transposed_42 = linalg.transpose ins(%arg13 : tensor<64x64xf32>) outs(%61 : tensor<64x64xf32>) permutation = [1, 0] 
    %95 = linalg.matmul ins(%collapsed_41, %transposed_42 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%62 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %96 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel"]} ins(%arg14 : tensor<64xf32>) outs(%61 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %97 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%95, %96 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%61 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %98 = arith.addf %in, %in_44 : f32
      linalg.yield %98 : f32
    } -> tensor<64x64xf32>
    %expanded_43 = tensor.expand_shape %97 [[0, 1], [2]] output_shape [2, 32, 64] : tensor<64x64xf32> into tensor<2x32x64xf32>
    return %expanded_43 : tensor<2x32x64xf32>
  }
}
