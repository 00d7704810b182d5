// Home tiers and pins of slices of the arguments.
//
// RUN: memplace-opt %s --memplace-set-homes="homes=file=0:2,ram=-1: pins=fast=1:2" | FileCheck %s
// RUN: memplace-opt %s --memplace-set-homes="function=other homes=file=:" | FileCheck %s --check-prefix=OTHER

// RUN: not memplace-opt %s --memplace-set-homes="homes=file" 2>&1 | FileCheck %s --check-prefix=FORM
// FORM: error: 'file' is not of the form TIER=FIRST:LAST, a slice of the arguments as in Python: 'flash=0:-1' is all but the last
// RUN: not memplace-opt %s --memplace-set-homes="homes=file=4:9" 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: no argument is in the slice of tier 'file'; there are 4
// RUN: not memplace-opt %s --memplace-set-homes="homes=file=0:2,ram=1:2" 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: error: argument 1 can't be put into tier 'ram': it is of type 'memref<4xf32, #memplace.tier<"file">>'
// RUN: not memplace-opt %s --memplace-set-homes="homes=file=2:3" 2>&1 | FileCheck %s --check-prefix=SCALAR
// SCALAR: error: argument 2 can't be put into tier 'file': it is of type 'index'
// RUN: not memplace-opt %s --memplace-set-homes="function=no homes=file=0:1" 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: error: the module has no function '@no'

// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[W:[^:]*]]: memref<4xf32, #memplace.tier<"file">> {memplace.buffer = "w"},
// CHECK-SAME: %[[X:[^:]*]]: memref<4xf32, #memplace.tier<"file">> {memplace.pin = #memplace.tier<"fast">},
// CHECK-SAME: %{{[^:]*}}: index, %{{[^:]*}}: memref<4xf32, #memplace.tier<"ram">>) {
// CHECK-DAG: %[[WCAST:.*]] = memref.memory_space_cast %[[W]] : memref<4xf32, #memplace.tier<"file">> to memref<4xf32>
// CHECK-DAG: %[[XCAST:.*]] = memref.memory_space_cast %[[X]] :
// CHECK: linalg.add ins(%[[WCAST]], %[[XCAST]] : memref<4xf32>, memref<4xf32>)
func.func @main(%w: memref<4xf32> {memplace.buffer = "w"}, %x: memref<4xf32>, %i: index, %y: memref<4xf32>) {
  linalg.add ins(%w, %x : memref<4xf32>, memref<4xf32>) outs(%y : memref<4xf32>)
  return
}

// OTHER: func.func @other(%{{.*}}: memref<2xi8, #memplace.tier<"file">>)
func.func @other(%x: memref<2xi8>) {
  return
}
