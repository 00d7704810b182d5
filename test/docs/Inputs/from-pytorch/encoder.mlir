#loc1 = loc("p_words_weight")
#loc2 = loc("site-packages/torch/nn/modules/activation.py":1495:0)
#loc3 = loc("site-packages/torch/nn/modules/transformer.py":947:0)
#loc4 = loc("examples/pytorch_encoder.py":31:0)
#loc5 = loc("site-packages/torch/nn/modules/normalization.py":228:0)
#loc6 = loc("site-packages/torch/nn/modules/transformer.py":948:0)
#loc7 = loc("site-packages/torch/nn/modules/sparse.py":189:0)
#loc9 = loc("site-packages/torch/nn/modules/activation.py":1517:0)
#loc10 = loc("site-packages/torch/nn/modules/transformer.py":950:0)
#loc11 = loc("site-packages/torch/nn/modules/linear.py":134:0)
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
#loc13 = loc(callsite(#loc3 at #loc4))
#loc14 = loc(callsite(#loc6 at #loc4))
#loc15 = loc(callsite(#loc7 at #loc4))
#loc16 = loc(callsite(#loc10 at #loc4))
#loc17 = loc(callsite(#loc11 at #loc4))
#loc18 = loc(callsite(#loc2 at #loc13))
#loc19 = loc(callsite(#loc5 at #loc14))
#loc20 = loc("words/embedding"(#loc15))
#loc22 = loc(callsite(#loc9 at #loc13))
#loc23 = loc("layer/add_4"(#loc13))
#loc24 = loc(callsite(#loc5 at #loc16))
#loc25 = loc(callsite(#loc11 at #loc16))
#loc26 = loc("layer/relu"(#loc16))
#loc27 = loc("layer/add_9"(#loc16))
#loc31 = loc("head/expand_9"(#loc17))
#loc32 = loc("head/add_10"(#loc17))
#loc33 = loc("head/mul_12"(#loc17))
#loc34 = loc("head/mul_13"(#loc17))
#loc36 = loc("layer.self_attn/_softmax"(#loc18))
#loc37 = loc("layer.self_attn/all_1"(#loc18))
#loc38 = loc("layer.self_attn/where"(#loc18))
#loc39 = loc("layer.self_attn/eq"(#loc18))
#loc40 = loc("layer.norm1/add"(#loc19))
#loc41 = loc("layer.norm1/var_mean"(#loc19))
#loc42 = loc("layer.norm1/rsqrt"(#loc19))
#loc43 = loc("layer.norm1/sub"(#loc19))
#loc44 = loc("layer.norm1/mul"(#loc19))
#loc45 = loc("layer.norm1/mul_1"(#loc19))
#loc46 = loc("layer.norm1/add_1"(#loc19))
#loc48 = loc("layer.self_attn/permute_1"(#loc18))
#loc49 = loc("layer.self_attn/expand_1"(#loc18))
#loc50 = loc("layer.self_attn/bmm"(#loc18))
#loc51 = loc("layer.self_attn/add_2"(#loc18))
#loc64 = loc("layer.self_attn/view_7"(#loc18))
#loc66 = loc("layer.self_attn/mul_2"(#loc18))
#loc67 = loc("layer.self_attn/permute_6"(#loc18))
#loc68 = loc("layer.self_attn/mul_3"(#loc18))
#loc72 = loc("layer.self_attn/view_12"(#loc18))
#loc80 = loc("layer.self_attn/expand_6"(#loc18))
#loc81 = loc("layer.self_attn/add_3"(#loc18))
#loc82 = loc("layer.self_attn/mul_4"(#loc18))
#loc83 = loc("layer.self_attn/mul_5"(#loc18))
#loc85 = loc("layer.self_attn/permute_11"(#loc22))
#loc86 = loc("layer.norm2/var_mean_1"(#loc24))
#loc87 = loc("layer.norm2/add_5"(#loc24))
#loc88 = loc("layer.norm2/rsqrt_1"(#loc24))
#loc89 = loc("layer.norm2/sub_1"(#loc24))
#loc90 = loc("layer.norm2/mul_6"(#loc24))
#loc91 = loc("layer.norm2/mul_7"(#loc24))
#loc92 = loc("layer.norm2/add_6"(#loc24))
#loc96 = loc("layer.linear1/expand_7"(#loc25))
#loc97 = loc("layer.linear1/add_7"(#loc25))
#loc98 = loc("layer.linear1/mul_8"(#loc25))
#loc99 = loc("layer.linear1/mul_9"(#loc25))
#loc100 = loc("layer.linear1/view_19"(#loc25))
#loc104 = loc("layer.linear2/expand_8"(#loc25))
#loc105 = loc("layer.linear2/add_8"(#loc25))
#loc106 = loc("layer.linear2/mul_10"(#loc25))
#loc107 = loc("layer.linear2/mul_11"(#loc25))
#loc108 = loc("layer.linear2/view_21"(#loc25))
module {
  func.func @main(%arg0: tensor<64x64xf32> {bufferization.writable = false, memplace.buffer = "words.weight"} loc("p_words_weight"), %arg1: tensor<192x64xf32> {bufferization.writable = false, memplace.buffer = "layer.self_attn.in_proj_weight"} loc("p_words_weight"), %arg2: tensor<192xf32> {bufferization.writable = false, memplace.buffer = "layer.self_attn.in_proj_bias"} loc("p_words_weight"), %arg3: tensor<64x64xf32> {bufferization.writable = false, memplace.buffer = "layer.self_attn.out_proj.weight"} loc("p_words_weight"), %arg4: tensor<64xf32> {bufferization.writable = false, memplace.buffer = "layer.self_attn.out_proj.bias"} loc("p_words_weight"), %arg5: tensor<128x64xf32> {bufferization.writable = false, memplace.buffer = "layer.linear1.weight"} loc("p_words_weight"), %arg6: tensor<128xf32> {bufferization.writable = false, memplace.buffer = "layer.linear1.bias"} loc("p_words_weight"), %arg7: tensor<64x128xf32> {bufferization.writable = false, memplace.buffer = "layer.linear2.weight"} loc("p_words_weight"), %arg8: tensor<64xf32> {bufferization.writable = false, memplace.buffer = "layer.linear2.bias"} loc("p_words_weight"), %arg9: tensor<64xf32> {bufferization.writable = false, memplace.buffer = "layer.norm1.weight"} loc("p_words_weight"), %arg10: tensor<64xf32> {bufferization.writable = false, memplace.buffer = "layer.norm1.bias"} loc("p_words_weight"), %arg11: tensor<64xf32> {bufferization.writable = false, memplace.buffer = "layer.norm2.weight"} loc("p_words_weight"), %arg12: tensor<64xf32> {bufferization.writable = false, memplace.buffer = "layer.norm2.bias"} loc("p_words_weight"), %arg13: tensor<64x64xf32> {bufferization.writable = false, memplace.buffer = "head.weight"} loc("p_words_weight"), %arg14: tensor<64xf32> {bufferization.writable = false, memplace.buffer = "head.bias"} loc("p_words_weight"), %arg15: tensor<2x32xi64> {bufferization.writable = false, memplace.buffer = "tokens"} loc("p_words_weight")) -> (tensor<2x32x64xf32> {memplace.buffer = "result"}) {
    %c0_i64 = arith.constant 0 : i64 loc(#loc)
    %c64 = arith.constant 64 : index loc(#loc)
    %cst = arith.constant 0.000000e+00 : f64 loc(#loc)
    %cst_0 = arith.constant 0.000000e+00 : f32 loc(#loc)
    %cst_1 = arith.constant 0xFF800000 : f32 loc(#loc36)
    %true = arith.constant true loc(#loc37)
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<2x4x32x32xf32> loc(#loc38)
    %cst_3 = arith.constant 0xFFF0000000000000 : f64 loc(#loc39)
    %cst_4 = arith.constant 1.000000e-05 : f64 loc(#loc40)
    %cst_5 = arith.constant 6.400000e+01 : f64 loc(#loc)
    %cst_6 = arith.constant 6.400000e+01 : f32 loc(#loc)
    %cst_7 = arith.constant 5.000000e-01 : f32 loc(#loc)
    %0 = tensor.empty() : tensor<2x32x64xf32> loc(#loc20)
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg15 : tensor<2x32xi64>) outs(%0 : tensor<2x32x64xf32>) {
    ^bb0(%in: i64 loc("words/embedding"(#loc15)), %out: f32 loc("words/embedding"(#loc15))):
      %98 = arith.index_cast %in : i64 to index loc(#loc20)
      %99 = linalg.index 2 : index loc(#loc20)
      %100 = arith.cmpi slt, %98, %c64 : index loc(#loc20)
      cf.assert %100, "index must be smaller than dim size" loc(#loc20)
      %101 = arith.cmpi sge, %in, %c0_i64 : i64 loc(#loc20)
      cf.assert %101, "index must be larger or equal to 0" loc(#loc20)
      %extracted = tensor.extract %arg0[%98, %99] : tensor<64x64xf32> loc(#loc20)
      linalg.yield %extracted : f32 loc(#loc20)
    } -> tensor<2x32x64xf32> loc(#loc20)
    %2 = tensor.empty() : tensor<2x32x64xf64> loc(#loc41)
    %3 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<2x32x64xf32>) outs(%2 : tensor<2x32x64xf64>) {
    ^bb0(%in: f32 loc("words/embedding"(#loc15)), %out: f64 loc("layer.norm1/var_mean"(#loc19))):
      %98 = arith.extf %in : f32 to f64 loc(#loc41)
      linalg.yield %98 : f64 loc(#loc41)
    } -> tensor<2x32x64xf64> loc(#loc41)
    %4 = tensor.empty() : tensor<2x32x1xf64> loc(#loc41)
    %5 = linalg.fill ins(%cst : f64) outs(%4 : tensor<2x32x1xf64>) -> tensor<2x32x1xf64> loc(#loc41)
    %6 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%3 : tensor<2x32x64xf64>) outs(%5 : tensor<2x32x1xf64>) {
    ^bb0(%in: f64 loc("layer.norm1/var_mean"(#loc19)), %out: f64 loc("layer.norm1/var_mean"(#loc19))):
      %98 = arith.addf %in, %out : f64 loc(#loc41)
      linalg.yield %98 : f64 loc(#loc41)
    } -> tensor<2x32x1xf64> loc(#loc41)
    %7 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<2x32x1xf64>) outs(%4 : tensor<2x32x1xf64>) {
    ^bb0(%in: f64 loc("layer.norm1/var_mean"(#loc19)), %out: f64 loc("layer.norm1/var_mean"(#loc19))):
      %98 = arith.divf %in, %cst_5 : f64 loc(#loc41)
      linalg.yield %98 : f64 loc(#loc41)
    } -> tensor<2x32x1xf64> loc(#loc41)
    %8 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3, %7 : tensor<2x32x64xf64>, tensor<2x32x1xf64>) outs(%2 : tensor<2x32x64xf64>) {
    ^bb0(%in: f64 loc("layer.norm1/var_mean"(#loc19)), %in_44: f64 loc("layer.norm1/var_mean"(#loc19)), %out: f64 loc("layer.norm1/var_mean"(#loc19))):
      %98 = arith.subf %in, %in_44 : f64 loc(#loc41)
      linalg.yield %98 : f64 loc(#loc41)
    } -> tensor<2x32x64xf64> loc(#loc41)
    %9 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %8 : tensor<2x32x64xf64>, tensor<2x32x64xf64>) outs(%2 : tensor<2x32x64xf64>) {
    ^bb0(%in: f64 loc("layer.norm1/var_mean"(#loc19)), %in_44: f64 loc("layer.norm1/var_mean"(#loc19)), %out: f64 loc("layer.norm1/var_mean"(#loc19))):
      %98 = arith.mulf %in, %in_44 : f64 loc(#loc41)
      linalg.yield %98 : f64 loc(#loc41)
    } -> tensor<2x32x64xf64> loc(#loc41)
    %10 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%9 : tensor<2x32x64xf64>) outs(%5 : tensor<2x32x1xf64>) {
    ^bb0(%in: f64 loc("layer.norm1/var_mean"(#loc19)), %out: f64 loc("layer.norm1/var_mean"(#loc19))):
      %98 = arith.addf %in, %out : f64 loc(#loc41)
      linalg.yield %98 : f64 loc(#loc41)
    } -> tensor<2x32x1xf64> loc(#loc41)
    %11 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10 : tensor<2x32x1xf64>) outs(%4 : tensor<2x32x1xf64>) {
    ^bb0(%in: f64 loc("layer.norm1/var_mean"(#loc19)), %out: f64 loc("layer.norm1/var_mean"(#loc19))):
      %98 = arith.divf %in, %cst_5 : f64 loc(#loc41)
      linalg.yield %98 : f64 loc(#loc41)
    } -> tensor<2x32x1xf64> loc(#loc41)
    %12 = tensor.empty() : tensor<2x32x1xf32> loc(#loc41)
    %13 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<2x32x1xf64>) outs(%12 : tensor<2x32x1xf32>) {
    ^bb0(%in: f64 loc("layer.norm1/var_mean"(#loc19)), %out: f32 loc("layer.norm1/var_mean"(#loc19))):
      %98 = arith.truncf %in : f64 to f32 loc(#loc41)
      linalg.yield %98 : f32 loc(#loc41)
    } -> tensor<2x32x1xf32> loc(#loc41)
    %14 = linalg.fill ins(%cst_0 : f32) outs(%12 : tensor<2x32x1xf32>) -> tensor<2x32x1xf32> loc(#loc41)
    %15 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1 : tensor<2x32x64xf32>) outs(%14 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32 loc("words/embedding"(#loc15)), %out: f32 loc("layer.norm1/var_mean"(#loc19))):
      %98 = arith.addf %in, %out : f32 loc(#loc41)
      linalg.yield %98 : f32 loc(#loc41)
    } -> tensor<2x32x1xf32> loc(#loc41)
    %16 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<2x32x1xf32>) outs(%12 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32 loc("layer.norm1/var_mean"(#loc19)), %out: f32 loc("layer.norm1/var_mean"(#loc19))):
      %98 = arith.divf %in, %cst_6 : f32 loc(#loc41)
      linalg.yield %98 : f32 loc(#loc41)
    } -> tensor<2x32x1xf32> loc(#loc41)
    %17 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<2x32x1xf32>) outs(%12 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32 loc("layer.norm1/var_mean"(#loc19)), %out: f32 loc("layer.norm1/add"(#loc19))):
      %98 = arith.truncf %cst_4 : f64 to f32 loc(#loc40)
      %99 = arith.addf %in, %98 : f32 loc(#loc40)
      linalg.yield %99 : f32 loc(#loc40)
    } -> tensor<2x32x1xf32> loc(#loc40)
    %18 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17 : tensor<2x32x1xf32>) outs(%12 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32 loc("layer.norm1/add"(#loc19)), %out: f32 loc("layer.norm1/rsqrt"(#loc19))):
      %98 = math.rsqrt %in : f32 loc(#loc42)
      linalg.yield %98 : f32 loc(#loc42)
    } -> tensor<2x32x1xf32> loc(#loc42)
    %19 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %16 : tensor<2x32x64xf32>, tensor<2x32x1xf32>) outs(%0 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32 loc("words/embedding"(#loc15)), %in_44: f32 loc("layer.norm1/var_mean"(#loc19)), %out: f32 loc("layer.norm1/sub"(#loc19))):
      %98 = arith.subf %in, %in_44 : f32 loc(#loc43)
      linalg.yield %98 : f32 loc(#loc43)
    } -> tensor<2x32x64xf32> loc(#loc43)
    %20 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19, %18 : tensor<2x32x64xf32>, tensor<2x32x1xf32>) outs(%0 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32 loc("layer.norm1/sub"(#loc19)), %in_44: f32 loc("layer.norm1/rsqrt"(#loc19)), %out: f32 loc("layer.norm1/mul"(#loc19))):
      %98 = arith.mulf %in, %in_44 : f32 loc(#loc44)
      linalg.yield %98 : f32 loc(#loc44)
    } -> tensor<2x32x64xf32> loc(#loc44)
    %21 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20, %arg9 : tensor<2x32x64xf32>, tensor<64xf32>) outs(%0 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32 loc("layer.norm1/mul"(#loc19)), %in_44: f32 loc("layer.norm1/mul_1"(#loc19)), %out: f32 loc("layer.norm1/mul_1"(#loc19))):
      %98 = arith.mulf %in, %in_44 : f32 loc(#loc45)
      linalg.yield %98 : f32 loc(#loc45)
    } -> tensor<2x32x64xf32> loc(#loc45)
    %22 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21, %arg10 : tensor<2x32x64xf32>, tensor<64xf32>) outs(%0 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32 loc("layer.norm1/mul_1"(#loc19)), %in_44: f32 loc("layer.norm1/add_1"(#loc19)), %out: f32 loc("layer.norm1/add_1"(#loc19))):
      %98 = arith.addf %in, %in_44 : f32 loc(#loc46)
      linalg.yield %98 : f32 loc(#loc46)
    } -> tensor<2x32x64xf32> loc(#loc46)
    %23 = tensor.empty() : tensor<32x2x64xf32> loc(#loc47)
    %transposed = linalg.transpose ins(%22 : tensor<2x32x64xf32>) outs(%23 : tensor<32x2x64xf32>) permutation = [1, 0, 2]  loc(#loc47)
    %24 = tensor.empty() : tensor<64x192xf32> loc(#loc48)
    %transposed_8 = linalg.transpose ins(%arg1 : tensor<192x64xf32>) outs(%24 : tensor<64x192xf32>) permutation = [1, 0]  loc(#loc48)
    %25 = tensor.empty() : tensor<32x64x192xf32> loc(#loc49)
    %26 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_8 : tensor<64x192xf32>) outs(%25 : tensor<32x64x192xf32>) {
    ^bb0(%in: f32 loc("layer.self_attn/permute_1"(#loc18)), %out: f32 loc("layer.self_attn/expand_1"(#loc18))):
      linalg.yield %in : f32 loc(#loc49)
    } -> tensor<32x64x192xf32> loc(#loc49)
    %27 = tensor.empty() : tensor<32x2x192xf32> loc(#loc50)
    %28 = linalg.fill ins(%cst_0 : f32) outs(%27 : tensor<32x2x192xf32>) -> tensor<32x2x192xf32> loc(#loc50)
    %29 = linalg.batch_matmul ins(%transposed, %26 : tensor<32x2x64xf32>, tensor<32x64x192xf32>) outs(%28 : tensor<32x2x192xf32>) -> tensor<32x2x192xf32> loc(#loc50)
    %30 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29, %arg2 : tensor<32x2x192xf32>, tensor<192xf32>) outs(%27 : tensor<32x2x192xf32>) {
    ^bb0(%in: f32 loc("layer.self_attn/bmm"(#loc18)), %in_44: f32 loc("layer.self_attn/add_2"(#loc18)), %out: f32 loc("layer.self_attn/add_2"(#loc18))):
      %98 = arith.addf %in, %in_44 : f32 loc(#loc51)
      linalg.yield %98 : f32 loc(#loc51)
    } -> tensor<32x2x192xf32> loc(#loc51)
    %expanded = tensor.expand_shape %30 [[0, 1], [2], [3, 4]] output_shape [1, 32, 2, 3, 64] : tensor<32x2x192xf32> into tensor<1x32x2x3x64xf32> loc(#loc52)
    %31 = tensor.empty() : tensor<3x32x2x1x64xf32> loc(#loc53)
    %transposed_9 = linalg.transpose ins(%expanded : tensor<1x32x2x3x64xf32>) outs(%31 : tensor<3x32x2x1x64xf32>) permutation = [3, 1, 2, 0, 4]  loc(#loc53)
    %collapsed = tensor.collapse_shape %transposed_9 [[0], [1], [2, 3], [4]] : tensor<3x32x2x1x64xf32> into tensor<3x32x2x64xf32> loc(#loc54)
    %extracted_slice = tensor.extract_slice %collapsed[0, 0, 0, 0] [1, 32, 2, 64] [1, 1, 1, 1] : tensor<3x32x2x64xf32> to tensor<1x32x2x64xf32> loc(#loc55)
    %extracted_slice_10 = tensor.extract_slice %collapsed[1, 0, 0, 0] [1, 32, 2, 64] [1, 1, 1, 1] : tensor<3x32x2x64xf32> to tensor<1x32x2x64xf32> loc(#loc56)
    %extracted_slice_11 = tensor.extract_slice %collapsed[2, 0, 0, 0] [1, 32, 2, 64] [1, 1, 1, 1] : tensor<3x32x2x64xf32> to tensor<1x32x2x64xf32> loc(#loc57)
    %collapsed_12 = tensor.collapse_shape %extracted_slice [[0, 1], [2, 3]] : tensor<1x32x2x64xf32> into tensor<32x128xf32> loc(#loc58)
    %expanded_13 = tensor.expand_shape %collapsed_12 [[0], [1, 2]] output_shape [32, 8, 16] : tensor<32x128xf32> into tensor<32x8x16xf32> loc(#loc58)
    %32 = tensor.empty() : tensor<8x32x16xf32> loc(#loc59)
    %transposed_14 = linalg.transpose ins(%expanded_13 : tensor<32x8x16xf32>) outs(%32 : tensor<8x32x16xf32>) permutation = [1, 0, 2]  loc(#loc59)
    %collapsed_15 = tensor.collapse_shape %extracted_slice_10 [[0, 1], [2, 3]] : tensor<1x32x2x64xf32> into tensor<32x128xf32> loc(#loc60)
    %expanded_16 = tensor.expand_shape %collapsed_15 [[0], [1, 2]] output_shape [32, 8, 16] : tensor<32x128xf32> into tensor<32x8x16xf32> loc(#loc60)
    %transposed_17 = linalg.transpose ins(%expanded_16 : tensor<32x8x16xf32>) outs(%32 : tensor<8x32x16xf32>) permutation = [1, 0, 2]  loc(#loc61)
    %collapsed_18 = tensor.collapse_shape %extracted_slice_11 [[0, 1], [2, 3]] : tensor<1x32x2x64xf32> into tensor<32x128xf32> loc(#loc62)
    %expanded_19 = tensor.expand_shape %collapsed_18 [[0], [1, 2]] output_shape [32, 8, 16] : tensor<32x128xf32> into tensor<32x8x16xf32> loc(#loc62)
    %transposed_20 = linalg.transpose ins(%expanded_19 : tensor<32x8x16xf32>) outs(%32 : tensor<8x32x16xf32>) permutation = [1, 0, 2]  loc(#loc63)
    %expanded_21 = tensor.expand_shape %transposed_14 [[0, 1], [2], [3]] output_shape [2, 4, 32, 16] : tensor<8x32x16xf32> into tensor<2x4x32x16xf32> loc(#loc64)
    %expanded_22 = tensor.expand_shape %transposed_17 [[0, 1], [2], [3]] output_shape [2, 4, 32, 16] : tensor<8x32x16xf32> into tensor<2x4x32x16xf32> loc(#loc65)
    %33 = tensor.empty() : tensor<2x4x32x16xf32> loc(#loc66)
    %34 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_21 : tensor<2x4x32x16xf32>) outs(%33 : tensor<2x4x32x16xf32>) {
    ^bb0(%in: f32 loc("layer.self_attn/view_7"(#loc18)), %out: f32 loc("layer.self_attn/mul_2"(#loc18))):
      %98 = arith.mulf %in, %cst_7 : f32 loc(#loc66)
      linalg.yield %98 : f32 loc(#loc66)
    } -> tensor<2x4x32x16xf32> loc(#loc66)
    %35 = tensor.empty() : tensor<2x4x16x32xf32> loc(#loc67)
    %transposed_23 = linalg.transpose ins(%expanded_22 : tensor<2x4x32x16xf32>) outs(%35 : tensor<2x4x16x32xf32>) permutation = [0, 1, 3, 2]  loc(#loc67)
    %36 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_23 : tensor<2x4x16x32xf32>) outs(%35 : tensor<2x4x16x32xf32>) {
    ^bb0(%in: f32 loc("layer.self_attn/permute_6"(#loc18)), %out: f32 loc("layer.self_attn/mul_3"(#loc18))):
      %98 = arith.mulf %in, %cst_7 : f32 loc(#loc68)
      linalg.yield %98 : f32 loc(#loc68)
    } -> tensor<2x4x16x32xf32> loc(#loc68)
    %collapsed_24 = tensor.collapse_shape %34 [[0, 1], [2], [3]] : tensor<2x4x32x16xf32> into tensor<8x32x16xf32> loc(#loc69)
    %collapsed_25 = tensor.collapse_shape %36 [[0, 1], [2], [3]] : tensor<2x4x16x32xf32> into tensor<8x16x32xf32> loc(#loc70)
    %37 = tensor.empty() : tensor<8x32x32xf32> loc(#loc71)
    %38 = linalg.fill ins(%cst_0 : f32) outs(%37 : tensor<8x32x32xf32>) -> tensor<8x32x32xf32> loc(#loc71)
    %39 = linalg.batch_matmul ins(%collapsed_24, %collapsed_25 : tensor<8x32x16xf32>, tensor<8x16x32xf32>) outs(%38 : tensor<8x32x32xf32>) -> tensor<8x32x32xf32> loc(#loc71)
    %expanded_26 = tensor.expand_shape %39 [[0, 1], [2], [3]] output_shape [2, 4, 32, 32] : tensor<8x32x32xf32> into tensor<2x4x32x32xf32> loc(#loc72)
    %40 = tensor.empty() : tensor<2x4x32xi64> loc(#loc36)
    %41 = linalg.fill ins(%c0_i64 : i64) outs(%40 : tensor<2x4x32xi64>) -> tensor<2x4x32xi64> loc(#loc36)
    %42 = tensor.empty() : tensor<2x4x32xf32> loc(#loc36)
    %43 = linalg.fill ins(%cst_1 : f32) outs(%42 : tensor<2x4x32xf32>) -> tensor<2x4x32xf32> loc(#loc36)
    %44:2 = linalg.generic {indexing_maps = [#map5, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%expanded_26 : tensor<2x4x32x32xf32>) outs(%43, %41 : tensor<2x4x32xf32>, tensor<2x4x32xi64>) {
    ^bb0(%in: f32 loc("layer.self_attn/view_12"(#loc18)), %out: f32 loc("layer.self_attn/_softmax"(#loc18)), %out_44: i64 loc("layer.self_attn/_softmax"(#loc18))):
      %98 = linalg.index 3 : index loc(#loc36)
      %99 = arith.index_cast %98 : index to i64 loc(#loc36)
      %100 = arith.maximumf %in, %out : f32 loc(#loc36)
      %101 = arith.cmpf ogt, %in, %out : f32 loc(#loc36)
      %102 = arith.select %101, %99, %out_44 : i64 loc(#loc36)
      linalg.yield %100, %102 : f32, i64 loc(#loc36)
    } -> (tensor<2x4x32xf32>, tensor<2x4x32xi64>) loc(#loc36)
    %expanded_27 = tensor.expand_shape %44#0 [[0], [1], [2, 3]] output_shape [2, 4, 32, 1] : tensor<2x4x32xf32> into tensor<2x4x32x1xf32> loc(#loc36)
    %45 = tensor.empty() : tensor<2x4x32x32xf32> loc(#loc36)
    %46 = linalg.generic {indexing_maps = [#map5, #map7, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_26, %expanded_27 : tensor<2x4x32x32xf32>, tensor<2x4x32x1xf32>) outs(%45 : tensor<2x4x32x32xf32>) {
    ^bb0(%in: f32 loc("layer.self_attn/view_12"(#loc18)), %in_44: f32 loc("layer.self_attn/_softmax"(#loc18)), %out: f32 loc("layer.self_attn/_softmax"(#loc18))):
      %98 = arith.subf %in, %in_44 : f32 loc(#loc36)
      linalg.yield %98 : f32 loc(#loc36)
    } -> tensor<2x4x32x32xf32> loc(#loc36)
    %47 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%46 : tensor<2x4x32x32xf32>) outs(%45 : tensor<2x4x32x32xf32>) {
    ^bb0(%in: f32 loc("layer.self_attn/_softmax"(#loc18)), %out: f32 loc("layer.self_attn/_softmax"(#loc18))):
      %98 = math.exp %in : f32 loc(#loc36)
      linalg.yield %98 : f32 loc(#loc36)
    } -> tensor<2x4x32x32xf32> loc(#loc36)
    %48 = tensor.empty() : tensor<2x4x32x1xf32> loc(#loc36)
    %49 = linalg.fill ins(%cst_0 : f32) outs(%48 : tensor<2x4x32x1xf32>) -> tensor<2x4x32x1xf32> loc(#loc36)
    %50 = linalg.generic {indexing_maps = [#map5, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%47 : tensor<2x4x32x32xf32>) outs(%49 : tensor<2x4x32x1xf32>) {
    ^bb0(%in: f32 loc("layer.self_attn/_softmax"(#loc18)), %out: f32 loc("layer.self_attn/_softmax"(#loc18))):
      %98 = arith.addf %in, %out : f32 loc(#loc36)
      linalg.yield %98 : f32 loc(#loc36)
    } -> tensor<2x4x32x1xf32> loc(#loc36)
    %51 = linalg.generic {indexing_maps = [#map5, #map7, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%47, %50 : tensor<2x4x32x32xf32>, tensor<2x4x32x1xf32>) outs(%45 : tensor<2x4x32x32xf32>) {
    ^bb0(%in: f32 loc("layer.self_attn/_softmax"(#loc18)), %in_44: f32 loc("layer.self_attn/_softmax"(#loc18)), %out: f32 loc("layer.self_attn/_softmax"(#loc18))):
      %98 = arith.divf %in, %in_44 : f32 loc(#loc36)
      linalg.yield %98 : f32 loc(#loc36)
    } -> tensor<2x4x32x32xf32> loc(#loc36)
    %52 = tensor.empty() : tensor<2x4x32x32xi1> loc(#loc39)
    %53 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_26 : tensor<2x4x32x32xf32>) outs(%52 : tensor<2x4x32x32xi1>) {
    ^bb0(%in: f32 loc("layer.self_attn/view_12"(#loc18)), %out: i1 loc("layer.self_attn/eq"(#loc18))):
      %98 = arith.extf %in : f32 to f64 loc(#loc39)
      %99 = arith.cmpf oeq, %98, %cst_3 : f64 loc(#loc39)
      linalg.yield %99 : i1 loc(#loc39)
    } -> tensor<2x4x32x32xi1> loc(#loc39)
    %54 = tensor.empty() : tensor<2x4x32x1xi1> loc(#loc37)
    %55 = linalg.fill ins(%true : i1) outs(%54 : tensor<2x4x32x1xi1>) -> tensor<2x4x32x1xi1> loc(#loc37)
    %56 = linalg.generic {indexing_maps = [#map5, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%53 : tensor<2x4x32x32xi1>) outs(%55 : tensor<2x4x32x1xi1>) {
    ^bb0(%in: i1 loc("layer.self_attn/eq"(#loc18)), %out: i1 loc("layer.self_attn/all_1"(#loc18))):
      %98 = arith.andi %in, %out : i1 loc(#loc37)
      linalg.yield %98 : i1 loc(#loc37)
    } -> tensor<2x4x32x1xi1> loc(#loc37)
    %57 = linalg.generic {indexing_maps = [#map7, #map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%56, %cst_2, %51 : tensor<2x4x32x1xi1>, tensor<2x4x32x32xf32>, tensor<2x4x32x32xf32>) outs(%45 : tensor<2x4x32x32xf32>) {
    ^bb0(%in: i1 loc("layer.self_attn/all_1"(#loc18)), %in_44: f32 loc("layer.self_attn/where"(#loc18)), %in_45: f32 loc("layer.self_attn/_softmax"(#loc18)), %out: f32 loc("layer.self_attn/where"(#loc18))):
      %98 = arith.select %in, %in_44, %in_45 : f32 loc(#loc38)
      linalg.yield %98 : f32 loc(#loc38)
    } -> tensor<2x4x32x32xf32> loc(#loc38)
    %collapsed_28 = tensor.collapse_shape %57 [[0, 1], [2], [3]] : tensor<2x4x32x32xf32> into tensor<8x32x32xf32> loc(#loc73)
    %58 = linalg.fill ins(%cst_0 : f32) outs(%32 : tensor<8x32x16xf32>) -> tensor<8x32x16xf32> loc(#loc74)
    %59 = linalg.batch_matmul ins(%collapsed_28, %transposed_20 : tensor<8x32x32xf32>, tensor<8x32x16xf32>) outs(%58 : tensor<8x32x16xf32>) -> tensor<8x32x16xf32> loc(#loc74)
    %expanded_29 = tensor.expand_shape %59 [[0, 1], [2], [3]] output_shape [2, 4, 32, 16] : tensor<8x32x16xf32> into tensor<2x4x32x16xf32> loc(#loc75)
    %60 = tensor.empty() : tensor<32x2x4x16xf32> loc(#loc76)
    %transposed_30 = linalg.transpose ins(%expanded_29 : tensor<2x4x32x16xf32>) outs(%60 : tensor<32x2x4x16xf32>) permutation = [2, 0, 1, 3]  loc(#loc76)
    %collapsed_31 = tensor.collapse_shape %transposed_30 [[0, 1], [2, 3]] : tensor<32x2x4x16xf32> into tensor<64x64xf32> loc(#loc77)
    %61 = tensor.empty() : tensor<64x64xf32> loc(#loc78)
    %transposed_32 = linalg.transpose ins(%arg3 : tensor<64x64xf32>) outs(%61 : tensor<64x64xf32>) permutation = [1, 0]  loc(#loc78)
    %62 = linalg.fill ins(%cst_0 : f32) outs(%61 : tensor<64x64xf32>) -> tensor<64x64xf32> loc(#loc79)
    %63 = linalg.matmul ins(%collapsed_31, %transposed_32 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%62 : tensor<64x64xf32>) -> tensor<64x64xf32> loc(#loc79)
    %64 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel"]} ins(%arg4 : tensor<64xf32>) outs(%61 : tensor<64x64xf32>) {
    ^bb0(%in: f32 loc("layer.self_attn/expand_6"(#loc18)), %out: f32 loc("layer.self_attn/expand_6"(#loc18))):
      linalg.yield %in : f32 loc(#loc80)
    } -> tensor<64x64xf32> loc(#loc80)
    %65 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%63, %64 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%61 : tensor<64x64xf32>) {
    ^bb0(%in: f32 loc("layer.self_attn/mul_4"(#loc18)), %in_44: f32 loc("layer.self_attn/mul_5"(#loc18)), %out: f32 loc("layer.self_attn/add_3"(#loc18))):
      %98 = arith.addf %in, %in_44 : f32 loc(#loc81)
      linalg.yield %98 : f32 loc(#loc81)
    } -> tensor<64x64xf32> loc(#loc81)
    %expanded_33 = tensor.expand_shape %65 [[0, 1], [2]] output_shape [32, 2, 64] : tensor<64x64xf32> into tensor<32x2x64xf32> loc(#loc84)
    %transposed_34 = linalg.transpose ins(%expanded_33 : tensor<32x2x64xf32>) outs(%0 : tensor<2x32x64xf32>) permutation = [1, 0, 2]  loc(#loc85)
    %66 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %transposed_34 : tensor<2x32x64xf32>, tensor<2x32x64xf32>) outs(%0 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32 loc("words/embedding"(#loc15)), %in_44: f32 loc("layer.self_attn/permute_11"(#loc22)), %out: f32 loc("layer/add_4"(#loc13))):
      %98 = arith.addf %in, %in_44 : f32 loc(#loc23)
      linalg.yield %98 : f32 loc(#loc23)
    } -> tensor<2x32x64xf32> loc(#loc23)
    %67 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%66 : tensor<2x32x64xf32>) outs(%2 : tensor<2x32x64xf64>) {
    ^bb0(%in: f32 loc("layer/add_4"(#loc13)), %out: f64 loc("layer.norm2/var_mean_1"(#loc24))):
      %98 = arith.extf %in : f32 to f64 loc(#loc86)
      linalg.yield %98 : f64 loc(#loc86)
    } -> tensor<2x32x64xf64> loc(#loc86)
    %68 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%67 : tensor<2x32x64xf64>) outs(%5 : tensor<2x32x1xf64>) {
    ^bb0(%in: f64 loc("layer.norm2/var_mean_1"(#loc24)), %out: f64 loc("layer.norm2/var_mean_1"(#loc24))):
      %98 = arith.addf %in, %out : f64 loc(#loc86)
      linalg.yield %98 : f64 loc(#loc86)
    } -> tensor<2x32x1xf64> loc(#loc86)
    %69 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68 : tensor<2x32x1xf64>) outs(%4 : tensor<2x32x1xf64>) {
    ^bb0(%in: f64 loc("layer.norm2/var_mean_1"(#loc24)), %out: f64 loc("layer.norm2/var_mean_1"(#loc24))):
      %98 = arith.divf %in, %cst_5 : f64 loc(#loc86)
      linalg.yield %98 : f64 loc(#loc86)
    } -> tensor<2x32x1xf64> loc(#loc86)
    %70 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%67, %69 : tensor<2x32x64xf64>, tensor<2x32x1xf64>) outs(%2 : tensor<2x32x64xf64>) {
    ^bb0(%in: f64 loc("layer.norm2/var_mean_1"(#loc24)), %in_44: f64 loc("layer.norm2/var_mean_1"(#loc24)), %out: f64 loc("layer.norm2/var_mean_1"(#loc24))):
      %98 = arith.subf %in, %in_44 : f64 loc(#loc86)
      linalg.yield %98 : f64 loc(#loc86)
    } -> tensor<2x32x64xf64> loc(#loc86)
    %71 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%70, %70 : tensor<2x32x64xf64>, tensor<2x32x64xf64>) outs(%2 : tensor<2x32x64xf64>) {
    ^bb0(%in: f64 loc("layer.norm2/var_mean_1"(#loc24)), %in_44: f64 loc("layer.norm2/var_mean_1"(#loc24)), %out: f64 loc("layer.norm2/var_mean_1"(#loc24))):
      %98 = arith.mulf %in, %in_44 : f64 loc(#loc86)
      linalg.yield %98 : f64 loc(#loc86)
    } -> tensor<2x32x64xf64> loc(#loc86)
    %72 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%71 : tensor<2x32x64xf64>) outs(%5 : tensor<2x32x1xf64>) {
    ^bb0(%in: f64 loc("layer.norm2/var_mean_1"(#loc24)), %out: f64 loc("layer.norm2/var_mean_1"(#loc24))):
      %98 = arith.addf %in, %out : f64 loc(#loc86)
      linalg.yield %98 : f64 loc(#loc86)
    } -> tensor<2x32x1xf64> loc(#loc86)
    %73 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72 : tensor<2x32x1xf64>) outs(%4 : tensor<2x32x1xf64>) {
    ^bb0(%in: f64 loc("layer.norm2/var_mean_1"(#loc24)), %out: f64 loc("layer.norm2/var_mean_1"(#loc24))):
      %98 = arith.divf %in, %cst_5 : f64 loc(#loc86)
      linalg.yield %98 : f64 loc(#loc86)
    } -> tensor<2x32x1xf64> loc(#loc86)
    %74 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%73 : tensor<2x32x1xf64>) outs(%12 : tensor<2x32x1xf32>) {
    ^bb0(%in: f64 loc("layer.norm2/var_mean_1"(#loc24)), %out: f32 loc("layer.norm2/var_mean_1"(#loc24))):
      %98 = arith.truncf %in : f64 to f32 loc(#loc86)
      linalg.yield %98 : f32 loc(#loc86)
    } -> tensor<2x32x1xf32> loc(#loc86)
    %75 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%66 : tensor<2x32x64xf32>) outs(%14 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32 loc("layer/add_4"(#loc13)), %out: f32 loc("layer.norm2/var_mean_1"(#loc24))):
      %98 = arith.addf %in, %out : f32 loc(#loc86)
      linalg.yield %98 : f32 loc(#loc86)
    } -> tensor<2x32x1xf32> loc(#loc86)
    %76 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75 : tensor<2x32x1xf32>) outs(%12 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32 loc("layer.norm2/var_mean_1"(#loc24)), %out: f32 loc("layer.norm2/var_mean_1"(#loc24))):
      %98 = arith.divf %in, %cst_6 : f32 loc(#loc86)
      linalg.yield %98 : f32 loc(#loc86)
    } -> tensor<2x32x1xf32> loc(#loc86)
    %77 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74 : tensor<2x32x1xf32>) outs(%12 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32 loc("layer.norm2/var_mean_1"(#loc24)), %out: f32 loc("layer.norm2/add_5"(#loc24))):
      %98 = arith.truncf %cst_4 : f64 to f32 loc(#loc87)
      %99 = arith.addf %in, %98 : f32 loc(#loc87)
      linalg.yield %99 : f32 loc(#loc87)
    } -> tensor<2x32x1xf32> loc(#loc87)
    %78 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%77 : tensor<2x32x1xf32>) outs(%12 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32 loc("layer.norm2/add_5"(#loc24)), %out: f32 loc("layer.norm2/rsqrt_1"(#loc24))):
      %98 = math.rsqrt %in : f32 loc(#loc88)
      linalg.yield %98 : f32 loc(#loc88)
    } -> tensor<2x32x1xf32> loc(#loc88)
    %79 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%66, %76 : tensor<2x32x64xf32>, tensor<2x32x1xf32>) outs(%0 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32 loc("layer/add_4"(#loc13)), %in_44: f32 loc("layer.norm2/var_mean_1"(#loc24)), %out: f32 loc("layer.norm2/sub_1"(#loc24))):
      %98 = arith.subf %in, %in_44 : f32 loc(#loc89)
      linalg.yield %98 : f32 loc(#loc89)
    } -> tensor<2x32x64xf32> loc(#loc89)
    %80 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79, %78 : tensor<2x32x64xf32>, tensor<2x32x1xf32>) outs(%0 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32 loc("layer.norm2/sub_1"(#loc24)), %in_44: f32 loc("layer.norm2/rsqrt_1"(#loc24)), %out: f32 loc("layer.norm2/mul_6"(#loc24))):
      %98 = arith.mulf %in, %in_44 : f32 loc(#loc90)
      linalg.yield %98 : f32 loc(#loc90)
    } -> tensor<2x32x64xf32> loc(#loc90)
    %81 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%80, %arg11 : tensor<2x32x64xf32>, tensor<64xf32>) outs(%0 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32 loc("layer.norm2/mul_6"(#loc24)), %in_44: f32 loc("layer.norm2/mul_7"(#loc24)), %out: f32 loc("layer.norm2/mul_7"(#loc24))):
      %98 = arith.mulf %in, %in_44 : f32 loc(#loc91)
      linalg.yield %98 : f32 loc(#loc91)
    } -> tensor<2x32x64xf32> loc(#loc91)
    %82 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%81, %arg12 : tensor<2x32x64xf32>, tensor<64xf32>) outs(%0 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32 loc("layer.norm2/mul_7"(#loc24)), %in_44: f32 loc("layer.norm2/add_6"(#loc24)), %out: f32 loc("layer.norm2/add_6"(#loc24))):
      %98 = arith.addf %in, %in_44 : f32 loc(#loc92)
      linalg.yield %98 : f32 loc(#loc92)
    } -> tensor<2x32x64xf32> loc(#loc92)
    %collapsed_35 = tensor.collapse_shape %82 [[0, 1], [2]] : tensor<2x32x64xf32> into tensor<64x64xf32> loc(#loc93)
    %83 = tensor.empty() : tensor<64x128xf32> loc(#loc94)
    %transposed_36 = linalg.transpose ins(%arg5 : tensor<128x64xf32>) outs(%83 : tensor<64x128xf32>) permutation = [1, 0]  loc(#loc94)
    %84 = linalg.fill ins(%cst_0 : f32) outs(%83 : tensor<64x128xf32>) -> tensor<64x128xf32> loc(#loc95)
    %85 = linalg.matmul ins(%collapsed_35, %transposed_36 : tensor<64x64xf32>, tensor<64x128xf32>) outs(%84 : tensor<64x128xf32>) -> tensor<64x128xf32> loc(#loc95)
    %86 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel"]} ins(%arg6 : tensor<128xf32>) outs(%83 : tensor<64x128xf32>) {
    ^bb0(%in: f32 loc("layer.linear1/expand_7"(#loc25)), %out: f32 loc("layer.linear1/expand_7"(#loc25))):
      linalg.yield %in : f32 loc(#loc96)
    } -> tensor<64x128xf32> loc(#loc96)
    %87 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%85, %86 : tensor<64x128xf32>, tensor<64x128xf32>) outs(%83 : tensor<64x128xf32>) {
    ^bb0(%in: f32 loc("layer.linear1/mul_8"(#loc25)), %in_44: f32 loc("layer.linear1/mul_9"(#loc25)), %out: f32 loc("layer.linear1/add_7"(#loc25))):
      %98 = arith.addf %in, %in_44 : f32 loc(#loc97)
      linalg.yield %98 : f32 loc(#loc97)
    } -> tensor<64x128xf32> loc(#loc97)
    %expanded_37 = tensor.expand_shape %87 [[0, 1], [2]] output_shape [2, 32, 128] : tensor<64x128xf32> into tensor<2x32x128xf32> loc(#loc100)
    %88 = tensor.empty() : tensor<2x32x128xf32> loc(#loc26)
    %89 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_37 : tensor<2x32x128xf32>) outs(%88 : tensor<2x32x128xf32>) {
    ^bb0(%in: f32 loc("layer.linear1/view_19"(#loc25)), %out: f32 loc("layer/relu"(#loc16))):
      %98 = arith.cmpf ugt, %in, %cst_0 : f32 loc(#loc26)
      %99 = arith.select %98, %in, %cst_0 : f32 loc(#loc26)
      linalg.yield %99 : f32 loc(#loc26)
    } -> tensor<2x32x128xf32> loc(#loc26)
    %collapsed_38 = tensor.collapse_shape %89 [[0, 1], [2]] : tensor<2x32x128xf32> into tensor<64x128xf32> loc(#loc101)
    %90 = tensor.empty() : tensor<128x64xf32> loc(#loc102)
    %transposed_39 = linalg.transpose ins(%arg7 : tensor<64x128xf32>) outs(%90 : tensor<128x64xf32>) permutation = [1, 0]  loc(#loc102)
    %91 = linalg.matmul ins(%collapsed_38, %transposed_39 : tensor<64x128xf32>, tensor<128x64xf32>) outs(%62 : tensor<64x64xf32>) -> tensor<64x64xf32> loc(#loc103)
    %92 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel"]} ins(%arg8 : tensor<64xf32>) outs(%61 : tensor<64x64xf32>) {
    ^bb0(%in: f32 loc("layer.linear2/expand_8"(#loc25)), %out: f32 loc("layer.linear2/expand_8"(#loc25))):
      linalg.yield %in : f32 loc(#loc104)
    } -> tensor<64x64xf32> loc(#loc104)
    %93 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%91, %92 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%61 : tensor<64x64xf32>) {
    ^bb0(%in: f32 loc("layer.linear2/mul_10"(#loc25)), %in_44: f32 loc("layer.linear2/mul_11"(#loc25)), %out: f32 loc("layer.linear2/add_8"(#loc25))):
      %98 = arith.addf %in, %in_44 : f32 loc(#loc105)
      linalg.yield %98 : f32 loc(#loc105)
    } -> tensor<64x64xf32> loc(#loc105)
    %expanded_40 = tensor.expand_shape %93 [[0, 1], [2]] output_shape [2, 32, 64] : tensor<64x64xf32> into tensor<2x32x64xf32> loc(#loc108)
    %94 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%66, %expanded_40 : tensor<2x32x64xf32>, tensor<2x32x64xf32>) outs(%0 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32 loc("layer/add_4"(#loc13)), %in_44: f32 loc("layer.linear2/view_21"(#loc25)), %out: f32 loc("layer/add_9"(#loc16))):
      %98 = arith.addf %in, %in_44 : f32 loc(#loc27)
      linalg.yield %98 : f32 loc(#loc27)
    } -> tensor<2x32x64xf32> loc(#loc27)
    %collapsed_41 = tensor.collapse_shape %94 [[0, 1], [2]] : tensor<2x32x64xf32> into tensor<64x64xf32> loc(#loc28)
    %transposed_42 = linalg.transpose ins(%arg13 : tensor<64x64xf32>) outs(%61 : tensor<64x64xf32>) permutation = [1, 0]  loc(#loc29)
    %95 = linalg.matmul ins(%collapsed_41, %transposed_42 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%62 : tensor<64x64xf32>) -> tensor<64x64xf32> loc(#loc30)
    %96 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel"]} ins(%arg14 : tensor<64xf32>) outs(%61 : tensor<64x64xf32>) {
    ^bb0(%in: f32 loc("head/expand_9"(#loc17)), %out: f32 loc("head/expand_9"(#loc17))):
      linalg.yield %in : f32 loc(#loc31)
    } -> tensor<64x64xf32> loc(#loc31)
    %97 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%95, %96 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%61 : tensor<64x64xf32>) {
    ^bb0(%in: f32 loc("head/mul_12"(#loc17)), %in_44: f32 loc("head/mul_13"(#loc17)), %out: f32 loc("head/add_10"(#loc17))):
      %98 = arith.addf %in, %in_44 : f32 loc(#loc32)
      linalg.yield %98 : f32 loc(#loc32)
    } -> tensor<64x64xf32> loc(#loc32)
    %expanded_43 = tensor.expand_shape %97 [[0, 1], [2]] output_shape [2, 32, 64] : tensor<64x64xf32> into tensor<2x32x64xf32> loc(#loc35)
    return %expanded_43 : tensor<2x32x64xf32> loc(#loc12)
  } loc(#loc1)
} loc(#loc)
#loc = loc(unknown)
#loc8 = loc("site-packages/torch/nn/modules/activation.py":1461:0)
#loc12 = loc("output")
#loc21 = loc(callsite(#loc8 at #loc13))
#loc28 = loc("head/view_22"(#loc17))
#loc29 = loc("head/permute_14"(#loc17))
#loc30 = loc("head/mm_3"(#loc17))
#loc35 = loc("head/view_23"(#loc17))
#loc47 = loc("layer.self_attn/permute"(#loc21))
#loc52 = loc("layer.self_attn/unsqueeze"(#loc18))
#loc53 = loc("layer.self_attn/permute_2"(#loc18))
#loc54 = loc("layer.self_attn/squeeze_1"(#loc18))
#loc55 = loc("layer.self_attn/select"(#loc18))
#loc56 = loc("layer.self_attn/select_1"(#loc18))
#loc57 = loc("layer.self_attn/select_2"(#loc18))
#loc58 = loc("layer.self_attn/view_4"(#loc18))
#loc59 = loc("layer.self_attn/permute_3"(#loc18))
#loc60 = loc("layer.self_attn/view_5"(#loc18))
#loc61 = loc("layer.self_attn/permute_4"(#loc18))
#loc62 = loc("layer.self_attn/view_6"(#loc18))
#loc63 = loc("layer.self_attn/permute_5"(#loc18))
#loc65 = loc("layer.self_attn/view_8"(#loc18))
#loc69 = loc("layer.self_attn/view_10"(#loc18))
#loc70 = loc("layer.self_attn/view_11"(#loc18))
#loc71 = loc("layer.self_attn/bmm_1"(#loc18))
#loc73 = loc("layer.self_attn/view_13"(#loc18))
#loc74 = loc("layer.self_attn/bmm_2"(#loc18))
#loc75 = loc("layer.self_attn/view_15"(#loc18))
#loc76 = loc("layer.self_attn/permute_9"(#loc18))
#loc77 = loc("layer.self_attn/view_16"(#loc18))
#loc78 = loc("layer.self_attn/permute_10"(#loc18))
#loc79 = loc("layer.self_attn/mm"(#loc18))
#loc84 = loc("layer.self_attn/view_17"(#loc18))
#loc93 = loc("layer.linear1/view_18"(#loc25))
#loc94 = loc("layer.linear1/permute_12"(#loc25))
#loc95 = loc("layer.linear1/mm_1"(#loc25))
#loc101 = loc("layer.linear2/view_20"(#loc25))
#loc102 = loc("layer.linear2/permute_13"(#loc25))
#loc103 = loc("layer.linear2/mm_2"(#loc25))
