// RUN: memplace-opt %s --convert-memplace-to-llvm --split-input-file | FileCheck %s --implicit-check-not=memplace. --implicit-check-not=acquire --implicit-check-not=release --implicit-check-not=no_alias
// RUN: memplace-opt %s --convert-memplace-to-llvm=default-tier=main --split-input-file | FileCheck %s --check-prefix=NAMED
// RUN: memplace-opt %s --convert-memplace-to-llvm=checked=true --split-input-file | FileCheck %s --check-prefix=CHECKED

#cmem = #memplace.tier<"cmem">

// CHECK-DAG: llvm.mlir.global internal constant @[[CMEM:memplace_string.*]]("cmem\00")
// CHECK-DAG: llvm.mlir.global internal constant @[[DEFAULT:memplace_string.*]]("default\00")
// CHECK-DAG: llvm.mlir.global internal constant @[[IN:memplace_string.*]]("in\00")
// CHECK-DAG: llvm.func @memplace_rt_arena_alloc(!llvm.ptr, i64, i64) -> !llvm.ptr
// CHECK-DAG: llvm.func @memplace_rt_arena_free(!llvm.ptr, !llvm.ptr)
// CHECK-DAG: llvm.func @memplace_rt_transfer_start(!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) -> i64
// CHECK-DAG: llvm.func @memplace_rt_transfer_wait(i64)
// NAMED: llvm.mlir.global internal constant @{{.*}}("main\00")

// CHECK-LABEL: func @transfer(
// CHECK-SAME: %[[ARG:.*]]: memref<64xf32>)
func.func @transfer(%arg0: memref<64xf32> {memplace.pin = #cmem}) attributes {memplace.transfers = []} {
  // CHECK: %[[TIER:.*]] = llvm.mlir.addressof @[[CMEM]]
  // CHECK: %[[P:.*]] = llvm.call @memplace_rt_arena_alloc(%[[TIER]], %c8192_i64, %c64_i64)
  // CHECK: %[[D:.*]] = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  // CHECK: %[[D1:.*]] = llvm.insertvalue %[[P]], %[[D]][0]
  // CHECK: %[[D2:.*]] = llvm.insertvalue %[[P]], %[[D1]][1]
  // CHECK: %[[D3:.*]] = llvm.insertvalue %{{.*}}, %[[D2]][2]
  // CHECK: %[[D4:.*]] = llvm.insertvalue %c8192_i64, %[[D3]][3, 0]
  // CHECK: %[[D5:.*]] = llvm.insertvalue %{{.*}}, %[[D4]][4, 0]
  // CHECK: %[[A:.*]] = builtin.unrealized_conversion_cast %[[D5]] : {{.*}} to memref<8192xi8>
  // CHECKED: llvm.call @memplace_rt_arena_alloc_checked(%{{.*}}, %c8192_i64, %c4096_i64)
  %a = memplace.arena : memref<8192xi8, #cmem>
  // CHECK: %[[OFFSET:.*]] = arith.constant 4096 : index
  // CHECK: %[[S:.*]] = memref.view %[[A]][%[[OFFSET]]][] : memref<8192xi8> to memref<64xf32>
  %s = memplace.slot %a[4096] for "w" {memplace.residency = #memplace.residency<"cmem", offset = 4096, steps = 0 to 1>}
    : memref<8192xi8, #cmem> to memref<64xf32, #cmem>
  // CHECKED: %[[KEEPS:.*]] = arith.constant 0 : i32
  // CHECKED: llvm.call @memplace_rt_acquire(%{{.*}}, %c256_i64{{.*}}, %[[KEEPS]]) : (!llvm.ptr, i64, i32) -> ()
  memplace.acquire %s : memref<64xf32, #cmem>
  // CHECK: %[[CHANNEL:.*]] = llvm.mlir.addressof @[[IN]]
  // CHECK: %[[FROM:.*]] = llvm.mlir.addressof @[[DEFAULT]]
  // CHECK: %[[TO:.*]] = llvm.mlir.addressof @[[CMEM]]
  // CHECK: %[[INDEX:.*]] = memref.extract_aligned_pointer_as_index %[[S]] : memref<64xf32> -> index
  // CHECK: %[[INT:.*]] = arith.index_cast %[[INDEX]] : index to i64
  // CHECK: %[[DESTINATION:.*]] = llvm.inttoptr %[[INT]] : i64 to !llvm.ptr
  // CHECK: memref.extract_aligned_pointer_as_index %[[ARG]] : memref<64xf32> -> index
  // CHECK: %[[SOURCE:.*]] = llvm.inttoptr
  // CHECK: %[[BYTES:.*]] = arith.constant 256 : i64
  // CHECK: %[[T:.*]] = llvm.call @memplace_rt_transfer_start(%[[CHANNEL]], %[[FROM]], %[[TO]], %[[DESTINATION]], %[[SOURCE]], %[[BYTES]])
  %t = memplace.start_transfer %arg0 to %s on "in" : memref<64xf32> to memref<64xf32, #cmem>
  // CHECK: llvm.call @memplace_rt_transfer_wait(%[[T]])
  memplace.wait %t
  // CHECKED: llvm.call @memplace_rt_release(%{{.*}}, %c256_i64{{.*}}) : (!llvm.ptr, i64) -> ()
  memplace.release %s : memref<64xf32, #cmem>
  // CHECKED: %[[KEEPS:.*]] = arith.constant 1 : i32
  // CHECKED: llvm.call @memplace_rt_acquire(%{{.*}}, %{{.*}}, %[[KEEPS]])
  memplace.acquire %s keep_contents : memref<64xf32, #cmem>
  // CHECK: memref.extract_aligned_pointer_as_index %[[A]]
  // CHECK: llvm.call @memplace_rt_arena_free(%{{.*}}, %{{.*}}) : (!llvm.ptr, !llvm.ptr) -> ()
  memplace.free_arena %a : memref<8192xi8, #cmem>
  return
}

// The address is that of the first element, the size is the layout's span.
// CHECK-LABEL: func @addresses
func.func @addresses(%arg0: memref<8xf64, strided<[1], offset: 3>>, %arg1: memref<8xf64, strided<[1], offset: ?>>) {
  // CHECK: memref.extract_aligned_pointer_as_index %arg1
  // CHECK: %{{.*}}, %[[OFFSET:.*]], %{{.*}}, %{{.*}} = memref.extract_strided_metadata %arg1
  // CHECK: %[[ELEMENTS:.*]] = arith.index_cast %[[OFFSET]]
  // CHECK: %[[EIGHT:.*]] = arith.constant 8 : i64
  // CHECK: %[[BYTES:.*]] = arith.muli %[[ELEMENTS]], %[[EIGHT]] : i64
  // CHECK: arith.addi %{{.*}}, %[[BYTES]] : i64
  // CHECK: memref.extract_aligned_pointer_as_index %arg0
  // CHECK: %[[BYTES:.*]] = arith.constant 24 : i64
  // CHECK: arith.addi %{{.*}}, %[[BYTES]] : i64
  // CHECK: %[[SIZE:.*]] = arith.constant 64 : i64
  // CHECK: llvm.call @memplace_rt_transfer_start(%{{.*}}, %[[SIZE]])
  %t = memplace.start_transfer %arg0 to %arg1 on "in"
    : memref<8xf64, strided<[1], offset: 3>> to memref<8xf64, strided<[1], offset: ?>>
  memplace.wait %t
  return
}

// CHECK-LABEL: func @layout_and_alignment
func.func @layout_and_alignment() -> memref<2x4xf64, strided<[1, 2]>> {
  // CHECK: llvm.call @memplace_rt_arena_alloc(%{{.*}}, %c64_i64{{.*}}, %c8192_i64{{.*}})
  %a = memplace.arena {alignment = 8192 : i64} : memref<64xi8, #cmem>
  // CHECK: memref.view {{.*}} : memref<64xi8> to memref<8xf64>
  // CHECK: memref.reinterpret_cast {{.*}} offset: [0], sizes: [2, 4], strides: [1, 2] : memref<8xf64> to memref<2x4xf64, strided<[1, 2]>>
  %s = memplace.slot %a[0] for "x" : memref<64xi8, #cmem> to memref<2x4xf64, strided<[1, 2]>, #cmem>
  %c = memref.memory_space_cast %s : memref<2x4xf64, strided<[1, 2]>, #cmem> to memref<2x4xf64, strided<[1, 2]>>
  return %c : memref<2x4xf64, strided<[1, 2]>>
}

// Each function with an arena checks its memref arguments of known size.
// CHECKED-LABEL: func @arguments
// CHECKED-NEXT: %[[COUNT:.*]] = arith.constant 2 : i64
// CHECKED-NEXT: %[[POINTERS:.*]] = llvm.alloca %[[COUNT]] x !llvm.ptr
// CHECKED-NEXT: %[[SIZES:.*]] = llvm.alloca %[[COUNT]] x i64
// CHECKED: memref.extract_aligned_pointer_as_index %arg0
// CHECKED: llvm.getelementptr %[[POINTERS]][0]
// CHECKED: %[[SIZE:.*]] = arith.constant 256 : i64
// CHECKED: %[[PLACE:.*]] = llvm.getelementptr %[[SIZES]][0]
// CHECKED: llvm.store %[[SIZE]], %[[PLACE]]
// CHECKED: memref.extract_aligned_pointer_as_index %arg2
// CHECKED: llvm.getelementptr %[[POINTERS]][1]
// CHECKED: %{{.*}}, %{{.*}}, %[[N:.*]]:2, %[[STRIDES:.*]]:2 = memref.extract_strided_metadata %arg2
// CHECKED: arith.subi %[[N]]#0, %c1
// CHECKED: arith.muli %{{.*}}, %[[STRIDES]]#0
// CHECKED: arith.subi %[[N]]#1, %c1
// CHECKED: %[[EMPTY:.*]] = arith.ori
// CHECKED: arith.select %[[EMPTY]], %c0
// CHECKED: llvm.getelementptr %[[SIZES]][1]
// CHECKED: llvm.call @memplace_rt_check_no_alias(%{{.*}}, %[[COUNT]], %[[POINTERS]], %[[SIZES]]) : (!llvm.ptr, i64, !llvm.ptr, !llvm.ptr) -> ()
// CHECKED: llvm.call @memplace_rt_arena_alloc_checked
func.func @arguments(%arg0: memref<64xf32>, %arg1: f32, %arg2: memref<?x?xf32>, %arg3: memref<*xf32>) {
  %a = memplace.arena : memref<64xi8, #cmem>
  memplace.free_arena %a : memref<64xi8, #cmem>
  return
}

// CHECKED-LABEL: func @one_argument
// CHECKED-NOT: no_alias
// CHECKED: return
func.func @one_argument(%arg0: memref<64xf32>) {
  %a = memplace.arena : memref<64xi8, #cmem>
  memplace.free_arena %a : memref<64xi8, #cmem>
  return
}

// CHECKED-LABEL: func @no_arena
// CHECKED-NOT: no_alias
// CHECKED: return
func.func @no_arena(%arg0: memref<64xf32>, %arg1: memref<64xf32>) {
  return
}

// -----

// All types lose their tiers; residencies in allocations lose their tiers, too.
#t = #memplace.tier<"t">
// CHECK: memref.global "private" constant @g : memref<4xf32> =
memref.global "private" constant @g : memref<4xf32, #t> = dense<1.0>
// CHECK: func private @callee(memref<4xf32>, memref<*xf32>, (memref<4xf32>) -> i64) -> i64
func.func private @callee(memref<4xf32, #t>, memref<*xf32, #t>, (memref<4xf32, #t>) -> !memplace.token) -> !memplace.token
// CHECK-LABEL: func @types(
// CHECK-SAME: %arg0: memref<4xf32>, %arg1: i1, %arg2: (memref<4xf32>) -> i64, %arg3: memref<4xf32, 3>) -> memref<4xf32>
func.func @types(%arg0: memref<4xf32, #t>, %arg1: i1, %arg2: (memref<4xf32, #t>) -> !memplace.token, %arg3: memref<4xf32, 3>)
    -> memref<4xf32, #t> {
  // CHECK: %[[R:.*]] = memref.alloc() : memref<4xf32>
  %r = memref.alloc() {memplace.buffer = "r", memplace.residency = #memplace.residency<"t", offset = 0, steps = 0 to 1>}
    : memref<4xf32, #t>
  // CHECK: memref.get_global @g : memref<4xf32>
  %g = memref.get_global @g : memref<4xf32, #t>
  %u = memref.cast %g : memref<4xf32, #t> to memref<*xf32, #t>
  // CHECK: call @callee({{.*}}) : (memref<4xf32>, memref<*xf32>, (memref<4xf32>) -> i64) -> i64
  %t = func.call @callee(%r, %u, %arg2) : (memref<4xf32, #t>, memref<*xf32, #t>, (memref<4xf32, #t>) -> !memplace.token) -> !memplace.token
  // CHECK: scf.if %arg1 -> (i64)
  %x = scf.if %arg1 -> !memplace.token {
    scf.yield %t : !memplace.token
  } else {
    // CHECK: %[[U:.*]] = llvm.call @memplace_rt_transfer_start
    // CHECK: scf.yield %[[U]] : i64
    %v = memplace.start_transfer %g to %r on "c" : memref<4xf32, #t> to memref<4xf32, #t>
    scf.yield %v : !memplace.token
  }
  memplace.wait %x
  // CHECK: return %[[R]] : memref<4xf32>
  return %r : memref<4xf32, #t>
}

// -----

// The inline target names the memory of memrefs without a tier in their type.
// CHECK: @{{.*}}("slow\00")
// NAMED: @{{.*}}("main\00")
// CHECK: @memplace_string() {
module attributes {memplace.target = #memplace.target<"toy",
    tiers = [#memplace.tier_spec<"slow", capacity = 1000, alignment = 8, read = 1.0, write = 1.0>],
    default_tier = "slow",
    channels = [#memplace.channel_spec<"c", "slow" to "slow", bytes_per_second = 1.0, latency_ps = 0>],
    combine = sum, flops_per_second = {default = 1.0}, launch_ps = 0>} {
  func.func @memplace_string() {
    return
  }
  func.func @f(%arg0: memref<4xf32>, %arg1: memref<4xf32>) {
    %t = memplace.start_transfer %arg0 to %arg1 on "c" : memref<4xf32> to memref<4xf32>
    memplace.wait %t
    return
  }
}

// -----

// Existing declarations of runtime functions are used.
// CHECK: llvm.func @memplace_rt_transfer_wait(i64)
// CHECK-NOT: llvm.func @memplace_rt_transfer_wait
llvm.func @memplace_rt_transfer_wait(i64)
func.func @declared(%t: !memplace.token) {
  memplace.wait %t
  return
}

// -----

// Each module declares its own calls.
// CHECK: module @inner
// CHECK: llvm.func @memplace_rt_transfer_wait(i64)
// CHECK: call @memplace_rt_transfer_wait
module @inner {
  func.func @f(%t: !memplace.token) {
    memplace.wait %t
    return
  }
}
// CHECK: func @no_memplace
func.func @no_memplace() {
  return
}

// -----

// A copy out of a tier that may be a file becomes a runtime call, through any
// views; other copies stay.
// CHECK-LABEL: func @copies(
// CHECK-SAME: %[[W:.*]]: memref<4x8xf32>, %[[I:.*]]: index, %[[Y:.*]]: memref<1x8xf32>, %{{.*}}: memref<1x8xf32>)
func.func @copies(%w: memref<4x8xf32, #memplace.tier<"file">>, %i: index, %y: memref<1x8xf32>, %z: memref<1x8xf32>) {
  %plain = memref.memory_space_cast %w : memref<4x8xf32, #memplace.tier<"file">> to memref<4x8xf32>
  %row = memref.subview %plain[%i, 0] [1, 8] [1, 1] : memref<4x8xf32> to memref<1x8xf32, strided<[8, 1], offset: ?>>
  // CHECK: llvm.call @memplace_rt_copy(%{{.*}}, %{{.*}}, %c32_i64) : (!llvm.ptr, !llvm.ptr, i64) -> ()
  memref.copy %row, %y : memref<1x8xf32, strided<[8, 1], offset: ?>> to memref<1x8xf32>
  // CHECK: memref.copy %[[Y]],
  memref.copy %y, %z : memref<1x8xf32> to memref<1x8xf32>
  return
}
