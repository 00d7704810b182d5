// Programs that were refused although they have a placement: by targets with several memories, and by cuts that only
// fit in the order of ops.
//
// RUN: split-file %s %t
// RUN: memplace-opt %t/change.mlir "--memplace-default=target=%src_root/test/Integration/Inputs/banks.json cut=none" | FileCheck %s --check-prefix=CHANGE
// RUN: memplace-opt %t/change.mlir --memplace-extract-problem=target=%src_root/test/Integration/Inputs/banks.json -o /dev/null | FileCheck %s --check-prefix=STEPS
// RUN: memplace-opt %t/left.mlir --memplace-default=target=%t/small-banks.json | FileCheck %s --check-prefix=LEFT
// RUN: memplace-opt %t/one-way.mlir --memplace-default=target=%t/one-way.json | FileCheck %s --check-prefix=WAY
// RUN: memplace-opt %t/sums.mlir "--memplace-default=target=%t/small-one-way.json" | FileCheck %s --check-prefix=SUMS
// RUN: sed 's/"name": "load", "from": "ddr"/"name": "load", "from": "out"/' %t/one-way.json > %t/no-way.json
// RUN: not memplace-opt %t/one-way.mlir --memplace-default=target=%t/no-way.json -o %t/out 2>&1 | FileCheck %s --check-prefix=NO-WAY
// RUN: sed 's/500000}/500000, "dimensions": 2, "least_run": 32}/' %src_root/test/Integration/Inputs/scratchpad.json > %t/rows.json
// RUN: memplace-opt %t/decoder.mlir --memplace-default=target=%t/rows.json | FileCheck %s --check-prefix=DECODER

//--- change.mlir
// An argument is written in b1 and read in b0 by the next op: a null step lets it pass through its home. The update
// between could take place in either memory, but there is no way from b1 to b0 but by home.
// STEPS: "ops": [
// STEPS-NEXT: "linalg.exp"
// STEPS-NEXT: "boundary"
// STEPS-NEXT: "linalg.tanh"
// STEPS-NEXT: "linalg.fill"
// STEPS-NEXT: "linalg.matmul"
// STEPS-NEXT: "boundary"
// STEPS-NEXT: "linalg.tanh"
// STEPS-NEXT: ],
// CHANGE: linalg.exp {{.*}} outs(%[[Y1:[a-z0-9]+]] : {{.*}}"b1">>)
// CHANGE: start_transfer %[[Y1]] to %[[Y:[a-z0-9]+]] on "store1"
// CHANGE: start_transfer %[[Y]] to %[[Y0:[a-z0-9]+]] on "load0"
// CHANGE: linalg.tanh {{.*}} ins(%[[Y0]]
func.func @main(%x: memref<64x64xf32>, %y: memref<64x64xf32>, %z: memref<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<64x64xf32>
  linalg.exp {memplace.access = ["read", #memplace.access<write, tiers = ["b1"]>]} ins(%x : memref<64x64xf32>) outs(%y : memref<64x64xf32>)
  linalg.tanh {memplace.access = [#memplace.access<read, tiers = ["b0"]>, "write"]} ins(%y : memref<64x64xf32>) outs(%z : memref<64x64xf32>)
  linalg.fill {memplace.access = [#memplace.access<write, tiers = ["b1"]>]} ins(%zero : f32) outs(%a : memref<64x64xf32>)
  linalg.matmul ins(%x, %x : memref<64x64xf32>, memref<64x64xf32>) outs(%a : memref<64x64xf32>)
  linalg.tanh {memplace.access = [#memplace.access<read, tiers = ["b0"]>, "write"]} ins(%a : memref<64x64xf32>) outs(%z : memref<64x64xf32>)
  return
}

//--- left.mlir
// While the second op runs, its operand lies in two memories: where it was written, and where it is read.
// LEFT-COUNT-2: linalg.exp
// LEFT-COUNT-2: linalg.tanh
func.func @main(%x: memref<64x96xf32>, %y: memref<64x96xf32>) {
  %a = memref.alloc() : memref<64x96xf32>
  linalg.exp {memplace.access = [#memplace.access<read, tiers = ["b1"]>, #memplace.access<write, tiers = ["b0"]>]} ins(%x : memref<64x96xf32>) outs(%a : memref<64x96xf32>)
  linalg.tanh {memplace.access = [#memplace.access<read, tiers = ["b1"]>, #memplace.access<write, tiers = ["b0"]>]} ins(%a : memref<64x96xf32>) outs(%y : memref<64x96xf32>)
  return
}

//--- one-way.mlir
// Pieces of the result wait in 'out' for their transfers, so their order decides whether each finds room.
// WAY-COUNT-4: linalg.generic
#m0 = affine_map<(a, b) -> (a, b)>
#m1 = affine_map<(a, b) -> (b)>
func.func @main(%x: memref<4096x16xf32>, %v: memref<16xf32>, %y: memref<4096x16xf32>) {
  linalg.generic {indexing_maps = [#m0, #m1, #m0], iterator_types = ["parallel", "parallel"]} ins(%x, %v : memref<4096x16xf32>, memref<16xf32>) outs(%y : memref<4096x16xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  }
  return
}

// NO-WAY: error: solver 'greedy' found no placement of 3 buffers: no channel leads from 'ddr' to 'in' or 'out', so op 'linalg.generic' (step 0) can't read buffer 'arg0', whose home is 'ddr'; add a channel to the target

//--- sums.mlir
// The coarsest cuts that fit are a sum of rows and a product of columns, which have no placement.
// SUMS-COUNT-4: arith.muli
#map = affine_map<(d0, d1) -> (d1, d0)>
#map1 = affine_map<(d0, d1) -> (d0)>
func.func @main(%arg0: memref<170x210xi32>, %arg1: memref<210xi32>, %arg2: memref<170xi32>, %arg3: memref<i32>, %arg4: memref<210xi32>) {
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  linalg.fill {memplace.access = [#memplace.access<write, tiers = ["ob"]>]} ins(%c0_i32 : i32) outs(%arg1 : memref<210xi32>)
  linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg0 : memref<170x210xi32>) outs(%arg1 : memref<210xi32>) attrs =  {memplace.access = [#memplace.access<read, tiers = ["ib"]>, #memplace.access<sum, tiers = ["ob"]>]} {
  ^bb0(%in: i32, %out: i32):
    %0 = arith.addi %out, %in : i32
    linalg.yield %0 : i32
  }
  linalg.fill {memplace.access = [#memplace.access<write, tiers = ["ob"]>]} ins(%c1_i32 : i32) outs(%arg4 : memref<210xi32>)
  linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg0 : memref<170x210xi32>) outs(%arg4 : memref<210xi32>) attrs =  {memplace.access = [#memplace.access<read, tiers = ["ib"]>, #memplace.access<update, tiers = ["ob"]>]} {
  ^bb0(%in: i32, %out: i32):
    %0 = arith.muli %out, %in : i32
    linalg.yield %0 : i32
  }
  return
}

//--- decoder.mlir
// No cut of the op that reads the keys lessens the excess of all ops, as it undoes the fit of a later op.
// DECODER-COUNT-3: linalg.batch_matmul
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d1)>
func.func @main(%arg0: memref<1x128xf32> {memplace.buffer = "x"}, %arg1: memref<2x512x32xf32> {memplace.buffer = "kc"}, %arg2: memref<2x512x32xf32> {memplace.buffer = "vc"}, %arg3: memref<128x256xf32> {memplace.buffer = "wq"}, %arg4: memref<256x128xf32> {memplace.buffer = "wo"}, %arg5: memref<1x128xf32> {bufferize.result, memplace.buffer = "result"}) {
  %cst = arith.constant 0.000000e+00 : f32
  %cst_0 = arith.constant 2.000000e-01 : f32
  %cst_1 = arith.constant 0xFF800000 : f32
  %alloc = memref.alloc() : memref<1x256xf32>
  linalg.fill ins(%cst : f32) outs(%alloc : memref<1x256xf32>)
  linalg.matmul ins(%arg0, %arg3 : memref<1x128xf32>, memref<128x256xf32>) outs(%alloc : memref<1x256xf32>)
  %collapse_shape = memref.collapse_shape %alloc [[0, 1]] : memref<1x256xf32> into memref<256xf32>
  %expand_shape = memref.expand_shape %collapse_shape [[0, 1, 2]] output_shape [2, 4, 32] : memref<256xf32> into memref<2x4x32xf32>
  %alloc_2 = memref.alloc() : memref<2x4x512xf32>
  linalg.fill ins(%cst : f32) outs(%alloc_2 : memref<2x4x512xf32>)
  linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%expand_shape, %arg1 : memref<2x4x32xf32>, memref<2x512x32xf32>) outs(%alloc_2 : memref<2x4x512xf32>) {
  ^bb0(%in: f32, %in_11: f32, %out: f32):
    %0 = arith.mulf %in, %in_11 : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  }
  %alloc_3 = memref.alloc() : memref<2x4x512xf32>
  linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%alloc_2 : memref<2x4x512xf32>) outs(%alloc_3 : memref<2x4x512xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %cst_0 : f32
    linalg.yield %0 : f32
  }
  %alloc_4 = memref.alloc() : memref<2x4xf32>
  linalg.fill ins(%cst_1 : f32) outs(%alloc_4 : memref<2x4xf32>)
  linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%alloc_3 : memref<2x4x512xf32>) outs(%alloc_4 : memref<2x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %out, %in : f32
    linalg.yield %0 : f32
  }
  %alloc_5 = memref.alloc() : memref<2x4x512xf32>
  linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%alloc_3, %alloc_4 : memref<2x4x512xf32>, memref<2x4xf32>) outs(%alloc_5 : memref<2x4x512xf32>) {
  ^bb0(%in: f32, %in_11: f32, %out: f32):
    %0 = arith.subf %in, %in_11 : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  }
  %alloc_6 = memref.alloc() : memref<2x4xf32>
  linalg.fill ins(%cst : f32) outs(%alloc_6 : memref<2x4xf32>)
  linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%alloc_5 : memref<2x4x512xf32>) outs(%alloc_6 : memref<2x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  %alloc_7 = memref.alloc() : memref<2x4x512xf32>
  linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%alloc_5, %alloc_6 : memref<2x4x512xf32>, memref<2x4xf32>) outs(%alloc_7 : memref<2x4x512xf32>) {
  ^bb0(%in: f32, %in_11: f32, %out: f32):
    %0 = arith.divf %in, %in_11 : f32
    linalg.yield %0 : f32
  }
  %alloc_8 = memref.alloc() : memref<2x4x32xf32>
  linalg.fill ins(%cst : f32) outs(%alloc_8 : memref<2x4x32xf32>)
  linalg.batch_matmul ins(%alloc_7, %arg2 : memref<2x4x512xf32>, memref<2x512x32xf32>) outs(%alloc_8 : memref<2x4x32xf32>)
  %collapse_shape_9 = memref.collapse_shape %alloc_8 [[0, 1, 2]] : memref<2x4x32xf32> into memref<256xf32>
  %expand_shape_10 = memref.expand_shape %collapse_shape_9 [[0, 1]] output_shape [1, 256] : memref<256xf32> into memref<1x256xf32>
  linalg.fill ins(%cst : f32) outs(%arg5 : memref<1x128xf32>)
  linalg.matmul ins(%expand_shape_10, %arg4 : memref<1x256xf32>, memref<256x128xf32>) outs(%arg5 : memref<1x128xf32>)
  return
}

//--- small-banks.json
{"format": "memplace-target", "version": 1, "name": "banks",
 "tiers": [
  {"name": "b0", "capacity": 32768, "alignment": 64, "read_bytes_per_second": 64e9, "write_bytes_per_second": 64e9},
  {"name": "b1", "capacity": 65536, "alignment": 64, "read_bytes_per_second": 64e9, "write_bytes_per_second": 64e9},
  {"name": "ddr", "capacity": 1073741824, "alignment": 64, "read_bytes_per_second": 4e9, "write_bytes_per_second": 4e9, "ops": false}],
 "default_tier": "ddr",
 "channels": [
  {"name": "load1", "from": "ddr", "to": "b1", "bytes_per_second": 4e9, "latency_ps": 500000},
  {"name": "store0", "from": "b0", "to": "ddr", "bytes_per_second": 4e9, "latency_ps": 500000},
  {"name": "across", "from": "b0", "to": "b1", "bytes_per_second": 16e9, "latency_ps": 500000}],
 "combine": "max",
 "compute": {"flops_per_second": {"default": 1e11}, "launch_ps": 1000000}}

//--- one-way.json
{"format": "memplace-target", "version": 1, "name": "one-way",
 "tiers": [
  {"name": "in", "capacity": 131072, "alignment": 64, "read_bytes_per_second": 64e9, "write_bytes_per_second": 64e9},
  {"name": "out", "capacity": 131072, "alignment": 64, "read_bytes_per_second": 64e9, "write_bytes_per_second": 64e9},
  {"name": "ddr", "capacity": 1073741824, "alignment": 64, "read_bytes_per_second": 4e9, "write_bytes_per_second": 4e9, "ops": false}],
 "default_tier": "ddr",
 "channels": [
  {"name": "load", "from": "ddr", "to": "in", "bytes_per_second": 4e9, "latency_ps": 500000},
  {"name": "store", "from": "out", "to": "ddr", "bytes_per_second": 4e9, "latency_ps": 500000},
  {"name": "back", "from": "out", "to": "in", "bytes_per_second": 16e9, "latency_ps": 500000},
  {"name": "on", "from": "in", "to": "out", "bytes_per_second": 16e9, "latency_ps": 500000}],
 "combine": "max",
 "compute": {"flops_per_second": {"default": 1e11}, "launch_ps": 1000000}}

//--- small-one-way.json
{"format": "memplace-target", "version": 1, "name": "small-one-way",
 "tiers": [
  {"name": "ib", "capacity": 65536, "alignment": 64, "read_bytes_per_second": 64e9, "write_bytes_per_second": 64e9},
  {"name": "ob", "capacity": 65536, "alignment": 64, "read_bytes_per_second": 64e9, "write_bytes_per_second": 64e9},
  {"name": "ddr", "capacity": 1073741824, "alignment": 64, "read_bytes_per_second": 4e9, "write_bytes_per_second": 4e9, "ops": false}],
 "default_tier": "ddr",
 "channels": [
  {"name": "load", "from": "ddr", "to": "ib", "bytes_per_second": 8e9, "latency_ps": 200000, "dimensions": 2},
  {"name": "store", "from": "ob", "to": "ddr", "bytes_per_second": 8e9, "latency_ps": 200000, "dimensions": 2},
  {"name": "back", "from": "ob", "to": "ib", "bytes_per_second": 16e9, "latency_ps": 200000, "dimensions": 2},
  {"name": "on", "from": "ib", "to": "ob", "bytes_per_second": 16e9, "latency_ps": 200000, "dimensions": 2}],
 "combine": "max",
 "compute": {"flops_per_second": {"default": 1e11}, "launch_ps": 1000000}}
