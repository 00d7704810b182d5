// RUN: rm -rf %t && split-file %s %t

// An op without a model, where the placement has allowed it.
// RUN: memplace-opt %t/unknown.mlir --allow-unregistered-dialect --memplace-place-buffers="target=toy allow-unknown-ops" -o %t/placed.mlir 2> /dev/null
// RUN: not memplace-opt %t/placed.mlir --allow-unregistered-dialect --memplace-report="file=-" -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: memplace-opt %t/placed.mlir --allow-unregistered-dialect --memplace-report="file=- format=table allow-unknown-ops" -o /dev/null | FileCheck %s --check-prefix=ALLOWED
// UNKNOWN: error: cannot tell what 'other.op' does to memory
// ALLOWED: function 'unknown' on 'toy'

// Another target than the module's: what would this placement take there? Its
// tiers are twice as fast.
// RUN: memplace-opt %t/two.mlir --memplace-report="file=- format=table" -o /dev/null | FileCheck %s --check-prefix=TOY
// RUN: memplace-opt %t/two.mlir --memplace-report="file=- format=table target=%t/faster.json" -o /dev/null | FileCheck %s --check-prefix=FASTER
// TOY: function 'two' on 'toy'
// TOY: placed {{ *}}356.000 ms
// FASTER: function 'two' on 'faster'
// The home tier of 16 bytes is too small for both, so that there is nothing to
// compare with.
// FASTER-NEXT: everything in 'slow' {{ *}}impossible{{$}}
// FASTER-NEXT: placed {{ *}}178.000 ms{{$}}
// RUN: memplace-opt %t/two.mlir --memplace-report="file=- target=%t/faster.json remarks" -o /dev/null 2> %t/remarks | FileCheck %s --check-prefix=NO-HOME --implicit-check-not=home_makespan
// NO-HOME: "makespan_ps": 178000000000,
// RUN: FileCheck %s --check-prefix=NO-HOME-REMARK < %t/remarks
// NO-HOME-REMARK: remark: makespan 178.000 ms, gap {{[0-9.]+}} %{{$}}

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

//--- faster.json
{"format": "memplace-target", "version": 1, "name": "faster",
 "tiers": [
  {"name": "fast", "capacity": 32, "alignment": 8, "read_bytes_per_second": 2000, "write_bytes_per_second": 2000},
  {"name": "slow", "capacity": 16, "alignment": 8, "read_bytes_per_second": 200, "write_bytes_per_second": 200}],
 "default_tier": "slow", "channels": [], "combine": "sum",
 "compute": {"flops_per_second": {"default": 1000}, "launch_ps": 0}}
