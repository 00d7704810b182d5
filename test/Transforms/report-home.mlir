// RUN: memplace-opt %s --memplace-place-buffers=solver=default-tier -o %t.mlir
// RUN: memplace-opt %t.mlir --memplace-report="file=- format=table" -o /dev/null | FileCheck %s
// RUN: memplace-opt %t.mlir --memplace-report=file=- -o /dev/null | FileCheck %s --check-prefix=JSON
// RUN: memplace-opt %t.mlir --memplace-report=remarks -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// The baseline of the comparison is described if some buffers are not in the
// default tier.

#tight = #memplace.target<"tight",
  tiers = [#memplace.tier_spec<"fast", capacity = 160, alignment = 1, read = 1.0e3, write = 1.0e3>,
           #memplace.tier_spec<"slow", capacity = 32, alignment = 1, read = 1.0e2, write = 1.0e2>],
  default_tier = "slow",
  channels = [#memplace.channel_spec<"in", "slow" to "fast", bytes_per_second = 1.0e2, latency_ps = 0>],
  combine = sum, flops_per_second = {default = 1.0e6}, launch_ps = 0>
module attributes {memplace.target = #tight} {

// Pinned, external in another tier, and one byte too large.
//      CHECK: function 'three' on 'tight': 5 buffers,
// CHECK-NEXT:  makespan, all but 3 in 'slow' {{ *}}[[TIME:[0-9.]+ ms]]   not 'arg1', 'arg2', 'alloc0'{{$}}
// CHECK-NEXT:  makespan, placed {{ *}}[[TIME]]   1.00 times as fast
//      JSON: "function": "three",
//      JSON: "home_makespan_ps": [[TIME:[0-9]+]],
// JSON-NEXT: "not_in_default_tier": [
// JSON-NEXT:   "arg1",
// JSON-NEXT:   "arg2",
// JSON-NEXT:   "alloc0"
// JSON-NEXT: ],
// JSON-NEXT: "makespan_ps": [[TIME]],
// REMARK: remark: makespan [[TIME:.*]] modelled, gap {{.*}}, with all but 3 in 'slow' [[TIME]]{{$}}
func.func @three(%f: i8, %pinned: memref<2xi8> {memplace.pin = #memplace.tier<"fast">},
                 %there: memref<32xi8, #memplace.tier<"fast">>) {
  %i = arith.constant 0 : index
  %large = memref.alloc() : memref<33xi8>
  linalg.fill ins(%f : i8) outs(%large : memref<33xi8>)
  %fits = memref.alloc() : memref<32xi8>
  linalg.fill ins(%f : i8) outs(%fits : memref<32xi8>)
  memref.copy %fits, %there : memref<32xi8> to memref<32xi8, #memplace.tier<"fast">>
  %e = memref.load %pinned[%i] : memref<2xi8>
  %small = memref.alloc() : memref<4xi8>
  linalg.fill ins(%e : i8) outs(%small : memref<4xi8>)
  return
}

// Only the first names are listed.
//      CHECK: function 'four' on 'tight': 4 buffers,
// CHECK-NEXT: makespan, all but 4 in 'slow' {{.*}} not 'arg0', 'arg1', 'arg2', ...{{$}}
func.func @four(%a: memref<4xi8, #memplace.tier<"fast">>, %b: memref<4xi8, #memplace.tier<"fast">>,
                %c: memref<4xi8, #memplace.tier<"fast">>, %d: memref<4xi8, #memplace.tier<"fast">>) {
  memref.copy %a, %b : memref<4xi8, #memplace.tier<"fast">> to memref<4xi8, #memplace.tier<"fast">>
  memref.copy %c, %d : memref<4xi8, #memplace.tier<"fast">> to memref<4xi8, #memplace.tier<"fast">>
  return
}

//      CHECK: function 'all' on 'tight': 2 buffers,
// CHECK-NEXT: makespan, everything in 'slow' {{ *}}[[TIME:[0-9.]+ ms]]{{$}}
//      JSON: "function": "all",
//      JSON: "home_makespan_ps":
// JSON-NEXT: "makespan_ps":
// REMARK: with everything in 'slow'
func.func @all(%a: memref<4xi8>, %b: memref<4xi8>) {
  memref.copy %a, %b : memref<4xi8> to memref<4xi8>
  return
}
}
