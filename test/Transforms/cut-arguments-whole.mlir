// RUN: memplace-opt %s --memplace-cut-arguments="function=main arguments=0,1,2,3 bytes=64" | FileCheck %s

// Arguments that stay whole because of their uses or annotations.

// A cost covers the whole op.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %{{[^:]*}}: memref<64x4xf32>,
// CHECK-SAME: %[[TABLE:[^:]*]]: memref<128x4xf32>,
// CHECK-SAME: %{{[^:]*}}: memref<128x4xf32, #memplace.tier<"slow">> {memplace.buffer = "arg2.picked 1/1"},
// CHECK-SAME: %{{[^:]*}}: memref<64x4xf32>,
func.func @main(%costly: memref<64x4xf32>, %written: memref<128x4xf32>, %cache: memref<128x4xf32, #memplace.tier<"slow">>, %captured: memref<64x4xf32>, %at: memref<1xindex>, %x: memref<1x4xf32>, %y: memref<64x4xf32>) {
  %c0 = arith.constant 0 : index
  linalg.exp {memplace.cost = #memplace.cost<compute_ps = 7>} ins(%costly : memref<64x4xf32>) outs(%y : memref<64x4xf32>)
  %row = memref.load %at[%c0] : memref<1xindex>
  // A row that is written is not copied.
  // CHECK: %[[ROW:.*]] = memref.subview %[[TABLE]]
  // CHECK: linalg.exp ins(%{{.*}}) outs(%[[ROW]] :
  %own = memref.subview %written[%row, 0] [1, 4] [1, 1] : memref<128x4xf32> to memref<1x4xf32, strided<[4, 1], offset: ?>>
  linalg.exp ins(%x : memref<1x4xf32>) outs(%own : memref<1x4xf32, strided<[4, 1], offset: ?>>)
  // A copy of a row is in the row's memory.
  // CHECK: memref.alloc() : memref<1x4xf32, #memplace.tier<"slow">>
  %cached = memref.subview %cache[%row, 0] [1, 4] [1, 1] : memref<128x4xf32, #memplace.tier<"slow">> to memref<1x4xf32, strided<[4, 1], offset: ?>, #memplace.tier<"slow">>
  linalg.exp ins(%cached : memref<1x4xf32, strided<[4, 1], offset: ?>, #memplace.tier<"slow">>) outs(%x : memref<1x4xf32>)
  // The body of a reader reads memory that may change in between.
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%captured : memref<64x4xf32>) outs(%y : memref<64x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = memref.load %x[%c0, %c0] : memref<1x4xf32>
    %s = arith.addf %a, %v : f32
    linalg.yield %s : f32
  }
  return
}
