// No channel leads from the home of arguments to the only tier that serves ops. Null steps at both ends of the function
// let a buffer pass through the tier between.
//
// RUN: memplace-opt %s --memplace-default=target=%S/Inputs/two-hops.json | FileCheck %s
// RUN: memplace-opt %s --memplace-extract-problem=target=%S/Inputs/two-hops.json -o /dev/null | FileCheck %s --check-prefix=STEPS

// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[X:.*]]: memref<16x16xf32>, %[[Y:.*]]: memref<16x16xf32>
// CHECK: start_transfer %[[X]] to %[[X2:.*]] on "ddr-to-l2"
// CHECK: start_transfer %[[X2]] to %[[X1:.*]] on "l2-to-l1"
// CHECK: linalg.exp ins(%[[X1]]
// CHECK: linalg.tanh {{.*}} outs(%[[Y1:.*]] :
// CHECK: start_transfer %[[Y1]] to %[[Y2:.*]] on "l1-to-l2"
// CHECK: start_transfer %[[Y2]] to %[[Y]] on "l2-to-ddr"

// STEPS: "ops": [
// STEPS-NEXT: "boundary"
// STEPS-NEXT: "linalg.exp"
// STEPS-NEXT: "linalg.tanh"
// STEPS-NEXT: "boundary"
// STEPS-NEXT: ],

func.func @main(%x: memref<16x16xf32>, %y: memref<16x16xf32>) {
  %a = memref.alloc() : memref<16x16xf32>
  linalg.exp ins(%x : memref<16x16xf32>) outs(%a : memref<16x16xf32>)
  linalg.tanh ins(%a : memref<16x16xf32>) outs(%y : memref<16x16xf32>)
  return
}
