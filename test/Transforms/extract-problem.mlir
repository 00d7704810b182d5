// RUN: memplace-opt %s --memplace-extract-problem="target=toy function=one inline=false simplify=false" -o - | FileCheck %s --check-prefixes=ONE,IR
// RUN: memplace-opt %s --memplace-extract-problem="target=toy function=one slot-alignment=64" -o /dev/null | FileCheck %s --check-prefix=ALIGNED

// With one function the file is `file` itself; with several, each function has its own.
// RUN: rm -rf %t && mkdir -p %t
// RUN: memplace-opt %s --memplace-extract-problem="target=toy function=one file=%t/p.json.gz" -o /dev/null
// RUN: memplace-solve %t/p.json.gz -o %t/p.solution.json --solver=greedy
// RUN: memplace-opt %s --memplace-extract-problem="target=toy inline=false file=%t/p.json.gz" -o /dev/null
// RUN: memplace-solve %t/p-one.json.gz -o %t/p-one.solution.json --solver=greedy
// RUN: memplace-verify %t/p-one.json.gz %t/p-one.solution.json
// RUN: memplace-solve %t/p-two.json.gz -o %t/p-two.solution.json --solver=greedy
// RUN: not ls %t/p-called.json.gz

// A called function is inlined, or is part of its caller's step.
// RUN: memplace-opt %s --memplace-extract-problem="target=toy inline=false" -o /dev/null 2>&1 | FileCheck %s --check-prefix=CALLED
// RUN: not memplace-opt %s --memplace-extract-problem="target=toy function=called inline=false" -o /dev/null 2>&1 | FileCheck %s --check-prefix=NO-FUNCTION

// RUN: not memplace-opt %s --memplace-extract-problem="target=toy file=%t/nowhere/p.json" -o /dev/null 2>&1 | FileCheck %s --check-prefix=NO-FOLDER
// RUN: not memplace-opt %s --memplace-extract-problem="target=toy slot-alignment=48" -o /dev/null 2>&1 | FileCheck %s --check-prefix=ALIGNMENT
// RUN: not memplace-opt %s --memplace-extract-problem="target=nothing" -o /dev/null 2>&1 | FileCheck %s --check-prefix=NO-TARGET
// RUN: not memplace-opt %s --memplace-extract-problem -o /dev/null 2>&1 | FileCheck %s --check-prefix=MISSING-TARGET

// Unplaceable functions give a remark, or an error that prevents all
// output.
// RUN: not memplace-opt %s --memplace-extract-problem="target=toy strict file=%t/strict.json" -o /dev/null 2>&1 | FileCheck %s --check-prefix=STRICT
// RUN: not ls %t/strict-one.json
// RUN: memplace-opt %s --memplace-extract-problem="target=toy function=two" -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// ONE:      "format": "memplace-problem",
// ONE-NEXT: "version": 1,
// ONE-NEXT: "name": "tests/one",
// ONE-NEXT: "target": "toy",
// ONE-NEXT: "buffers": [
// ONE-NEXT:   {"name": "arg0", "size": 16, "alignment": 4, "begin": 0, "end": 1, "live_in": true},
// ONE-NEXT:   {"name": "arg1", "size": 16, "alignment": 4, "begin": 0, "end": 3, "live_out": true},
// ONE-NEXT:   {"name": "alloc0", "size": 16, "alignment": 4, "begin": 0, "end": 2}
// ONE-NEXT: ],
// ONE-NEXT: "ops": [
// ONE-NEXT:   {"name": "memref.copy", "compute_ps": 0, "accesses": [{"buffer": 0, "mode": "read", "bytes": 16}, {"buffer": 2, "mode": "write", "bytes": 16}]},
// ONE-NEXT:   {"name": "memref.copy", "compute_ps": 0, "accesses": [{"buffer": 2, "mode": "read", "bytes": 16}, {"buffer": 1, "mode": "write", "bytes": 16}]},
// ONE-NEXT:   {"name": "func.call", "compute_ps": 0, "accesses": [{"buffer": 1, "mode": "update", "bytes": 16}], "once": true}
// ONE-NEXT: ],
// ONE-NEXT: "loops": []

// The IR is unchanged.
// IR: func.func @one
// IR-NEXT: memref.alloc() : memref<4xf32>

// ALIGNED: "target": {
// ALIGNED: "name": "toy"
// ALIGNED: {"name": "fast", "capacity": 128, "alignment": 64,
// ALIGNED: {"name": "slow", "capacity": 1000000, "alignment": 64,

// CALLED: remark: function 'called' is not placed: it runs inside of its caller's step
// CALLED: note: called here; run --memplace-keep-attributes --inline first
// NO-FUNCTION: error: there is no function 'called' to be placed
// NO-FOLDER: error: {{.*}}nowhere
// ALIGNMENT: error: 'slot-alignment' must be a power of two, got 48
// NO-TARGET: error: {{.*}}'nothing'
// MISSING-TARGET: error: there is no target to place buffers for
// MISSING-TARGET: note: give the pass a 'target', or the module a 'memplace.target' attribute or a DLTI spec of its tiers
// STRICT: error: buffer 'alloc0' is not placed: has no static size
// REMARK: remark: buffer 'alloc0' is not placed: has no static size
// REMARK: remark: the trip count of this loop is not known, so it counts once; set 'memplace.trip_count'
module @tests {
func.func @one(%in: memref<4xf32>, %out: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %in, %a : memref<4xf32> to memref<4xf32>
  memref.copy %a, %out : memref<4xf32> to memref<4xf32>
  func.call @called(%out) : (memref<4xf32>) -> ()
  return
}

func.func @two(%in: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc(%n) : memref<?xf32>
  %cast = memref.cast %in : memref<4xf32> to memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    memref.copy %cast, %a : memref<?xf32> to memref<?xf32>
  }
  return
}

func.func @called(%a: memref<4xf32>) {
  memref.copy %a, %a : memref<4xf32> to memref<4xf32>
  return
}
}
