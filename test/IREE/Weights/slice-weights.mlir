// Loops over stacked weights are unrolled, and their slices become weights.
//
// RUN: memplace-opt %s --split-input-file --allow-unregistered-dialect --verify-diagnostics \
// RUN:   --memplace-slice-weights | FileCheck %s

// The stack is a parameter: each trip loads its part of the entry, by a single
// global for two slices of the same bytes. Existing names are not reused.
// expected-remark@below {{1 loops are unrolled, and 4 slices of 2 weights are separate weights}}
module {
// CHECK: sym_name = "stack_at_0"
// CHECK-DAG: initial_value = #flow.parameter.named<"w"::"a \22stack\22?memplace-offset=0"> : tensor<4x8xf32>{{.*}} sym_name = "stack_at_0_0", sym_visibility = "private", type = tensor<4x8xf32>
// CHECK-DAG: initial_value = #flow.parameter.named<"w"::"a \22stack\22?memplace-offset=128"> : tensor<4x8xf32>{{.*}} sym_name = "stack_at_128"
// CHECK: initial_value = #flow.parameter.named<"w"::"a \22stack\22"> : tensor<2x4x8xf32>
// CHECK-NOT: initial_value
"util.global"() <{sym_name = "stack_at_0", type = index}> : () -> ()
"util.global"() <{initial_value = #flow.parameter.named<"w"::"a \22stack\22"> : tensor<2x4x8xf32>, sym_name = "stack", sym_visibility = "private", type = tensor<2x4x8xf32>}> : () -> ()
// CHECK-LABEL: sym_name = "parameter"
"util.func"() <{sym_name = "parameter"}> ({
^bb0(%x: tensor<4x8xf32>):
  // CHECK-NOT: scf.for
  // CHECK-NOT: tensor.extract_slice
  // CHECK: %[[FIRST:.*]] = "util.global.load"() <{global = @stack_at_0_0, is_immutable}> : () -> tensor<4x8xf32>
  // CHECK: %[[AGAIN:.*]] = "util.global.load"() <{global = @stack_at_0_0, is_immutable}> : () -> tensor<4x8xf32>
  // CHECK: %[[Y:.*]] = linalg.add ins(%[[FIRST]], %{{.*}} :
  // CHECK: %[[SECOND:.*]] = "util.global.load"() <{global = @stack_at_128, is_immutable}>
  // CHECK: linalg.add ins(%[[SECOND]], %{{.*}} :
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %z = arith.constant 0 : index
  %o = arith.constant 1 : index
  %stack = "util.global.load"() <{global = @stack, is_immutable}> : () -> tensor<2x4x8xf32>
  %stack2 = "util.global.load"() <{global = @stack, is_immutable}> : () -> tensor<2x4x8xf32>
  %y = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %x) -> (tensor<4x8xf32>) : i32 {
    %n = arith.index_cast %i : i32 to index
    %m = arith.maxsi %n, %z : index
    %k = arith.minsi %m, %o : index
    %w = tensor.extract_slice %stack[%k, 0, 0] [1, 4, 8] [1, 1, 1] : tensor<2x4x8xf32> to tensor<4x8xf32>
    %v = tensor.extract_slice %stack2[%k, 0, 0] [1, 4, 8] [1, 1, 1] : tensor<2x4x8xf32> to tensor<4x8xf32>
    %b = linalg.add ins(%w, %v : tensor<4x8xf32>, tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
    scf.yield %b : tensor<4x8xf32>
  }
  "util.return"(%y) : (tensor<4x8xf32>) -> ()
}) : () -> ()
}

// -----

// The stack is a constant and disappears; its slices are constants, as rows of a nested loop.
// A constant with a use of the whole stays, and so does a constant with overlapping slices.
// expected-remark@below {{2 loops are unrolled, and 4 slices of 1 weights are separate weights}}
module {
// CHECK-LABEL: sym_name = "constant"
"util.func"() <{sym_name = "constant"}> ({
^bb0(%x: tensor<1xi32>):
  // CHECK-DAG: %[[WHOLE:.*]] = arith.constant dense<[7, 8]> : tensor<2xi32>
  // CHECK-DAG: %[[OVERLAPS:.*]] = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  // CHECK-NOT: tensor<2x2xi32>
  // CHECK: tensor.extract_slice %[[OVERLAPS]][{{.*}}] [2]
  // CHECK: "use"({{.*}}, %[[WHOLE]])
  // CHECK: arith.constant dense<2> : tensor<1xi32>
  // CHECK: tensor.extract_slice %[[OVERLAPS]][{{.*}}] [2]
  // CHECK: arith.constant dense<4> : tensor<1xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %stack = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %whole = arith.constant dense<[7, 8]> : tensor<2xi32>
  %overlaps = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %y = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %x) -> (tensor<1xi32>) {
    %two = tensor.extract_slice %overlaps[%i] [2] [1] : tensor<3xi32> to tensor<2xi32>
    %one = tensor.extract_slice %whole[%i] [1] [1] : tensor<2xi32> to tensor<1xi32>
    "use"(%two, %one, %whole) : (tensor<2xi32>, tensor<1xi32>, tensor<2xi32>) -> ()
    %b = scf.for %j = %c0 to %c2 step %c1 iter_args(%c = %a) -> (tensor<1xi32>) {
      %w = tensor.extract_slice %stack[%i, %j] [1, 1] [1, 1] : tensor<2x2xi32> to tensor<1xi32>
      %d = linalg.add ins(%w, %c : tensor<1xi32>, tensor<1xi32>) outs(%c : tensor<1xi32>) -> tensor<1xi32>
      scf.yield %d : tensor<1xi32>
    }
    scf.yield %b : tensor<1xi32>
  }
  "util.return"(%y) : (tensor<1xi32>) -> ()
}) : () -> ()
}

// -----

// Loops that stay: without slices of weights; of unknown trip count; with
// slices of columns; with slices of other tensors.
// CHECK-LABEL: sym_name = "kept"
module {
"util.global"() <{initial_value = #flow.parameter.named<"stack"> : tensor<2x4xf32>, sym_name = "stack", type = tensor<2x4xf32>}> : () -> ()
"util.global"() <{initial_value = #flow.parameter.named<"changes"> : tensor<2x4xf32>, is_mutable, sym_name = "changes", type = tensor<2x4xf32>}> : () -> ()
"util.func"() <{sym_name = "kept"}> ({
^bb0(%n: index, %x: tensor<2x4xf32>):
  // CHECK-COUNT-5: scf.for
  // CHECK: scf.while
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %stack = "util.global.load"() <{global = @stack}> : () -> tensor<2x4xf32>
  %changes = "util.global.load"() <{global = @changes}> : () -> tensor<2x4xf32>
  scf.for %i = %c0 to %c2 step %c1 {
    "use"(%stack) : (tensor<2x4xf32>) -> ()
  }
  // expected-remark@below {{the loop is not unrolled, and the weights that it slices stay resident: its trip count is unknown}}
  scf.for %i = %c0 to %n step %c1 {
    %w = tensor.extract_slice %stack[%i, 0] [1, 4] [1, 1] : tensor<2x4xf32> to tensor<4xf32>
    "use"(%w) : (tensor<4xf32>) -> ()
  }
  scf.for %i = %c0 to %c2 step %c1 {
    %w = tensor.extract_slice %stack[0, %i] [2, 1] [1, 1] : tensor<2x4xf32> to tensor<2xf32>
    "use"(%w) : (tensor<2xf32>) -> ()
  }
  scf.for %i = %c0 to %c2 step %c1 {
    %w = tensor.extract_slice %x[%i, 0] [1, 4] [1, 1] : tensor<2x4xf32> to tensor<4xf32>
    %v = tensor.extract_slice %changes[%i, 0] [1, 4] [1, 1] : tensor<2x4xf32> to tensor<4xf32>
    "use"(%w, %v) : (tensor<4xf32>, tensor<4xf32>) -> ()
  }
  // The row does not depend on the trip.
  scf.for %i = %c0 to %c2 step %c1 {
    %w = tensor.extract_slice %stack[%n, 0] [1, 4] [1, 1] : tensor<2x4xf32> to tensor<4xf32>
    "use"(%w) : (tensor<4xf32>) -> ()
  }
  // expected-remark@below {{the loop is not unrolled, and the weights that it slices stay resident: its trip count is unknown}}
  %r = scf.while (%i = %c0) : (index) -> index {
    %goesOn = "test"(%i) : (index) -> i1
    scf.condition(%goesOn) %i : index
  } do {
  ^bb0(%i: index):
    %w = tensor.extract_slice %stack[%i, 0] [1, 4] [1, 1] : tensor<2x4xf32> to tensor<4xf32>
    "use"(%w) : (tensor<4xf32>) -> ()
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  }
  "util.return"() : () -> ()
}) : () -> ()
}
