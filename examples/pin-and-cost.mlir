// Annotations for placement: the memory of a buffer, and the cost of an op. The
// table is pinned to main memory and the scratch buffer to the fast memory. The
// cost of the product comes from a profile (picoseconds).
//
//   memplace-opt examples/pin-and-cost.mlir \
//     --memplace-place-buffers="target=tpu-v4i" \
//     --memplace-report="file=- format=table"

func.func @main(%table: memref<64x64xf32> {memplace.pin = #memplace.tier<"hbm">},
                %x: memref<64x64xf32>, %out: memref<64x64xf32>) {
  %scratch = memref.alloc() {memplace.pin = #memplace.tier<"cmem">} : memref<64x64xf32>
  linalg.add ins(%table, %x : memref<64x64xf32>, memref<64x64xf32>)
    outs(%scratch : memref<64x64xf32>)
  linalg.matmul {memplace.cost = #memplace.cost<compute_ps = 2000000>}
    ins(%scratch, %table : memref<64x64xf32>, memref<64x64xf32>)
    outs(%out : memref<64x64xf32>)
  return
}
