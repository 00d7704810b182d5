// A placement from a file is used unchanged, or refused with the violated
// rule.
//
// RUN: rm -rf %t && split-file %s %t

// With one function the file is `solution` itself, compressed or not; with
// several, the function's name is added before the suffix.
// RUN: memplace-opt %t/one.mlir --memplace-place-buffers="target=toy solution=%t/one.json" | FileCheck %t/one.mlir
// RUN: gzip -k %t/one.json
// RUN: memplace-opt %t/one.mlir --memplace-place-buffers="target=toy solution=%t/one.json.gz" | FileCheck %t/one.mlir
// RUN: cp %t/one.json.gz %t/both-one.json.gz && gzip -c %t/both-two.json > %t/both-two.json.gz && cp %t/one.json %t/both-one.json
// RUN: memplace-opt %t/both.mlir --memplace-place-buffers="target=toy solution=%t/both.json" | FileCheck %t/both.mlir
// RUN: memplace-opt %t/both.mlir --memplace-place-buffers="target=toy solution=%t/both.json.gz" | FileCheck %t/both.mlir
// A dot in the folder's name starts no suffix.
// RUN: mkdir %t/dir.d && cp %t/one.json %t/dir.d/plan-one && cp %t/both-two.json %t/dir.d/plan-two
// RUN: memplace-opt %t/both.mlir --memplace-place-buffers="target=toy solution=%t/dir.d/plan" | FileCheck %t/both.mlir
// RUN: not memplace-opt %t/both.mlir --memplace-place-buffers="target=toy solution=%t/one.json" -o /dev/null 2>&1 | FileCheck %s --check-prefix=ABSENT
// ABSENT: both.mlir:{{.*}}: error: {{.*}}one-one.json
// ABSENT: both.mlir:{{.*}}: error: {{.*}}one-two.json

// A file that is missing, is not JSON, or belongs to another problem.
// RUN: not memplace-opt %t/one.mlir --memplace-place-buffers="target=toy solution=%t/none.json" -o %t/out.mlir 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: one.mlir:{{.*}}: error: {{.*}}none.json
// RUN: not ls %t/out.mlir

// RUN: not memplace-opt %t/one.mlir --memplace-place-buffers="target=toy solution=%t/not-json.json" -o /dev/null 2>&1 | FileCheck %s --check-prefix=JSON
// JSON: one.mlir:{{.*}}: error: {{.*}}not-json.json

// RUN: not memplace-opt %t/one.mlir --memplace-place-buffers="target=toy solution=%t/other.json" -o /dev/null 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: one.mlir:{{.*}}: error: {{.*}}other.json{{.*}}'other'

// The function is unchanged.
// RUN: not memplace-opt %t/one.mlir --memplace-place-buffers="target=toy solution=%t/overlap.json" --mlir-print-ir-after-failure -o /dev/null 2>&1 | FileCheck %s --check-prefix=OVERLAP --implicit-check-not=memplace.step --implicit-check-not=memplace.target
// OVERLAP: one.mlir:{{.*}}: error: the placement of '{{.*}}overlap.json' breaks rule R3: {{.*}}'arg0'{{.*}}'alloc0'
// OVERLAP: func.func @one(%{{.*}}: memref<4xf32>, %{{.*}}: memref<4xf32>) {

// RUN: not memplace-opt %t/one.mlir --memplace-place-buffers="target=toy solution=%t/capacity.json" -o /dev/null 2>&1 | FileCheck %s --check-prefix=CAPACITY
// CAPACITY: error: the placement of '{{.*}}capacity.json' breaks rule R2: {{.*}}'alloc0'

// RUN: not memplace-opt %t/one.mlir --memplace-place-buffers="target=toy solution=%t/claim.json" -o /dev/null 2>&1 | FileCheck %s --check-prefix=CLAIM
// CLAIM: error: the placement of '{{.*}}claim.json' makes a wrong claim: {{.*}}makespan

// The IR's programs are not cyclic.
// RUN: memplace-opt %t/one.mlir --memplace-place-buffers="target=toy solution=%t/twice.json" -o /dev/null
// RUN: sed 's/"start": 0, "done": 0/"start": 1, "done": 0/' %t/twice.json > %t/wrapped.json
// RUN: not memplace-opt %t/one.mlir --memplace-place-buffers="target=toy solution=%t/wrapped.json" -o /dev/null 2>&1 | FileCheck %s --check-prefix=WRAPPED
// WRAPPED: error: the placement of '{{.*}}wrapped.json' breaks rule form: transfer 0 of buffer 'arg0'{{.*}}start 1, done 0: must be 0 <= start <= done <= 2

// A plan must not overrule a pin, nor a stricter alignment.
// RUN: not memplace-opt %t/pinned.mlir --memplace-place-buffers="target=toy solution=%t/one.json" -o /dev/null 2>&1 | FileCheck %s --check-prefix=PINNED
// PINNED: pinned.mlir:{{.*}}: error: the placement of '{{.*}}one.json' breaks rule R1: {{.*}}'alloc0' in tier 'fast'
// RUN: not memplace-opt %t/one.mlir --memplace-place-buffers="target=toy solution=%t/one.json slot-alignment=16" -o /dev/null 2>&1 | FileCheck %s --check-prefix=ALIGNED
// ALIGNED: one.mlir:{{.*}}: error: the placement of '{{.*}}one.json' breaks rule R1: {{.*}}'alloc0' in tier 'fast'

// If one function is refused, no function is placed.
// RUN: cp %t/capacity.json %t/mixed-one.json && cp %t/both-two.json %t/mixed-two.json
// RUN: not memplace-opt %t/both.mlir --memplace-place-buffers="target=toy solution=%t/mixed.json" --mlir-print-ir-after-failure -o /dev/null 2>&1 | FileCheck %s --check-prefix=MIXED --implicit-check-not=memplace.step
// MIXED: error: the placement of '{{.*}}mixed-one.json' breaks rule R2

//--- one.mlir
// CHECK-LABEL: func.func @one(
func.func @one(%in: memref<4xf32>, %out: memref<4xf32>) {
  // CHECK: memplace.residencies = [#memplace.residency<"fast", offset = 8, steps = 0 to 2>]
  %a = memref.alloc() : memref<4xf32>
  memref.copy %in, %a : memref<4xf32> to memref<4xf32>
  memref.copy %a, %out : memref<4xf32> to memref<4xf32>
  return
}

//--- pinned.mlir
func.func @one(%in: memref<4xf32>, %out: memref<4xf32>) {
  %a = memref.alloc() {memplace.pin = #memplace.tier<"slow">} : memref<4xf32>
  memref.copy %in, %a : memref<4xf32> to memref<4xf32>
  memref.copy %a, %out : memref<4xf32> to memref<4xf32>
  return
}

//--- both.mlir
// CHECK-LABEL: func.func @one(
func.func @one(%in: memref<4xf32>, %out: memref<4xf32>) {
  // CHECK: memplace.residencies = [#memplace.residency<"fast", offset = 8, steps = 0 to 2>]
  %a = memref.alloc() : memref<4xf32>
  memref.copy %in, %a : memref<4xf32> to memref<4xf32>
  memref.copy %a, %out : memref<4xf32> to memref<4xf32>
  return
}
// CHECK-LABEL: func.func @two(
func.func @two(%in: memref<4xf32>) {
  // CHECK: memplace.residencies = [#memplace.residency<"slow", offset = 24, steps = 0 to 1>]
  %a = memref.alloc() : memref<4xf32>
  memref.copy %in, %a : memref<4xf32> to memref<4xf32>
  return
}

//--- one.json
{"format": "memplace-solution", "version": 1, "problem": "one",
 "residencies": [
  {"buffer": 0, "tier": "slow", "begin": 0, "end": 1},
  {"buffer": 1, "tier": "slow", "begin": 0, "end": 2},
  {"buffer": 2, "tier": "fast", "offset": 8, "begin": 0, "end": 2}],
 "transfers": [], "served": [[0, 2], [2, 1]]}

//--- both-two.json
{"format": "memplace-solution", "version": 1, "problem": "two",
 "residencies": [
  {"buffer": 0, "tier": "slow", "begin": 0, "end": 1},
  {"buffer": 1, "tier": "slow", "offset": 24, "begin": 0, "end": 1}],
 "transfers": [], "served": [[0, 1]]}

//--- not-json.json
{"format": "memplace-solution", "version": 1, "problem": "one", }

//--- other.json
{"format": "memplace-solution", "version": 1, "problem": "other",
 "residencies": [
  {"buffer": 0, "tier": "slow", "begin": 0, "end": 1},
  {"buffer": 1, "tier": "slow", "begin": 0, "end": 2},
  {"buffer": 2, "tier": "fast", "offset": 8, "begin": 0, "end": 2}],
 "transfers": [], "served": [[0, 2], [2, 1]]}

//--- overlap.json
{"format": "memplace-solution", "version": 1, "problem": "one",
 "residencies": [
  {"buffer": 0, "tier": "slow", "begin": 0, "end": 1},
  {"buffer": 0, "tier": "fast", "offset": 16, "begin": 0, "end": 1},
  {"buffer": 1, "tier": "slow", "begin": 0, "end": 2},
  {"buffer": 2, "tier": "fast", "offset": 8, "begin": 0, "end": 2}],
 "transfers": [{"from": 0, "to": 1, "channel": "in", "start": 0, "done": 0}],
 "served": [[1, 3], [3, 2]]}

//--- twice.json
{"format": "memplace-solution", "version": 1, "problem": "one",
 "residencies": [
  {"buffer": 0, "tier": "slow", "begin": 0, "end": 1},
  {"buffer": 0, "tier": "fast", "offset": 24, "begin": 0, "end": 1},
  {"buffer": 1, "tier": "slow", "begin": 0, "end": 2},
  {"buffer": 2, "tier": "fast", "offset": 8, "begin": 0, "end": 2}],
 "transfers": [
  {"from": 0, "to": 1, "channel": "in", "start": 0, "done": 0},
  {"from": 0, "to": 1, "channel": "in", "start": 0, "done": 0}],
 "served": [[1, 3], [3, 2]]}

//--- capacity.json
{"format": "memplace-solution", "version": 1, "problem": "one",
 "residencies": [
  {"buffer": 0, "tier": "slow", "begin": 0, "end": 1},
  {"buffer": 1, "tier": "slow", "begin": 0, "end": 2},
  {"buffer": 2, "tier": "fast", "offset": 120, "begin": 0, "end": 2}],
 "transfers": [], "served": [[0, 2], [2, 1]]}

//--- claim.json
{"format": "memplace-solution", "version": 1, "problem": "one", "makespan_ps": 7,
 "residencies": [
  {"buffer": 0, "tier": "slow", "begin": 0, "end": 1},
  {"buffer": 1, "tier": "slow", "begin": 0, "end": 2},
  {"buffer": 2, "tier": "fast", "offset": 8, "begin": 0, "end": 2}],
 "transfers": [], "served": [[0, 2], [2, 1]]}
