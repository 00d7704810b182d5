// Two layers of an accelerator's ops, with half-width weights: operands of 256 KiB for each product.
#map = affine_map<(i, j, k) -> (i, k)>
#mapw = affine_map<(i, j, k) -> (k, j)>
#mapo = affine_map<(i, j, k) -> (i, j)>
#mapo2 = affine_map<(i, j) -> (i, j)>
func.func @main(%x: memref<64x256xf32> {memplace.buffer = "x"}, %w0: memref<256x256xf16> {memplace.buffer = "ffn.w0"},
    %h: memref<64x256xf32>, %w1: memref<256x256xf16> {memplace.buffer="ffn.w1"}, %y: memref<64x256xf32> {memplace.buffer="y"}) {
  %g = memref.alloc() : memref<64x256xf32>
  linalg.generic {indexing_maps=[#map,#mapw,#mapo], iterator_types=["parallel","parallel","reduction"], library_call="npu_mm", memplace.cost = #memplace.cost<compute_ps = 40000000>} ins(%x, %w0: memref<64x256xf32>, memref<256x256xf16>) outs(%h: memref<64x256xf32>) {
  ^bb0(%a: f32, %b: f16, %c: f32):
    %d = arith.extf %b : f16 to f32
    %e = arith.mulf %a, %d : f32
    %f = arith.addf %c, %e : f32
    linalg.yield %f : f32
  }
  linalg.generic {indexing_maps=[#mapo2,#mapo2], iterator_types=["parallel","parallel"], library_call="npu_gelu", memplace.cost = #memplace.cost<compute_ps = 3000000>} ins(%h: memref<64x256xf32>) outs(%g: memref<64x256xf32>) {
  ^bb0(%a: f32, %c: f32):
    %e = math.absf %a : f32
    linalg.yield %e : f32
  }
  linalg.generic {indexing_maps=[#map,#mapw,#mapo], iterator_types=["parallel","parallel","reduction"], library_call="npu_mm", memplace.cost = #memplace.cost<compute_ps = 40000000>} ins(%g, %w1: memref<64x256xf32>, memref<256x256xf16>) outs(%y: memref<64x256xf32>) {
  ^bb0(%a: f32, %b: f16, %c: f32):
    %d = arith.extf %b : f16 to f32
    %e = arith.mulf %a, %d : f32
    %f = arith.addf %c, %e : f32
    linalg.yield %f : f32
  }
  return
}
