// An op that does not fit loads elements in its body at sums of multiples of its indices, as torch-mlir's max pooling with
// indices does. The loaded elements become an operand, which has tiles with halos like that of a pooling.
//
// RUN: memplace-opt %s --memplace-default="target=%S/Inputs/tiles.json" -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: memplace-run %s %t.mlir | FileCheck %s --check-prefix=SAME
// SAME: bit-identical

// CHECK: #[[MAP:.*]] = affine_map<(d0, d1, d2) -> (d0 * 2 + d2, d1)>
// CHECK: memplace.window %arg0 : memref<2049x64xi32>
// CHECK-NOT: memref.load
// CHECK: linalg.generic {indexing_maps = [{{.*}}#[[MAP]]
func.func @main(%x: memref<2049x64xi32>, %window: memref<3xi8>, %y: memref<1024x64xi32>) {
  %c2 = arith.constant 2 : index
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (k)>, affine_map<(i, j, k) -> (i, j)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%window : memref<3xi8>) outs(%y : memref<1024x64xi32>) {
  ^bb0(%w: i8, %largest: i32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = linalg.index 2 : index
    %first = arith.muli %i, %c2 : index
    %row = arith.addi %first, %k : index
    %v = memref.load %x[%row, %j] : memref<2049x64xi32>
    %m = arith.maxsi %v, %largest : i32
    linalg.yield %m : i32
  }
  return
}
