// RUN: memplace-opt %s --memplace-insert-transfers | FileCheck %s
// RUN: memplace-opt %s --memplace-insert-transfers --memplace-verify-placement -o /dev/null
// RUN: memplace-opt %s --memplace-insert-transfers --memplace-lower-to-offsets --memplace-verify-placement -o /dev/null

// Each function computes in a buffer of 32 or 16 bytes that is in the fast tier
// at first and is copied to the slow tier before the last step, which uses the
// buffer through a view. Each view is therefore needed for two residencies.

#at_home = [#memplace.residency<"slow", steps = 0 to 2>]
#moves = [#memplace.residency<"fast", offset = 0, steps = 0 to 1>, #memplace.residency<"slow", offset = 0, steps = 1 to 2>]
#out = [#memplace.transfer<1 to 2, channel = "out", start = 1, done = 1>]

module attributes {memplace.target = #memplace.target<"toy">} {

// CHECK-LABEL: func.func @subview(
// CHECK-SAME: %[[Y:[^:]*]]: memref<4xf32>
// CHECK: %[[FAST:.*]] = memref.alloc() {{.*}} : memref<8xf32, #memplace.tier<"fast">>
// CHECK: %[[SLOW:.*]] = memref.alloc() {{.*}} : memref<8xf32, #memplace.tier<"slow">>
// CHECK: %[[V:.*]] = memref.subview %[[FAST]][4] [4] [1] : memref<8xf32, #memplace.tier<"fast">> to memref<4xf32, strided<[1], offset: 4>, #memplace.tier<"fast">>
// CHECK-NEXT: linalg.fill {{.*}} outs(%[[V]] :
// CHECK: memplace.release %[[FAST]]
// CHECK-NEXT: %[[W:.*]] = memref.subview %[[SLOW]][4] [4] [1] : memref<8xf32, #memplace.tier<"slow">> to memref<4xf32, strided<[1], offset: 4>, #memplace.tier<"slow">>
// CHECK-NEXT: memref.copy %[[W]], %[[Y]]
// CHECK-NOT: memref.subview
func.func @subview(%y: memref<4xf32> {memplace.residencies = #at_home}) attributes {memplace.transfers = #out} {
  %f = arith.constant 0.0 : f32
  %a = memref.alloc() {memplace.residencies = #moves} : memref<8xf32>
  %v = memref.subview %a[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  linalg.fill {memplace.step = 0, memplace.served = array<i64: 0>} ins(%f : f32) outs(%v : memref<4xf32, strided<[1], offset: 4>>)
  memref.copy %v, %y {memplace.step = 1, memplace.served = array<i64: 1, 0>} : memref<4xf32, strided<[1], offset: 4>> to memref<4xf32>
  return
}

// The offset is known only at run time, and the view is re-created after the offset.
// CHECK-LABEL: func.func @dynamic_subview(
// CHECK-SAME: %[[Y:[^:]*]]: memref<4xf32>, %[[I:.*]]: index)
// CHECK: %[[V:.*]] = memref.subview %{{.*}}[%[[I]]] [4] [1] : memref<8xf32, #memplace.tier<"fast">> to memref<4xf32, strided<[1], offset: ?>, #memplace.tier<"fast">>
// CHECK-NEXT: linalg.fill {{.*}} outs(%[[V]] :
// CHECK: %[[W:.*]] = memref.subview %{{.*}}[%[[I]]] [4] [1] : memref<8xf32, #memplace.tier<"slow">>
// CHECK-NEXT: memref.copy %[[W]], %[[Y]]
func.func @dynamic_subview(%y: memref<4xf32> {memplace.residencies = #at_home}, %i: index) attributes {memplace.transfers = #out} {
  %f = arith.constant 0.0 : f32
  %a = memref.alloc() {memplace.residencies = #moves} : memref<8xf32>
  %v = memref.subview %a[%i] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
  linalg.fill {memplace.step = 0, memplace.served = array<i64: 0>} ins(%f : f32) outs(%v : memref<4xf32, strided<[1], offset: ?>>)
  memref.copy %v, %y {memplace.step = 1, memplace.served = array<i64: 1, 0>} : memref<4xf32, strided<[1], offset: ?>> to memref<4xf32>
  return
}

// CHECK-LABEL: func.func @cast(
// CHECK: memref.cast %{{.*}} : memref<8xf32, #memplace.tier<"fast">> to memref<?xf32, #memplace.tier<"fast">>
// CHECK-NEXT: linalg.fill
// CHECK: memref.cast %{{.*}} : memref<8xf32, #memplace.tier<"slow">> to memref<?xf32, #memplace.tier<"slow">>
// CHECK-NEXT: memref.copy
func.func @cast(%z: memref<8xf32> {memplace.residencies = #at_home}) attributes {memplace.transfers = #out} {
  %f = arith.constant 0.0 : f32
  %a = memref.alloc() {memplace.residencies = #moves} : memref<8xf32>
  %v = memref.cast %a : memref<8xf32> to memref<?xf32>
  linalg.fill {memplace.step = 0, memplace.served = array<i64: 0>} ins(%f : f32) outs(%v : memref<?xf32>)
  memref.copy %v, %z {memplace.step = 1, memplace.served = array<i64: 1, 0>} : memref<?xf32> to memref<8xf32>
  return
}

// CHECK-LABEL: func.func @reshapes(
// CHECK: %[[E:.*]] = memref.expand_shape %{{.*}} {{\[}}[0, 1]] output_shape [2, 4] : memref<8xf32, #memplace.tier<"fast">> into memref<2x4xf32, #memplace.tier<"fast">>
// CHECK-NEXT: linalg.fill {{.*}} outs(%[[E]]
// CHECK: %[[E2:.*]] = memref.expand_shape %{{.*}} : memref<8xf32, #memplace.tier<"slow">> into memref<2x4xf32, #memplace.tier<"slow">>
// CHECK-NEXT: %[[C:.*]] = memref.collapse_shape %[[E2]] {{\[}}[0, 1]] : memref<2x4xf32, #memplace.tier<"slow">> into memref<8xf32, #memplace.tier<"slow">>
// CHECK-NEXT: memref.copy %[[C]]
func.func @reshapes(%y: memref<8xf32> {memplace.residencies = #at_home}) attributes {memplace.transfers = #out} {
  %f = arith.constant 0.0 : f32
  %a = memref.alloc() {memplace.residencies = #moves} : memref<8xf32>
  %e = memref.expand_shape %a [[0, 1]] output_shape [2, 4] : memref<8xf32> into memref<2x4xf32>
  %c = memref.collapse_shape %e [[0, 1]] : memref<2x4xf32> into memref<8xf32>
  linalg.fill {memplace.step = 0, memplace.served = array<i64: 0>} ins(%f : f32) outs(%e : memref<2x4xf32>)
  memref.copy %c, %y {memplace.step = 1, memplace.served = array<i64: 1, 0>} : memref<8xf32> to memref<8xf32>
  return
}

// CHECK-LABEL: func.func @reinterpret_cast(
// CHECK: memref.reinterpret_cast %{{.*}} to offset: [4], sizes: [4], strides: [1] : memref<8xf32, #memplace.tier<"fast">> to memref<4xf32, strided<[1], offset: 4>, #memplace.tier<"fast">>
// CHECK: memref.reinterpret_cast %{{.*}} to offset: [4], sizes: [4], strides: [1] : memref<8xf32, #memplace.tier<"slow">> to memref<4xf32, strided<[1], offset: 4>, #memplace.tier<"slow">>
func.func @reinterpret_cast(%y: memref<4xf32> {memplace.residencies = #at_home}) attributes {memplace.transfers = #out} {
  %f = arith.constant 0.0 : f32
  %a = memref.alloc() {memplace.residencies = #moves} : memref<8xf32>
  %v = memref.reinterpret_cast %a to offset: [4], sizes: [4], strides: [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  linalg.fill {memplace.step = 0, memplace.served = array<i64: 0>} ins(%f : f32) outs(%v : memref<4xf32, strided<[1], offset: 4>>)
  memref.copy %v, %y {memplace.step = 1, memplace.served = array<i64: 1, 0>} : memref<4xf32, strided<[1], offset: 4>> to memref<4xf32>
  return
}

// Bytes seen as floats.
// CHECK-LABEL: func.func @view(
// CHECK: memref.view %{{.*}}[%{{.*}}][] : memref<32xi8, #memplace.tier<"fast">> to memref<4xf32, #memplace.tier<"fast">>
// CHECK: memref.view %{{.*}}[%{{.*}}][] : memref<32xi8, #memplace.tier<"slow">> to memref<4xf32, #memplace.tier<"slow">>
func.func @view(%y: memref<4xf32> {memplace.residencies = #at_home}) attributes {memplace.transfers = #out} {
  %f = arith.constant 0.0 : f32
  %c16 = arith.constant 16 : index
  %a = memref.alloc() {memplace.residencies = #moves} : memref<32xi8>
  %v = memref.view %a[%c16][] : memref<32xi8> to memref<4xf32>
  linalg.fill {memplace.step = 0, memplace.served = array<i64: 0>} ins(%f : f32) outs(%v : memref<4xf32>)
  memref.copy %v, %y {memplace.step = 1, memplace.served = array<i64: 1, 0>} : memref<4xf32> to memref<4xf32>
  return
}

// CHECK-LABEL: func.func @transpose(
// CHECK: memref.transpose %{{.*}} (d0, d1) -> (d1, d0) : memref<2x4xf32, #memplace.tier<"slow">> to memref<4x2xf32, strided<[1, 4]>, #memplace.tier<"slow">>
// CHECK-NEXT: memref.copy
func.func @transpose(%y: memref<4x2xf32> {memplace.residencies = #at_home}) attributes {memplace.transfers = #out} {
  %f = arith.constant 0.0 : f32
  %a = memref.alloc() {memplace.residencies = #moves} : memref<2x4xf32>
  linalg.fill {memplace.step = 0, memplace.served = array<i64: 0>} ins(%f : f32) outs(%a : memref<2x4xf32>)
  %v = memref.transpose %a (i, j) -> (j, i) : memref<2x4xf32> to memref<4x2xf32, strided<[1, 4]>>
  memref.copy %v, %y {memplace.step = 1, memplace.served = array<i64: 1, 0>} : memref<4x2xf32, strided<[1, 4]>> to memref<4x2xf32>
  return
}

// A chain of views is re-created as a whole, at its use, once per step.
// CHECK-LABEL: func.func @chain(
// CHECK: linalg.fill
// CHECK: memplace.wait
// CHECK: %[[E:.*]] = memref.expand_shape %{{.*}} : memref<8xf32, #memplace.tier<"slow">> into memref<2x4xf32, #memplace.tier<"slow">>
// CHECK-NEXT: %[[S:.*]] = memref.subview %[[E]][1, 0] [1, 4] [1, 1] : memref<2x4xf32, #memplace.tier<"slow">> to memref<4xf32, strided<[1], offset: 4>, #memplace.tier<"slow">>
// CHECK-NEXT: linalg.add ins(%[[S]], %[[S]] :
// CHECK-NOT: memref.subview
func.func @chain(%y: memref<4xf32> {memplace.residencies = #at_home}) attributes {memplace.transfers = #out} {
  %f = arith.constant 0.0 : f32
  %a = memref.alloc() {memplace.residencies = #moves} : memref<8xf32>
  %e = memref.expand_shape %a [[0, 1]] output_shape [2, 4] : memref<8xf32> into memref<2x4xf32>
  %s = memref.subview %e[1, 0] [1, 4] [1, 1] : memref<2x4xf32> to memref<4xf32, strided<[1], offset: 4>>
  linalg.fill {memplace.step = 0, memplace.served = array<i64: 0>} ins(%f : f32) outs(%a : memref<8xf32>)
  linalg.add {memplace.step = 1, memplace.served = array<i64: 1, 0>} ins(%s, %s : memref<4xf32, strided<[1], offset: 4>>, memref<4xf32, strided<[1], offset: 4>>) outs(%y : memref<4xf32>)
  return
}

// Ops that may depend on the type get the original type: a call's operand.
// CHECK-LABEL: func.func @call(
// CHECK: %[[FAST:.*]] = memref.alloc() {{.*}} : memref<8xf32, #memplace.tier<"fast">>
// CHECK: %[[C:.*]] = memref.memory_space_cast %[[FAST]] : memref<8xf32, #memplace.tier<"fast">> to memref<8xf32>
// CHECK-NEXT: call @callee(%[[C]]) : (memref<8xf32>) -> ()
func.func private @callee(memref<8xf32> {llvm.nocapture})
func.func @call(%y: memref<8xf32> {memplace.residencies = #at_home}) attributes {memplace.transfers = []} {
  %f = arith.constant 0.0 : f32
  %a = memref.alloc() {memplace.residencies = [#memplace.residency<"fast", offset = 0, steps = 0 to 2>]} : memref<8xf32>
  func.call @callee(%a) {memplace.step = 0, memplace.served = array<i64: 0>} : (memref<8xf32>) -> ()
  memref.copy %a, %y {memplace.step = 1, memplace.served = array<i64: 0, 0>} : memref<8xf32> to memref<8xf32>
  return
}

// Single elements and vectors, in a step of scalar code; ops may also query the
// shape of a buffer.
// CHECK-LABEL: func.func @elements(
// CHECK: %[[FAST:.*]] = memref.alloc() {{.*}} : memref<8xf32, #memplace.tier<"fast">>
// CHECK: scf.for
// CHECK: memref.store %{{.*}}, %[[FAST]][%{{.*}}] : memref<8xf32, #memplace.tier<"fast">>
// CHECK: %[[SLOW:.*]] = memref.load
// CHECK-SAME: #memplace.tier<"slow">
// CHECK: vector.transfer_read %{{.*}}#memplace.tier<"slow">
func.func @elements(%y: memref<8xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 4>]})
    attributes {memplace.transfers = #out} {
  %f = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() {memplace.residencies = [#memplace.residency<"fast", offset = 0, steps = 0 to 1>,
                                               #memplace.residency<"slow", offset = 0, steps = 1 to 3>]} : memref<8xf32>
  %n = memref.dim %a, %c0 : memref<8xf32>
  scf.for %i = %c0 to %n step %c1 {
    memref.store %f, %a[%i] : memref<8xf32>
  } {memplace.step = 0, memplace.served = array<i64: 0>}
  %e = memref.load %a[%c0] {memplace.step = 1, memplace.served = array<i64: 1>} : memref<8xf32>
  %v = vector.transfer_read %a[%c0], %f {memplace.step = 2, memplace.served = array<i64: 1>} : memref<8xf32>, vector<4xf32>
  vector.transfer_write %v, %y[%c0] {memplace.step = 3, memplace.served = array<i64: 0>} : vector<4xf32>, memref<8xf32>
  return
}
}
