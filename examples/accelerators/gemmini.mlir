// Two int8 layers. Products add up in the accumulator; gemmini.mvout scales
// them to int8 on the way to DRAM.
#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>
#d = affine_map<(i, j) -> (i, j)>
func.func @layers(%x: memref<256x256xi8> {memplace.buffer = "x"},
                  %w0: memref<256x256xi8> {memplace.buffer = "w0"},
                  %w1: memref<256x256xi8> {memplace.buffer = "w1"},
                  %y: memref<256x256xi8> {memplace.buffer = "y"}) {
  %c0 = memref.alloc() {memplace.buffer = "sum0"} : memref<256x256xi32>
  %h = memref.alloc() {memplace.buffer = "h"} : memref<256x256xi8>
  %c1 = memref.alloc() {memplace.buffer = "sum1"} : memref<256x256xi32>
  "gemmini.matmul"(%x, %w0, %c0) {
    memplace.access = [#memplace.access<read, tiers = ["scratchpad"]>, #memplace.access<read, tiers = ["scratchpad"]>,
                       #memplace.access<write, tiers = ["accumulator"]>],
    memplace.cost = #memplace.cost<compute_ps = 65536000>, memplace.cut_dims = [#a, #b, #c]
  } : (memref<256x256xi8>, memref<256x256xi8>, memref<256x256xi32>) -> ()
  "gemmini.mvout"(%c0, %h) {
    memplace.access = [#memplace.access<read, tiers = ["accumulator"]>, #memplace.access<write, tiers = ["dram"]>],
    memplace.cut_dims = [#d, #d]
  } : (memref<256x256xi32>, memref<256x256xi8>) -> ()
  "gemmini.matmul"(%h, %w1, %c1) {
    memplace.access = [#memplace.access<read, tiers = ["scratchpad"]>, #memplace.access<read, tiers = ["scratchpad"]>,
                       #memplace.access<write, tiers = ["accumulator"]>],
    memplace.cost = #memplace.cost<compute_ps = 65536000>, memplace.cut_dims = [#a, #b, #c]
  } : (memref<256x256xi8>, memref<256x256xi8>, memref<256x256xi32>) -> ()
  "gemmini.mvout"(%c1, %y) {
    memplace.access = [#memplace.access<read, tiers = ["accumulator"]>, #memplace.access<write, tiers = ["dram"]>],
    memplace.cut_dims = [#d, #d]
  } : (memref<256x256xi32>, memref<256x256xi8>) -> ()
  return
}
