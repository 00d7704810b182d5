// RUN: memplace-opt %s --memplace-extract-problem="target=toy inline=false simplify=false" -o /dev/null 2>&1 | FileCheck %s

// A written argument is live-out, and live-in unless it is certainly
// overwritten first.

// CHECK-LABEL: "name": "first_overwritten"
// CHECK:   "buffers": [
// CHECK-NEXT:     {"name": "arg0", "size": 16, "alignment": 4, "begin": 0, "end": 2, "live_in": true, "live_out": true},
// CHECK-NEXT:     {"name": "arg1", "size": 16, "alignment": 4, "begin": 0, "end": 2, "live_out": true}
// CHECK:   "ops": [
// CHECK-NEXT:     {"name": "memref.copy", "compute_ps": 0, "accesses": [{"buffer": 0, "mode": "read", "bytes": 16}, {"buffer": 1, "mode": "write", "bytes": 16}]},
// CHECK-NEXT:     {"name": "memref.copy", "compute_ps": 0, "accesses": [{"buffer": 1, "mode": "read", "bytes": 16}, {"buffer": 0, "mode": "write", "bytes": 16}]}
// CHECK:   "loops": []
func.func @first_overwritten(%in: memref<4xf32>, %out: memref<4xf32>) {
  memref.copy %in, %out : memref<4xf32> to memref<4xf32>
  memref.copy %out, %in : memref<4xf32> to memref<4xf32>
  return
}

// The loop runs.
// CHECK-LABEL: "name": "in_a_loop_that_runs"
// CHECK:   "buffers": [
// CHECK-NEXT:     {"name": "arg0", "size": 16, "alignment": 4, "begin": 0, "end": 3, "live_in": true},
// CHECK-NEXT:     {"name": "arg1", "size": 16, "alignment": 4, "begin": 0, "end": 3, "live_out": true}
// CHECK:   "ops": [
// CHECK-NEXT:     {"name": "boundary", "compute_ps": 0, "accesses": []},
// CHECK-NEXT:     {"name": "memref.copy", "compute_ps": 0, "accesses": [{"buffer": 0, "mode": "read", "bytes": 16}, {"buffer": 1, "mode": "write", "bytes": 16}]},
// CHECK-NEXT:     {"name": "boundary", "compute_ps": 0, "accesses": []}
// CHECK:   "loops": [
// CHECK-NEXT:     {"begin": 1, "end": 3, "trip_count": 1}
func.func @in_a_loop_that_runs(%in: memref<4xf32>, %out: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c1 step %c1 {
    memref.copy %in, %out : memref<4xf32> to memref<4xf32>
  }
  return
}

// The inner loop may be skipped, in every trip of the outer one.
// CHECK-LABEL: "name": "in_a_loop_that_may_be_skipped"
// CHECK:   "buffers": [
// CHECK-NEXT:     {"name": "arg0", "size": 16, "alignment": 4, "begin": 0, "end": 5, "live_in": true},
// CHECK-NEXT:     {"name": "arg1", "size": 16, "alignment": 4, "begin": 0, "end": 5, "live_in": true, "live_out": true}
// CHECK:   "ops": [
// CHECK-NEXT:     {"name": "boundary", "compute_ps": 0, "accesses": []},
// CHECK-NEXT:     {"name": "boundary", "compute_ps": 0, "accesses": []},
// CHECK-NEXT:     {"name": "memref.copy", "compute_ps": 0, "accesses": [{"buffer": 0, "mode": "read", "bytes": 16}, {"buffer": 1, "mode": "write", "bytes": 16}]},
// CHECK-NEXT:     {"name": "boundary", "compute_ps": 0, "accesses": []},
// CHECK-NEXT:     {"name": "boundary", "compute_ps": 0, "accesses": []}
// CHECK:   "loops": [
// CHECK-NEXT:     {"begin": 1, "end": 5, "trip_count": 1},
// CHECK-NEXT:     {"begin": 2, "end": 4, "trip_count": 2, "may_skip": true}
func.func @in_a_loop_that_may_be_skipped(%in: memref<4xf32>, %out: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c1 step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      memref.copy %in, %out : memref<4xf32> to memref<4xf32>
    } {memplace.trip_count = 2}
  }
  return
}

// A loop that never runs overwrites nothing.
// CHECK-LABEL: "name": "in_a_loop_that_never_runs"
// CHECK:   "buffers": [
// CHECK-NEXT:     {"name": "arg0", "size": 16, "alignment": 4, "begin": 0, "end": 1, "live_in": true},
// CHECK-NEXT:     {"name": "arg1", "size": 16, "alignment": 4, "begin": 0, "end": 1, "live_in": true, "live_out": true}
// CHECK:   "ops": [
// CHECK-NEXT:     {"name": "scf.for", "compute_ps": 0, "accesses": [{"buffer": 0, "mode": "read", "bytes": 0}, {"buffer": 1, "mode": "update", "bytes": 0}]}
// CHECK:   "loops": []
func.func @in_a_loop_that_never_runs(%in: memref<4xf32>, %out: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c1 to %c0 step %c1 {
    memref.copy %in, %out : memref<4xf32> to memref<4xf32>
  }
  return
}

// Read and overwritten by one op.
// CHECK-LABEL: "name": "read_and_overwritten"
// CHECK:   "buffers": [
// CHECK-NEXT:     {"name": "arg0", "size": 16, "alignment": 4, "begin": 0, "end": 1, "live_in": true, "live_out": true}
// CHECK:   "ops": [
// CHECK-NEXT:     {"name": "linalg.exp", "compute_ps": 4000000000, "accesses": [{"buffer": 0, "mode": "update", "bytes": 16}]}
// CHECK:   "loops": []
func.func @read_and_overwritten(%out: memref<4xf32>) {
  linalg.exp ins(%out : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

memref.global "private" constant @table : memref<4xf32> = dense<1.0>
memref.global "private" @state : memref<4xf32> = dense<1.0>

// A global always has contents; a written global keeps its contents at home.
// CHECK-LABEL: "name": "globals"
// CHECK:   "buffers": [
// CHECK-NEXT:     {"name": "table", "size": 16, "alignment": 4, "begin": 0, "end": 1, "live_in": true},
// CHECK-NEXT:     {"name": "state", "size": 16, "alignment": 4, "begin": 0, "end": 1, "live_out": true, "tiers": ["slow"]}
// CHECK:   "ops": [
// CHECK-NEXT:     {"name": "memref.copy", "compute_ps": 0, "accesses": [{"buffer": 0, "mode": "read", "bytes": 16}, {"buffer": 1, "mode": "write", "bytes": 16}]}
// CHECK:   "loops": []
func.func @globals() {
  %0 = memref.get_global @table : memref<4xf32>
  %1 = memref.get_global @state : memref<4xf32>
  memref.copy %0, %1 : memref<4xf32> to memref<4xf32>
  return
}
