// Rows at run-time positions get allocations of their own if ops cannot access the home of the buffer, and no channel
// moves rows.
//
// RUN: sed 's/"indexed": true/"indexed": false/' %S/Inputs/indexed.json > %t.json
// RUN: memplace-opt %s --memplace-stage-rows=target=%t.json | FileCheck %s
// RUN: memplace-opt %s --memplace-stage-rows=target=%S/Inputs/indexed.json | FileCheck %s --check-prefix=NONE
// RUN: memplace-opt %s --memplace-stage-rows=target=toy | FileCheck %s --check-prefix=NONE
// NONE-NOT: memref.alloc

// The first use overwrites the row, so that only the copy home is needed.
// CHECK-LABEL: func.func @overwritten(
// CHECK-SAME: %[[CACHE:.*]]: memref<100x8xf32>, %[[X:.*]]: memref<1x8xf32>, %[[AT:.*]]: index
// CHECK: %[[ROW:.*]] = memref.alloc() : memref<1x8xf32>
// CHECK: %[[VIEW:.*]] = memref.subview %[[CACHE]][%[[AT]], 0] [1, 8] [1, 1]
// CHECK-NOT: memref.copy
// CHECK: linalg.fill {{.*}} outs(%[[ROW]] :
// CHECK: linalg.add ins(%[[X]], %[[ROW]] : memref<1x8xf32>, memref<1x8xf32>) outs(%[[ROW]] :
// CHECK-NEXT: memref.copy %[[ROW]], %[[VIEW]]
func.func @overwritten(%cache: memref<100x8xf32>, %x: memref<1x8xf32>, %at: index) {
  %zero = arith.constant 0.0 : f32
  %row = memref.subview %cache[%at, 0] [1, 8] [1, 1] : memref<100x8xf32> to memref<1x8xf32, strided<[8, 1], offset: ?>>
  linalg.fill ins(%zero : f32) outs(%row : memref<1x8xf32, strided<[8, 1], offset: ?>>)
  linalg.add ins(%x, %row : memref<1x8xf32>, memref<1x8xf32, strided<[8, 1], offset: ?>>) outs(%row : memref<1x8xf32, strided<[8, 1], offset: ?>>)
  return
}

// In a loop, the row is read before it is written.
// CHECK-LABEL: func.func @updated(
// CHECK: %[[ROW:.*]] = memref.alloc() : memref<8xf32>
// CHECK: scf.for
// CHECK: %[[VIEW:.*]] = memref.subview
// CHECK-NEXT: memref.copy %[[VIEW]], %[[ROW]]
// CHECK-NEXT: linalg.add ins(%{{.*}}, %[[ROW]] : memref<8xf32>, memref<8xf32>) outs(%[[ROW]] :
// CHECK-NEXT: memref.copy %[[ROW]], %[[VIEW]]
func.func @updated(%cache: memref<100x8xf32>, %x: memref<8xf32>, %places: memref<4xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %at = memref.load %places[%i] : memref<4xindex>
    %row = memref.subview %cache[%at, 0] [1, 8] [1, 1] : memref<100x8xf32> to memref<8xf32, strided<[1], offset: ?>>
    linalg.add ins(%x, %row : memref<8xf32>, memref<8xf32, strided<[1], offset: ?>>) outs(%row : memref<8xf32, strided<[1], offset: ?>>)
  }
  return
}

// A row that is only read needs no copy home.
// CHECK-LABEL: func.func @read(
// CHECK: memref.copy %{{.*}}, %[[ROW:.*]] :
// CHECK-NEXT: linalg.exp ins(%[[ROW]] :
// CHECK-NEXT: return
func.func @read(%cache: memref<100x8xf32>, %y: memref<1x8xf32>, %at: index) {
  %row = memref.subview %cache[%at, 0] [1, 8] [1, 1] : memref<100x8xf32> to memref<1x8xf32, strided<[8, 1], offset: ?>>
  linalg.exp ins(%row : memref<1x8xf32, strided<[8, 1], offset: ?>>) outs(%y : memref<1x8xf32>)
  return
}

// Two views of one buffer may be the same row, so each keeps its place.
// CHECK-LABEL: func.func @two_views(
// CHECK-NOT: memref.alloc
func.func @two_views(%cache: memref<100x8xf32>, %at: index, %other: index) {
  %zero = arith.constant 0.0 : f32
  %a = memref.subview %cache[%at, 0] [1, 8] [1, 1] : memref<100x8xf32> to memref<1x8xf32, strided<[8, 1], offset: ?>>
  %b = memref.subview %cache[%other, 0] [1, 8] [1, 1] : memref<100x8xf32> to memref<1x8xf32, strided<[8, 1], offset: ?>>
  linalg.fill ins(%zero : f32) outs(%a : memref<1x8xf32, strided<[8, 1], offset: ?>>)
  linalg.exp ins(%a : memref<1x8xf32, strided<[8, 1], offset: ?>>) outs(%b : memref<1x8xf32, strided<[8, 1], offset: ?>>)
  linalg.exp ins(%b : memref<1x8xf32, strided<[8, 1], offset: ?>>) outs(%a : memref<1x8xf32, strided<[8, 1], offset: ?>>)
  return
}

// A buffer that fits is fetched as a whole.
// CHECK-LABEL: func.func @fits(
// CHECK-NOT: memref.alloc
func.func @fits(%cache: memref<4x8xf32>, %y: memref<1x8xf32>, %at: index) {
  %row = memref.subview %cache[%at, 0] [1, 8] [1, 1] : memref<4x8xf32> to memref<1x8xf32, strided<[8, 1], offset: ?>>
  linalg.exp ins(%row : memref<1x8xf32, strided<[8, 1], offset: ?>>) outs(%y : memref<1x8xf32>)
  return
}
