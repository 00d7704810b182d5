// RUN: rm -rf %t && split-file %s %t

// Each of the three forms can be checked, after upstream passes too. The IR is
// unchanged.
// RUN: memplace-opt %t/in.mlir --memplace-place-buffers="target=toy solution=%t/plan.json" -o %t/1.mlir
// RUN: memplace-opt %t/1.mlir --memplace-verify-placement | cmp - %t/1.mlir
// RUN: memplace-opt %t/1.mlir --memplace-insert-transfers -o %t/2.mlir
// RUN: memplace-opt %t/2.mlir --memplace-verify-placement | cmp - %t/2.mlir
// RUN: memplace-opt %t/2.mlir --canonicalize --cse --loop-invariant-code-motion --memplace-verify-placement -o /dev/null
// RUN: memplace-opt %t/2.mlir --memplace-lower-to-offsets -o %t/3.mlir
// RUN: memplace-opt %t/3.mlir --memplace-verify-placement | cmp - %t/3.mlir
// RUN: memplace-opt %t/3.mlir --canonicalize --cse --loop-invariant-code-motion --memplace-verify-placement -o /dev/null

// The option overrules the module's target: in the option's target the fast
// tier is one byte too small.
// RUN: memplace-opt %t/3.mlir --memplace-verify-placement=target=toy -o /dev/null
// RUN: not memplace-opt %t/1.mlir --memplace-verify-placement=target=%t/small.json 2>&1 | FileCheck %s --check-prefix=SMALL
// RUN: not memplace-opt %t/2.mlir --memplace-verify-placement=target=%t/small.json 2>&1 | FileCheck %s --check-prefix=SMALL
// RUN: not memplace-opt %t/3.mlir --memplace-verify-placement=target=%t/small.json 2>&1 | FileCheck %s --check-prefix=SMALL
// SMALL: error: the placement of function 'f' breaks rule R2: {{.*}}'alloc0'

// A missing line of the program violates a rule.
// RUN: grep -v memplace.wait %t/3.mlir > %t/no-wait.mlir
// RUN: not memplace-opt %t/no-wait.mlir --memplace-verify-placement -o /dev/null 2>&1 | FileCheck %s --check-prefix=NO-WAIT
// NO-WAIT: error: starts a transfer that is never waited for
// RUN: sed 's/\[16\] for "alloc0"/[8] for "alloc0"/; s/offset = 16,/offset = 8,/' %t/3.mlir > %t/moved.mlir
// RUN: not memplace-opt %t/moved.mlir --memplace-verify-placement -o /dev/null 2>&1 | FileCheck %s --check-prefix=MOVED
// MOVED: error: the placement of function 'f' breaks rule R3: {{.*}}'arg0'{{.*}}'alloc0'

// Ops without a model.
// RUN: not memplace-opt %t/unknown.mlir --allow-unregistered-dialect --memplace-verify-placement=target=toy 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: memplace-opt %t/unknown.mlir --allow-unregistered-dialect --memplace-verify-placement="target=toy allow-unknown-ops" -o /dev/null
// UNKNOWN: error: cannot tell what 'other.op' does to memory: it does not implement MemoryOpInterface

// A function without storage needs no placement.
// RUN: memplace-opt %t/at-home.mlir --memplace-verify-placement=target=toy -o /dev/null

// An op that overwrites a buffer from outside needs no earlier contents, although
// the loop behind it swaps names of the buffer's slots.
// RUN: memplace-opt %t/overwritten.mlir --memplace-place-buffers="target=toy solution=%t/overwritten.json" --memplace-insert-transfers --memplace-verify-placement | FileCheck %s --check-prefix=OVERWRITTEN
// OVERWRITTEN: memplace.acquire %[[S:.*]] :
// OVERWRITTEN: memplace.acquire %[[T:.*]] :
// OVERWRITTEN-NEXT: linalg.fill {{.*}} outs(%[[T]] :

//--- in.mlir
func.func @f(%x: memref<4xf32>, %y: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %a = memref.alloc() : memref<28xf32>
  %v = memref.subview %a[0] [4] [1] : memref<28xf32> to memref<4xf32, strided<[1]>>
  memref.copy %x, %v : memref<4xf32> to memref<4xf32, strided<[1]>>
  scf.for %i = %c0 to %c3 step %c1 {
    memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  }
  memref.copy %v, %y : memref<4xf32, strided<[1]>> to memref<4xf32>
  return
}

//--- plan.json
{"format": "memplace-solution", "version": 1, "problem": "f",
 "residencies": [
  {"buffer": 0, "tier": "slow", "begin": 0, "end": 4},
  {"buffer": 0, "tier": "fast", "offset": 0, "begin": 0, "end": 4},
  {"buffer": 1, "tier": "slow", "begin": 0, "end": 5},
  {"buffer": 2, "tier": "fast", "offset": 16, "begin": 0, "end": 5}],
 "transfers": [{"from": 0, "to": 1, "channel": "in", "start": 0, "done": 1}],
 "served": [[0, 3], [], [1, 2], [], [3, 2]]}

//--- small.json
{"format": "memplace-target", "version": 1, "name": "small",
 "tiers": [
  {"name": "fast", "capacity": 127, "alignment": 8, "read_bytes_per_second": 1000, "write_bytes_per_second": 1000},
  {"name": "slow", "capacity": 4096, "alignment": 8, "read_bytes_per_second": 100, "write_bytes_per_second": 100}],
 "default_tier": "slow",
 "channels": [{"name": "in", "from": "slow", "to": "fast", "bytes_per_second": 100, "latency_ps": 0}],
 "combine": "sum",
 "compute": {"flops_per_second": {"default": 1000}, "launch_ps": 0}}

//--- unknown.mlir
func.func @unknown(%x: memref<4xf32>) {
  "other.op"(%x) : (memref<4xf32>) -> ()
  return
}

//--- at-home.mlir
func.func @at_home(%x: memref<4xf32>, %y: memref<4xf32>) {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  return
}

//--- overwritten.mlir
func.func @overwritten(%x: memref<4xf32>, %y: memref<4xf32>, %zero: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x) -> (memref<4xf32>) {
    %v = memref.load %a[%i] : memref<4xf32>
    memref.store %v, %y[%i] : memref<4xf32>
    scf.yield %a : memref<4xf32>
  }
  linalg.fill ins(%zero : f32) outs(%x : memref<4xf32>)
  %s:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %r, %b = %x) -> (memref<4xf32>, memref<4xf32>) {
    memref.copy %x, %y : memref<4xf32> to memref<4xf32>
    scf.yield %b, %a : memref<4xf32>, memref<4xf32>
  }
  return
}

//--- overwritten.json
{"format": "memplace-solution", "version": 1, "problem": "overwritten",
 "residencies": [
  {"buffer": 0, "tier": "slow", "begin": 0, "end": 5},
  {"buffer": 0, "tier": "fast", "offset": 0, "begin": 0, "end": 1},
  {"buffer": 0, "tier": "fast", "offset": 16, "begin": 1, "end": 5},
  {"buffer": 1, "tier": "slow", "begin": 0, "end": 5}],
 "transfers": [{"from": 0, "to": 1, "channel": "in", "start": 0, "done": 0},
  {"from": 2, "to": 0, "channel": "out", "start": 5, "done": 5}],
 "served": [[1, 3], [2], [], [2, 3], []]}
