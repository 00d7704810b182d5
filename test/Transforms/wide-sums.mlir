// Sums of narrow floats are taken in 32 bits and rounded once; named ops keep their names, and ops
// that accumulate at most a single number stay.
//
// RUN: memplace-opt %s --split-input-file --memplace-wide-sums | FileCheck %s

// CHECK-LABEL: @product
// CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[INIT:.*]] = linalg.fill ins(%[[ZERO]] : f32)
// CHECK: %[[SUMS:.*]] = linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<4x1024xbf16>, tensor<1024x4xbf16>) outs(%[[INIT]] : tensor<4x4xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[SUMS]] : tensor<4x4xf32>)
// CHECK: arith.truncf
func.func @product(%x: tensor<4x1024xbf16>, %y: tensor<1024x4xbf16>) -> tensor<4x4xbf16> {
  %c = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<4x4xbf16>
  %z = linalg.fill ins(%c : bf16) outs(%e : tensor<4x4xbf16>) -> tensor<4x4xbf16>
  %0 = linalg.matmul ins(%x, %y : tensor<4x1024xbf16>, tensor<1024x4xbf16>)
      outs(%z : tensor<4x4xbf16>) -> tensor<4x4xbf16>
  return %0 : tensor<4x4xbf16>
}

// -----

// The initial value of the sum may be any.
// CHECK-LABEL: @convolution
// CHECK: arith.extf
// CHECK: linalg.conv_2d_nhwc_hwcf {{.*}} -> tensor<1x6x6x2xf32>
// CHECK: arith.truncf
func.func @convolution(%x: tensor<1x8x8x4xf16>, %k: tensor<3x3x4x2xf16>, %z: tensor<1x6x6x2xf16>) -> tensor<1x6x6x2xf16> {
  %0 = linalg.conv_2d_nhwc_hwcf
      ins(%x, %k : tensor<1x8x8x4xf16>, tensor<3x3x4x2xf16>)
      outs(%z : tensor<1x6x6x2xf16>) -> tensor<1x6x6x2xf16>
  return %0 : tensor<1x6x6x2xf16>
}

// -----

// CHECK-LABEL: @reduce
// CHECK: ["parallel", "reduction"]
// CHECK-NEXT: ^bb0(%[[IN:.*]]: bf16, %[[OUT:.*]]: f32):
// CHECK-NEXT: %[[WIDE:.*]] = arith.extf %[[IN]]
// CHECK-NEXT: %[[TOTAL:.*]] = arith.addf %[[OUT]], %[[WIDE]] : f32
// CHECK-NEXT: linalg.yield %[[TOTAL]]
func.func @reduce(%x: tensor<8x1024xbf16>, %z: tensor<8xbf16>) -> tensor<8xbf16> {
  %0 = linalg.reduce ins(%x : tensor<8x1024xbf16>) outs(%z : tensor<8xbf16>) dimensions = [1]
      (%a: bf16, %b: bf16) {
        %s = arith.addf %b, %a : bf16
        linalg.yield %s : bf16
      }
  return %0 : tensor<8xbf16>
}

// -----

// The sum of two results, not the maximum.
// CHECK-LABEL: @two
// CHECK: ^bb0(%{{.*}}: f16, %{{.*}}: f32, %{{.*}}: f16):
// CHECK: arith.addf {{.*}} : f32
// CHECK: arith.maximumf {{.*}} : f16
#in = affine_map<(d0) -> (d0)>
#out = affine_map<(d0) -> ()>
func.func @two(%x: tensor<9xf16>, %z: tensor<f16>) -> (tensor<f16>, tensor<f16>) {
  %0:2 = linalg.generic {indexing_maps = [#in, #out, #out], iterator_types = ["reduction"]}
      ins(%x : tensor<9xf16>) outs(%z, %z : tensor<f16>, tensor<f16>) {
  ^bb0(%a: f16, %s: f16, %m: f16):
    %t = arith.addf %s, %a : f16
    %n = arith.maximumf %m, %a : f16
    linalg.yield %t, %n : f16, f16
  } -> (tensor<f16>, tensor<f16>)
  return %0#0, %0#1 : tensor<f16>, tensor<f16>
}

// -----

// CHECK-LABEL: @as_it_is
// CHECK-NOT: f32
func.func @as_it_is(%x: tensor<4x1xbf16>, %y: tensor<1x4xbf16>, %z: tensor<4x4xbf16>) -> tensor<4x4xbf16> {
  %0 = linalg.matmul ins(%x, %y : tensor<4x1xbf16>, tensor<1x4xbf16>)
      outs(%z : tensor<4x4xbf16>) -> tensor<4x4xbf16>
  %1 = linalg.add ins(%0, %z : tensor<4x4xbf16>, tensor<4x4xbf16>)
      outs(%0 : tensor<4x4xbf16>) -> tensor<4x4xbf16>
  return %1 : tensor<4x4xbf16>
}
