// Each pass loads the dialects of the ops that it makes: this program has no op of scf, linalg, or affine.

// RUN: memplace-opt %s --allow-unregistered-dialect --memplace-pipeline-loops="target=%S/Inputs/tiles.json" | FileCheck %s

// CHECK-LABEL: func.func @part(
// CHECK: memplace.window %arg0 : memref<64x256xf32> to memref<8x256xf32,
func.func @part(%x: memref<64x256xf32>, %y: memref<16xf32>) {
  %part = memref.subview %x[24, 0] [8, 256] [1, 1]
    : memref<64x256xf32> to memref<8x256xf32, strided<[256, 1], offset: 6144>>
  "npu.pack"(%part, %y) {memplace.access = ["read", "write"]}
    : (memref<8x256xf32, strided<[256, 1], offset: 6144>>, memref<16xf32>) -> ()
  return
}
