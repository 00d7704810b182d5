// An op that fits loads elements of an allocation in its body, and another op writes this allocation tile by tile. The
// loads take a window of the whole allocation, since the ops can only access the scratchpad.

// RUN: memplace-opt %s --memplace-default="target=%S/../Transforms/Inputs/tiles.json" -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: memplace-run %s %t.mlir | FileCheck %s --check-prefix=SAME

// CHECK:     %[[TABLE:.*]] = memplace.slot %{{.*}} for "window0" {{.*}} to memref<2048xi32, #memplace.tier<"scratchpad">>
// CHECK:     memplace.window %alloc : memref<2048xi32> to memref<2048xi32, strided<[1], offset: ?>>
// CHECK:     memref.load %[[TABLE]][%{{.*}}] : memref<2048xi32, #memplace.tier<"scratchpad">>
// SAME: bit-identical
func.func @main(%x: memref<2048x1024xi32>, %y: memref<2048xi32>) {
  %c0 = arith.constant 0 : i32
  %c7 = arith.constant 7 : index
  %sums = memref.alloc() : memref<2048xi32>
  linalg.fill ins(%c0 : i32) outs(%sums : memref<2048xi32>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<2048x1024xi32>) outs(%sums : memref<2048xi32>) {
  ^bb0(%a: i32, %sum: i32):
    %s = arith.addi %a, %sum : i32
    linalg.yield %s : i32
  }
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%y : memref<2048xi32>) {
  ^bb0(%old: i32):
    %i = linalg.index 0 : index
    %at = arith.remsi %i, %c7 : index
    %v = memref.load %sums[%at] : memref<2048xi32>
    linalg.yield %v : i32
  }
  return
}
