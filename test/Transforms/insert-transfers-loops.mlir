// RUN: memplace-opt %s --memplace-insert-transfers | FileCheck %s
// RUN: memplace-opt %s --memplace-insert-transfers --memplace-verify-placement -o /dev/null
// RUN: memplace-opt %s --memplace-insert-transfers --memplace-lower-to-offsets --memplace-verify-placement -o /dev/null

module attributes {memplace.target = #memplace.target<"toy">} {

// 'x' is prefetched once, before the loop. 'a' enters the loop in the fast tier,
// is evicted in the middle of the body, is back at its end, and stays there. The
// first residency therefore ends in each trip, and is acquired again with its
// contents at the start of each trip; so is the last residency after the loop.
// CHECK-LABEL: func @crosses_the_edges_of_a_loop(
// CHECK-SAME: %[[X:[^:]*]]: memref<10xf32>, %[[Y:[^:]*]]: memref<10xf32>) {
func.func @crosses_the_edges_of_a_loop(
    %x: memref<10xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 7>,
                                                #memplace.residency<"fast", offset = 80, steps = 2 to 7>]},
    %y: memref<10xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 8>]})
    attributes {memplace.transfers = [
      #memplace.transfer<0 to 1, channel = "in", start = 2, done = 3>,
      #memplace.transfer<3 to 4, channel = "out", start = 5, done = 5>,
      #memplace.transfer<4 to 5, channel = "in", start = 6, done = 7>]} {
  // CHECK-DAG: %[[FX:.*]] = memref.alloc() {{.*}}memplace.buffer = "arg0", memplace.residency = #memplace.residency<"fast", offset = 80
  // CHECK-DAG: %[[A0:.*]] = memref.alloc() {{.*}}memplace.buffer = "alloc0", memplace.residency = #memplace.residency<"fast", offset = 0, steps = 0 to 5>
  // CHECK-DAG: %[[A1:.*]] = memref.alloc() {{.*}}memplace.buffer = "alloc0", memplace.residency = #memplace.residency<"slow", offset = 0, steps = 5 to 7>
  // CHECK-DAG: %[[A2:.*]] = memref.alloc() {{.*}}memplace.buffer = "alloc0", memplace.residency = #memplace.residency<"fast", offset = 0, steps = 6 to 8>
  // CHECK-DAG: %[[B:.*]] = memref.alloc() {{.*}}memplace.buffer = "alloc1"
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %a = memref.alloc() {memplace.residencies = [#memplace.residency<"fast", offset = 0, steps = 0 to 5>,
                                               #memplace.residency<"slow", offset = 0, steps = 5 to 7>,
                                               #memplace.residency<"fast", offset = 0, steps = 6 to 8>]} : memref<10xf32>
  %b = memref.alloc() {memplace.residencies = [#memplace.residency<"fast", offset = 40, steps = 1 to 8>]} : memref<10xf32>
  // CHECK: memplace.acquire %[[A0]] :
  // CHECK-NEXT: linalg.fill {{.*}} outs(%[[A0]] :
  linalg.fill {memplace.served = array<i64: 0>, memplace.step = 0 : i64} ins(%zero : f32) outs(%a : memref<10xf32>)
  // CHECK-NEXT: memplace.acquire %[[B]] :
  // CHECK-NEXT: linalg.fill {{.*}} outs(%[[B]] :
  linalg.fill {memplace.served = array<i64: 0>, memplace.step = 1 : i64} ins(%zero : f32) outs(%b : memref<10xf32>)
  // CHECK-NEXT: memplace.acquire %[[FX]] :
  // CHECK-NEXT: %[[T0:.*]] = memplace.start_transfer %[[X]] to %[[FX]] on "in"
  // CHECK-NEXT: memplace.wait %[[T0]]
  // CHECK-NEXT: memplace.release %[[A0]] :
  // CHECK-NEXT: scf.for
  scf.for %i = %c0 to %c3 step %c1 {
    // CHECK-NEXT: memplace.acquire %[[A0]] keep_contents
    // CHECK-NEXT: linalg.add ins(%[[A0]], %[[FX]] :
    linalg.add {memplace.served = array<i64: 0, 1>, memplace.step = 3 : i64} ins(%a, %x : memref<10xf32>, memref<10xf32>) outs(%a : memref<10xf32>)
    // CHECK: linalg.add ins(%[[B]], %[[A0]] :
    linalg.add {memplace.served = array<i64: 0, 0>, memplace.step = 4 : i64} ins(%b, %a : memref<10xf32>, memref<10xf32>) outs(%b : memref<10xf32>)
    // A copy that no op hides: the source is released after the copy.
    // CHECK-NEXT: memplace.acquire %[[A1]] :
    // CHECK-NEXT: %[[T1:.*]] = memplace.start_transfer %[[A0]] to %[[A1]] on "out"
    // CHECK-NEXT: memplace.wait %[[T1]]
    // CHECK-NEXT: memplace.release %[[A0]] :
    // CHECK-NEXT: linalg.add ins(%[[A1]], %[[B]] :
    linalg.add {memplace.served = array<i64: 1, 0>, memplace.step = 5 : i64} ins(%a, %b : memref<10xf32>, memref<10xf32>) outs(%a : memref<10xf32>)
    // CHECK-NEXT: memplace.acquire %[[A2]] :
    // CHECK-NEXT: %[[T2:.*]] = memplace.start_transfer %[[A1]] to %[[A2]] on "in"
    // CHECK-NEXT: memplace.wait %[[T2]]
    // CHECK-NEXT: memplace.release %[[A1]] :
    // CHECK-NEXT: memplace.release %[[A2]] :
    // CHECK-NEXT: }
  } {memplace.step = 3 : i64}
  // CHECK-NEXT: memplace.release %[[FX]] :
  // CHECK-NEXT: memplace.acquire %[[A2]] keep_contents
  // CHECK-NEXT: linalg.add ins(%[[A2]], %[[B]] : {{.*}} outs(%[[Y]] :
  linalg.add {memplace.served = array<i64: 2, 0, 0>, memplace.step = 7 : i64} ins(%a, %b : memref<10xf32>, memref<10xf32>) outs(%y : memref<10xf32>)
  // CHECK-NEXT: memplace.release %[[A2]] :
  // CHECK-NEXT: memplace.release %[[B]] :
  // CHECK-NEXT: return
  return
}

}
