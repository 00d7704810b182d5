// Upstream passes keep a placed program correct.
// RUN: memplace-opt %s --cse | FileCheck %s --check-prefixes=CHECK,CSE
// RUN: memplace-opt %s --loop-invariant-code-motion | FileCheck %s --check-prefixes=CHECK,LICM
// RUN: memplace-opt %s --canonicalize | FileCheck %s --check-prefixes=CHECK
// RUN: memplace-opt %s --mem2reg --sroa --canonicalize --cse | FileCheck %s --check-prefixes=CHECK
// RUN: memplace-opt %s --loop-invariant-subset-hoisting --control-flow-sink --cse | FileCheck %s --check-prefixes=CHECK
// RUN: memplace-opt %s --affine-scalrep --sccp --remove-dead-values | FileCheck %s --check-prefixes=CHECK
// RUN: memplace-opt %s --buffer-hoisting --buffer-loop-hoisting --promote-buffers-to-stack | FileCheck %s --check-prefixes=CHECK

#t = #memplace.tier<"t">

// A load before a transfer differs from a load after it.
// CHECK-LABEL: func @loads_around_a_transfer
// CHECK: memref.load
// CHECK: memplace.start_transfer
// CHECK: memplace.wait
// CHECK: memref.load
// CHECK: arith.addf
func.func @loads_around_a_transfer(%arg0: memref<4xf32>, %s: memref<4xf32, #t>, %i: index) -> f32 {
  %u = memref.load %s[%i] : memref<4xf32, #t>
  %x = memplace.start_transfer %arg0 to %s on "c" : memref<4xf32> to memref<4xf32, #t>
  memplace.wait %x
  %v = memref.load %s[%i] : memref<4xf32, #t>
  %sum = arith.addf %u, %v : f32
  return %sum : f32
}

// The contents arrive between start and wait: the wait alone separates loads, too.
// CHECK-LABEL: func @loads_around_a_wait
// CHECK: memref.load
// CHECK: memplace.wait
// CHECK: memref.load
func.func @loads_around_a_wait(%t: !memplace.token, %s: memref<4xf32, #t>, %i: index) -> f32 {
  %u = memref.load %s[%i] : memref<4xf32, #t>
  memplace.wait %t
  %v = memref.load %s[%i] : memref<4xf32, #t>
  %sum = arith.addf %u, %v : f32
  return %sum : f32
}

// CHECK-LABEL: func @loads_around_a_residency
// CHECK: memref.load
// CHECK: memplace.release
// CHECK: memplace.acquire
// CHECK: memref.load
func.func @loads_around_a_residency(%s: memref<4xf32, #t>, %o: memref<4xf32, #t>, %i: index) -> f32 {
  %u = memref.load %s[%i] : memref<4xf32, #t>
  memplace.release %s : memref<4xf32, #t>
  memplace.acquire %o : memref<4xf32, #t>
  %v = memref.load %s[%i] : memref<4xf32, #t>
  %sum = arith.addf %u, %v : f32
  return %sum : f32
}

// Two slots in the same bytes: a store to one changes the other.
// CHECK-LABEL: func @overlapping_slots
// CHECK: memref.load
// CHECK: memref.store
// CHECK: memref.load
func.func @overlapping_slots(%f: f32, %i: index) -> f32 {
  %a = memplace.arena : memref<64xi8, #t>
  %s = memplace.slot %a[0] for "b" : memref<64xi8, #t> to memref<4xf32, #t>
  %o = memplace.slot %a[8] for "c" : memref<64xi8, #t> to memref<4xf32, #t>
  %u = memref.load %s[%i] : memref<4xf32, #t>
  memref.store %f, %o[%i] : memref<4xf32, #t>
  %v = memref.load %s[%i] : memref<4xf32, #t>
  memplace.free_arena %a : memref<64xi8, #t>
  %sum = arith.addf %u, %v : f32
  return %sum : f32
}

// Two equal slots are merged; two equal arenas or transfers are not.
// CHECK-LABEL: func @equals
// CHECK-COUNT-2: memplace.arena
// CSE-COUNT-1: memplace.slot
// CSE-NOT: memplace.slot
// CHECK-COUNT-2: memplace.start_transfer
func.func @equals(%arg0: memref<4xf32>, %arg1: memref<4xf32>) -> (memref<4xf32, #t>, memref<4xf32, #t>, memref<64xi8, #t>) {
  %a = memplace.arena : memref<64xi8, #t>
  %b = memplace.arena : memref<64xi8, #t>
  %s = memplace.slot %a[0] for "b" : memref<64xi8, #t> to memref<4xf32, #t>
  %o = memplace.slot %a[0] for "b" : memref<64xi8, #t> to memref<4xf32, #t>
  %x = memplace.start_transfer %arg0 to %arg1 on "c" : memref<4xf32> to memref<4xf32>
  %y = memplace.start_transfer %arg0 to %arg1 on "c" : memref<4xf32> to memref<4xf32>
  memplace.wait %x
  memplace.wait %y
  return %s, %o, %b : memref<4xf32, #t>, memref<4xf32, #t>, memref<64xi8, #t>
}

// Only the slot, which has no effect, may leave the loop.
// CHECK-LABEL: func @in_a_loop
// LICM: memplace.slot
// CHECK: scf.for
// CHECK: memplace.arena
// CHECK: memplace.acquire
// CHECK: memplace.start_transfer
// CHECK: memplace.wait
// CHECK: memref.load
// CHECK: memplace.release
// CHECK: memplace.free_arena
func.func @in_a_loop(%arg0: memref<4xf32>, %arg1: memref<64xi8, #t>, %n: index, %init: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %init) -> f32 {
    %b = memplace.arena : memref<64xi8, #t>
    %o = memplace.slot %b[0] for "o" : memref<64xi8, #t> to memref<4xf32, #t>
    %s = memplace.slot %arg1[0] for "b" : memref<64xi8, #t> to memref<4xf32, #t>
    memplace.acquire %s : memref<4xf32, #t>
    %x = memplace.start_transfer %arg0 to %s on "c" : memref<4xf32> to memref<4xf32, #t>
    memplace.wait %x
    %v = memref.load %s[%c0] : memref<4xf32, #t>
    %w = memref.load %o[%c0] : memref<4xf32, #t>
    memplace.release %s : memref<4xf32, #t>
    memplace.free_arena %b : memref<64xi8, #t>
    %sum = arith.addf %acc, %v : f32
    %sum2 = arith.addf %sum, %w : f32
    scf.yield %sum2 : f32
  }
  return %r : f32
}
