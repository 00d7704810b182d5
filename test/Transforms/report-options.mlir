// RUN: rm -rf %t && split-file %s %t

// An op without a model, if the placement allowed the op.
// RUN: memplace-opt %t/unknown.mlir --allow-unregistered-dialect --memplace-place-buffers="target=toy allow-unknown-ops" -o %t/placed.mlir 2> /dev/null
// RUN: not memplace-opt %t/placed.mlir --allow-unregistered-dialect --memplace-report="file=-" -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: memplace-opt %t/placed.mlir --allow-unregistered-dialect --memplace-report="file=- format=table allow-unknown-ops" -o /dev/null | FileCheck %s --check-prefix=ALLOWED
// UNKNOWN: error: cannot tell what 'other.op' does to memory
// ALLOWED: function 'unknown' on 'toy'

// Another target than the module's: the time of this placement there, with
// tiers twice as fast.
// RUN: memplace-opt %t/two.mlir --memplace-report="file=- format=table" -o /dev/null | FileCheck %s --check-prefix=TOY
// RUN: memplace-opt %t/two.mlir --memplace-report="file=- format=table target=%t/faster.json" -o /dev/null | FileCheck %s --check-prefix=FASTER
// TOY: function 'two' on 'toy'
// TOY: placed {{ *}}356.000 ms
// FASTER: function 'two' on 'faster'
// FASTER: placed {{ *}}178.000 ms

// No baseline: 'x' fits neither beside 'y' in the home tier nor beside 'z',
// which is pinned, in the fast tier, so 'x' must move.
// RUN: memplace-opt %t/moves.mlir --memplace-report="file=- format=table" -o /dev/null | FileCheck %s --check-prefix=NO-HOME
// NO-HOME: function 'moves' on 'tight'
// NO-HOME-NEXT: everything in 'slow' {{ *}}impossible{{$}}
// NO-HOME-NEXT: placed {{ *}}1.008 s{{$}}
// RUN: memplace-opt %t/moves.mlir --memplace-report="file=- remarks" -o /dev/null 2> %t/remarks | FileCheck %s --check-prefix=NO-HOME-JSON --implicit-check-not=home_makespan
// NO-HOME-JSON: "makespan_ps": 1008000000000,
// RUN: FileCheck %s --check-prefix=NO-HOME-REMARK < %t/remarks
// NO-HOME-REMARK: remark: makespan 1.008 s modelled, gap {{[0-9.]+}} %{{$}}

//--- unknown.mlir
func.func @unknown(%x: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %x, %a : memref<4xf32> to memref<4xf32>
  "other.op"(%a) : (memref<4xf32>) -> ()
  return
}

//--- two.mlir
module attributes {memplace.target = #memplace.target<"toy">} {
func.func @two(%f: f32) attributes {memplace.transfers = []} {
  %a = memref.alloc() {memplace.residencies = [#memplace.residency<"fast", offset = 0, steps = 0 to 3>]} : memref<5xf32>
  %b = memref.alloc() {memplace.residencies = [#memplace.residency<"slow", offset = 0, steps = 1 to 3>]} : memref<4xf32>
  linalg.fill {memplace.step = 0, memplace.served = array<i64: 0>} ins(%f : f32) outs(%a : memref<5xf32>)
  linalg.fill {memplace.step = 1, memplace.served = array<i64: 0>} ins(%f : f32) outs(%b : memref<4xf32>)
  %v = memref.subview %a[0] [4] [1] : memref<5xf32> to memref<4xf32, strided<[1]>>
  linalg.copy {memplace.step = 2, memplace.served = array<i64: 0, 0>} ins(%v : memref<4xf32, strided<[1]>>) outs(%b : memref<4xf32>)
  return
}
}

//--- moves.mlir
#tight = #memplace.target<"tight",
  tiers = [#memplace.tier_spec<"fast", capacity = 16, alignment = 1, read = 1.0e3, write = 1.0e3>,
           #memplace.tier_spec<"slow", capacity = 32, alignment = 1, read = 1.0e2, write = 1.0e2>],
  default_tier = "slow",
  channels = [#memplace.channel_spec<"out", "fast" to "slow", bytes_per_second = 1.0e2, latency_ps = 0>],
  combine = sum, flops_per_second = {default = 1.0e6}, launch_ps = 0>
module attributes {memplace.target = #tight} {
func.func @moves(%f: f32) attributes {memplace.transfers = [#memplace.transfer<0 to 1, channel = "out", start = 2, done = 2>]} {
  %x = memref.alloc() {memplace.residencies = [#memplace.residency<"fast", offset = 0, steps = 0 to 2>,
                                               #memplace.residency<"slow", offset = 0, steps = 2 to 5>]} : memref<4xf32>
  %y = memref.alloc() {memplace.residencies = [#memplace.residency<"slow", offset = 0, steps = 1 to 2>]} : memref<8xf32>
  %z = memref.alloc() {memplace.pin = #memplace.tier<"fast">,
                       memplace.residencies = [#memplace.residency<"fast", offset = 0, steps = 3 to 5>]} : memref<4xf32>
  linalg.fill {memplace.step = 0, memplace.served = array<i64: 0>} ins(%f : f32) outs(%x : memref<4xf32>)
  linalg.fill {memplace.step = 1, memplace.served = array<i64: 0>} ins(%f : f32) outs(%y : memref<8xf32>)
  linalg.exp {memplace.step = 2, memplace.served = array<i64: 1>} ins(%x : memref<4xf32>) outs(%x : memref<4xf32>)
  linalg.fill {memplace.step = 3, memplace.served = array<i64: 0>} ins(%f : f32) outs(%z : memref<4xf32>)
  linalg.copy {memplace.step = 4, memplace.served = array<i64: 0, 1>} ins(%z : memref<4xf32>) outs(%x : memref<4xf32>)
  return
}
}

//--- faster.json
{"format": "memplace-target", "version": 1, "name": "faster",
 "tiers": [
  {"name": "fast", "capacity": 32, "alignment": 8, "read_bytes_per_second": 2000, "write_bytes_per_second": 2000},
  {"name": "slow", "capacity": 4096, "alignment": 8, "read_bytes_per_second": 200, "write_bytes_per_second": 200}],
 "default_tier": "slow", "channels": [], "combine": "sum",
 "compute": {"flops_per_second": {"default": 1000}, "launch_ps": 0}}
