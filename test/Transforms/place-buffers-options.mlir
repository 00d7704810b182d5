// RUN: rm -rf %t && split-file %s %t

// The target: by name, from a file, from the module, which the option overrules,
// or from a DLTI spec. The target is recorded by name if the name suffices.
// RUN: memplace-opt %t/plain.mlir --memplace-place-buffers=target=toy | FileCheck %s --check-prefix=NAME
// RUN: memplace-opt %t/plain.mlir --memplace-place-buffers=target=%t/mine.json | FileCheck %s --check-prefix=SPELLED
// RUN: memplace-opt %t/module.mlir --memplace-place-buffers | FileCheck %s --check-prefix=SPELLED
// RUN: memplace-opt %t/module.mlir --memplace-place-buffers=target=toy | FileCheck %s --check-prefix=NAME
// RUN: memplace-opt %t/dlti.mlir --memplace-place-buffers | FileCheck %s --check-prefix=SPELLED
// RUN: not memplace-opt %t/plain.mlir --memplace-place-buffers 2>&1 | FileCheck %s --check-prefix=NO-TARGET
// RUN: not memplace-opt %t/plain.mlir --memplace-place-buffers=target=tyo 2>&1 | FileCheck %s --check-prefix=UNKNOWN-TARGET
// RUN: not memplace-opt %t/plain.mlir --memplace-place-buffers=target=%t/bad.json 2>&1 | FileCheck %s --check-prefix=BAD-TARGET
// NAME: memplace.target = #memplace.target<"toy">}
// NAME: memplace.residencies
// SPELLED: memplace.target = #memplace.target<"mine", tiers = [#memplace.tier_spec<"quick", capacity = 64, alignment = 16, read = 1.000000e+03, write = 1.000000e+03>, #memplace.tier_spec<"large", capacity = 4096, alignment = 1, read = 1.000000e+02, write = 1.000000e+02>], default_tier = "large", channels = [#memplace.channel_spec<"load", "large" to "quick", bytes_per_second = 1.000000e+02, latency_ps = 0>], combine = sum, flops_per_second = {default = 1.000000e+03}, launch_ps = 0>
// SPELLED: #memplace.residency<"quick", offset = 0
// NO-TARGET: error: there is no target to place buffers for
// NO-TARGET: note: give the pass a 'target', or the module a 'memplace.target' attribute or a DLTI spec of its tiers
// UNKNOWN-TARGET: error: {{.*}}'tyo'
// BAD-TARGET: error: {{.*}}bad.json: tiers[0].capacity: {{.*}}0

// The solver.
// RUN: memplace-opt %t/plain.mlir --memplace-place-buffers="target=toy solver=default-tier" | FileCheck %s --check-prefix=STAYS --implicit-check-not='"fast", offset'
// RUN: memplace-opt %t/plain.mlir --memplace-place-buffers="target=toy solver=first-fit" | FileCheck %s --check-prefix=FAST
// RUN: memplace-opt %t/plain.mlir --memplace-place-buffers="target=toy solver=greedy" -o %t/greedy.mlir
// RUN: memplace-opt %t/plain.mlir --memplace-place-buffers="target=toy" | cmp - %t/greedy.mlir
// RUN: not memplace-opt %t/plain.mlir --memplace-place-buffers="target=toy solver=gredy" 2>&1 | FileCheck %s --check-prefix=SOLVER
// STAYS: memref.alloc() {memplace.residencies = [#memplace.residency<"slow", offset = 0, steps = 0 to 2>]}
// FAST: memref.alloc() {memplace.residencies = [#memplace.residency<"fast", offset = 0, steps = 0 to 2>]}
// SOLVER: error: {{.*}}'gredy'{{.*}}'greedy'

// Its options, also through the pipeline.
// RUN: memplace-opt %t/plain.mlir --memplace-place-buffers="target=toy solver=msa solver-options=keep=false,prefetch=false" | FileCheck %s --check-prefix=STAYS --implicit-check-not='"fast", offset'
// RUN: memplace-opt %t/plain.mlir --memplace-default="target=toy solver=msa solver-options=picker=count,max-retries=3" -o /dev/null
// RUN: not memplace-opt %t/plain.mlir --memplace-place-buffers="target=toy solver=msa solver-options=kep=false" 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not memplace-opt %t/plain.mlir --memplace-default="target=toy solver=msa solver-options=max-retries=0" 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not memplace-opt %t/plain.mlir --memplace-place-buffers="target=toy solver-options=keep" 2>&1 | FileCheck %s --check-prefix=FORM
// OPTION: error: solver 'msa' has no option 'kep'; did you mean 'keep'?
// VALUE: error: option 'max-retries' of solver 'msa' must be at least 1, got 0
// FORM: error: expected NAME=VALUE for an option of the solver, got 'keep'

// Its seed: the same placement again, or another.
// RUN: memplace-opt %t/plain.mlir --memplace-place-buffers="target=toy solver=test-random seed=0" -o %t/0.mlir
// RUN: memplace-opt %t/plain.mlir --memplace-place-buffers="target=toy solver=test-random" | cmp - %t/0.mlir
// RUN: memplace-opt %t/plain.mlir --memplace-place-buffers="target=toy solver=test-random seed=18446744073709551615" -o %t/1.mlir
// RUN: not cmp %t/0.mlir %t/1.mlir
// RUN: memplace-opt %t/1.mlir --memplace-verify-placement -o /dev/null
// RUN: not memplace-opt %t/plain.mlir --memplace-place-buffers="target=toy seed=x"

// Its time limit.
// RUN: memplace-opt %t/plain.mlir --memplace-place-buffers="target=toy time-limit=20" -o /dev/null
// RUN: not memplace-opt %t/plain.mlir --memplace-place-buffers="target=toy time-limit=0" 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not memplace-opt %t/plain.mlir --memplace-place-buffers="target=toy time-limit=-1.5" 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not memplace-opt %t/plain.mlir --memplace-place-buffers="target=toy time-limit=nan" 2>&1 | FileCheck %s --check-prefix=NAN
// RUN: not memplace-opt %t/plain.mlir --memplace-place-buffers="target=toy time-limit=inf" 2>&1 | FileCheck %s --check-prefix=INFINITE
// ZERO: error: 'time-limit' must be above 0 seconds, got 0.0
// NEGATIVE: error: 'time-limit' must be above 0 seconds, got -1.5
// NAN: error: 'time-limit' must be above 0 seconds, got nan
// INFINITE: error: 'time-limit' must be above 0 seconds, got inf

// The minimum alignment; a tier's own alignment counts if larger.
// RUN: memplace-opt %t/two.mlir --memplace-place-buffers="target=toy solver=default-tier slot-alignment=64" | FileCheck %s --check-prefix=ALIGN-64
// RUN: memplace-opt %t/two.mlir --memplace-place-buffers="target=toy solver=default-tier slot-alignment=4" | FileCheck %s --check-prefix=ALIGN-4
// RUN: not memplace-opt %t/plain.mlir --memplace-place-buffers="target=toy slot-alignment=24" 2>&1 | FileCheck %s --check-prefix=ALIGN-24
// RUN: not memplace-opt %t/plain.mlir --memplace-place-buffers="target=toy slot-alignment=0" 2>&1 | FileCheck %s --check-prefix=ALIGN-0
// RUN: not memplace-opt %t/plain.mlir --memplace-place-buffers="target=toy slot-alignment=-8" 2>&1 | FileCheck %s --check-prefix=ALIGN-NEGATIVE
// ALIGN-64: alignment = 64, {{.*}}alignment = 64,
// ALIGN-64: #memplace.residency<"slow", offset = 0,
// ALIGN-64: #memplace.residency<"slow", offset = 64,
// ALIGN-4: memplace.target = #memplace.target<"toy">
// ALIGN-4: #memplace.residency<"slow", offset = 0,
// ALIGN-4: #memplace.residency<"slow", offset = 8,
// ALIGN-24: error: 'slot-alignment' must be a power of two, got 24
// ALIGN-0: error: 'slot-alignment' must be a power of two, got 0
// ALIGN-NEGATIVE: error: 'slot-alignment' must be a power of two, got -8

// An op without a model is an error, or a barrier whose memrefs stay at home.
// RUN: not memplace-opt %t/unknown.mlir --allow-unregistered-dialect --memplace-place-buffers="target=toy" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: memplace-opt %t/unknown.mlir --allow-unregistered-dialect --memplace-place-buffers="target=toy allow-unknown-ops" 2>&1 | FileCheck %s --check-prefix=BARRIER
// UNKNOWN: error: cannot tell what 'other.op' does to memory: it does not implement MemoryOpInterface
// BARRIER: remark: buffer 'alloc0' is not placed: {{.*}}'other.op'
// BARRIER: memref.alloc() {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 2>]}
// BARRIER: "other.op"{{.*}}memplace.step = 1

// Unplaceable buffers stay with a remark, or are an error: then nothing is
// placed.
// RUN: memplace-opt %t/dynamic.mlir --memplace-place-buffers="target=toy" 2>&1 | FileCheck %s --check-prefix=DYNAMIC
// RUN: not memplace-opt %t/dynamic.mlir --memplace-place-buffers="target=toy strict" --mlir-print-ir-after-failure -o /dev/null 2>&1 | FileCheck %s --check-prefix=STRICT --implicit-check-not=memplace.residencies
// RUN: memplace-opt %t/plain.mlir --memplace-place-buffers="target=toy strict" -o /dev/null
// RUN: memplace-opt %t/ambiguous.mlir --memplace-place-buffers="target=toy strict" 2>&1 | FileCheck %s --check-prefix=AMBIGUOUS
// DYNAMIC: dynamic.mlir:2:8: remark: buffer 'alloc0' is not placed: has no static size
// DYNAMIC: dynamic.mlir:3:8: remark: buffer 'alloc1' is not placed: is stored in memory itself
// DYNAMIC: memref.alloc(%{{.*}}) : memref<?xf32>
// DYNAMIC: memref.alloc() {memplace.residencies = [#memplace.residency<"slow", steps
// STRICT: dynamic.mlir:2:8: error: buffer 'alloc0' is not placed: has no static size
// STRICT: dynamic.mlir:3:8: error: buffer 'alloc1' is not placed: is stored in memory itself
// STRICT: func.func @dynamic(
// Both are placed, at home: no error.
// AMBIGUOUS: remark: buffer 'alloc0' stays in its home tier: a value may be this buffer or 'alloc1'
// AMBIGUOUS: remark: buffer 'alloc1' stays in its home tier: a value may be this buffer or 'alloc0'
// AMBIGUOUS-COUNT-2: memref.alloc() {memplace.residencies = [#memplace.residency<"slow", offset

//--- plain.mlir
func.func @plain(%in: memref<4xf32>, %out: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %in, %a : memref<4xf32> to memref<4xf32>
  memref.copy %a, %out : memref<4xf32> to memref<4xf32>
  return
}

//--- two.mlir
func.func @two(%in: memref<4xi8>, %out: memref<4xi8>) {
  %a = memref.alloc() : memref<4xi8>
  %b = memref.alloc() : memref<4xi8>
  memref.copy %in, %a : memref<4xi8> to memref<4xi8>
  memref.copy %a, %b : memref<4xi8> to memref<4xi8>
  memref.copy %b, %out : memref<4xi8> to memref<4xi8>
  return
}

//--- unknown.mlir
func.func @unknown(%in: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %in, %a : memref<4xf32> to memref<4xf32>
  "other.op"(%a) : (memref<4xf32>) -> ()
  return
}

//--- dynamic.mlir
func.func @dynamic(%in: memref<?xf32>, %n: index, %all: memref<memref<4xf32>>) {
  %a = memref.alloc(%n) : memref<?xf32>
  %b = memref.alloc() : memref<4xf32>
  memref.copy %in, %a : memref<?xf32> to memref<?xf32>
  %v = memref.subview %a[0] [4] [1] : memref<?xf32> to memref<4xf32, strided<[1]>>
  memref.copy %v, %b : memref<4xf32, strided<[1]>> to memref<4xf32>
  memref.store %b, %all[] : memref<memref<4xf32>>
  return
}

//--- ambiguous.mlir
func.func @ambiguous(%c: i1, %in: memref<4xf32>, %out: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %s = arith.select %c, %a, %b : memref<4xf32>
  memref.copy %in, %s : memref<4xf32> to memref<4xf32>
  memref.copy %s, %out : memref<4xf32> to memref<4xf32>
  return
}

//--- module.mlir
#mine = #memplace.target<"mine",
  tiers = [#memplace.tier_spec<"quick", capacity = 64, alignment = 16, read = 1.0e3, write = 1.0e3>,
           #memplace.tier_spec<"large", capacity = 4096, alignment = 1, read = 1.0e2, write = 1.0e2>],
  default_tier = "large",
  channels = [#memplace.channel_spec<"load", "large" to "quick", bytes_per_second = 1.0e2, latency_ps = 0>],
  combine = sum, flops_per_second = {default = 1.0e3}, launch_ps = 0>
module attributes {memplace.target = #mine} {
  func.func @plain(%in: memref<4xf32>, %out: memref<4xf32>) {
    %a = memref.alloc() : memref<4xf32>
    memref.copy %in, %a : memref<4xf32> to memref<4xf32>
    memref.copy %a, %out : memref<4xf32> to memref<4xf32>
    return
  }
}

//--- dlti.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "quick" = #dlti.target_device_spec<"memplace.capacity" = 64, "memplace.alignment" = 16, "memplace.read_bytes_per_second" = 1.0e3, "memplace.write_bytes_per_second" = 1.0e3>,
    "large" = #dlti.target_device_spec<"memplace.capacity" = 4096, "memplace.read_bytes_per_second" = 1.0e2, "memplace.write_bytes_per_second" = 1.0e2>,
    "load" = #dlti.target_device_spec<"memplace.from" = "large", "memplace.to" = "quick", "memplace.bytes_per_second" = 1.0e2>,
    "mine" = #dlti.target_device_spec<"memplace.default_tier" = "large", "memplace.flops_per_second.default" = 1.0e3>>} {
  func.func @plain(%in: memref<4xf32>, %out: memref<4xf32>) {
    %a = memref.alloc() : memref<4xf32>
    memref.copy %in, %a : memref<4xf32> to memref<4xf32>
    memref.copy %a, %out : memref<4xf32> to memref<4xf32>
    return
  }
}

//--- mine.json
{"format": "memplace-target", "version": 1, "name": "mine",
 "tiers": [
  {"name": "quick", "capacity": 64, "alignment": 16, "read_bytes_per_second": 1000, "write_bytes_per_second": 1000},
  {"name": "large", "capacity": 4096, "alignment": 1, "read_bytes_per_second": 100, "write_bytes_per_second": 100}],
 "default_tier": "large",
 "channels": [{"name": "load", "from": "large", "to": "quick", "bytes_per_second": 100, "latency_ps": 0}],
 "combine": "sum",
 "compute": {"flops_per_second": {"default": 1000}, "launch_ps": 0}}

//--- bad.json
{"format": "memplace-target", "version": 1, "name": "bad",
 "tiers": [{"name": "quick", "capacity": 0, "alignment": 16, "read_bytes_per_second": 1000, "write_bytes_per_second": 1000}],
 "default_tier": "quick", "channels": [], "combine": "sum",
 "compute": {"flops_per_second": {"default": 1000}, "launch_ps": 0}}
