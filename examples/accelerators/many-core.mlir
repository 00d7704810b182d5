// The share of one core of a matrix product over 8 x 8 cores, and of the
// element-wise op behind it: 512 of 4096 rows and of 4096 columns, with sums of 512.
func.func @core(%a: memref<512x512xbf16> {memplace.buffer = "a"},
                %b: memref<512x512xbf16> {memplace.buffer = "b"},
                %c: memref<512x512xbf16> {memplace.buffer = "c"}) {
  %zero = arith.constant 0.0 : bf16
  %product = memref.alloc() {memplace.buffer = "product"} : memref<512x512xbf16>
  linalg.fill ins(%zero : bf16) outs(%product : memref<512x512xbf16>)
  linalg.matmul ins(%a, %b : memref<512x512xbf16>, memref<512x512xbf16>) outs(%product : memref<512x512xbf16>)
  linalg.exp ins(%product : memref<512x512xbf16>) outs(%c : memref<512x512xbf16>)
  return
}
