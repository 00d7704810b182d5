// RUN: memplace-opt %s --split-input-file --verify-diagnostics --memplace-place-buffers=target=toy | FileCheck %s

// Earlier annotations do not matter, even if outdated.
// CHECK-LABEL: func.func @out_of_date(
func.func @out_of_date(%x: memref<4xf32> {memplace.residencies = []},
                       %y: memref<4xf32>)
    attributes {memplace.transfers = [#memplace.transfer<5 to 6, channel = "in", start = 7, done = 8>]} {
  // CHECK: memref.copy {{.*}} {memplace.served = array<i64: 0, 0>, memplace.step = 0 : i64}
  memref.copy %x, %y {memplace.step = 3 : i64, memplace.served = array<i64: 9>} : memref<4xf32> to memref<4xf32>
  return
}

// -----

// expected-error@+2 {{function 'placed' is placed already}}
// expected-note@+1 {{place the original program instead}}
func.func @placed(%x: memref<4xf32>, %y: memref<4xf32>) {
  %a = memref.alloc() {memplace.buffer = "a", memplace.residency = #memplace.residency<"fast", offset = 0, steps = 0 to 2>} : memref<4xf32, #memplace.tier<"fast">>
  memplace.acquire %a : memref<4xf32, #memplace.tier<"fast">>
  memref.copy %x, %a : memref<4xf32> to memref<4xf32, #memplace.tier<"fast">>
  memref.copy %a, %y : memref<4xf32, #memplace.tier<"fast">> to memref<4xf32>
  memplace.release %a : memref<4xf32, #memplace.tier<"fast">>
  return
}
