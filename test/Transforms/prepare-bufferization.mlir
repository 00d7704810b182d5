// Arguments are read-only unless donated, results are separate, and
// loop-carried values stay in place.
//
// RUN: memplace-opt %s --split-input-file --memplace-prepare-bufferization | FileCheck %s
// RUN: memplace-opt %s --split-input-file --memplace-prepare-bufferization=copies | FileCheck %s --check-prefix=COPIES

// CHECK-LABEL: @arguments
// CHECK-SAME: %{{.*}}: tensor<4xf32> {bufferization.writable = false}
// CHECK-SAME: %{{.*}}: tensor<4xf32> {bufferization.writable = true, bufferize.donated}
// CHECK-SAME: %{{[^:]*}}: index) ->
func.func @arguments(%x: tensor<4xf32>, %y: tensor<4xf32> {bufferization.writable = true}, %i: index) -> f32 {
  %0 = tensor.extract %x[%i] : tensor<4xf32>
  return %0 : f32
}

// CHECK-LABEL: func.func private @callee
// CHECK-NOT: writable
// CHECK: return
func.func private @callee(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// A tensor returned again, also as a view of another view, is copied.
// CHECK-LABEL: func.func @returned_again
// CHECK: %[[Y:.*]] = linalg.exp
// CHECK: %[[FLAT:.*]] = tensor.collapse_shape %[[Y]]
// CHECK: %[[WIDE:.*]] = tensor.expand_shape %[[FLAT]]
// CHECK: %[[OTHER:.*]] = linalg.exp
// CHECK: %[[COPY:.*]] = bufferization.alloc_tensor() copy(%[[WIDE]]) : tensor<4x1x1xf32>
// CHECK: %[[AGAIN:.*]] = bufferization.alloc_tensor() copy(%[[Y]]) : tensor<4x1xf32>
// CHECK: return %[[Y]], %{{.*}}, %[[COPY]], %[[OTHER]], %[[AGAIN]], %{{.*}} :
func.func @returned_again(%x: tensor<4x1xf32>, %i: index)
    -> (tensor<4x1xf32>, index, tensor<4x1x1xf32>, tensor<4x1xf32>, tensor<4x1xf32>, index) {
  %y = linalg.exp ins(%x : tensor<4x1xf32>) outs(%x : tensor<4x1xf32>) -> tensor<4x1xf32>
  %flat = tensor.collapse_shape %y [[0, 1]] : tensor<4x1xf32> into tensor<4xf32>
  %wide = tensor.expand_shape %flat [[0, 1, 2]] output_shape [4, 1, 1] : tensor<4xf32> into tensor<4x1x1xf32>
  %other = linalg.exp ins(%y : tensor<4x1xf32>) outs(%x : tensor<4x1xf32>) -> tensor<4x1xf32>
  return %y, %i, %wide, %other, %y, %i
    : tensor<4x1xf32>, index, tensor<4x1x1xf32>, tensor<4x1xf32>, tensor<4x1xf32>, index
}

// -----

// CHECK-LABEL: @other_buffer
// CHECK: iter_args(%[[OLD:.*]] = %{{.*}})
// CHECK: %[[NEW:.*]] = linalg.tanh
// CHECK: %[[PLACED:.*]] = bufferization.materialize_in_destination %[[NEW]] in %[[OLD]]
// CHECK: scf.yield %[[PLACED]]
func.func @other_buffer(%x: tensor<16xf32>, %e: tensor<16xf32>, %n: index) -> tensor<16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> (tensor<16xf32>) {
    %t = linalg.tanh ins(%h : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
    scf.yield %t : tensor<16xf32>
  }
  return %r : tensor<16xf32>
}

// -----

// A place whose old value another value needs is overwritten after the read;
// swapped places need a copy. Values other than tensors stay.
// CHECK-LABEL: @swapped
// CHECK: iter_args(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}}, %[[C:.*]] = %{{.*}}, %[[I:.*]] = %{{.*}})
// CHECK-DAG: %[[PC:.*]] = bufferization.materialize_in_destination %[[A]] in %[[C]]
// CHECK-DAG: %[[COPY:.*]] = bufferization.alloc_tensor() copy(%[[A]])
// CHECK-DAG: %[[PA:.*]] = bufferization.materialize_in_destination %[[B]] in %[[A]]
// CHECK-DAG: %[[PB:.*]] = bufferization.materialize_in_destination %[[COPY]] in %[[B]]
// CHECK: scf.yield %[[PA]], %[[PB]], %[[PC]], %{{.*}}
func.func @swapped(%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:4 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y, %c = %z, %k = %c0)
      -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, index) {
    %m = arith.addi %k, %c1 : index
    scf.yield %b, %a, %a, %m : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, index
  }
  return %r#2 : tensor<4xf32>
}

// -----

// CHECK-LABEL: @while
// CHECK: scf.while (%[[X:.*]] = %{{.*}}) : (tensor<f32>) -> tensor<f32>
// CHECK: scf.condition(%{{.*}}) %[[X]]
// CHECK: ^bb0(%[[Y:.*]]: tensor<f32>):
// CHECK: %[[PLACED:.*]] = bufferization.materialize_in_destination %{{.*}} in %[[Y]]
// CHECK: scf.yield %[[PLACED]]
func.func @while(%x: tensor<f32>, %e: tensor<f32>, %limit: f32) -> tensor<f32> {
  %r = scf.while (%a = %x) : (tensor<f32>) -> tensor<f32> {
    %v = tensor.extract %a[] : tensor<f32>
    %again = arith.cmpf olt, %v, %limit : f32
    scf.condition(%again) %a : tensor<f32>
  } do {
  ^bb0(%b: tensor<f32>):
    %t = linalg.exp ins(%b : tensor<f32>) outs(%e : tensor<f32>) -> tensor<f32>
    scf.yield %t : tensor<f32>
  }
  return %r : tensor<f32>
}

// -----

// Values that canonicalization has dropped and reordered are all passed on.
// CHECK-LABEL: @reordered
// CHECK: scf.while (%[[X:.*]] = %{{.*}}, %[[N:.*]] = %{{.*}}, %[[Z:.*]] = %{{.*}}) :
// CHECK: scf.condition(%{{.*}}) %[[X]], %[[N]], %[[Z]]
// CHECK: ^bb0(%[[XB:.*]]: tensor<4xf32>, %[[NB:.*]]: index, %[[ZB:.*]]: tensor<2xf32>):
// CHECK: linalg.exp ins(%[[ZB]]
// CHECK-DAG: %[[XP:.*]] = bufferization.materialize_in_destination %{{.*}} in %[[XB]]
// CHECK-DAG: %[[ZP:.*]] = bufferization.materialize_in_destination %{{.*}} in %[[ZB]]
// CHECK: scf.yield %[[XP]], %{{.*}}, %[[ZP]]
// CHECK: return %{{.*}}#2
func.func @reordered(%x: tensor<4xf32>, %z: tensor<2xf32>, %n: index, %e: tensor<2xf32>, %f: tensor<4xf32>) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.while (%a = %x, %i = %n, %b = %z) : (tensor<4xf32>, index, tensor<2xf32>) -> (tensor<2xf32>, index) {
    %again = arith.cmpi sgt, %i, %c0 : index
    scf.condition(%again) %b, %i : tensor<2xf32>, index
  } do {
  ^bb0(%b: tensor<2xf32>, %i: index):
    %t = linalg.exp ins(%b : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
    %v = tensor.extract %b[%c0] : tensor<2xf32>
    %g = linalg.fill ins(%v : f32) outs(%f : tensor<4xf32>) -> tensor<4xf32>
    %j = arith.subi %i, %c1 : index
    scf.yield %g, %j, %t : tensor<4xf32>, index, tensor<2xf32>
  }
  return %r#0 : tensor<2xf32>
}

// -----

// A loop that writes to its carried values is left alone: a copy of a place to
// itself would conflict with other reads.
// CHECK-LABEL: @in_place
// CHECK-NOT: materialize_in_destination
func.func @in_place(%x: tensor<4xf32>, %n: index, %c: i1) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<4xf32> {
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%b = %a) -> tensor<4xf32> {
      %v = tensor.extract %b[%j] : tensor<4xf32>
      %w = tensor.insert %v into %b[%i] : tensor<4xf32>
      scf.yield %w : tensor<4xf32>
    }
    %t = scf.if %c -> tensor<4xf32> {
      %e = linalg.exp ins(%x : tensor<4xf32>) outs(%s : tensor<4xf32>) -> tensor<4xf32>
      scf.yield %e : tensor<4xf32>
    } else {
      scf.yield %s : tensor<4xf32>
    }
    scf.yield %t : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

// A loop updates a donated argument. The final write to the argument goes away.
// CHECK-LABEL: @updated_by_a_loop
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %arg0)
// CHECK-NOT: materialize_in_destination
func.func @updated_by_a_loop(%x: tensor<8xf32> {bufferization.writable = true}, %n: index, %v: f32) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = tensor.extract %x[%c0] : tensor<8xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> tensor<8xf32> {
    %next = tensor.insert %v into %t[%i] : tensor<8xf32>
    scf.yield %next : tensor<8xf32>
  }
  %in = bufferization.materialize_in_destination %r in %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %in : tensor<8xf32>
}

// -----

// The same with an argument that is read afterwards: the loop begins with a copy.
// With copies of all values before they are written, no value is in its place already.
// COPIES-LABEL: @read_after_a_loop
// COPIES: %[[TRIP:.*]] = bufferization.alloc_tensor() copy(
// COPIES: materialize_in_destination %[[TRIP]] in
// COPIES: %[[RESULT:.*]] = bufferization.alloc_tensor() copy(
// COPIES: materialize_in_destination %[[RESULT]] in %arg0
// CHECK-LABEL: @read_after_a_loop
// CHECK: %[[COPY:.*]] = bufferization.alloc_tensor() copy(%arg0)
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[COPY]])
// CHECK: materialize_in_destination
func.func @read_after_a_loop(%x: tensor<8xf32> {bufferization.writable = true}, %n: index, %v: f32) -> (tensor<8xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> tensor<8xf32> {
    %next = tensor.insert %v into %t[%i] : tensor<8xf32>
    scf.yield %next : tensor<8xf32>
  }
  %first = tensor.extract %x[%c0] : tensor<8xf32>
  %in = bufferization.materialize_in_destination %r in %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %in, %first : tensor<8xf32>, f32
}

// -----

// A loop reads the argument in which its result belongs: the result gets storage of its own until the loop ends.
// CHECK-LABEL: @read_in_a_loop
// CHECK: %[[OWN:.*]] = bufferization.alloc_tensor() : tensor<8xf32>
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[OWN]])
// CHECK: materialize_in_destination
func.func @read_in_a_loop(%x: tensor<8xf32> {bufferization.writable = true}, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %empty = tensor.empty() : tensor<8xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %empty) -> tensor<8xf32> {
    %v = tensor.extract %x[%i] : tensor<8xf32>
    %next = tensor.insert %v into %t[%c0] : tensor<8xf32>
    scf.yield %next : tensor<8xf32>
  }
  %in = bufferization.materialize_in_destination %r in %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %in : tensor<8xf32>
}
