// The output parses again: the text of `dma_start` has no attributes.
// RUN: memplace-opt %s --convert-memplace-to-memref-dma=tier-spaces=cmem:1,hbm:0 | mlir-opt | FileCheck %s --implicit-check-not=memplace. --implicit-check-not=acquire --implicit-check-not=release
// RUN: memplace-opt %s --convert-memplace-to-memref-dma=tier-spaces=hbm:0 | FileCheck %s --check-prefix=TIERS

#cmem = #memplace.tier<"cmem">
#hbm = #memplace.tier<"hbm">

// CHECK-LABEL: func @transfer(
// CHECK-SAME: %[[ARG:.*]]: memref<64xf32>)
func.func @transfer(%arg0: memref<64xf32> {memplace.pin = #hbm}) attributes {memplace.transfers = []} {
  // CHECK: %[[TAGS:.*]] = memref.alloc() {channels = ["in", "out"]} : memref<2xi32>
  // CHECK: %[[A:.*]] = memref.alloc() : memref<8192xi8, 1>
  // TIERS: memref.alloc() : memref<8192xi8, #memplace.tier<"cmem">>
  %a = memplace.arena : memref<8192xi8, #cmem>
  // CHECK: %[[OFFSET:.*]] = arith.constant 512 : index
  // CHECK: %[[S:.*]] = memref.view %[[A]][%[[OFFSET]]][] : memref<8192xi8, 1> to memref<64xf32, 1>
  // TIERS: memref.view {{.*}} to memref<64xf32, #memplace.tier<"cmem">>
  %s = memplace.slot %a[512] for "w" : memref<8192xi8, #cmem> to memref<64xf32, #cmem>
  memplace.acquire %s : memref<64xf32, #cmem>
  // CHECK: %[[T:.*]] = arith.constant 0 : index
  // CHECK: %[[ORIGIN:.*]] = arith.constant 0 : index
  // CHECK: %[[COUNT:.*]] = arith.constant 64 : index
  // CHECK: memref.dma_start %[[ARG]][%[[ORIGIN]]], %[[S]][%[[ORIGIN]]], %[[COUNT]], %[[TAGS]][%[[T]]] : memref<64xf32>, memref<64xf32, 1>, memref<2xi32>
  // TIERS: memref.dma_start {{.*}} : memref<64xf32>, memref<64xf32, #memplace.tier<"cmem">>, memref<2xi32>
  %t = memplace.start_transfer %arg0 to %s on "in" : memref<64xf32> to memref<64xf32, #cmem>
  // CHECK: %[[COUNT:.*]] = arith.constant 64 : index
  // CHECK: memref.dma_wait %[[TAGS]][%[[T]]], %[[COUNT]] : memref<2xi32>
  memplace.wait %t
  // CHECK: %[[T:.*]] = arith.constant 1 : index
  // CHECK: memref.dma_start %[[S]][{{.*}}], %[[ARG]][{{.*}}], %{{.*}}, %[[TAGS]][%[[T]]] : memref<64xf32, 1>, memref<64xf32>, memref<2xi32>
  %u = memplace.start_transfer %s to %arg0 on "out" : memref<64xf32, #cmem> to memref<64xf32>
  memplace.wait %u
  memplace.release %s : memref<64xf32, #cmem>
  // CHECK: memref.dealloc %[[A]] : memref<8192xi8, 1>
  memplace.free_arena %a : memref<8192xi8, #cmem>
  // CHECK: memref.dealloc %[[TAGS]]
  // CHECK-NEXT: return
  return
}

// Types omit space 0. No index for a scalar, two for a matrix.
// CHECK-LABEL: func @ranks(
// CHECK-SAME: %arg0: memref<f32>, %arg1: memref<f32, 1>, %arg2: memref<2x3xf32>, %arg3: memref<2x3xf32, 1>)
func.func @ranks(%arg0: memref<f32, #hbm>, %arg1: memref<f32, #cmem>, %arg2: memref<2x3xf32, #hbm>, %arg3: memref<2x3xf32, #cmem>) {
  // CHECK: %[[ONE:.*]] = arith.constant 1 : index
  // CHECK: memref.dma_start %arg0[], %arg1[], %[[ONE]], %{{.*}}[%{{.*}}] : memref<f32>, memref<f32, 1>, memref<2xi32>
  %t = memplace.start_transfer %arg0 to %arg1 on "in" : memref<f32, #hbm> to memref<f32, #cmem>
  // CHECK: %[[SIX:.*]] = arith.constant 6 : index
  // CHECK: memref.dma_start %arg2[%[[Z:.*]], %[[Z]]], %arg3[%[[Z]], %[[Z]]], %[[SIX]]
  %u = memplace.start_transfer %arg2 to %arg3 on "in" : memref<2x3xf32, #hbm> to memref<2x3xf32, #cmem>
  memplace.wait %u
  memplace.wait %t
  return
}

// CHECK-LABEL: func @alignment
func.func @alignment() {
  // CHECK: memref.alloc() {alignment = 512 : i64} : memref<64xi8, 1>
  %a = memplace.arena {alignment = 512 : i64} : memref<64xi8, #cmem>
  memplace.free_arena %a : memref<64xi8, #cmem>
  return
}

// A token from a branch becomes the number of its tag.
// CHECK-LABEL: func @branch
func.func @branch(%arg0: memref<8xf32>, %arg1: memref<8xf32>, %s: memref<8xf32, #cmem>, %cond: i1) {
  // CHECK: %[[TAGS:.*]] = memref.alloc() {channels = ["in", "in2"]} : memref<2xi32>
  // CHECK: %[[T:.*]] = scf.if %{{.*}} -> (index) {
  %t = scf.if %cond -> !memplace.token {
    // CHECK: %[[ZERO:.*]] = arith.constant 0 : index
    // CHECK: memref.dma_start %{{.*}} %[[TAGS]][%[[ZERO]]]
    // CHECK: scf.yield %[[ZERO]] : index
    %u = memplace.start_transfer %arg0 to %s on "in" : memref<8xf32> to memref<8xf32, #cmem>
    scf.yield %u : !memplace.token
  } else {
    // CHECK: %[[ONE:.*]] = arith.constant 1 : index
    // CHECK: memref.dma_start %{{.*}} %[[TAGS]][%[[ONE]]]
    // CHECK: scf.yield %[[ONE]] : index
    %u = memplace.start_transfer %arg1 to %s on "in2" : memref<8xf32> to memref<8xf32, #cmem>
    scf.yield %u : !memplace.token
  }
  // CHECK: memref.dma_wait %[[TAGS]][%[[T]]], %c8
  memplace.wait %t
  return
}

// One wait in each arm, a transfer within a trip, several returns.
// CHECK-LABEL: func @control_flow
func.func @control_flow(%arg0: memref<8xf32>, %s: memref<8xf32, #cmem>, %cond: i1, %n: index) {
  // CHECK: %[[TAGS:.*]] = memref.alloc() {channels = ["in", "in"]} : memref<2xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = memplace.start_transfer %arg0 to %s on "in" : memref<8xf32> to memref<8xf32, #cmem>
  // CHECK: scf.if
  // CHECK: memref.dma_wait
  // CHECK: else
  // CHECK: memref.dma_wait
  scf.if %cond {
    memplace.wait %t
  } else {
    memplace.wait %t
  }
  // CHECK: scf.for
  // CHECK: memref.dma_start
  // CHECK: memref.dma_wait
  scf.for %i = %c0 to %n step %c1 {
    %u = memplace.start_transfer %arg0 to %s on "in" : memref<8xf32> to memref<8xf32, #cmem>
    scf.if %cond {
      memplace.wait %u
    }
  }
  cf.cond_br %cond, ^a, ^b
^a:
  // CHECK: memref.dealloc %[[TAGS]]
  // CHECK-NEXT: return
  return
^b:
  // CHECK: memref.dealloc %[[TAGS]]
  // CHECK-NEXT: return
  return
}
