// Programs that fit into a scratchpad only in another form, or in more pieces than each op needs; and one that does
// not fit, where the error names the op that no cut makes smaller.
//
// RUN: split-file %s %t
// RUN: memplace-opt %t/layers.mlir --memplace-default=target=%src_root/examples/accelerators/npu.json | FileCheck %s --check-prefix=LAYERS
// RUN: memplace-opt %t/banks.mlir --allow-unregistered-dialect --memplace-default=target=%t/banks.json | FileCheck %s --check-prefix=BANKS
// RUN: memplace-opt %t/two-places.mlir --memplace-default=target=toy | FileCheck %s --check-prefix=PLACES
// RUN: memplace-opt %t/scatter.mlir --memplace-default=target=%src_root/examples/accelerators/npu.json | FileCheck %s --check-prefix=SCATTER
// RUN: memplace-opt %t/two-tables.mlir --memplace-default=target=%src_root/examples/accelerators/npu.json 2>&1 | FileCheck %s --check-prefix=TABLES
// RUN: memplace-opt %t/strided.mlir --memplace-default="target=%src_root/examples/accelerators/npu.json cut=2" | FileCheck %s --check-prefix=STRIDED
// RUN: memplace-opt %t/window.mlir --allow-unregistered-dialect --memplace-default=target=%src_root/examples/accelerators/npu.json | FileCheck %s --check-prefix=WINDOW
// RUN: sed s/262144/32768/ %src_root/examples/accelerators/npu.json > %t/32k.json
// RUN: not memplace-opt %t/opaque.mlir --allow-unregistered-dialect --memplace-default=target=%t/32k.json -o /dev/null 2>&1 | FileCheck %s --check-prefix=OPAQUE
// RUN: not memplace-opt %t/long-sum.mlir --memplace-default=target=%t/32k.json -o /dev/null 2>&1 | FileCheck %s --check-prefix=SUM
// RUN: memplace-opt %t/long-sum.mlir --memplace-default="target=%t/32k.json cut-float-sums=true" -o /dev/null
// RUN: not memplace-opt %t/two-sums.mlir --memplace-default=target=%t/32k.json -o /dev/null 2>&1 | FileCheck %s --check-prefix=TWO-SUMS
// RUN: memplace-opt %t/two-sums.mlir --memplace-default="target=%t/32k.json cut-float-sums=true" -o /dev/null
// RUN: sed 's/"write_bytes_per_second": [0-9a-z]*/"write_bytes_per_second": 0/' %t/32k.json > %t/read-only.json
// RUN: not memplace-opt %t/written.mlir --memplace-default=target=%t/read-only.json -o /dev/null 2>&1 | FileCheck %s --check-prefix=READ-ONLY

//--- written.mlir
// Cuts do not help against a scratchpad that nobody can write.
// READ-ONLY: error: no cuts were found with which all ops can be placed, although op 'linalg.exp' (step 1) fits alone: it needs 4096 bytes in 'scratchpad' at once, which has 32768; uncut, no tier can serve buffer 'arg1' of 4096 bytes
func.func @main(%x: memref<32x32xf32>, %y: memref<32x32xf32>) {
  linalg.exp ins(%x : memref<32x32xf32>) outs(%y : memref<32x32xf32>)
  return
}

//--- opaque.mlir
// OPAQUE: opaque.mlir:3:3: error: op 'npu.mix' (step 0) needs at least 131072 bytes in 'scratchpad' at once, which has 32768; no cut makes its operands smaller; 'memplace.cut_dims' at the op would say how it can be cut
func.func @main(%x: memref<64x256xf32>, %y: memref<64x256xf32>) {
  "npu.mix"(%x, %y) {memplace.access = ["read", "write"], memplace.cost = #memplace.cost<compute_ps = 1000000>} : (memref<64x256xf32>, memref<64x256xf32>) -> ()
  return
}

//--- long-sum.mlir
// SUM: long-sum.mlir:3:3: error: op 'linalg.dot' (step 0) needs at least {{[0-9]+}} bytes in 'scratchpad' at once, which has 32768; no cut makes its operands smaller; its dimension 0, a sum of floats, is cut with cut-float-sums
func.func @main(%x: memref<16384xf32>, %y: memref<16384xf32>, %z: memref<f32>) {
  linalg.dot ins(%x, %y : memref<16384xf32>, memref<16384xf32>) outs(%z : memref<f32>)
  return
}

//--- two-sums.mlir
// The first op has tiles, but no cut. The second has neither.
// TWO-SUMS: two-sums.mlir:5:3: error: op 'linalg.matmul' (step 0) needs at least {{[0-9]+}} bytes in 'scratchpad' at once, which has 32768;
// TWO-SUMS: two-sums.mlir:6:3: note: loops over tiles would need tiles of op 'linalg.dot', too, whose smallest tile needs 131136 bytes, as sums of floats stay whole
func.func @main(%a: memref<512x512xf32>, %b: memref<512x512xf32>, %c: memref<512x512xf32>, %x: memref<16384xf32>, %y: memref<16384xf32>, %z: memref<f32>) {
  linalg.matmul ins(%a, %b : memref<512x512xf32>, memref<512x512xf32>) outs(%c : memref<512x512xf32>)
  linalg.dot ins(%x, %y : memref<16384xf32>, memref<16384xf32>) outs(%z : memref<f32>)
  return
}

//--- window.mlir
// No operand has the window's dimension as an axis: it has 4 indices, as the input has 2 * 63 + 4 rows.
// WINDOW-COUNT-8: "npu.pool"({{.*}}) {{.*}} : (memref<18x256xf32, {{.*}}>, memref<8x256xf32, {{.*}}>) -> ()
func.func @main(%x: memref<130x256xf32>, %y: memref<64x256xf32>) {
  "npu.pool"(%x, %y) {memplace.access = ["read", "write"], memplace.cut = #memplace.cut<dim = 0, pieces = 8>, memplace.cut_dims = [affine_map<(i, j, k) -> (2 * i + k, j)>, affine_map<(i, j, k) -> (i, j)>]} : (memref<130x256xf32>, memref<64x256xf32>) -> ()
  return
}

//--- strided.mlir
// Rows between windows belong to the piece before them.
// STRIDED: linalg.conv_2d_nhwc_hwcf {{.*}} ins(%{{.*}} : memref<1x31x64x16xf32{{.*}} outs(%{{.*}} : memref<1x16x32x16xf32
// STRIDED: linalg.conv_2d_nhwc_hwcf
func.func @main(%x: memref<1x64x64x16xf32>, %w: memref<1x1x16x16xf32>, %y: memref<1x32x32x16xf32>) {
  linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>} ins(%x, %w : memref<1x64x64x16xf32>, memref<1x1x16x16xf32>) outs(%y : memref<1x32x32x16xf32>)
  return
}

//--- layers.mlir
// A stack of 40 weights: the rolled loop would need all of it.
// LAYERS-COUNT-40: linalg.matmul
func.func @main(%x: memref<64x64xf32>, %w: memref<40x64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 40 : index
  %z = arith.constant 0.0 : f32
  %h = memref.alloc() : memref<64x64xf32>
  scf.for %i = %c0 to %n step %c1 {
    %s = memref.subview %w[%i, 0, 0] [1, 64, 64] [1, 1, 1] : memref<40x64x64xf32> to memref<64x64xf32, strided<[64, 1], offset: ?>>
    linalg.fill ins(%z : f32) outs(%h : memref<64x64xf32>)
    linalg.matmul ins(%x, %s : memref<64x64xf32>, memref<64x64xf32, strided<[64, 1], offset: ?>>) outs(%h : memref<64x64xf32>)
    linalg.tanh ins(%h : memref<64x64xf32>) outs(%x : memref<64x64xf32>)
  }
  return
}

//--- banks.mlir
// Two pieces fit for each op alone, but fill a whole bank.
// BANKS-COUNT-8: "npu.matmul"
#rows = affine_map<(i, j, k) -> (i, k)>
#columns = affine_map<(i, j, k) -> (k, j)>
#result = affine_map<(i, j, k) -> (i, j)>
#same = affine_map<(i, j) -> (i, j)>
func.func @ffn(%x: memref<64x256xf32>, %w0: memref<256x256xf16>, %w1: memref<256x256xf16>, %y: memref<64x256xf32>) {
  %h = memref.alloc() : memref<64x256xf32>
  %g = memref.alloc() : memref<64x256xf32>
  "npu.matmul"(%x, %w0, %h) {memplace.access = ["read", "read", "write"], memplace.cost = #memplace.cost<compute_ps = 25000000>, memplace.cut_dims = [#rows, #columns, #result]} : (memref<64x256xf32>, memref<256x256xf16>, memref<64x256xf32>) -> ()
  "npu.gelu"(%h, %g) {memplace.access = ["read", "write"], memplace.cost = #memplace.cost<compute_ps = 2000000>, memplace.cut_dims = [#same, #same]} : (memref<64x256xf32>, memref<64x256xf32>) -> ()
  "npu.matmul"(%g, %w1, %y) {memplace.access = ["read", "read", "write"], memplace.cost = #memplace.cost<compute_ps = 25000000>, memplace.cut_dims = [#rows, #columns, #result]} : (memref<64x256xf32>, memref<256x256xf16>, memref<64x256xf32>) -> ()
  return
}

//--- two-places.mlir
// A value that may be one of two buffers keeps both at home, and the placed program passes verification.
// PLACES: scf.if
func.func @main(%x: memref<6xf32>, %c: i1, %out: memref<6xf32>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %copy = memref.alloc() : memref<6xf32>
  memref.copy %x, %copy : memref<6xf32> to memref<6xf32>
  %either = scf.if %c -> memref<6xf32> {
    memref.store %one, %copy[%c0] : memref<6xf32>
    scf.yield %copy : memref<6xf32>
  } else {
    scf.yield %x : memref<6xf32>
  }
  memref.copy %either, %out : memref<6xf32> to memref<6xf32>
  return
}

//--- scatter.mlir
// The loop takes the two large arrays in parts, in order, and keeps its sums in the scratchpad.
// SCATTER: memplace.slot {{.*}} for "arg2" {memplace.residency = #memplace.residency<"scratchpad"
// SCATTER: memplace.move
// SCATTER: memref.store %{{.*}}, %{{.*}} : memref<256xi32, #memplace.tier<"scratchpad">>
func.func @main(%ids: memref<35000xi32>, %new: memref<35000xi32>, %out: memref<256xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 35000 : index
  %zero = arith.constant 0 : i32
  %width = arith.constant 256 : index
  linalg.fill ins(%zero : i32) outs(%out : memref<256xi32>)
  scf.for %i = %c0 to %n step %c1 {
    %id = memref.load %ids[%i] : memref<35000xi32>
    %at0 = arith.index_castui %id : i32 to index
    %at = arith.remui %at0, %width : index
    %add = memref.load %new[%i] : memref<35000xi32>
    %old = memref.load %out[%at] : memref<256xi32>
    %sum = arith.addi %old, %add : i32
    memref.store %sum, %out[%at] : memref<256xi32>
  }
  return
}

//--- two-tables.mlir
// Either table fits, both do not: the larger stays at home.
// TABLES: remark: op 'scf.for' accesses the 160000 bytes of buffer 'arg1' in their home 'ddr'
// TABLES: memref.load %{{.*}} : memref<35000xf32, #memplace.tier<"scratchpad">>
// TABLES: memref.load %arg1[%{{.*}}] : memref<40000xf32>
func.func @main(%a: memref<35000xf32>, %b: memref<40000xf32>, %at: memref<256xi32>, %y: memref<256xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  scf.for %i = %c0 to %c256 step %c1 {
    %k = memref.load %at[%i] : memref<256xi32>
    %index = arith.index_cast %k : i32 to index
    %v = memref.load %a[%index] : memref<35000xf32>
    %w = memref.load %b[%index] : memref<40000xf32>
    %sum = arith.addf %v, %w : f32
    memref.store %sum, %y[%i] : memref<256xf32>
  }
  return
}

//--- banks.json
{"format": "memplace-target", "version": 1, "name": "banks",
 "tiers": [
  {"name": "bank0", "capacity": 98304, "alignment": 64, "read_bytes_per_second": 64e9, "write_bytes_per_second": 64e9},
  {"name": "bank1", "capacity": 98304, "alignment": 64, "read_bytes_per_second": 64e9, "write_bytes_per_second": 64e9},
  {"name": "ddr", "capacity": 1073741824, "alignment": 64, "read_bytes_per_second": 8e9, "write_bytes_per_second": 8e9, "ops": false}],
 "default_tier": "ddr",
 "channels": [
  {"name": "load0", "from": "ddr", "to": "bank0", "bytes_per_second": 8e9, "latency_ps": 500000, "dimensions": 2},
  {"name": "load1", "from": "ddr", "to": "bank1", "bytes_per_second": 8e9, "latency_ps": 500000, "dimensions": 2},
  {"name": "store0", "from": "bank0", "to": "ddr", "bytes_per_second": 8e9, "latency_ps": 500000, "dimensions": 2},
  {"name": "store1", "from": "bank1", "to": "ddr", "bytes_per_second": 8e9, "latency_ps": 500000, "dimensions": 2}],
 "combine": "max",
 "compute": {"flops_per_second": {"default": 1e12}, "launch_ps": 1000000}}
