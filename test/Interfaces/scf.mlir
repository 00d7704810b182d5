// RUN: memplace-opt %s -test-memplace-print-memory-ops -o /dev/null \
// RUN:   | FileCheck %s

// Ops in regions of scf and affine ops count; terminators have no model.

// CHECK-LABEL: function loops{{$}}
// CHECK-NEXT: arith.constant: none
// CHECK-NEXT: arith.constant: none
// CHECK-NEXT: scf.for: region
// CHECK-NEXT: scf.yield: none
// CHECK-NEXT: scf.if: region
// CHECK-NEXT: scf.yield: none
// CHECK-NEXT: scf.yield: none
// CHECK-NEXT: scf.while: region
// CHECK-NEXT: scf.condition: none
// CHECK-NEXT: scf.yield: none
// CHECK-NEXT: scf.parallel: region
// CHECK-NEXT: scf.reduce: region
// CHECK-NEXT: scf.forall: region
// CHECK-NEXT: scf.forall.in_parallel: region
// CHECK-NEXT: scf.index_switch: region
// CHECK-NEXT: scf.yield: none
// CHECK-NEXT: scf.execute_region: region
// CHECK-NEXT: scf.yield: none
// CHECK-NEXT: func.return: none
// CHECK-NOT: {{.}}
func.func @loops(%a: memref<8xf32>, %n: index, %c: i1, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%m = %a) -> memref<8xf32> {
    scf.yield %m : memref<8xf32>
  }
  %s = scf.if %c -> memref<8xf32> {
    scf.yield %a : memref<8xf32>
  } else {
    scf.yield %r : memref<8xf32>
  }
  scf.while : () -> () {
    scf.condition(%c)
  } do {
    scf.yield
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.reduce
  }
  scf.forall (%i) in (%n) {
  }
  scf.index_switch %n
  default {
    scf.yield
  }
  scf.execute_region {
    scf.yield
  }
  return
}
#set = affine_set<(d0) : (d0 - 2 >= 0)>
// CHECK-LABEL: function affine{{$}}
// CHECK-NEXT: affine.for: region
// CHECK-NEXT: affine.apply: none
// CHECK-NEXT: affine.load: access
// CHECK-NEXT:   read %arg0: 4 bytes at (%arg3, %arg2), plain
// CHECK-NEXT: affine.store: access
// CHECK-NEXT:   write %arg0: 4 bytes at (%arg3)
// CHECK-NEXT: affine.vector_load: access
// CHECK-NEXT:   read %arg0: 16 bytes at (%arg3)
// CHECK-NEXT: affine.vector_store: access
// CHECK-NEXT:   write %arg0: 16 bytes at (%arg3)
// CHECK-NEXT: affine.if: region
// CHECK-NEXT: affine.prefetch: none
// CHECK-NEXT: affine.yield: none
// CHECK-NEXT: affine.yield: none
// CHECK-NEXT: affine.parallel: region
// CHECK-NEXT: affine.yield: none
// CHECK-NEXT: func.return: none
// CHECK-NOT: {{.}}
func.func @affine(%a: memref<8x8xf32>, %v: f32, %n: index) {
  affine.for %i = 0 to 8 {
    %0 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
    %1 = affine.load %a[%i, symbol(%n)] : memref<8x8xf32>
    affine.store %v, %a[%i, %i + 1] : memref<8x8xf32>
    %2 = affine.vector_load %a[%i, 0] : memref<8x8xf32>, vector<4xf32>
    affine.vector_store %2, %a[%i, 4] : memref<8x8xf32>, vector<4xf32>
    affine.if #set(%i) {
      affine.prefetch %a[%i, %i], read, locality<3>, data : memref<8x8xf32>
    }
  }
  affine.parallel (%i) = (0) to (8) {
  }
  return
}
