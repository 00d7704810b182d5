// `op-shapes` writes the extents of linalg ops, which EGRL's graph reads.
//
// RUN: memplace-opt %s -o /dev/null --memplace-extract-problem="target=toy op-shapes" | FileCheck %s
// RUN: memplace-opt %s -o /dev/null --memplace-extract-problem="target=toy" | FileCheck %s --check-prefix=WITHOUT
// WITHOUT-NOT: "shape"
// CHECK: "linalg.conv_2d_nhwc_hwcf"{{.*}} "shape": {"input": [9, 7, 3], "output": [4, 3, 5], "kernel": [3, 3], "stride": 2, "dilation": 1, "groups": 1, "batch": 2}
// CHECK: "linalg.depthwise_conv_2d_nhwc_hwc"{{.*}} "shape": {"input": [8, 8, 6], "output": [4, 4, 6], "kernel": [3, 3], "stride": 1, "dilation": 2, "groups": 6, "batch": 1}
// CHECK: "linalg.conv_2d_nchw_fchw"{{.*}} "shape": {"input": [3, 9, 7], "output": [5, 7, 5], "kernel": [3, 3], "stride": 1, "dilation": 1, "groups": 1, "batch": 2}
// CHECK: "linalg.matmul"{{.*}} "shape": {"input": [4, 16], "output": [4, 8]}
// CHECK: "linalg.exp"{{.*}} "shape": {"input": [6, 4, 5], "output": [6, 4, 5]}
// CHECK: "linalg.fill"{{.*}} "shape": {"output": [4, 8]}
// CHECK: "memref.copy"
// CHECK-NOT: "shape"
func.func @main(
    %image: memref<2x9x7x3xf32>, %filter: memref<3x3x3x5xf32>, %made: memref<2x4x3x5xf32>,
    %each: memref<1x8x8x6xf32>, %deep: memref<3x3x6xf32>, %out: memref<1x4x4x6xf32>,
    %first: memref<2x3x9x7xf32>, %filters: memref<5x3x3x3xf32>, %last: memref<2x5x7x5xf32>,
    %a: memref<4x16xf32>, %b: memref<16x8xf32>, %c: memref<4x8xf32>, %d: memref<4x8xf32>,
    %x: memref<2x3x4x5xf32>, %y: memref<2x3x4x5xf32>) {
  linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>}
    ins(%image, %filter : memref<2x9x7x3xf32>, memref<3x3x3x5xf32>) outs(%made : memref<2x4x3x5xf32>)
  linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<2> : tensor<2xi64>}
    ins(%each, %deep : memref<1x8x8x6xf32>, memref<3x3x6xf32>) outs(%out : memref<1x4x4x6xf32>)
  linalg.conv_2d_nchw_fchw
    ins(%first, %filters : memref<2x3x9x7xf32>, memref<5x3x3x3xf32>) outs(%last : memref<2x5x7x5xf32>)
  linalg.matmul ins(%a, %b : memref<4x16xf32>, memref<16x8xf32>) outs(%c : memref<4x8xf32>)
  linalg.exp ins(%x : memref<2x3x4x5xf32>) outs(%y : memref<2x3x4x5xf32>)
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<4x8xf32>)
  memref.copy %c, %d : memref<4x8xf32> to memref<4x8xf32>
  return
}
