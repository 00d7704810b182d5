// RUN: memplace-opt %s --memplace-cut="target=%S/Inputs/slow-and-small.json cut=auto remarks=true" -verify-diagnostics -o /dev/null
// RUN: memplace-opt %s --memplace-cut="target=%S/Inputs/slow-and-small.json cut=auto" 2>/dev/null | FileCheck %s
// RUN: memplace-opt %s --memplace-cut="target=%S/Inputs/slow-and-small.json cut=4" 2>/dev/null | FileCheck %s --check-prefix=FOUR
// RUN: memplace-opt %s --memplace-cut="target=%S/Inputs/slow-and-small.json" | FileCheck %s --check-prefix=NONE
// RUN: memplace-opt %s --memplace-default="target=%S/Inputs/slow-and-small.json cut=4" 2>/dev/null | FileCheck %s --check-prefix=PLACED
// RUN: memplace-opt %s --memplace-default="target=%S/Inputs/slow-and-small.json" 2>/dev/null | FileCheck %s --check-prefix=UNCUT
// RUN: memplace-opt %s --memplace-extract-problem="target=%S/Inputs/slow-and-small.json cut=4 function=chain" -o /dev/null | FileCheck %s --check-prefix=PROBLEM
// RUN: memplace-opt %s --memplace-default="target=%S/Inputs/slow-and-small.json cut=4" 2>/dev/null | memplace-opt --memplace-cut="target=%S/Inputs/slow-and-small.json cut=4" | FileCheck %s --check-prefix=PLACED

// The fast memory has room for a quarter of each array. What one op leaves of it
// is there for the next one, if they take turns.
// CHECK-LABEL: func.func @chain(
// CHECK-COUNT-4: memref.reinterpret_cast {{.*}} {memplace.piece}
// CHECK: linalg.exp ins({{.*}}) outs(%[[A0:.*]] :
// CHECK-NEXT: linalg.log ins(%[[A0]] :

// FOUR-LABEL: func.func @chain(
// FOUR-COUNT-4: linalg.exp
// FOUR-NOT: linalg.exp
// FOUR: func.func @small

// NONE-NOT: memplace.piece

// PLACED-LABEL: func.func @chain(
// PLACED: memplace.slot {{.*}} for "alloc0.piece 4/4"
// PLACED: memplace.release

// UNCUT-NOT: piece

// PROBLEM: {"name": "alloc0.piece 1/4", "size": 1024,
// expected-remark @below {{2 ops and 3 buffers of function 'chain' are cut; makespan}}
func.func @chain(%x: memref<16x64xf32>, %y: memref<16x64xf32>) {
  %a = memref.alloc() : memref<16x64xf32>
  // expected-remark @below {{pieces along dimension 0, of 16 indices; that costs}}
  linalg.exp ins(%x : memref<16x64xf32>) outs(%a : memref<16x64xf32>)
  // expected-remark @below {{pieces along dimension 0, of 16 indices; that costs}}
  linalg.log ins(%a : memref<16x64xf32>) outs(%y : memref<16x64xf32>)
  return
}

// What fits already is not faster in pieces.
// CHECK-LABEL: func.func @small(
// CHECK: linalg.exp ins({{.*}} : memref<4xf32>)
func.func @small() {
  %c = arith.constant 1.0 : f32
  %a = memref.alloc() : memref<4xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
  return
}
