// RUN: memplace-opt %s --memplace-cut="target=%S/Inputs/slow-and-small.json cut=auto remarks=true" -verify-diagnostics -o /dev/null
// RUN: memplace-opt %s --memplace-cut="target=%S/Inputs/slow-and-small.json cut=auto" 2>/dev/null | FileCheck %s
// RUN: memplace-opt %s --memplace-cut="target=%S/Inputs/slow-and-small.json cut=4" 2>/dev/null | FileCheck %s --check-prefix=FOUR
// RUN: memplace-opt %s --memplace-cut="target=%S/Inputs/slow-and-small.json" | FileCheck %s --check-prefix=NONE
// RUN: memplace-opt %s --memplace-default="target=%S/Inputs/slow-and-small.json cut=4" 2>/dev/null | FileCheck %s --check-prefix=PLACED
// RUN: memplace-opt %s --memplace-default="target=%S/Inputs/slow-and-small.json" 2>/dev/null | FileCheck %s --check-prefix=UNCUT
// RUN: memplace-opt %s --memplace-extract-problem="target=%S/Inputs/slow-and-small.json cut=4 function=chain" -o /dev/null | FileCheck %s --check-prefix=PROBLEM
// RUN: memplace-opt %s --memplace-default="target=%S/Inputs/slow-and-small.json cut=4" 2>/dev/null | memplace-opt --memplace-cut="target=%S/Inputs/slow-and-small.json cut=4" | FileCheck %s --check-prefix=PLACED

// The report has cuts, their costs and their gain; it omits uncut functions.
// RUN: memplace-opt %s --memplace-default="target=%S/Inputs/slow-and-small.json cut=4 report=%t.json" -o /dev/null 2>/dev/null
// RUN: FileCheck %s --check-prefix=REPORT --implicit-check-not='"cuts"' < %t.json
// RUN: memplace-opt %s --memplace-default="target=%S/Inputs/slow-and-small.json cut=4 report=%t.txt report-format=table" -o /dev/null 2>/dev/null
// RUN: FileCheck %s --check-prefix=TABLE --implicit-check-not='cut in pieces' < %t.txt
// REPORT: "function": "chain"
// REPORT: "cuts": {
// REPORT-NEXT: "makespan_ps": {{[0-9]+}},
// REPORT-NEXT: "uncut_makespan_ps": {{[0-9]+}},
// REPORT-NEXT: "buffers": 3,
// REPORT-NEXT: "ops": [
// REPORT-NEXT: {
// REPORT-NEXT: "op": "linalg.exp",
// REPORT-NEXT: "step": 0,
// REPORT-NEXT: "dimension": 0,
// REPORT-NEXT: "extent": 16,
// REPORT-NEXT: "pieces": 4,
// REPORT-NEXT: "launch_ps": 300,
// REPORT-NEXT: "repeated_bytes": 0,
// REPORT-NEXT: "halo_bytes": 0
// REPORT: "op": "linalg.log",
// REPORT: "function": "small"
// TABLE: function 'chain'
// TABLE: cut in pieces: 2 ops, 3 buffers; makespan without cuts
// TABLE-NEXT: linalg.exp at step 0: 4 pieces along dimension 0 of 16 indices; 300 ps of launches, 0 bytes read again, 0 bytes of halos
// TABLE-NEXT: linalg.log at step 1: 4 pieces

// Fast memory has room for a quarter of each array. If ops alternate, each
// finds the previous op's result in fast memory.
// CHECK-LABEL: func.func @chain(
// CHECK-COUNT-4: memref.reinterpret_cast {{.*}} {memplace.piece}
// CHECK: linalg.exp ins({{.*}}) outs(%[[A0:.*]] :
// CHECK-NEXT: linalg.log ins(%[[A0]] :

// FOUR-LABEL: func.func @chain(
// FOUR-COUNT-4: linalg.exp ins
// FOUR-NOT: linalg.exp ins
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

// Ops that fit already are not faster in pieces.
// CHECK-LABEL: func.func @small(
// CHECK: linalg.exp ins({{.*}} : memref<4xf32>)
func.func @small() {
  %c = arith.constant 1.0 : f32
  %a = memref.alloc() : memref<4xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
  return
}
