// RUN: memplace-opt %s --split-input-file --verify-diagnostics "--memplace-enter-branches=branches=auto target=toy remarks" | FileCheck %s
// RUN: memplace-opt %s --split-input-file "--memplace-default=target=toy branches=auto" -o /dev/null

// 'v' and 'w', each read three times, do not fit beside each other. In an arm
// with steps of its own, one follows the other.
// CHECK-LABEL: func @one_after_the_other(
// CHECK: memplace.enter_arm "then"
// expected-remark @+1 {{1 of 1 branches of function 'one_after_the_other' are entered, 0 of them split; makespan with entered branches 2880000000000 ps, with branches as steps 4528000000000 ps counted op by op, both modelled}}
func.func @one_after_the_other(%c: i1, %v: memref<16xf32>, %w: memref<16xf32>, %y: memref<4xf32>) {
  %a = memref.alloc() : memref<16xf32>
  %f = arith.constant 0.0 : f32
  scf.if %c {
    linalg.copy ins(%v : memref<16xf32>) outs(%a : memref<16xf32>)
    linalg.add ins(%a, %v : memref<16xf32>, memref<16xf32>) outs(%a : memref<16xf32>)
    linalg.add ins(%a, %v : memref<16xf32>, memref<16xf32>) outs(%a : memref<16xf32>)
    linalg.add ins(%a, %v : memref<16xf32>, memref<16xf32>) outs(%a : memref<16xf32>)
    linalg.copy ins(%w : memref<16xf32>) outs(%a : memref<16xf32>)
    linalg.add ins(%a, %w : memref<16xf32>, memref<16xf32>) outs(%a : memref<16xf32>)
    linalg.add ins(%a, %w : memref<16xf32>, memref<16xf32>) outs(%a : memref<16xf32>)
    linalg.add ins(%a, %w : memref<16xf32>, memref<16xf32>) outs(%a : memref<16xf32>)
    %part = memref.subview %a[0] [4] [1] : memref<16xf32> to memref<4xf32, strided<[1]>>
    linalg.copy ins(%part : memref<4xf32, strided<[1]>>) outs(%y : memref<4xf32>)
  }
  return
}

// -----

// Entering gains nothing if each buffer is used once: both placements are counted op by op.
// CHECK-LABEL: func @used_once(
// CHECK-NOT: memplace.enter_arm
// expected-remark @+1 {{no branch of function 'used_once' is entered, of 1 that can be; makespan with entered branches 640000000000 ps, with branches as steps 640000000000 ps counted op by op, both modelled}}
func.func @used_once(%c: i1, %x: memref<8xf32>, %y: memref<8xf32>) {
  scf.if %c {
    linalg.exp ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
  }
  return
}

// -----

// Without a branch there is nothing to compare.
// CHECK-LABEL: func @no_branch(
func.func @no_branch(%x: memref<8xf32>, %y: memref<8xf32>) {
  linalg.exp ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
  return
}
