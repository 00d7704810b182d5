// RUN: memplace-opt %s --memplace-insert-transfers | FileCheck %s
// RUN: memplace-opt %s --memplace-insert-transfers --memplace-verify-placement -o /dev/null
// RUN: memplace-opt %s --memplace-insert-transfers --memplace-lower-to-offsets --canonicalize --memplace-verify-placement -o /dev/null
// RUN: memplace-opt %s --memplace-insert-transfers --memplace-lower-to-offsets --memplace-to-llvm | FileCheck %s --check-prefix=LLVM

// LLVM-NOT: memplace.enter_arm

module attributes {memplace.target = #memplace.target<"toy">} {

// 'x' is fetched only if the arm runs; 'a' was present before and stays; 'b',
// allocated by the arm, has a place only in the arm.
// CHECK-LABEL: func @fetches_in_an_arm(
// CHECK-SAME: %[[C:[^:]*]]: i1, %[[X:[^:]*]]: memref<10xf32>, %[[Y:[^:]*]]: memref<10xf32>) {
func.func @fetches_in_an_arm(
    %c: i1,
    %x: memref<10xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 5>,
                                                #memplace.residency<"fast", offset = 40, steps = 2 to 4>]},
    %y: memref<10xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 6>]})
    attributes {memplace.transfers = [#memplace.transfer<0 to 1, channel = "in", start = 2, done = 3>]} {
  // CHECK-DAG: %[[FX:.*]] = memref.alloc() {{.*}}memplace.buffer = "arg1", memplace.residency = #memplace.residency<"fast", offset = 40
  // CHECK-DAG: %[[A:.*]] = memref.alloc() {{.*}}memplace.buffer = "alloc0", memplace.residency = #memplace.residency<"fast", offset = 0
  // CHECK-DAG: %[[B:.*]] = memref.alloc() {{.*}}memplace.buffer = "alloc1", memplace.residency = #memplace.residency<"fast", offset = 80
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() {memplace.residencies = [#memplace.residency<"fast", offset = 0, steps = 0 to 6>]} : memref<10xf32>
  // CHECK: memplace.acquire %[[A]] :
  // CHECK-NEXT: linalg.fill {{.*}} outs(%[[A]] :
  linalg.fill {memplace.served = array<i64: 0>, memplace.step = 0 : i64} ins(%zero : f32) outs(%a : memref<10xf32>)
  // CHECK-NEXT: scf.if %[[C]] {
  scf.if %c {
    // CHECK-NEXT: memplace.enter_arm "then"
    memplace.enter_arm "then"
    // CHECK-NEXT: memplace.acquire %[[FX]] keep_contents :
    // CHECK-NEXT: memplace.acquire %[[B]] :
    // CHECK-NEXT: %[[T:.*]] = memplace.start_transfer %[[X]] to %[[FX]] on "in"
    // CHECK-NEXT: linalg.fill {{.*}} outs(%[[B]] :
    %b = memref.alloc() {memplace.residencies = [#memplace.residency<"fast", offset = 80, steps = 2 to 4>]} : memref<10xf32>
    linalg.fill {memplace.served = array<i64: 0>, memplace.step = 2 : i64} ins(%zero : f32) outs(%b : memref<10xf32>)
    // CHECK-NEXT: memplace.wait %[[T]]
    // CHECK-NEXT: linalg.add ins(%[[FX]], %[[B]] : {{.*}} outs(%[[A]] :
    linalg.add {memplace.served = array<i64: 1, 0, 0>, memplace.step = 3 : i64} ins(%x, %b : memref<10xf32>, memref<10xf32>) outs(%a : memref<10xf32>)
    // CHECK-NEXT: memplace.release %[[FX]] :
    // CHECK-NEXT: memplace.release %[[B]] :
    // CHECK-NEXT: }
  } {memplace.step = 2 : i64}
  // CHECK-NEXT: linalg.copy ins(%[[A]] :
  linalg.copy {memplace.served = array<i64: 0, 0>, memplace.step = 5 : i64} ins(%a : memref<10xf32>) outs(%y : memref<10xf32>)
  return
}
}
