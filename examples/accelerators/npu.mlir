// A feed-forward layer in ops of a dialect that memplace does not know.
#rows = affine_map<(i, j, k) -> (i, k)>
#columns = affine_map<(i, j, k) -> (k, j)>
#result = affine_map<(i, j, k) -> (i, j)>
#same = affine_map<(i, j) -> (i, j)>
func.func @ffn(%x: memref<128x256xf32> {memplace.buffer = "x"},
               %w0: memref<256x384xf16> {memplace.buffer = "ffn.w0"},
               %w1: memref<384x256xf16> {memplace.buffer = "ffn.w1"},
               %y: memref<128x256xf32> {memplace.buffer = "y"}) {
  %h = memref.alloc() {memplace.buffer = "hidden"} : memref<128x384xf32>
  %g = memref.alloc() {memplace.buffer = "gelu_out"} : memref<128x384xf32>
  "npu.matmul"(%x, %w0, %h) {
    memplace.access = ["read", "read", "write"],
    memplace.cost = #memplace.cost<compute_ps = 25000000>,
    memplace.cut_dims = [#rows, #columns, #result]
  } : (memref<128x256xf32>, memref<256x384xf16>, memref<128x384xf32>) -> ()
  "npu.gelu"(%h, %g) {
    memplace.access = ["read", "write"],
    memplace.cost = #memplace.cost<compute_ps = 2000000>,
    memplace.cut_dims = [#same, #same]
  } : (memref<128x384xf32>, memref<128x384xf32>) -> ()
  "npu.matmul"(%g, %w1, %y) {
    memplace.access = ["read", "read", "write"],
    memplace.cost = #memplace.cost<compute_ps = 25000000>,
    memplace.cut_dims = [#rows, #columns, #result]
  } : (memref<128x384xf32>, memref<384x256xf16>, memref<128x256xf32>) -> ()
  return
}
