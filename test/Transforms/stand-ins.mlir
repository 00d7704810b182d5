// Ops of other dialects with memplace.cut_dims become loops over tiles, like linalg ops. Tiles share the op's cost.

// RUN: memplace-opt %s --allow-unregistered-dialect --memplace-pipeline-loops="target=%S/Inputs/tiles.json" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: FileCheck %s --check-prefix=NONE --input-file=%t.mlir
// RUN: memplace-opt %s --allow-unregistered-dialect --memplace-default="target=%S/Inputs/tiles.json" -o %t.placed.mlir
// RUN: memplace-opt %t.placed.mlir --allow-unregistered-dialect --memplace-verify-placement -o /dev/null

// NONE-NOT: stand_in

// Tiles of the input overlap by two rows. Sixteen tiles share the cost.
// CHECK-LABEL: func.func @conv(
// CHECK-DAG: memplace.window %arg0 : memref<1x66x34x8xf32> to memref<1x10x18x8xf32, strided<[17952, 272, 8, 1], offset: ?>>
// CHECK-DAG: memplace.window %arg2 : memref<1x64x32x8xf32> to memref<1x8x16x8xf32, strided<[16384, 256, 8, 1], offset: ?>>
// CHECK-NOT: linalg
// CHECK: "npu.conv"(%{{.*}}, %{{.*}}, %arg1, %c2_i32) <{pads = 0 : i64}> {memplace.access = ["write", "read", "read"], memplace.cost = #memplace.cost<compute_ps = 2500, overlap = {{.*}}>, memplace.cut_dims = [{{.*}}], stride = 1 : i64}
// CHECK-SAME: memref<1x8x16x8xf32, strided<[16384, 256, 8, 1], offset: ?>>
// CHECK-SAME: memref<1x10x18x8xf32, strided<[17952, 272, 8, 1], offset: ?>>
#x = affine_map<(h, w, f, a, b, c) -> (0, h + a, w + b, c)>
#w = affine_map<(h, w, f, a, b, c) -> (a, b, c, f)>
#y = affine_map<(h, w, f, a, b, c) -> (0, h, w, f)>
func.func @conv(%x: memref<1x66x34x8xf32>, %w: memref<3x3x8x8xf32>, %y: memref<1x64x32x8xf32>) {
  %c2 = arith.constant 2 : i32
  "npu.conv"(%y, %x, %w, %c2) <{pads = 0 : i64}> {
    memplace.access = ["write", "read", "read"], memplace.cut_dims = [#y, #x, #w], stride = 1 : i64,
    memplace.cost = #memplace.cost<compute_ps = 40000, overlap = 0.5>}
    : (memref<1x64x32x8xf32>, memref<1x66x34x8xf32>, memref<3x3x8x8xf32>, i32) -> ()
  return
}

// Each trip takes the weights of a layer, in tiles.
// CHECK-LABEL: func.func @layers(
// CHECK-DAG: memplace.window %arg1 : memref<4x128x128xi8> to memref<1x128x{{[0-9]+}}xi8,
// CHECK: scf.for
// CHECK: "npu.mm"
#r = affine_map<(i, j, k) -> (i, k)>
#c = affine_map<(i, j, k) -> (k, j)>
#o = affine_map<(i, j, k) -> (i, j)>
func.func @layers(%x: memref<64x128xi8>, %w: memref<4x128x128xi8>, %y: memref<64x128xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %layer = %c0 to %c4 step %c1 {
    %of = memref.subview %w[%layer, 0, 0] [1, 128, 128] [1, 1, 1]
      : memref<4x128x128xi8> to memref<128x128xi8, strided<[128, 1], offset: ?>>
    "npu.mm"(%x, %of, %y) {memplace.access = ["read", "read", "sum"], memplace.cut_dims = [#r, #c, #o]}
      : (memref<64x128xi8>, memref<128x128xi8, strided<[128, 1], offset: ?>>, memref<64x128xi32>) -> ()
  }
  return
}

// A linalg op with a cost of the user's.
// CHECK-LABEL: func.func @cost(
// CHECK: linalg.exp {memplace.cost = #memplace.cost<compute_ps = 10000>}
func.func @cost(%x: memref<1024x128xf32>, %y: memref<1024x128xf32>) {
  linalg.exp {memplace.cost = #memplace.cost<compute_ps = 640000>}
    ins(%x : memref<1024x128xf32>) outs(%y : memref<1024x128xf32>)
  return
}
