// RUN: memplace-opt %s --convert-memplace-to-llvm | FileCheck %s

#fast = #memplace.tier<"fast">

// Buffers in rows are moved row by row: the number of rows, and their distances at both ends.
// CHECK: llvm.func @memplace_rt_transfer_start_rows(!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, i64, i64, !llvm.ptr) -> i64
// CHECK-LABEL: func @rows(
// CHECK: %[[LOOPS:.*]] = llvm.alloca
// CHECK: llvm.store %c4_i64, %{{.*}} : i64, !llvm.ptr
// CHECK: llvm.store %c64_i64, %{{.*}} : i64, !llvm.ptr
// CHECK: llvm.store %c128_i64, %{{.*}} : i64, !llvm.ptr
// CHECK: scf.for
// CHECK-NOT: alloca
// CHECK: llvm.call @memplace_rt_transfer_start_rows(%{{.*}}, %c64_i64{{.*}}, %c1_i64{{.*}}, %[[LOOPS]])
func.func @rows(%x: memref<4x16xf32, strided<[32, 1], offset: 16>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = memplace.arena : memref<4096xi8, #fast>
  %s = memplace.slot %a[0] for "x" : memref<4096xi8, #fast> to memref<4x16xf32, #fast>
  memplace.acquire %s : memref<4x16xf32, #fast>
  scf.for %i = %c0 to %c2 step %c1 {
    %t = memplace.start_transfer %x to %s on "in" : memref<4x16xf32, strided<[32, 1], offset: 16>> to memref<4x16xf32, #fast>
    memplace.wait %t
  }
  memplace.release %s : memref<4x16xf32, #fast>
  memplace.free_arena %a : memref<4096xi8, #fast>
  return
}

// Rows without gaps at both ends are one run.
// CHECK-LABEL: func @one_run(
// CHECK: llvm.call @memplace_rt_transfer_start(
func.func @one_run(%x: memref<4x16xf32, strided<[16, 1], offset: 16>>, %y: memref<4x16xf32, #fast>) {
  %t = memplace.start_transfer %x to %y on "in" : memref<4x16xf32, strided<[16, 1], offset: 16>> to memref<4x16xf32, #fast>
  memplace.wait %t
  return
}
