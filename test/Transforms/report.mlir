// RUN: rm -rf %t && split-file %s %t
// RUN: memplace-opt %t/in.mlir --memplace-place-buffers="target=toy solution=%t/plan.json" -o %t/placed.mlir

// As a table on standard output, or in a file, compressed or not; the IR stays.
// RUN: memplace-opt %t/placed.mlir --memplace-report="file=- format=table" -o %t/after.mlir | FileCheck %s --check-prefix=TABLE --match-full-lines --strict-whitespace
// RUN: cmp %t/placed.mlir %t/after.mlir
// RUN: memplace-opt %t/placed.mlir --memplace-report="file=%t/report.txt format=table" -o /dev/null | count 0
// RUN: FileCheck %s --check-prefix=TABLE --match-full-lines --strict-whitespace < %t/report.txt
// RUN: memplace-opt %t/placed.mlir --memplace-report="file=%t/report.txt.gz format=table" -o /dev/null
// RUN: gzip -dc %t/report.txt.gz | cmp - %t/report.txt

// By hand: the ops take 0.04 s (fill) + 3 × (0.08 + 0.44) s (copies within the
// fast tier and from the slow tier) + 0.08 s (store) + 0.08 s (copy) = 1.76 s.
// 'b' is evicted in each of 3 trips, 'x' is fetched while the store keeps the
// slow tier busy, and 'y' is written back at the end: 0.4 s each, all unhidden.
// The bound is the slow tier's own work: 0.08 s (store) + 0.4 s + 0.4 s.
//      TABLE:function 'f' on 'toy': 5 buffers, 8 steps; times are modelled
// TABLE-NEXT:  makespan, everything in 'slow'       6.080 s
// TABLE-NEXT:  makespan, placed                     3.760 s   1.62 times as fast
// TABLE-NEXT:  proven lower bound                920.000 ms   gap 308.7 %
// TABLE-NEXT:  of the makespan, stalls              2.000 s
// TABLE-NEXT:  not modelled: launch of an op, latency of a transfer
// TABLE-NEXT:  tier                        peak    capacity
// TABLE-NEXT:    fast                     120 B       128 B    93.8 %
// TABLE-NEXT:    slow                     160 B   976.6 KiB     0.0 %
// TABLE-NEXT:  channel                    moved   transfers
// TABLE-NEXT:    in                        40 B           1
// TABLE-NEXT:    out                      160 B           4
// TABLE-NEXT:  longest stalls (3 of 3), waiting for
// TABLE-NEXT:    1.200 s in 3 trips before step 4 memref.copy: 'alloc1' from 'fast' to 'slow'
// TABLE-NEXT:    400.000 ms before step 7 memref.copy: 'arg0' from 'slow' to 'fast'
// TABLE-NEXT:    400.000 ms at the end: 'arg1' from 'fast' to 'slow'
// TABLE-NEXT:  not placed
// TABLE-NEXT:    'alloc3': has no static size

// The placement is the same in all three forms.
// RUN: memplace-opt %t/placed.mlir --memplace-insert-transfers -o %t/explicit.mlir
// RUN: memplace-opt %t/explicit.mlir --memplace-report="file=- format=table" -o /dev/null | FileCheck %s --check-prefix=EXPLICIT
// RUN: memplace-opt %t/explicit.mlir --memplace-lower-to-offsets --memplace-report="file=- format=table" -o /dev/null | FileCheck %s --check-prefix=EXPLICIT
// EXPLICIT: everything in 'slow' {{ *}}6.080 s
// EXPLICIT-NEXT: placed {{ *}}3.760 s
// EXPLICIT-NEXT: lower bound {{ *}}920.000 ms
// EXPLICIT-NEXT: stalls {{ *}}2.000 s
// EXPLICIT: fast {{ *}}120 B
// EXPLICIT-NEXT: slow {{ *}}160 B
// EXPLICIT: in {{ *}}40 B {{ *}}1
// EXPLICIT: out {{ *}}160 B {{ *}}4
// Not the wait, which is a separate step there, but the delayed op.
// EXPLICIT: 1.200 s in 3 trips before step 10 memref.copy: 'alloc1' from 'fast' to 'slow'
// EXPLICIT-NEXT: 400.000 ms before step 21 memref.copy: 'arg0' from 'slow' to 'fast'
// EXPLICIT-NEXT: 400.000 ms at the end: 'arg1' from 'fast' to 'slow'
// RUN: memplace-opt %t/explicit.mlir --memplace-report="file=-" -o /dev/null | FileCheck %s --check-prefix=EXPLICIT-JSON
// EXPLICIT-JSON: "stalls": [
// EXPLICIT-JSON: "step": 10,
// EXPLICIT-JSON-NEXT: "op": "memref.copy",
// EXPLICIT: 'alloc3': has no static size

// As JSON, the default.
// RUN: memplace-opt %t/placed.mlir --memplace-report=file=%t/report.json -o /dev/null
// RUN: memplace-opt %t/placed.mlir --memplace-report="file=- format=json" -o /dev/null | cmp - %t/report.json
// RUN: FileCheck %s --check-prefix=JSON < %t/report.json
// JSON:      "format": "memplace-report",
// JSON-NEXT: "version": 1,
// JSON-NEXT: "functions": [
// JSON:      "function": "f",
// JSON-NEXT: "target": "toy",
// JSON-NEXT: "steps": 8,
// JSON-NEXT: "home_makespan_ps": 6080000000000,
// JSON-NEXT: "makespan_ps": 3760000000000,
// JSON-NEXT: "lower_bound_ps": 920000000000,
// JSON-NEXT: "gap": 3.08695
// JSON-NEXT: "op_ps": 1760000000000,
// JSON-NEXT: "stall_ps": 2000000000000,
// JSON-NEXT: "not_modelled": [
// JSON-NEXT:   "launch of an op",
// JSON-NEXT:   "latency of a transfer"
// JSON-NEXT: ],
// JSON-NEXT: "tiers": [
// JSON:      "name": "fast",
// JSON-NEXT: "peak_bytes": 120,
// JSON-NEXT: "capacity": 128
// JSON:      "channels": [
// JSON:      "name": "out",
// JSON-NEXT: "transfers": 4,
// JSON-NEXT: "bytes": 160
// JSON:      "stalls": [
// JSON:      "step": 4,
// JSON-NEXT: "op": "memref.copy",
// JSON-NEXT: "trips": 3,
// JSON-NEXT: "total_ps": 1200000000000,
// JSON-NEXT: "buffer": "alloc1",
// JSON-NEXT: "from": "fast",
// JSON-NEXT: "to": "slow",
// JSON-NEXT: "channel": "out"
// JSON:      "step": 8,
// JSON-NEXT: "op": "the end",
// JSON:      "buffers": [
// JSON:      "name": "arg0",
// JSON-NEXT: "size": 40,
// JSON-NEXT: "begin": 0,
// JSON-NEXT: "end": 8,
// JSON-NEXT: "residencies": [
// JSON-NEXT: {
// JSON-NEXT: "tier": "slow",
// JSON-NEXT: "begin": 0,
// JSON-NEXT: "end": 8
// JSON-NEXT: },
// JSON-NEXT: {
// JSON-NEXT: "tier": "fast",
// JSON-NEXT: "offset": 0,
// JSON-NEXT: "begin": 6,
// JSON-NEXT: "end": 8
// JSON:      "transfers": [
// JSON-NEXT: {
// JSON-NEXT: "from": "slow",
// JSON-NEXT: "to": "fast",
// JSON-NEXT: "channel": "in",
// JSON-NEXT: "start": 6,
// JSON-NEXT: "done": 7
// JSON:      "name": "alloc2",
// JSON:      "not_in_fastest_tier": "160 bytes do not fit in 'fast' of 128 bytes",
// JSON:      "unplaced": [
// JSON-NEXT: {
// JSON-NEXT: "name": "alloc3",
// JSON-NEXT: "reason": "has no static size"

// As remarks, with or without a file.
// RUN: memplace-opt %t/placed.mlir --memplace-report=remarks -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARKS
// RUN: memplace-opt %t/placed.mlir --memplace-report="remarks file=%t/again.json" -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARKS
// RUN: cmp %t/report.json %t/again.json
// RUN: memplace-opt %t/placed.mlir --memplace-report -o /dev/null 2>&1 | count 0
// REMARKS: placed.mlir:2:3: remark: makespan 3.760 s modelled, gap 308.7 %, with everything in 'slow' 6.080 s
// REMARKS: placed.mlir:2:16: remark: buffer 'arg0' of 40 bytes: 'slow' in steps 0 to 8, 'fast' at 0 in steps 6 to 8
// REMARKS: remark: buffer 'arg1' of 40 bytes: 'slow' in steps 0 to 8, 'fast' at 40 in steps 7 to 8
// REMARKS: remark: buffer 'alloc0' of 40 bytes: 'fast' at 80 in steps 1 to 6{{$}}
// REMARKS: remark: buffer 'alloc1' of 40 bytes: 'fast' at 40 in steps 3 to 4, 'slow' at 0 in steps 4 to 6{{$}}
// REMARKS: remark: buffer 'alloc2' of 160 bytes: 'slow' at 0 in steps 6 to 7; not in 'fast': 160 bytes do not fit in 'fast' of 128 bytes
// REMARKS: placed.mlir:2:3: remark: stall of 1.200 s in 3 trips before step 4 memref.copy: 'alloc1' from 'fast' to 'slow'
// REMARKS: remark: stall of 400.000 ms before step 7 memref.copy: 'arg0' from 'slow' to 'fast'
// REMARKS: remark: stall of 400.000 ms at the end: 'arg1' from 'fast' to 'slow'
// REMARKS: remark: left 'alloc3' where it was: has no static size

//--- in.mlir
func.func @f(%x: memref<10xf32>, %y: memref<10xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1.0 : f32
  %a = memref.alloc() : memref<10xf32>
  %b = memref.alloc() : memref<10xf32>
  %large = memref.alloc() : memref<40xf32>
  %dynamic = memref.alloc(%n) : memref<?xf32>
  memref.store %one, %dynamic[%c0] : memref<?xf32>
  linalg.fill ins(%one : f32) outs(%a : memref<10xf32>)
  scf.for %i = %c0 to %c3 step %c1 {
    memref.copy %a, %b : memref<10xf32> to memref<10xf32>
    memref.copy %b, %a : memref<10xf32> to memref<10xf32>
  }
  memref.store %one, %large[%c0] : memref<40xf32>
  memref.copy %x, %y : memref<10xf32> to memref<10xf32>
  return
}

//--- plan.json
{"format": "memplace-solution", "version": 1, "problem": "f",
 "residencies": [
  {"buffer": 0, "tier": "slow", "begin": 0, "end": 8},
  {"buffer": 0, "tier": "fast", "offset": 0, "begin": 6, "end": 8},
  {"buffer": 1, "tier": "slow", "begin": 0, "end": 8},
  {"buffer": 1, "tier": "fast", "offset": 40, "begin": 7, "end": 8},
  {"buffer": 2, "tier": "fast", "offset": 80, "begin": 1, "end": 6},
  {"buffer": 3, "tier": "fast", "offset": 40, "begin": 3, "end": 4},
  {"buffer": 3, "tier": "slow", "offset": 0, "begin": 4, "end": 6},
  {"buffer": 4, "tier": "slow", "offset": 0, "begin": 6, "end": 7}],
 "transfers": [
  {"from": 5, "to": 6, "channel": "out", "start": 4, "done": 4},
  {"from": 0, "to": 1, "channel": "in", "start": 6, "done": 7},
  {"from": 3, "to": 2, "channel": "out", "start": 8, "done": 8}],
 "served": [[], [4], [], [4, 5], [6, 4], [], [7], [1, 3]]}
