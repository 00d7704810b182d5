// Products of bf16, and products of numbers widened as a whole, rounded at the end. Kernels read
// the latter in place; the former are widened for 512 columns at a time, then for the other 276.
#rows = affine_map<(m, n, k) -> (m, k)>
#columns = affine_map<(m, n, k) -> (n, k)>
#result = affine_map<(m, n, k) -> (m, n)>
#same = affine_map<(i, j) -> (i, j)>

func.func @main(%x: memref<3x2048xbf16> {memplace.buffer = "x"}, %w: memref<1300x2048xbf16> {memplace.buffer = "w"},
                %parts: memref<3x1300xbf16>, %whole: memref<3x1300xbf16>) {
  %zero = arith.constant 0.0 : bf16
  linalg.fill ins(%zero : bf16) outs(%parts : memref<3x1300xbf16>)
  linalg.matmul indexing_maps = [#rows, #columns, #result]
    ins(%x, %w : memref<3x2048xbf16>, memref<1300x2048xbf16>) outs(%parts : memref<3x1300xbf16>)

  %wideX = memref.alloc() : memref<3x2048xf32>
  %wideW = memref.alloc() : memref<1300x2048xf32>
  %wide = memref.alloc() : memref<3x1300xf32>
  linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<3x2048xbf16>) outs(%wideX : memref<3x2048xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %e = arith.extf %in : bf16 to f32
    linalg.yield %e : f32
  }
  linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]}
      ins(%w : memref<1300x2048xbf16>) outs(%wideW : memref<1300x2048xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %e = arith.extf %in : bf16 to f32
    linalg.yield %e : f32
  }
  %zero32 = arith.constant 0.0 : f32
  linalg.fill ins(%zero32 : f32) outs(%wide : memref<3x1300xf32>)
  linalg.matmul indexing_maps = [#rows, #columns, #result]
    ins(%wideX, %wideW : memref<3x2048xf32>, memref<1300x2048xf32>) outs(%wide : memref<3x1300xf32>)
  linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]}
      ins(%wide : memref<3x1300xf32>) outs(%whole : memref<3x1300xbf16>) {
  ^bb0(%in: f32, %out: bf16):
    %t = arith.truncf %in : f32 to bf16
    linalg.yield %t : bf16
  }
  memref.dealloc %wideX : memref<3x2048xf32>
  memref.dealloc %wideW : memref<1300x2048xf32>
  memref.dealloc %wide : memref<3x1300xf32>
  return
}
