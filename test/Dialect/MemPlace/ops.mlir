// Every operation survives text, generic form and bytecode.
// RUN: memplace-opt %s | memplace-opt | FileCheck %s
// RUN: memplace-opt %s --mlir-print-op-generic | memplace-opt | FileCheck %s
// RUN: memplace-opt %s --emit-bytecode | memplace-opt | FileCheck %s

// CHECK-LABEL: func @arena_and_slots
func.func @arena_and_slots(%arg0: memref<64xf32>) {
  // CHECK: %[[CMEM:.*]] = memplace.arena : memref<4096xi8, #memplace.tier<"cmem">>
  %cmem = memplace.arena : memref<4096xi8, #memplace.tier<"cmem">>
  // CHECK: %[[HBM:.*]] = memplace.arena {alignment = 512 : i64} : memref<256xi8, #memplace.tier<"hbm">>
  %hbm = memplace.arena {alignment = 512 : i64} : memref<256xi8, #memplace.tier<"hbm">>
  // CHECK: %[[W:.*]] = memplace.slot %[[CMEM]][512] for "w" : memref<4096xi8, #memplace.tier<"cmem">> to memref<64xf32, #memplace.tier<"cmem">>
  %w = memplace.slot %cmem[512] for "w"
    : memref<4096xi8, #memplace.tier<"cmem">> to memref<64xf32, #memplace.tier<"cmem">>
  // CHECK: memplace.slot %[[HBM]][0] for "v" {memplace.residency = #memplace.residency<"hbm", offset = 0, steps = 1 to 2>} : memref<256xi8, #memplace.tier<"hbm">> to memref<f32, #memplace.tier<"hbm">>
  %v = memplace.slot %hbm[0] for "v" {memplace.residency = #memplace.residency<"hbm", offset = 0, steps = 1 to 2>}
    : memref<256xi8, #memplace.tier<"hbm">> to memref<f32, #memplace.tier<"hbm">>
  // The last byte of an arena, an empty slot at its end, a transposed layout.
  // CHECK: memplace.slot %[[HBM]][255] for "last"
  %last = memplace.slot %hbm[255] for "last"
    : memref<256xi8, #memplace.tier<"hbm">> to memref<1xi8, #memplace.tier<"hbm">>
  // CHECK: memplace.slot %[[HBM]][256] for "none"
  %none = memplace.slot %hbm[256] for "none"
    : memref<256xi8, #memplace.tier<"hbm">> to memref<0xf32, #memplace.tier<"hbm">>
  // CHECK: memplace.slot %[[HBM]][0] for "t" {{.*}} to memref<4x8xf64, strided<[1, 4]>, #memplace.tier<"hbm">>
  %transposed = memplace.slot %hbm[0] for "t"
    : memref<256xi8, #memplace.tier<"hbm">> to memref<4x8xf64, strided<[1, 4]>, #memplace.tier<"hbm">>
  // CHECK: memplace.acquire %[[W]] : memref<64xf32, #memplace.tier<"cmem">>
  memplace.acquire %w : memref<64xf32, #memplace.tier<"cmem">>
  // CHECK: memplace.acquire %[[W]] keep_contents : memref<64xf32, #memplace.tier<"cmem">>
  memplace.acquire %w keep_contents : memref<64xf32, #memplace.tier<"cmem">>
  // CHECK: %[[T:.*]] = memplace.start_transfer %arg0 to %[[W]] on "in" : memref<64xf32> to memref<64xf32, #memplace.tier<"cmem">>
  %t = memplace.start_transfer %arg0 to %w on "in"
    : memref<64xf32> to memref<64xf32, #memplace.tier<"cmem">>
  // CHECK: memplace.wait %[[T]]
  memplace.wait %t
  // CHECK: memplace.release %[[W]] : memref<64xf32, #memplace.tier<"cmem">>
  memplace.release %w : memref<64xf32, #memplace.tier<"cmem">>
  // CHECK: memplace.free_arena %[[CMEM]] : memref<4096xi8, #memplace.tier<"cmem">>
  memplace.free_arena %cmem : memref<4096xi8, #memplace.tier<"cmem">>
  memplace.free_arena %hbm : memref<256xi8, #memplace.tier<"hbm">>
  return
}

// A transfer may read a part of a larger memref, if the part has no gaps.
// CHECK-LABEL: func @from_a_part
func.func @from_a_part(%arg0: memref<8xf32, strided<[1], offset: ?>>, %arg1: memref<8xf32>) {
  // CHECK: memplace.start_transfer %arg0 to %arg1 on "c" : memref<8xf32, strided<[1], offset: ?>> to memref<8xf32>
  %t = memplace.start_transfer %arg0 to %arg1 on "c"
    : memref<8xf32, strided<[1], offset: ?>> to memref<8xf32>
  memplace.wait %t
  return
}

// CHECK-LABEL: func @tokens_are_values(
// CHECK-SAME: %{{.*}}: !memplace.token) -> !memplace.token
func.func @tokens_are_values(%cond: i1, %a: memref<8xf32>, %b: memref<8xf32>, %token: !memplace.token) -> !memplace.token {
  // CHECK: scf.if %{{.*}} -> (!memplace.token)
  %t = scf.if %cond -> !memplace.token {
    %u = memplace.start_transfer %a to %b on "c" : memref<8xf32> to memref<8xf32>
    scf.yield %u : !memplace.token
  } else {
    scf.yield %token : !memplace.token
  }
  return %t : !memplace.token
}

// CHECK-LABEL: func @windows(
func.func @windows(%stack: memref<9x8x8xf32>, %i: index) {
  // CHECK: %[[W:.*]] = memplace.window %{{.*}} : memref<9x8x8xf32> to memref<8x8xf32, strided<[8, 1], offset: ?>>
  // CHECK: memplace.move %[[W]] to %{{.*}} : memref<8x8xf32, strided<[8, 1], offset: ?>>
  %w = memplace.window %stack : memref<9x8x8xf32> to memref<8x8xf32, strided<[8, 1], offset: ?>>
  memplace.move %w to %i : memref<8x8xf32, strided<[8, 1], offset: ?>>
  // CHECK: memplace.window %{{.*}} : memref<9x8x8xf32> to memref<4x2xf32, strided<[8, 1], offset: ?>>
  %tile = memplace.window %stack : memref<9x8x8xf32> to memref<4x2xf32, strided<[8, 1], offset: ?>>
  return
}
