// RUN: memplace-opt %s --memplace-insert-transfers | FileCheck %s
// RUN: memplace-opt %s --memplace-insert-transfers --memplace-verify-placement -o /dev/null
// RUN: memplace-opt %s --memplace-insert-transfers --memplace-lower-to-offsets --memplace-verify-placement -o /dev/null

module attributes {memplace.target = #memplace.target<"toy">} {

// A branch is one step: the accesses in both arms are served from one place,
// and no transfer starts or ends inside.
// CHECK-LABEL: func.func @branch(
// CHECK-SAME: %[[B:[^:]*]]: i1, %[[X:[^:]*]]: memref<4xf32>, %[[Y:[^:]*]]: memref<4xf32>)
// CHECK: %[[XF:.*]] = memref.alloc()
// CHECK: memplace.acquire %[[XF]]
// CHECK-NEXT: %[[T:.*]] = memplace.start_transfer %[[X]] to %[[XF]]
// CHECK-NEXT: memplace.wait %[[T]]
// CHECK-NEXT: scf.if %[[B]] {
// CHECK-NEXT: memref.copy %[[XF]], %[[Y]]
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[V:.*]] = memref.cast %[[XF]] : memref<4xf32, #memplace.tier<"fast">> to memref<?xf32, #memplace.tier<"fast">>
// CHECK-NEXT: linalg.exp ins(%[[V]] :
// CHECK-NEXT: }
// CHECK-NEXT: memplace.release %[[XF]]
func.func @branch(%b: i1,
                  %x: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 1>,
                                                             #memplace.residency<"fast", offset = 0, steps = 0 to 1>]},
                  %y: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 1>]})
    attributes {memplace.transfers = [#memplace.transfer<0 to 1, channel = "in", start = 0, done = 0>]} {
  scf.if %b {
    memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  } else {
    %v = memref.cast %x : memref<4xf32> to memref<?xf32>
    linalg.exp ins(%v : memref<?xf32>) outs(%y : memref<4xf32>)
  } {memplace.step = 0, memplace.served = array<i64: 1, 0>}
  return
}

// An allocation in a branch lives for that step; its place is outside.
// CHECK-LABEL: func.func @allocation_in_branch(
// CHECK-NEXT: %[[A:.*]] = memref.alloc() {{.*}}"fast", offset = 8, steps = 0 to 1>
// CHECK-NEXT: memplace.acquire %[[A]]
// CHECK-NEXT: scf.if
// CHECK-NEXT: memref.copy %{{.*}}, %[[A]]
// CHECK-NEXT: memref.copy %[[A]], %{{.*}}
// CHECK-NEXT: }
// CHECK-NEXT: memplace.release %[[A]]
func.func @allocation_in_branch(%b: i1, %x: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 1>]})
    attributes {memplace.transfers = []} {
  scf.if %b {
    %a = memref.alloc() {memplace.residencies = [#memplace.residency<"fast", offset = 8, steps = 0 to 1>]} : memref<4xf32>
    memref.copy %x, %a : memref<4xf32> to memref<4xf32>
    memref.copy %a, %x : memref<4xf32> to memref<4xf32>
    memref.dealloc %a : memref<4xf32>
  } {memplace.step = 0, memplace.served = array<i64: 0, 0>}
  return
}

// An allocation in a loop's body is the same place in each trip.
// CHECK-LABEL: func.func @allocation_in_loop(
// CHECK: %[[A:.*]] = memref.alloc() {{.*}}"fast", offset = 8, steps = 1 to 3>
// CHECK-NEXT: arith.constant
// CHECK: scf.for
// CHECK-NEXT: memplace.acquire %[[A]] :
// CHECK-NEXT: memref.copy %{{.*}}, %[[A]]
// CHECK-NEXT: memref.copy %[[A]], %{{.*}}
// CHECK-NEXT: memplace.release %[[A]]
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @allocation_in_loop(%x: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 4>]})
    attributes {memplace.transfers = []} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %c3 step %c1 {
    %a = memref.alloc() {memplace.residencies = [#memplace.residency<"fast", offset = 8, steps = 1 to 3>]} : memref<4xf32>
    memref.copy %x, %a {memplace.step = 1, memplace.served = array<i64: 0, 0>} : memref<4xf32> to memref<4xf32>
    memref.copy %a, %x {memplace.step = 2, memplace.served = array<i64: 0, 0>} : memref<4xf32> to memref<4xf32>
    memref.dealloc %a : memref<4xf32>
  } {memplace.step = 1}
  return
}

// A transfer that starts before a loop and is done at its end is awaited after the
// loop. A transfer inside that is done at the body's end is awaited in each trip.
// CHECK-LABEL: func.func @prefetch_around_and_inside(
// CHECK-SAME: %[[X:[^:]*]]: memref<4xf32>, %[[W:[^:]*]]: memref<4xf32>, %[[Y:[^:]*]]: memref<4xf32>, %[[F:[^:]*]]: f32)
// CHECK-DAG: %[[XF:.*]] = memref.alloc() {{.*}}"arg0"
// CHECK-DAG: %[[WF:.*]] = memref.alloc() {{.*}}"arg1"
// CHECK: memplace.acquire %[[XF]]
// CHECK-NEXT: %[[T:.*]] = memplace.start_transfer %[[X]] to %[[XF]] on "in"
// CHECK-NEXT: scf.for
// CHECK-NEXT: memplace.acquire %[[WF]]
// CHECK-NEXT: %[[U:.*]] = memplace.start_transfer %[[W]] to %[[WF]] on "in"
// CHECK-NEXT: linalg.fill
// CHECK-NEXT: memplace.wait %[[U]]
// CHECK-NEXT: memref.copy %[[WF]], %[[Y]]
// CHECK-NEXT: memplace.release %[[WF]]
// CHECK-NEXT: }
// CHECK-NEXT: memplace.wait %[[T]]
// CHECK-NEXT: memref.copy %[[XF]], %[[Y]]
// CHECK-NEXT: memplace.release %[[XF]]
func.func @prefetch_around_and_inside(
    %x: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 5>,
                                               #memplace.residency<"fast", offset = 0, steps = 0 to 5>]},
    %w: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 4>,
                                               #memplace.residency<"fast", offset = 16, steps = 1 to 3>]},
    %y: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 5>]}, %f: f32)
    attributes {memplace.transfers = [#memplace.transfer<0 to 1, channel = "in", start = 0, done = 4>,
                                      #memplace.transfer<2 to 3, channel = "in", start = 1, done = 2>]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %c3 step %c1 {
    linalg.fill {memplace.step = 1, memplace.served = array<i64: 0>} ins(%f : f32) outs(%y : memref<4xf32>)
    memref.copy %w, %y {memplace.step = 2, memplace.served = array<i64: 1, 0>} : memref<4xf32> to memref<4xf32>
  } {memplace.step = 1}
  memref.copy %x, %y {memplace.step = 4, memplace.served = array<i64: 1, 0>} : memref<4xf32> to memref<4xf32>
  return
}

// Two waits at the end of a loop: transfers started inside the loop come first,
// in each trip.
// CHECK-LABEL: func.func @more_trips_first(
// CHECK-SAME: %[[X:[^:]*]]: memref<4xf32>, %[[Y:[^:]*]]: memref<4xf32>)
// CHECK-DAG: %[[XF:.*]] = memref.alloc() {{.*}}"arg0"
// CHECK-DAG: %[[YF:.*]] = memref.alloc() {{.*}}"arg1"
// CHECK: %[[T:.*]] = memplace.start_transfer %[[X]] to %[[XF]] on "in"
// CHECK: scf.for
// CHECK-NEXT: memplace.acquire %[[YF]]
// CHECK-NEXT: memref.copy %[[X]], %[[YF]]
// CHECK-NEXT: %[[U:.*]] = memplace.start_transfer %[[YF]] to %[[Y]] on "out"
// CHECK-NEXT: memref.load %[[X]]
// CHECK-NEXT: memplace.wait %[[U]]
// CHECK-NEXT: memplace.release %[[YF]]
// CHECK-NEXT: }
// CHECK-NEXT: memplace.wait %[[T]]
// CHECK-NEXT: memref.load %[[XF]]
func.func @more_trips_first(
    %x: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 5>,
                                               #memplace.residency<"fast", offset = 0, steps = 0 to 5>]},
    %y: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 5>,
                                               #memplace.residency<"fast", offset = 16, steps = 1 to 4>]})
    attributes {memplace.transfers = [#memplace.transfer<0 to 1, channel = "in", start = 0, done = 4>,
                                      #memplace.transfer<3 to 2, channel = "out", start = 2, done = 4>]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %c3 step %c1 {
    memref.copy %x, %y {memplace.step = 1, memplace.served = array<i64: 0, 1>} : memref<4xf32> to memref<4xf32>
    %e = memref.load %x[%c0] {memplace.step = 2, memplace.served = array<i64: 0>} : memref<4xf32>
  } {memplace.step = 1}
  %e = memref.load %x[%c0] {memplace.step = 4, memplace.served = array<i64: 1>} : memref<4xf32>
  return
}

// A loop nest: a residency that begins before the inner loop and ends inside is
// handed over at the edge.
// CHECK-LABEL: func.func @nested(
// CHECK: %[[A:.*]] = memref.alloc() {{.*}}"fast"
// CHECK: scf.for
// CHECK-NEXT: memplace.acquire %[[A]] :
// CHECK-NEXT: memref.copy %{{.*}}, %[[A]]
// CHECK-NEXT: scf.for
// CHECK-NEXT: memref.copy %[[A]], %{{.*}}
// CHECK-NEXT: }
// CHECK-NEXT: memplace.release %[[A]]
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @nested(%x: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 6>]})
    attributes {memplace.transfers = []} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %c3 step %c1 {
    %a = memref.alloc() {memplace.residencies = [#memplace.residency<"fast", offset = 8, steps = 1 to 5>]} : memref<4xf32>
    memref.copy %x, %a {memplace.step = 1, memplace.served = array<i64: 0, 0>} : memref<4xf32> to memref<4xf32>
    scf.for %j = %c0 to %c3 step %c1 {
      memref.copy %a, %x {memplace.step = 3, memplace.served = array<i64: 0, 0>} : memref<4xf32> to memref<4xf32>
    } {memplace.step = 3}
  } {memplace.step = 1}
  return
}

// A loop-carried memref is the buffer itself; its type stays.
// CHECK-LABEL: func.func @loop_carried(
// CHECK: %[[A:.*]] = memref.alloc() {{.*}} : memref<4xf32, #memplace.tier<"fast">>
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}) -> (memref<4xf32>)
// CHECK-NEXT: linalg.exp ins(%[[A]] : memref<4xf32, #memplace.tier<"fast">>) outs(%[[A]] :
// CHECK: }
// CHECK-NEXT: memref.copy %[[A]], %{{.*}} : memref<4xf32, #memplace.tier<"fast">>
func.func @loop_carried(%x: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 5>]})
    attributes {memplace.transfers = []} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %a = memref.alloc() {memplace.residencies = [#memplace.residency<"fast", offset = 8, steps = 0 to 5>]} : memref<4xf32>
  memref.copy %x, %a {memplace.step = 0, memplace.served = array<i64: 0, 0>} : memref<4xf32> to memref<4xf32>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%c = %a) -> (memref<4xf32>) {
    linalg.exp {memplace.step = 2, memplace.served = array<i64: 0>} ins(%c : memref<4xf32>) outs(%c : memref<4xf32>)
    scf.yield %c : memref<4xf32>
  } {memplace.step = 2}
  memref.copy %r, %x {memplace.step = 4, memplace.served = array<i64: 0, 0>} : memref<4xf32> to memref<4xf32>
  return
}

// Only a run decides which of two buffers a memref is: both are at home, in
// memrefs of their original type.
// CHECK-LABEL: func.func @ambiguous(
// CHECK-DAG: %[[A:.*]] = memref.alloc() {{.*}}"alloc0", {{.*}} : memref<4xf32, #memplace.tier<"slow">>
// CHECK-DAG: %[[B:.*]] = memref.alloc() {{.*}}"alloc1", {{.*}} : memref<4xf32, #memplace.tier<"slow">>
// CHECK-DAG: %[[CA:.*]] = memref.memory_space_cast %[[A]] : memref<4xf32, #memplace.tier<"slow">> to memref<4xf32>
// CHECK-DAG: %[[CB:.*]] = memref.memory_space_cast %[[B]] : memref<4xf32, #memplace.tier<"slow">> to memref<4xf32>
// CHECK: %[[S:.*]] = arith.select %{{.*}}, %[[CA]], %[[CB]] : memref<4xf32>
// CHECK: memref.copy %{{.*}}, %[[S]]
// CHECK-NEXT: memref.copy %[[S]], %{{.*}}
func.func @ambiguous(%c: i1, %x: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 2>]})
    attributes {memplace.transfers = []} {
  %a = memref.alloc() {memplace.residencies = [#memplace.residency<"slow", offset = 0, steps = 0 to 2>]} : memref<4xf32>
  %b = memref.alloc() {memplace.residencies = [#memplace.residency<"slow", offset = 16, steps = 0 to 2>]} : memref<4xf32>
  %s = arith.select %c, %a, %b : memref<4xf32>
  memref.copy %x, %s {memplace.step = 0, memplace.served = array<i64: 0, 0, 0>} : memref<4xf32> to memref<4xf32>
  memref.copy %s, %x {memplace.step = 1, memplace.served = array<i64: 0, 0, 0>} : memref<4xf32> to memref<4xf32>
  return
}

// Two buffers that a loop swaps.
// CHECK-LABEL: func.func @swapped(
// CHECK-DAG: %[[A:.*]] = memref.alloc() {{.*}}"alloc0"
// CHECK-DAG: %[[B:.*]] = memref.alloc() {{.*}}"alloc1"
// CHECK-DAG: %[[CA:.*]] = memref.memory_space_cast %[[A]]
// CHECK-DAG: %[[CB:.*]] = memref.memory_space_cast %[[B]]
// CHECK: %[[R:.*]]:2 = scf.for {{.*}} iter_args(%[[P:.*]] = %[[CA]], %[[Q:.*]] = %[[CB]])
// CHECK: linalg.exp ins(%[[P]] : memref<4xf32>) outs(%[[Q]] : memref<4xf32>)
// CHECK: scf.yield %[[Q]], %[[P]]
// CHECK: memref.copy %[[R]]#0, %{{.*}}
func.func @swapped(%x: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 5>]})
    attributes {memplace.transfers = []} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %a = memref.alloc() {memplace.residencies = [#memplace.residency<"slow", offset = 0, steps = 0 to 5>]} : memref<4xf32>
  %b = memref.alloc() {memplace.residencies = [#memplace.residency<"slow", offset = 16, steps = 0 to 5>]} : memref<4xf32>
  memref.copy %x, %a {memplace.step = 0, memplace.served = array<i64: 0, 0>} : memref<4xf32> to memref<4xf32>
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%p = %a, %q = %b) -> (memref<4xf32>, memref<4xf32>) {
    linalg.exp {memplace.step = 2, memplace.served = array<i64: 0, 0, 0, 0>} ins(%p : memref<4xf32>) outs(%q : memref<4xf32>)
    scf.yield %q, %p : memref<4xf32>, memref<4xf32>
  } {memplace.step = 2}
  memref.copy %r#0, %x {memplace.step = 4, memplace.served = array<i64: 0, 0, 0>} : memref<4xf32> to memref<4xf32>
  return
}
}
