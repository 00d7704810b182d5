// Out-params for results that are in donated arguments disappear.
//
// RUN: memplace-opt %s --split-input-file --memplace-drop-results-in-place | FileCheck %s

// CHECK-LABEL: func.func @in_place(
// CHECK-SAME: %[[X:.*]]: memref<4xf32>, %[[OUT:.*]]: memref<4xf32> {bufferize.result}) {
// CHECK-NEXT: linalg.exp {{.*}} outs(%[[X]] :
// CHECK-NEXT: linalg.exp {{.*}} outs(%[[OUT]] :
// CHECK-NEXT: return
func.func @in_place(%x: memref<4xf32> {bufferize.donated}, %r: memref<4xf32> {bufferize.result},
                    %out: memref<4xf32> {bufferize.result}) {
  linalg.exp ins(%x : memref<4xf32>) outs(%x : memref<4xf32>)
  linalg.exp ins(%x : memref<4xf32>) outs(%out : memref<4xf32>)
  memref.copy %x, %r : memref<4xf32> to memref<4xf32>
  return
}

// -----

// Two donated arguments hold a result each; the first of two results of one
// argument is in the argument.
// CHECK-LABEL: func.func @two(
// CHECK-SAME: %[[X:[^:]*]]: memref<4xf32>, %{{[^:]*}}: memref<4xf32>, %[[R2:[^:]*]]: memref<4xf32> {bufferize.result}) {
// CHECK-NEXT: memref.copy %[[X]], %[[R2]]
// CHECK-NEXT: return
func.func @two(%x: memref<4xf32> {bufferize.donated}, %y: memref<4xf32> {bufferize.donated},
               %r0: memref<4xf32> {bufferize.result}, %r1: memref<4xf32> {bufferize.result},
               %r2: memref<4xf32> {bufferize.result}) {
  memref.copy %x, %r2 : memref<4xf32> to memref<4xf32>
  memref.copy %y, %r1 : memref<4xf32> to memref<4xf32>
  memref.copy %x, %r0 : memref<4xf32> to memref<4xf32>
  return
}

// -----

// The out-param stays: the argument is not donated, changes after the copy, is
// copied in a branch only, or the out-param has another use.
// CHECK-LABEL: func.func @kept(
// CHECK-COUNT-4: {bufferize.result}
// CHECK-COUNT-4: memref.copy
func.func @kept(%a: memref<4xf32>, %b: memref<4xf32> {bufferize.donated}, %c: memref<4xf32> {bufferize.donated},
                %d: memref<4xf32> {bufferize.donated}, %if: i1, %ra: memref<4xf32> {bufferize.result},
                %rb: memref<4xf32> {bufferize.result}, %rc: memref<4xf32> {bufferize.result},
                %rd: memref<4xf32> {bufferize.result}) {
  memref.copy %b, %rb : memref<4xf32> to memref<4xf32>
  linalg.exp ins(%b : memref<4xf32>) outs(%b : memref<4xf32>)
  scf.if %if {
    memref.copy %c, %rc : memref<4xf32> to memref<4xf32>
  }
  linalg.exp ins(%a : memref<4xf32>) outs(%rd : memref<4xf32>)
  memref.copy %a, %ra : memref<4xf32> to memref<4xf32>
  memref.copy %d, %rd : memref<4xf32> to memref<4xf32>
  return
}

// -----

// A caller in the module passes the out-param.
// CHECK-LABEL: func.func @called(
// CHECK-SAME: {bufferize.result}
func.func @called(%x: memref<4xf32> {bufferize.donated}, %r: memref<4xf32> {bufferize.result}) {
  memref.copy %x, %r : memref<4xf32> to memref<4xf32>
  return
}
func.func @caller(%x: memref<4xf32>, %r: memref<4xf32>) {
  call @called(%x, %r) : (memref<4xf32>, memref<4xf32>) -> ()
  return
}
