// Ops other than matrix products stay, as do products for which a call is not faster.
// RUN: memplace-opt %s --memplace-call-kernels | FileCheck %s --implicit-check-not=llvm.call

// CHECK-LABEL: func.func @integers
// CHECK: linalg.matmul
func.func @integers(%a: memref<64x32xi32>, %b: memref<32x16xi32>, %c: memref<64x16xi32>) {
  linalg.matmul ins(%a, %b : memref<64x32xi32>, memref<32x16xi32>) outs(%c : memref<64x16xi32>)
  return
}

// CHECK-LABEL: func.func @tensors
// CHECK: linalg.matmul
func.func @tensors(%a: tensor<64x32xf32>, %b: tensor<32x16xf32>, %c: tensor<64x16xf32>) -> tensor<64x16xf32> {
  %d = linalg.matmul ins(%a, %b : tensor<64x32xf32>, tensor<32x16xf32>) outs(%c : tensor<64x16xf32>) -> tensor<64x16xf32>
  return %d : tensor<64x16xf32>
}

// CHECK-LABEL: func.func @memory_space
// CHECK: linalg.matmul
func.func @memory_space(%a: memref<64x32xf32, 1>, %b: memref<32x16xf32>, %c: memref<64x16xf32>) {
  linalg.matmul ins(%a, %b : memref<64x32xf32, 1>, memref<32x16xf32>) outs(%c : memref<64x16xf32>)
  return
}

// The output is an input, through views.
// CHECK-LABEL: func.func @same_place
// CHECK: linalg.matmul
func.func @same_place(%a: memref<32x32xf32>, %b: memref<32x32xf32>) {
  %half = memref.subview %a[0, 0] [16, 32] [1, 1] : memref<32x32xf32> to memref<16x32xf32, strided<[32, 1]>>
  linalg.matmul ins(%half, %b : memref<16x32xf32, strided<[32, 1]>>, memref<32x32xf32>) outs(%half : memref<16x32xf32, strided<[32, 1]>>)
  return
}

// No sum.
// CHECK-LABEL: func.func @outer_product
// CHECK: linalg.generic
func.func @outer_product(%a: memref<64xf32>, %b: memref<32xf32>, %c: memref<64x32xf32>) {
  linalg.generic {indexing_maps = [affine_map<(m, n) -> (m)>, affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : memref<64xf32>, memref<32xf32>) outs(%c : memref<64x32xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  }
  return
}

// A factor depends on its index.
// CHECK-LABEL: func.func @index
// CHECK: linalg.generic
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>
func.func @index(%a: memref<64x32xf32>, %b: memref<32x16xf32>, %c: memref<64x16xf32>) {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<64x32xf32>, memref<32x16xf32>) outs(%c : memref<64x16xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %row = linalg.index 0 : index
    %i = arith.index_cast %row : index to i32
    %f = arith.sitofp %i : i32 to f32
    %g = arith.mulf %f, %x : f32
    %p = arith.mulf %g, %y : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  }
  return
}

// The product uses the old output.
// CHECK-LABEL: func.func @recurrence
// CHECK: linalg.generic
func.func @recurrence(%a: memref<64x32xf32>, %b: memref<32x16xf32>, %c: memref<64x16xf32>) {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<64x32xf32>, memref<32x16xf32>) outs(%c : memref<64x16xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %z, %y : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  }
  return
}

// Sums of squares: the same factor twice.
// CHECK-LABEL: func.func @squares
// CHECK: linalg.generic
func.func @squares(%a: memref<64x32x16xf32>, %c: memref<64x16xf32>) {
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k, n)>, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a : memref<64x32x16xf32>) outs(%c : memref<64x16xf32>) {
  ^bb0(%x: f32, %z: f32):
    %p = arith.mulf %x, %x : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  }
  return
}

// The maximum and the sum of a window.
// CHECK-LABEL: func.func @pooling
// CHECK: linalg.pooling_nhwc_max
// CHECK: linalg.pooling_nhwc_sum
func.func @pooling(%x: memref<1x8x8x4xf32>, %window: memref<2x2xf32>, %y: memref<1x7x7x4xf32>) {
  linalg.pooling_nhwc_max ins(%x, %window : memref<1x8x8x4xf32>, memref<2x2xf32>) outs(%y : memref<1x7x7x4xf32>)
  linalg.pooling_nhwc_sum ins(%x, %window : memref<1x8x8x4xf32>, memref<2x2xf32>) outs(%y : memref<1x7x7x4xf32>)
  return
}

// Windows would be packed for a single read.
// CHECK-LABEL: func.func @depthwise
// CHECK: linalg.depthwise_conv_2d_nhwc_hwc
func.func @depthwise(%x: memref<1x8x8x4xf32>, %w: memref<3x3x4xf32>, %y: memref<1x6x6x4xf32>) {
  linalg.depthwise_conv_2d_nhwc_hwc ins(%x, %w : memref<1x8x8x4xf32>, memref<3x3x4xf32>) outs(%y : memref<1x6x6x4xf32>)
  return
}

// Packing needs at least 8 readers; here are 7.
// CHECK-LABEL: func.func @few_columns
// CHECK: linalg.generic
func.func @few_columns(%a: memref<64x32xf32>, %b: memref<32x7xf32>, %c: memref<64x7xf32>) {
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<64x32xf32>, memref<32x7xf32>) outs(%c : memref<64x7xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %negative = arith.negf %x : f32
    %product = arith.mulf %negative, %y : f32
    %sum = arith.addf %z, %product : f32
    linalg.yield %sum : f32
  }
  return
}

// Each call would have only 4 * 4 * 4 multiplications.
// CHECK-LABEL: func.func @small_batches
// CHECK: linalg.batch_matmul
func.func @small_batches(%a: memref<5x4x4xf32>, %b: memref<5x4x4xf32>, %c: memref<5x4x4xf32>) {
  linalg.batch_matmul ins(%a, %b : memref<5x4x4xf32>, memref<5x4x4xf32>) outs(%c : memref<5x4x4xf32>)
  return
}
