// RUN: rm -rf %t && split-file %s %t

// The passes have their own tests of options; this file tests that each option
// arrives.

// RUN: not memplace-opt %t/calls.mlir --memplace-default 2>&1 | FileCheck %s --check-prefix=TARGET
// TARGET: error: there is no target to place buffers for
// RUN: not memplace-opt %t/calls.mlir --memplace-default="target=toy solver=none" 2>&1 | FileCheck %s --check-prefix=SOLVER
// SOLVER: error: {{.*}}'none'
// RUN: not memplace-opt %t/calls.mlir --memplace-default="target=toy time-limit=0" 2>&1 | FileCheck %s --check-prefix=LIMIT
// LIMIT: error: 'time-limit' must be above 0 seconds, got 0
// RUN: not memplace-opt %t/calls.mlir --memplace-default="target=toy slot-alignment=3" 2>&1 | FileCheck %s --check-prefix=ALIGNMENT
// ALIGNMENT: error: 'slot-alignment' must be a power of two, got 3
// RUN: memplace-opt %t/calls.mlir --memplace-default="target=toy slot-alignment=64" | FileCheck %s --check-prefix=ALIGNED
// ALIGNED: memplace.arena {alignment = 64 : i64}
// RUN: not memplace-opt %t/calls.mlir --memplace-default="target=toy solution=%t/none.json" 2>&1 | FileCheck %s --check-prefix=SOLUTION
// SOLUTION: error: {{.*}}none.json

// RUN: memplace-opt %t/plain.mlir --memplace-default="target=toy solver=test-random seed=4" -o %t/4.mlir
// RUN: memplace-opt %t/plain.mlir --memplace-default="target=toy solver=test-random seed=4" | cmp - %t/4.mlir
// RUN: memplace-opt %t/plain.mlir --memplace-default="target=toy solver=test-random seed=5" | not cmp - %t/4.mlir

// The placement comes from the file.
// RUN: memplace-opt %t/plain.mlir --memplace-default="target=toy solution=%t/plan.json" | FileCheck %s --check-prefix=PLAN
// PLAN: memplace.arena {{.*}} : memref<40xi8, #memplace.tier<"fast">>
// PLAN: memplace.slot %{{.*}}[24] for "alloc0"

// Calls are inlined first, or are steps.
// RUN: memplace-opt %t/calls.mlir --memplace-default="target=toy" 2>&1 | FileCheck %s --check-prefix=INLINED --implicit-check-not='call @' --implicit-check-not=remark
// INLINED: func.func @caller
// RUN: memplace-opt %t/calls.mlir --memplace-default="target=toy inline=false" 2>&1 | FileCheck %s --check-prefix=CALLED
// CALLED: remark: function 'callee' is not placed: it runs inside of its caller's step
// CALLED: func.func private @callee({{.*}}) attributes {memplace.called} {
// CALLED-NOT: memplace.
// CALLED: func.func @caller(
// CALLED: call @callee(

// The program is simplified before and after placement, or placed unchanged.
// (The inliner also simplifies functions.)
// RUN: memplace-opt %t/once.mlir --memplace-default="target=toy" | FileCheck %s --check-prefix=SIMPLE --implicit-check-not=scf.for
// SIMPLE: memref.copy
// RUN: memplace-opt %t/once.mlir --memplace-default="target=toy simplify=false" | FileCheck %s --check-prefix=AS-IT-IS
// AS-IT-IS: scf.for

// RUN: not memplace-opt %t/unknown.mlir --allow-unregistered-dialect --memplace-default="target=toy" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: memplace-opt %t/unknown.mlir --allow-unregistered-dialect --memplace-default="target=toy allow-unknown-ops report=%t/unknown.txt report-format=table" 2>&1 | FileCheck %s --check-prefix=BARRIER
// RUN: FileCheck %s --check-prefix=BARRIER-REPORT < %t/unknown.txt
// UNKNOWN: error: cannot tell what 'other.op' does to memory
// BARRIER: "other.op"
// BARRIER-REPORT: function 'unknown'

// A failed pass leaves no report.
// RUN: memplace-opt %t/dynamic.mlir --memplace-default="target=toy report=%t/dynamic.json" -o /dev/null 2>&1 | FileCheck %s --check-prefix=DYNAMIC
// RUN: FileCheck %s --check-prefix=DYNAMIC-REPORT < %t/dynamic.json
// RUN: rm %t/dynamic.json
// RUN: not memplace-opt %t/dynamic.mlir --memplace-default="target=toy strict report=%t/dynamic.json" -o %t/dynamic.out 2>&1 | FileCheck %s --check-prefix=STRICT
// RUN: not ls %t/dynamic.json
// RUN: not ls %t/dynamic.out
// DYNAMIC: remark: buffer 'alloc0' is not placed: has no static size
// DYNAMIC-REPORT: "unplaced": [
// DYNAMIC-REPORT: "name": "alloc0",
// DYNAMIC-REPORT-NEXT: "reason": "has no static size"
// STRICT: error: buffer 'alloc0' is not placed: has no static size

// RUN: memplace-opt %t/plain.mlir --memplace-default="target=toy report=- report-format=table" -o /dev/null | FileCheck %s --check-prefix=TABLE
// TABLE: function 'plain' on 'toy': 3 buffers, 2 steps
// RUN: memplace-opt %t/plain.mlir --memplace-default="target=toy report=-" -o /dev/null | FileCheck %s --check-prefix=JSON
// JSON: "format": "memplace-report"
// RUN: memplace-opt %t/plain.mlir --memplace-default="target=toy report-remarks" -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARKS
// REMARKS: remark: buffer 'alloc0' of 16 bytes:
// RUN: memplace-opt %t/plain.mlir --memplace-default="target=toy" -o /dev/null 2>&1 | count 0
// RUN: not memplace-opt %t/plain.mlir --memplace-default="target=toy report=- report-format=xml" -o /dev/null 2>&1 | FileCheck %s --check-prefix=FORMAT
// FORMAT: error: 'format' ('report-format' of memplace-default) must be 'json' or 'table', got 'xml'

//--- plain.mlir
func.func @plain(%in: memref<4xf32>, %out: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %in, %a : memref<4xf32> to memref<4xf32>
  memref.copy %a, %out : memref<4xf32> to memref<4xf32>
  return
}

//--- plan.json
{"format": "memplace-solution", "version": 1, "problem": "plain",
 "residencies": [
  {"buffer": 0, "tier": "slow", "begin": 0, "end": 1},
  {"buffer": 1, "tier": "slow", "begin": 0, "end": 2},
  {"buffer": 2, "tier": "fast", "offset": 24, "begin": 0, "end": 2}],
 "transfers": [], "served": [[0, 2], [2, 1]]}

//--- calls.mlir
func.func private @callee(%in: memref<4xf32>, %a: memref<4xf32>) {
  memref.copy %in, %a : memref<4xf32> to memref<4xf32>
  return
}
func.func @caller(%in: memref<4xf32>, %out: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  call @callee(%in, %a) : (memref<4xf32>, memref<4xf32>) -> ()
  memref.copy %a, %out : memref<4xf32> to memref<4xf32>
  return
}

//--- once.mlir
func.func @once(%in: memref<4xf32>, %out: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf32>
  scf.for %i = %c0 to %c1 step %c1 {
    memref.copy %in, %a : memref<4xf32> to memref<4xf32>
  }
  memref.copy %a, %out : memref<4xf32> to memref<4xf32>
  return
}

//--- unknown.mlir
func.func @unknown(%x: memref<4xf32>) {
  "other.op"(%x) : (memref<4xf32>) -> ()
  return
}

//--- dynamic.mlir
func.func @dynamic(%in: memref<?xf32>, %x: memref<4xf32>, %y: memref<4xf32>, %n: index) {
  %a = memref.alloc(%n) : memref<?xf32>
  memref.copy %in, %a : memref<?xf32> to memref<?xf32>
  memref.copy %a, %in : memref<?xf32> to memref<?xf32>
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  memref.dealloc %a : memref<?xf32>
  return
}
