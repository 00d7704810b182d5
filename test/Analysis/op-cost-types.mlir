// RUN: memplace-opt %s -test-memplace-print-op-cost -o /dev/null \
// RUN:   | FileCheck %s

// The bytes of an element are the distance to the next element in memory, as in
// LLVM's arrays: 1 for i1 and i4, 8 for index, 16 for vector<3xf32>.

// A copy to itself reads and writes.
// CHECK-LABEL: function types{{$}}
// CHECK-NEXT: memref.copy: 0 ps
// CHECK-NEXT:   update %arg0: 8 bytes
// CHECK-NEXT: memref.copy: 0 ps
// CHECK-NEXT:   update %arg1: 8 bytes
// CHECK-NEXT: memref.copy: 0 ps
// CHECK-NEXT:   update %arg2: 64 bytes
// CHECK-NEXT: memref.copy: 0 ps
// CHECK-NEXT:   update %arg3: 64 bytes
// CHECK-NEXT: memref.copy: 0 ps
// CHECK-NEXT:   update %arg4: 128 bytes
// CHECK-NEXT: memref.copy: 0 ps
// CHECK-NEXT:   update %arg5: 16 bytes
// CHECK-NOT: {{.}}
func.func @types(%a: memref<8xi1>, %b: memref<8xi4>, %c: memref<8xindex>, %d: memref<8xcomplex<f32>>, %e: memref<8xvector<3xf32>>, %f: memref<8xf16>) {
  memref.copy %a, %a : memref<8xi1> to memref<8xi1>
  memref.copy %b, %b : memref<8xi4> to memref<8xi4>
  memref.copy %c, %c : memref<8xindex> to memref<8xindex>
  memref.copy %d, %d : memref<8xcomplex<f32>> to memref<8xcomplex<f32>>
  memref.copy %e, %e : memref<8xvector<3xf32>> to memref<8xvector<3xf32>>
  memref.copy %f, %f : memref<8xf16> to memref<8xf16>
  return
}
