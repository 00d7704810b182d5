// Allocations that a function returns are placed like arguments: their home is the allocation, and other tiers hold
// copies. They have no contents before the first write. Here the ops can only access the scratchpad.

// RUN: memplace-opt %s --memplace-default="target=%S/../Transforms/Inputs/tiles.json slot-alignment=4096" -o %t.tiles.mlir
// RUN: FileCheck %s --check-prefixes=CHECK,TILES < %t.tiles.mlir
// RUN: memplace-opt %s --memplace-default="target=%S/../Transforms/Inputs/tiles.json slot-alignment=4096 pipeline-loops=none" -o %t.cut.mlir
// RUN: FileCheck %s --check-prefixes=CHECK,CUT < %t.cut.mlir
// TILES:         memplace.window %alloc{{.*}} : memref<2048x64xf32>
// CUT:           memref.reinterpret_cast %alloc{{.*}} {memplace.piece} : memref<2048x64xf32>
// CHECK:         linalg.exp ins({{.*}}tier<"scratchpad">>) outs({{.*}}tier<"scratchpad">>)
// CHECK:         %[[VIEW:.*]] = memref.collapse_shape %alloc{{.*}} : memref<2048x64xf32>
// CHECK:         return %alloc{{.*}}, %[[VIEW]]

// RUN: memplace-opt %s --buffer-results-to-out-params="modify-public-functions" -o %t.mlir
// RUN: memplace-opt %t.tiles.mlir --buffer-results-to-out-params="modify-public-functions" -o %t.tiles.out.mlir
// RUN: memplace-opt %t.cut.mlir --buffer-results-to-out-params="modify-public-functions" -o %t.cut.out.mlir
// RUN: memplace-run --checked %t.mlir %t.tiles.out.mlir %t.cut.out.mlir | FileCheck %s --check-prefix=SAME
// SAME: bit-identical
func.func @main(%x: memref<2048x64xf32>, %w: memref<2048x64xf32>) -> (memref<2048x64xf32>, memref<131072xf32>) {
  %a = memref.alloc() : memref<2048x64xf32>
  linalg.exp ins(%x : memref<2048x64xf32>) outs(%a : memref<2048x64xf32>)
  %b = memref.alloc() : memref<2048x64xf32>
  linalg.add ins(%a, %w : memref<2048x64xf32>, memref<2048x64xf32>) outs(%b : memref<2048x64xf32>)
  %flat = memref.collapse_shape %b [[0, 1]] : memref<2048x64xf32> into memref<131072xf32>
  return %a, %flat : memref<2048x64xf32>, memref<131072xf32>
}
