// Sums of more than 8192 numbers become sums of partial sums of at most 8192.
//
// RUN: memplace-opt %s --split-input-file --memplace-split-sums | FileCheck %s


// CHECK-LABEL: @vector
// CHECK: %[[BLOCKS:.*]] = tensor.expand_shape %{{.*}} into tensor<1024x1024xf32>
// CHECK: linalg.fill {{.*}} -> tensor<1024xf32>
// CHECK: linalg.generic
// CHECK-SAME: ["parallel", "reduction"]} ins(%[[BLOCKS]] :
// CHECK: linalg.generic
// CHECK-SAME: ["reduction"]
func.func @vector(%x: tensor<1048576xf32>, %z: tensor<f32>) -> tensor<f32> {
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<1048576xf32>) outs(%z : tensor<f32>) dimensions = [0]
  return %0 : tensor<f32>
}

// -----

// No size of blocks divides 100003: the remaining numbers are summed first.
// CHECK-LABEL: @rest
// CHECK: tensor.extract_slice %{{.*}}[0, 99328] [4, 675]
// CHECK: %[[LAST:.*]] = linalg.generic {{.*}} ["reduction", "reduction"]
// CHECK: tensor.expand_shape {{.*}} into tensor<4x97x1024xf32>
// CHECK: linalg.generic {{.*}} ["parallel", "parallel", "reduction"]
// CHECK: linalg.generic {{.*}} ["reduction", "reduction"]} ins(%{{.*}} : tensor<4x97xf32>) outs(%[[LAST]] : tensor<f32>)
func.func @rest(%x: tensor<4x100003xf32>, %z: tensor<f32>) -> tensor<f32> {
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<4x100003xf32>) outs(%z : tensor<f32>) dimensions = [0, 1]
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: @one_by_one
// CHECK-NOT: tensor.expand_shape
func.func @one_by_one(%x: tensor<8192xf32>, %y: tensor<8193xf64>, %w: tensor<8193xi32>, %z: tensor<f32>, %v: tensor<f64>, %u: tensor<i32>)
    -> (tensor<f32>, tensor<f32>, tensor<f64>, tensor<i32>) {
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<8192xf32>) outs(%z : tensor<f32>) dimensions = [0]
  %1 = linalg.reduce { arith.maximumf } ins(%x : tensor<8192xf32>) outs(%z : tensor<f32>) dimensions = [0]
  %2 = linalg.reduce { arith.addf } ins(%y : tensor<8193xf64>) outs(%v : tensor<f64>) dimensions = [0]
  %3 = linalg.reduce { arith.addi } ins(%w : tensor<8193xi32>) outs(%u : tensor<i32>) dimensions = [0]
  return %0, %1, %2, %3 : tensor<f32>, tensor<f32>, tensor<f64>, tensor<i32>
}

// -----

// A product with a long sum is one call of a kernel; a dot product is not.
// CHECK-LABEL: @products
// CHECK: linalg.matmul
// CHECK: tensor.expand_shape
// CHECK: tensor.expand_shape
func.func @products(%x: tensor<8x131072xf32>, %y: tensor<131072x8xf32>, %z: tensor<8x8xf32>, %v: tensor<131072xf32>, %w: tensor<f32>)
    -> (tensor<8x8xf32>, tensor<f32>) {
  %0 = linalg.matmul ins(%x, %y : tensor<8x131072xf32>, tensor<131072x8xf32>) outs(%z : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = linalg.dot ins(%v, %v : tensor<131072xf32>, tensor<131072xf32>) outs(%w : tensor<f32>) -> tensor<f32>
  return %0, %1 : tensor<8x8xf32>, tensor<f32>
}
