// RUN: memplace-opt %s --memplace-insert-transfers | FileCheck %s
// The output of the pass has the same placement.
// RUN: memplace-opt %s --memplace-insert-transfers --memplace-verify-placement -o /dev/null
// A second run changes nothing.
// RUN: memplace-opt %s --memplace-insert-transfers -o %t.once.mlir
// RUN: memplace-opt %t.once.mlir --memplace-insert-transfers -o %t.twice.mlir
// RUN: cmp %t.once.mlir %t.twice.mlir

module attributes {memplace.target = #memplace.target<"toy">} {

// A residency becomes an allocation in its tier, acquired before the first step
// of its range and released after the last. The signature stays, and the
// annotations are removed.
// CHECK-LABEL: func.func @one(
// CHECK-SAME: %[[IN:.*]]: memref<4xf32>, %[[OUT:.*]]: memref<4xf32>) {
// CHECK-NEXT: %[[A:.*]] = memref.alloc() {alignment = 8 : i64, memplace.buffer = "alloc0", memplace.residency = #memplace.residency<"fast", offset = 8, steps = 0 to 2>} : memref<4xf32, #memplace.tier<"fast">>
// CHECK-NEXT: memplace.acquire %[[A]] : memref<4xf32, #memplace.tier<"fast">>
// CHECK-NEXT: memref.copy %[[IN]], %[[A]] : memref<4xf32> to memref<4xf32, #memplace.tier<"fast">>
// CHECK-NEXT: memref.copy %[[A]], %[[OUT]] : memref<4xf32, #memplace.tier<"fast">> to memref<4xf32>
// CHECK-NEXT: memplace.release %[[A]] : memref<4xf32, #memplace.tier<"fast">>
// CHECK-NEXT: return
func.func @one(%in: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 1>]},
               %out: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 2>]})
    attributes {memplace.transfers = []} {
  %a = memref.alloc() {memplace.residencies = [#memplace.residency<"fast", offset = 8, steps = 0 to 2>]} : memref<4xf32>
  memref.copy %in, %a {memplace.step = 0, memplace.served = array<i64: 0, 0>} : memref<4xf32> to memref<4xf32>
  memref.copy %a, %out {memplace.step = 1, memplace.served = array<i64: 0, 0>} : memref<4xf32> to memref<4xf32>
  return
}

// At a boundary earlier transfers are awaited first, then places are released
// and acquired, then transfers start in their order. Unhidden copies are
// awaited at once, and their sources are released last.
// CHECK-LABEL: func.func @boundary(
// CHECK-SAME: %[[X:.*]]: memref<4xf32>, %[[W:.*]]: memref<4xf32>, %[[V:.*]]: memref<4xf32>, %[[OUT:.*]]: memref<4xf32>)
// CHECK-NEXT: %[[WF:.*]] = memref.alloc() {{.*}}memplace.buffer = "arg1", memplace.residency = #memplace.residency<"fast", offset = 16, steps = 0 to 3>
// CHECK-NEXT: %[[VF:.*]] = memref.alloc() {{.*}}memplace.buffer = "arg2", memplace.residency = #memplace.residency<"fast", offset = 32, steps = 2 to 4>
// CHECK-NEXT: %[[A:.*]] = memref.alloc() {{.*}}memplace.buffer = "alloc0", memplace.residency = #memplace.residency<"fast", offset = 0, steps = 0 to 2>
// CHECK-NEXT: %[[BS:.*]] = memref.alloc() {{.*}}memplace.buffer = "alloc1", memplace.residency = #memplace.residency<"slow", offset = 0, steps = 1 to 2>
// CHECK-NEXT: %[[BF:.*]] = memref.alloc() {{.*}}memplace.buffer = "alloc1", memplace.residency = #memplace.residency<"fast", offset = 0, steps = 2 to 5>
// Before step 0.
// CHECK-NEXT: memplace.acquire %[[WF]]
// CHECK-NEXT: memplace.acquire %[[A]]
// CHECK-NEXT: %[[T0:.*]] = memplace.start_transfer %[[W]] to %[[WF]] on "in" : memref<4xf32> to memref<4xf32, #memplace.tier<"fast">>
// CHECK-NEXT: memref.copy %[[X]], %[[A]]
// Before step 1.
// CHECK-NEXT: memplace.acquire %[[BS]]
// CHECK-NEXT: memref.copy %[[A]], %[[BS]]
// Before step 2.
// CHECK-NEXT: memplace.wait %[[T0]]
// CHECK-NEXT: memplace.release %[[A]]
// CHECK-NEXT: memplace.acquire %[[VF]]
// CHECK-NEXT: memplace.acquire %[[BF]]
// CHECK-NEXT: %[[T1:.*]] = memplace.start_transfer %[[BS]] to %[[BF]] on "in"
// CHECK-NEXT: %[[T2:.*]] = memplace.start_transfer %[[V]] to %[[VF]] on "in"
// CHECK-NEXT: memplace.wait %[[T1]]
// CHECK-NEXT: memplace.release %[[BS]]
// CHECK-NEXT: memref.copy %[[WF]], %[[OUT]]
// Before step 3.
// CHECK-NEXT: memplace.wait %[[T2]]
// CHECK-NEXT: memplace.release %[[WF]]
// CHECK-NEXT: memref.copy %[[VF]], %[[OUT]]
// Before step 4.
// CHECK-NEXT: memplace.release %[[VF]]
// CHECK-NEXT: memref.copy %[[BF]], %[[OUT]]
// CHECK-NEXT: memplace.release %[[BF]]
// CHECK-NEXT: return
func.func @boundary(%x: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 1>]},
                    %w: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 3>,
                                                               #memplace.residency<"fast", offset = 16, steps = 0 to 3>]},
                    %v: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 4>,
                                                               #memplace.residency<"fast", offset = 32, steps = 2 to 4>]},
                    %out: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 5>]})
    attributes {memplace.transfers = [#memplace.transfer<1 to 2, channel = "in", start = 0, done = 2>,
                                      #memplace.transfer<7 to 8, channel = "in", start = 2, done = 2>,
                                      #memplace.transfer<3 to 4, channel = "in", start = 2, done = 3>]} {
  %a = memref.alloc() {memplace.residencies = [#memplace.residency<"fast", offset = 0, steps = 0 to 2>]} : memref<4xf32>
  %b = memref.alloc() {memplace.residencies = [#memplace.residency<"slow", offset = 0, steps = 1 to 2>,
                                               #memplace.residency<"fast", offset = 0, steps = 2 to 5>]} : memref<4xf32>
  memref.copy %x, %a {memplace.step = 0, memplace.served = array<i64: 0, 0>} : memref<4xf32> to memref<4xf32>
  memref.copy %a, %b {memplace.step = 1, memplace.served = array<i64: 0, 0>} : memref<4xf32> to memref<4xf32>
  memref.copy %w, %out {memplace.step = 2, memplace.served = array<i64: 1, 0>} : memref<4xf32> to memref<4xf32>
  memref.copy %v, %out {memplace.step = 3, memplace.served = array<i64: 1, 0>} : memref<4xf32> to memref<4xf32>
  memref.copy %b, %out {memplace.step = 4, memplace.served = array<i64: 1, 0>} : memref<4xf32> to memref<4xf32>
  return
}

// The caller's result is computed elsewhere and copied back: the program ends
// after the arrival.
// CHECK-LABEL: func.func @live_out(
// CHECK-SAME: %[[X:.*]]: memref<4xf32>, %[[Y:.*]]: memref<4xf32>)
// CHECK: %[[YF:.*]] = memref.alloc()
// CHECK-NEXT: memplace.acquire %[[YF]]
// CHECK-NEXT: memref.copy %[[X]], %[[YF]]
// CHECK-NEXT: %[[T:.*]] = memplace.start_transfer %[[YF]] to %[[Y]] on "out"
// CHECK-NEXT: memplace.wait %[[T]]
// CHECK-NEXT: memplace.release %[[YF]]
// CHECK-NEXT: return
func.func @live_out(%x: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 1>]},
                    %y: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 1>,
                                                               #memplace.residency<"fast", offset = 0, steps = 0 to 1>]})
    attributes {memplace.transfers = [#memplace.transfer<2 to 1, channel = "out", start = 1, done = 1>]} {
  memref.copy %x, %y {memplace.step = 0, memplace.served = array<i64: 0, 1>} : memref<4xf32> to memref<4xf32>
  return
}

// An updated argument is copied there and back, during other steps.
// CHECK-LABEL: func.func @live_in_and_out(
// CHECK-SAME: %[[X:.*]]: memref<4xf32>, %[[Y:.*]]: memref<4xf32>, %[[F:.*]]: f32)
// CHECK: %[[YF:.*]] = memref.alloc()
// CHECK-NEXT: memplace.acquire %[[YF]]
// CHECK-NEXT: %[[IN:.*]] = memplace.start_transfer %[[Y]] to %[[YF]] on "in"
// CHECK-NEXT: memplace.wait %[[IN]]
// CHECK-NEXT: linalg.exp ins(%[[YF]] : memref<4xf32, #memplace.tier<"fast">>) outs(%[[YF]] : memref<4xf32, #memplace.tier<"fast">>)
// CHECK-NEXT: %[[OUT:.*]] = memplace.start_transfer %[[YF]] to %[[Y]] on "out"
// CHECK-NEXT: linalg.fill ins(%[[F]] : f32) outs(%[[X]] : memref<4xf32>)
// CHECK-NEXT: memplace.wait %[[OUT]]
// CHECK-NEXT: memplace.release %[[YF]]
// CHECK-NEXT: return
func.func @live_in_and_out(%x: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 2>]},
                           %y: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 2>,
                                                                      #memplace.residency<"fast", offset = 0, steps = 0 to 2>]},
                           %f: f32)
    attributes {memplace.transfers = [#memplace.transfer<1 to 2, channel = "in", start = 0, done = 0>,
                                      #memplace.transfer<2 to 1, channel = "out", start = 1, done = 2>]} {
  linalg.exp {memplace.step = 0, memplace.served = array<i64: 1>} ins(%y : memref<4xf32>) outs(%y : memref<4xf32>)
  linalg.fill {memplace.step = 1, memplace.served = array<i64: 0>} ins(%f : f32) outs(%x : memref<4xf32>)
  return
}

// One residency serves all views of its buffer in an op, each re-created on the
// residency.
// CHECK-LABEL: func.func @two_views_in_one_op(
// CHECK-SAME: %[[X:.*]]: memref<8xf32>, %[[OUT:.*]]: memref<4xf32>)
// CHECK: %[[XF:.*]] = memref.alloc() {{.*}} : memref<8xf32, #memplace.tier<"fast">>
// CHECK: memplace.wait
// CHECK-DAG: %[[LEFT:.*]] = memref.subview %[[XF]][0] [4] [1]
// CHECK-DAG: %[[RIGHT:.*]] = memref.subview %[[XF]][4] [4] [1]
// CHECK: linalg.add ins(%[[LEFT]], %[[RIGHT]] : memref<4xf32, strided<[1]>, #memplace.tier<"fast">>, memref<4xf32, strided<[1], offset: 4>, #memplace.tier<"fast">>) outs(%[[OUT]] : memref<4xf32>)
// CHECK-NEXT: memplace.release %[[XF]]
func.func @two_views_in_one_op(
    %x: memref<8xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 1>,
                                               #memplace.residency<"fast", offset = 0, steps = 0 to 1>]},
    %out: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 1>]})
    attributes {memplace.transfers = [#memplace.transfer<0 to 1, channel = "in", start = 0, done = 0>]} {
  %left = memref.subview %x[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  %right = memref.subview %x[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  linalg.add {memplace.step = 0, memplace.served = array<i64: 1, 0>} ins(%left, %right : memref<4xf32, strided<[1]>>, memref<4xf32, strided<[1], offset: 4>>) outs(%out : memref<4xf32>)
  return
}

// A residency that ends and continues later at another place.
// CHECK-LABEL: func.func @spilled(
// CHECK-SAME: %[[X:.*]]: memref<4xf32>, %[[Y:.*]]: memref<4xf32>)
// CHECK-NEXT: %[[A0:.*]] = memref.alloc() {{.*}}"fast", offset = 0, steps = 0 to 1>
// CHECK-NEXT: %[[A1:.*]] = memref.alloc() {{.*}}"slow", offset = 64, steps = 1 to 3>
// CHECK-NEXT: %[[A2:.*]] = memref.alloc() {{.*}}"fast", offset = 8, steps = 2 to 4>
// CHECK-NEXT: memplace.acquire %[[A0]]
// CHECK-NEXT: memref.copy %[[X]], %[[A0]]
// CHECK-NEXT: memplace.acquire %[[A1]]
// CHECK-NEXT: %[[OUT:.*]] = memplace.start_transfer %[[A0]] to %[[A1]] on "out"
// CHECK-NEXT: memplace.wait %[[OUT]]
// CHECK-NEXT: memplace.release %[[A0]]
// CHECK-NEXT: memref.copy %[[A1]], %[[Y]]
// CHECK-NEXT: memplace.acquire %[[A2]]
// CHECK-NEXT: %[[BACK:.*]] = memplace.start_transfer %[[A1]] to %[[A2]] on "in"
// CHECK-NEXT: memref.copy %[[A1]], %[[Y]]
// CHECK-NEXT: memplace.wait %[[BACK]]
// CHECK-NEXT: memplace.release %[[A1]]
// CHECK-NEXT: memref.copy %[[A2]], %[[Y]]
// CHECK-NEXT: memplace.release %[[A2]]
// CHECK-NEXT: return
func.func @spilled(%x: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 1>]},
                   %y: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 4>]})
    attributes {memplace.transfers = [#memplace.transfer<2 to 3, channel = "out", start = 1, done = 1>,
                                      #memplace.transfer<3 to 4, channel = "in", start = 2, done = 3>]} {
  %a = memref.alloc() {memplace.residencies = [#memplace.residency<"fast", offset = 0, steps = 0 to 1>,
                                               #memplace.residency<"slow", offset = 64, steps = 1 to 3>,
                                               #memplace.residency<"fast", offset = 8, steps = 2 to 4>]} : memref<4xf32>
  memref.copy %x, %a {memplace.step = 0, memplace.served = array<i64: 0, 0>} : memref<4xf32> to memref<4xf32>
  memref.copy %a, %y {memplace.step = 1, memplace.served = array<i64: 1, 0>} : memref<4xf32> to memref<4xf32>
  memref.copy %a, %y {memplace.step = 2, memplace.served = array<i64: 1, 0>} : memref<4xf32> to memref<4xf32>
  memref.copy %a, %y {memplace.step = 3, memplace.served = array<i64: 2, 0>} : memref<4xf32> to memref<4xf32>
  return
}

// Deallocations of placed buffers disappear; those of other allocations stay,
// since no other op frees these. (alloc1 is of dynamic size.)
// CHECK-LABEL: func.func @deallocations(
// CHECK-NOT: dealloc
// CHECK: %[[DYNAMIC:.*]] = memref.alloc(%{{.*}}) : memref<?xf32>
// CHECK-NOT: dealloc
// CHECK: memref.copy %{{.*}}, %[[DYNAMIC]]
// CHECK-NEXT: memref.dealloc %[[DYNAMIC]]
// CHECK-NEXT: memplace.release
// CHECK-NEXT: return
func.func @deallocations(%in: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 2>]}, %n: index)
    attributes {memplace.transfers = []} {
  %a = memref.alloc() {memplace.residencies = [#memplace.residency<"slow", offset = 0, steps = 0 to 1>]} : memref<4xf32>
  %b = memref.alloc(%n) : memref<?xf32>
  %c = memref.alloc() {memplace.residencies = [#memplace.residency<"slow", offset = 0, steps = 1 to 3>]} : memref<4xf32>
  memref.copy %in, %a {memplace.step = 0, memplace.served = array<i64: 0, 0>} : memref<4xf32> to memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  memref.copy %in, %c {memplace.step = 1, memplace.served = array<i64: 0, 0>} : memref<4xf32> to memref<4xf32>
  %cast = memref.cast %c : memref<4xf32> to memref<?xf32>
  memref.copy %cast, %b {memplace.step = 2, memplace.served = array<i64: 0>} : memref<?xf32> to memref<?xf32>
  memref.dealloc %b : memref<?xf32>
  memref.dealloc %cast : memref<?xf32>
  return
}

// A global is read-only storage of the module, at home; get_global stays, and a
// copy of the global elsewhere is placed.
// CHECK-LABEL: func.func @global(
// CHECK-SAME: %[[OUT:.*]]: memref<4xf32>)
// CHECK-DAG: %[[G:.*]] = memref.get_global @weights : memref<4xf32>
// CHECK-DAG: %[[GF:.*]] = memref.alloc() {{.*}} : memref<4xf32, #memplace.tier<"fast">>
// CHECK: memplace.acquire %[[GF]]
// CHECK-NEXT: %[[T:.*]] = memplace.start_transfer %[[G]] to %[[GF]] on "in"
// CHECK: linalg.fill
// CHECK-NEXT: memplace.wait %[[T]]
// CHECK-NOT: residencies
// CHECK: memref.copy %[[GF]], %[[OUT]]
// CHECK-NEXT: memplace.release %[[GF]]
memref.global "private" constant @weights : memref<4xf32> = dense<1.0>
func.func @global(%out: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 2>]})
    attributes {memplace.transfers = [#memplace.transfer<1 to 2, channel = "in", start = 0, done = 1>]} {
  %f = arith.constant 1.0 : f32
  linalg.fill {memplace.step = 0, memplace.served = array<i64: 0>} ins(%f : f32) outs(%out : memref<4xf32>)
  %g = memref.get_global @weights : memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 2>,
                                                                           #memplace.residency<"fast", offset = 0, steps = 0 to 2>]}
  memref.copy %g, %out {memplace.step = 1, memplace.served = array<i64: 1, 0>} : memref<4xf32> to memref<4xf32>
  return
}

// A function without storage needs no placement.
// CHECK-LABEL: func.func @nothing_to_place(
// CHECK-SAME: attributes {other} {
// CHECK-NEXT: memref.copy
// CHECK-NEXT: return
func.func @nothing_to_place(%in: memref<4xf32>, %out: memref<4xf32>) attributes {other} {
  memref.copy %in, %out : memref<4xf32> to memref<4xf32>
  return
}

// CHECK-LABEL: func.func private @external(memref<4xf32>)
func.func private @external(memref<4xf32>)
}
