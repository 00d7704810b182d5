// Products in the forms of importers, each with its own result.
#left = affine_map<(m, n, k) -> (m, k)>
#bias = affine_map<(m, n, k) -> (k)>
#right = affine_map<(m, n, k) -> (k, n)>
#out = affine_map<(m, n, k) -> (m, n)>
#queries = affine_map<(h, q, k, d) -> (q, h, d)>
#keys = affine_map<(h, q, k, d) -> (k, h, d)>
#scores = affine_map<(h, q, k, d) -> (h, q, k)>
func.func @main(
    %a: memref<24x40xf32> {memplace.buffer = "a"}, %b: memref<40x16xf32> {memplace.buffer = "b"},
    %batch: memref<3x24x40xf32> {memplace.buffer = "batch"},
    %heads: memref<24x3x8xf32> {memplace.buffer = "heads"}, %keys: memref<20x3x8xf32> {memplace.buffer = "keys"},
    %bias: memref<40xf32> {memplace.buffer = "bias"},
    %image: memref<2x13x11x8xf32> {memplace.buffer = "image"}, %filter: memref<3x2x8x12xf32> {memplace.buffer = "filter"},
    %planes: memref<2x8x13x11xf32> {memplace.buffer = "planes"}, %filters: memref<12x8x3x2xf32> {memplace.buffer = "filters"},
    %double: memref<24x40xf64> {memplace.buffer = "double"},
    %product: memref<24x16xf32>, %square: memref<40x40xf32>, %vector: memref<24xf32>, %batches: memref<3x24x24xf32>,
    %attention: memref<3x24x20xf32>, %fused: memref<24x16xf32>, %conv: memref<2x11x5x12xf32>,
    %conv2: memref<2x12x5x9xf32>, %gram: memref<24x24xf64>) {
  %zero = arith.constant 0.0 : f32
  %zero64 = arith.constant 0.0 : f64
  linalg.fill ins(%zero : f32) outs(%product : memref<24x16xf32>)
  linalg.matmul ins(%a, %b : memref<24x40xf32>, memref<40x16xf32>) outs(%product : memref<24x16xf32>)

  linalg.fill ins(%zero : f32) outs(%square : memref<40x40xf32>)
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%a, %a : memref<24x40xf32>, memref<24x40xf32>) outs(%square : memref<40x40xf32>)

  linalg.fill ins(%zero : f32) outs(%vector : memref<24xf32>)
  linalg.matvec ins(%a, %bias : memref<24x40xf32>, memref<40xf32>) outs(%vector : memref<24xf32>)

  linalg.fill ins(%zero : f32) outs(%batches : memref<3x24x24xf32>)
  linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>]
    ins(%batch, %batch : memref<3x24x40xf32>, memref<3x24x40xf32>) outs(%batches : memref<3x24x24xf32>)

  linalg.fill ins(%zero : f32) outs(%attention : memref<3x24x20xf32>)
  linalg.generic {indexing_maps = [#queries, #keys, #scores], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%heads, %keys : memref<24x3x8xf32>, memref<20x3x8xf32>) outs(%attention : memref<3x24x20xf32>) {
  ^bb0(%q: f32, %k: f32, %before: f32):
    %p = arith.mulf %q, %k : f32
    %after = arith.addf %before, %p : f32
    linalg.yield %after : f32
  }

  linalg.fill ins(%zero : f32) outs(%fused : memref<24x16xf32>)
  linalg.generic {indexing_maps = [#left, #bias, #right, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %bias, %b : memref<24x40xf32>, memref<40xf32>, memref<40x16xf32>) outs(%fused : memref<24x16xf32>) {
  ^bb0(%e: f32, %shift: f32, %f: f32, %before: f32):
    %sum = arith.addf %e, %shift : f32
    %g = math.tanh %sum : f32
    %p = arith.mulf %f, %g : f32
    %after = arith.addf %p, %before : f32
    linalg.yield %after : f32
  }

  linalg.fill ins(%zero : f32) outs(%conv : memref<2x11x5x12xf32>)
  linalg.conv_2d_nhwc_hwcf {strides = dense<[1, 2]> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
    ins(%image, %filter : memref<2x13x11x8xf32>, memref<3x2x8x12xf32>) outs(%conv : memref<2x11x5x12xf32>)

  linalg.fill ins(%zero : f32) outs(%conv2 : memref<2x12x5x9xf32>)
  linalg.conv_2d_nchw_fchw {strides = dense<[2, 1]> : tensor<2xi64>, dilations = dense<[2, 2]> : tensor<2xi64>}
    ins(%planes, %filters : memref<2x8x13x11xf32>, memref<12x8x3x2xf32>) outs(%conv2 : memref<2x12x5x9xf32>)

  linalg.fill ins(%zero64 : f64) outs(%gram : memref<24x24xf64>)
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%double, %double : memref<24x40xf64>, memref<24x40xf64>) outs(%gram : memref<24x24xf64>)
  return
}
