// RUN: memplace-opt %s --memplace-place-buffers=solver=default-tier -o %t 2> /dev/null
// RUN: memplace-opt %t --memplace-report="file=- format=table" -o /dev/null | FileCheck %s
// RUN: memplace-opt %t --memplace-report=remarks -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: memplace-opt %t --memplace-report=file=- -o /dev/null | FileCheck %s --check-prefix=JSON

// Reasons why a buffer is not in the fastest tier. Several functions share one
// report, in the order of the module, without functions that use no memory.

module attributes {memplace.target = #memplace.target<"toy">} {

// CHECK-NOT: 'nothing'
func.func @nothing() {
  return
}

// CHECK:      function 'reasons' on 'toy': 5 buffers, 4 steps
// CHECK-NEXT: everything in 'slow'
// CHECK-NEXT: placed {{.*}} 1.00 times as fast
// CHECK-NEXT: bound {{.*}} gap 0.0 %
// CHECK-NEXT: stalls {{ *}}0 ps
// CHECK-NOT:  longest stalls
// CHECK-NOT:  not placed

// JSON: "function": "reasons"
// JSON: "name": "alloc0"
// JSON: "not_in_fastest_tier": "may not be in 'fast'"
// JSON: "unplaced": []
func.func @reasons(%c: i1,
                   // REMARK: remark: buffer 'arg1' of 16 bytes: 'slow' in steps 0 to 4; not in 'fast': the solver saw no gain, or found no room
                   %x: memref<4xf32>) {
  // REMARK: remark: buffer 'alloc0' of 16 bytes: 'slow' at 0 in steps 0 to 3; not in 'fast': may not be in 'fast'
  %pinned = memref.alloc() {memplace.pin = #memplace.tier<"slow">} : memref<4xf32>
  // REMARK: remark: buffer 'alloc1' of 129 bytes: 'slow' at {{[0-9]+}} in steps 1 to 2; not in 'fast': 129 bytes do not fit in 'fast' of 128 bytes
  %large = memref.alloc() : memref<129xi8>
  // REMARK: remark: buffer 'alloc2' of 16 bytes: 'slow' at {{.*}}; not in 'fast': a value may be this buffer or 'alloc3'
  %some = memref.alloc() : memref<4xf32>
  // REMARK: remark: buffer 'alloc3' of 16 bytes: 'slow' at {{.*}}; not in 'fast': a value may be this buffer or 'alloc2'
  %other = memref.alloc() : memref<4xf32>
  %either = arith.select %c, %some, %other : memref<4xf32>
  %i = arith.constant 0 : i8
  memref.copy %x, %pinned : memref<4xf32> to memref<4xf32>
  linalg.fill ins(%i : i8) outs(%large : memref<129xi8>)
  memref.copy %pinned, %either : memref<4xf32> to memref<4xf32>
  memref.copy %either, %x : memref<4xf32> to memref<4xf32>
  return
}

// Its storage stays in place, and the report gives the reason.
//      CHECK: function 'dynamic' on 'toy': 0 buffers, 2 steps
// CHECK-NEXT:  not placed
// CHECK-NEXT:   'arg0': has no static size
// CHECK-NEXT:   'alloc0': has no static size
//  CHECK-NOT: makespan
//      JSON: "function": "dynamic",
//      JSON: "buffers": [],
// JSON-NEXT: "unplaced": [
// JSON-NEXT:   {
// JSON-NEXT:     "name": "arg0",
// JSON-NEXT:     "reason": "has no static size"
// JSON-NEXT:   },
// JSON-NEXT:   {
// JSON-NEXT:     "name": "alloc0",
// JSON-NEXT:     "reason": "has no static size"
// REMARK: remark: no buffer to place
// REMARK: remark: left 'arg0' where it was: has no static size
func.func @dynamic(%x: memref<?xf32>, %n: index) {
  // REMARK: remark: left 'alloc0' where it was: has no static size
  %a = memref.alloc(%n) : memref<?xf32>
  memref.copy %x, %a : memref<?xf32> to memref<?xf32>
  memref.copy %a, %x : memref<?xf32> to memref<?xf32>
  return
}

// CHECK: function 'at_home' on 'toy': 2 buffers, 1 steps
// JSON: "function": "at_home"
func.func @at_home(%x: memref<4xf32>, %y: memref<4xf32>) {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  return
}
}
