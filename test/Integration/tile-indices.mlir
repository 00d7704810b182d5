// A product that adds the indices of its loops to each term. The outer loop over tiles is that of columns, so the index of
// each loop must follow its own tiles.

// RUN: memplace-opt %s --memplace-default="target=%S/../Transforms/Inputs/tiles.json" -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: memplace-run %s %t.mlir | FileCheck %s --check-prefix=SAME

// CHECK-COUNT-2: memplace.window
// SAME: bit-identical
func.func @main(%x: memref<512x64xi32>, %w: memref<64x512xi32>, %y: memref<512x512xi32>) {
  %c1000 = arith.constant 1000 : index
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
                  iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %w : memref<512x64xi32>, memref<64x512xi32>) outs(%y : memref<512x512xi32>) {
  ^bb0(%a: i32, %b: i32, %sum: i32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %m = arith.muli %j, %c1000 : index
    %at = arith.addi %m, %i : index
    %n = arith.index_cast %at : index to i32
    %p = arith.muli %a, %b : i32
    %q = arith.addi %p, %n : i32
    %s = arith.addi %sum, %q : i32
    linalg.yield %s : i32
  }
  return
}
