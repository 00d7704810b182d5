// Two int8 convolutions of an image of 128 x 128 x 16.
func.func @convolutions(%image: memref<1x130x130x16xi8> {memplace.buffer = "image"},
                        %w0: memref<3x3x16x32xi8> {memplace.buffer = "w0"},
                        %w1: memref<1x1x32x64xi8> {memplace.buffer = "w1"},
                        %out: memref<1x128x128x64xi32> {memplace.buffer = "out"}) {
  %zero = arith.constant 0 : i32
  %sum = memref.alloc() {memplace.buffer = "sum"} : memref<1x128x128x32xi32>
  %activation = memref.alloc() {memplace.buffer = "activation"} : memref<1x128x128x32xi8>
  linalg.fill ins(%zero : i32) outs(%sum : memref<1x128x128x32xi32>)
  linalg.conv_2d_nhwc_hwcf ins(%image, %w0 : memref<1x130x130x16xi8>, memref<3x3x16x32xi8>) outs(%sum : memref<1x128x128x32xi32>)
  linalg.generic {
    indexing_maps = [affine_map<(n, y, x, c) -> (n, y, x, c)>, affine_map<(n, y, x, c) -> (n, y, x, c)>],
    iterator_types = ["parallel", "parallel", "parallel", "parallel"]
  } ins(%sum : memref<1x128x128x32xi32>) outs(%activation : memref<1x128x128x32xi8>) {
  ^bb0(%in: i32, %out_element: i8):
    %byte = arith.trunci %in : i32 to i8
    linalg.yield %byte : i8
  }
  linalg.fill ins(%zero : i32) outs(%out : memref<1x128x128x64xi32>)
  linalg.conv_2d_nhwc_hwcf ins(%activation, %w1 : memref<1x128x128x32xi8>, memref<1x1x32x64xi8>) outs(%out : memref<1x128x128x64xi32>)
  return
}
