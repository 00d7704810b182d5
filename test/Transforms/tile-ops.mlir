// Ops that do not fit become loops over tiles where no cut is possible.

// RUN: memplace-opt %s --memplace-pipeline-loops="target=%S/Inputs/tiles.json remarks=true" -o %t.mlir 2> %t.remarks
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: sed "/^.. A sum/,$ d" %s | memplace-opt --memplace-default="target=%S/Inputs/tiles.json" -o %t.placed.mlir
// RUN: memplace-opt %t.placed.mlir --memplace-verify-placement -o /dev/null

// REMARK: remark: 1 ops of function 'conv' are loops over tiles; {{[0-9]+}} loops take their slices through {{[0-9]+}} windows; makespan {{[0-9]+}} ps, modelled; without, no placement was found
// REMARK: remark: 3 ops of function 'padded' are loops over tiles;

// The input's tiles overlap by the rows that the filter's window needs.
// CHECK-LABEL: func.func @conv(
// CHECK: memplace.window %arg0 : memref<1x66x34x8xf32> to memref<1x{{[0-9]+}}x{{[0-9]+}}x8xf32, strided<[17952, 272, 8, 1], offset: ?>>
// CHECK: linalg.conv_2d_nhwc_hwcf
func.func @conv(%x: memref<1x66x34x8xf32>, %w: memref<3x3x8x8xf32>, %y: memref<1x64x32x8xf32>) {
  linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
    ins(%x, %w : memref<1x66x34x8xf32>, memref<3x3x8x8xf32>) outs(%y : memref<1x64x32x8xf32>)
  return
}

// A copy to a part of an allocation, and the ops on all of it, use the same allocation at home.
// CHECK-LABEL: func.func @padded(
// CHECK: %[[P:.*]] = memref.alloc() : memref<1x66x34x8xf32>
// CHECK-DAG: memplace.window %[[P]] : memref<1x66x34x8xf32>
// CHECK: linalg.fill
// CHECK-NOT: memref.copy
// CHECK: linalg.conv_2d_nhwc_hwcf
func.func @padded(%x: memref<1x64x32x8xf32>, %w: memref<3x3x8x8xf32>, %y: memref<1x64x32x8xf32>, %zero: f32) {
  %p = memref.alloc() : memref<1x66x34x8xf32>
  linalg.fill ins(%zero : f32) outs(%p : memref<1x66x34x8xf32>)
  %inner = memref.subview %p[0, 1, 1, 0] [1, 64, 32, 8] [1, 1, 1, 1]
    : memref<1x66x34x8xf32> to memref<1x64x32x8xf32, strided<[17952, 272, 8, 1], offset: 280>>
  memref.copy %x, %inner : memref<1x64x32x8xf32> to memref<1x64x32x8xf32, strided<[17952, 272, 8, 1], offset: 280>>
  linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
    ins(%p, %w : memref<1x66x34x8xf32>, memref<3x3x8x8xf32>) outs(%y : memref<1x64x32x8xf32>)
  memref.dealloc %p : memref<1x66x34x8xf32>
  return
}

// A sum of floats stays whole unless asked for, and this one does not fit.
// CHECK-LABEL: func.func @sum(
// CHECK-NOT: scf.for
// CHECK: linalg.dot
// CHECK-NOT: scf.for
func.func @sum(%a: memref<20000xf32>, %b: memref<20000xf32>, %c: memref<f32>) {
  linalg.dot ins(%a, %b : memref<20000xf32>, memref<20000xf32>) outs(%c : memref<f32>)
  return
}

// Tiles would read what other tiles have overwritten.
// CHECK-LABEL: func.func @transposed_in_place(
// CHECK-NOT: scf.for
func.func @transposed_in_place(%a: memref<128x128xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>],
                  iterator_types = ["parallel", "parallel"]}
    ins(%a : memref<128x128xf32>) outs(%a : memref<128x128xf32>) {
  ^bb0(%in: f32, %out: f32):
    %sum = arith.addf %in, %out : f32
    linalg.yield %sum : f32
  }
  return
}
