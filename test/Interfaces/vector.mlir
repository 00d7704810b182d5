// RUN: memplace-opt %s -test-memplace-print-memory-ops -o /dev/null \
// RUN:   | FileCheck %s

// vector ops: traffic of a single vector, without the padding of vectors as elements of a memref.

// CHECK-LABEL: function accesses{{$}}
// CHECK-NEXT: vector.load: access
// CHECK-NEXT:   read %arg0: 12 bytes at (%arg2, %arg2)
// CHECK-NEXT: vector.store: access
// CHECK-NEXT:   write %arg0: 12 bytes at (%arg2, %arg2)
// CHECK-NEXT: vector.maskedload: access
// CHECK-NEXT:   read %arg0: 12 bytes at (%arg2, %arg2)
// CHECK-NEXT: vector.maskedstore: access
// CHECK-NEXT:   write %arg0: 12 bytes at (%arg2, %arg2)
// CHECK-NEXT: vector.gather: access
// CHECK-NEXT:   read %arg0: 12 bytes at (%arg4, %arg2, %arg2)
// CHECK-NEXT: vector.scatter: access
// CHECK-NEXT:   write %arg0: 12 bytes at (%arg4, %arg2, %arg2)
// CHECK-NEXT: vector.transfer_read: access
// CHECK-NEXT:   read %arg0: 16 bytes at (%arg2, %arg2)
// CHECK-NEXT: vector.transfer_write: access
// CHECK-NEXT:   write %arg0: 32 bytes at (%arg2, %arg2)
// CHECK-NEXT: memref.load: access
// CHECK-NEXT:   read %arg6: 16 bytes at (%arg2), plain
// CHECK-NEXT: vector.type_cast: none
// CHECK-NEXT:   %5 is in %arg0
// CHECK-NEXT: vector.transfer_read: none
// CHECK-NEXT: func.return: none
// CHECK-NOT: {{.}}
func.func @accesses(%a: memref<8x8xf32>, %p: f32, %n: index, %mask: vector<3xi1>, %idx: vector<3xi32>, %v: vector<3xf32>, %e: memref<8xvector<3xf32>>, %t: tensor<8xf32>) {
  %0 = vector.load %a[%n, %n] : memref<8x8xf32>, vector<3xf32>
  vector.store %v, %a[%n, %n] : memref<8x8xf32>, vector<3xf32>
  %1 = vector.maskedload %a[%n, %n], %mask, %v : memref<8x8xf32>, vector<3xi1>, vector<3xf32> into vector<3xf32>
  vector.maskedstore %a[%n, %n], %mask, %v : memref<8x8xf32>, vector<3xi1>, vector<3xf32>
  %2 = vector.gather %a[%n, %n][%idx], %mask, %v : memref<8x8xf32>, vector<3xi32>, vector<3xi1>, vector<3xf32> into vector<3xf32>
  vector.scatter %a[%n, %n][%idx], %mask, %v : memref<8x8xf32>, vector<3xi32>, vector<3xi1>, vector<3xf32>
  %3 = vector.transfer_read %a[%n, %n], %p {permutation_map = affine_map<(d0, d1) -> (0, d1)>, in_bounds = [true, false]} : memref<8x8xf32>, vector<2x4xf32>
  vector.transfer_write %3, %a[%n, %n] : vector<2x4xf32>, memref<8x8xf32>
  %4 = memref.load %e[%n] : memref<8xvector<3xf32>>
  %5 = vector.type_cast %a : memref<8x8xf32> to memref<vector<8x8xf32>>
  %6 = vector.transfer_read %t[%n], %p : tensor<8xf32>, vector<4xf32>
  return
}
// CHECK-LABEL: function arithmetic{{$}}
// CHECK-NEXT: vector.contract: none
// CHECK-NEXT:   128 flops of bf16
// CHECK-NEXT: vector.fma: none
// CHECK-NEXT:   8 flops of f32
// CHECK-NEXT: vector.reduction: none
// CHECK-NEXT:   4 flops of f32
// CHECK-NEXT: vector.multi_reduction: none
// CHECK-NEXT:   8 flops of f32
// CHECK-NEXT: vector.mask: region
// CHECK-NEXT: vector.reduction: none
// CHECK-NEXT:   4 flops of f32
// CHECK-NEXT: vector.yield: none
// CHECK-NEXT: vector.broadcast: none
// CHECK-NEXT: vector.print: none
// CHECK-NEXT: func.return: none
// CHECK-NOT: {{.}}
func.func @arithmetic(%a: vector<4x8xbf16>, %b: vector<8x2xbf16>, %c: vector<4x2xf32>, %v: vector<4xf32>, %m: vector<4xi1>) {
  %0 = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<4x8xbf16>, vector<8x2xbf16> into vector<4x2xf32>
  %1 = vector.fma %v, %v, %v : vector<4xf32>
  %2 = vector.reduction <add>, %v : vector<4xf32> into f32
  %3 = vector.multi_reduction <add>, %c, %v [1] : vector<4x2xf32> to vector<4xf32>
  %4 = vector.mask %m { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
  %5 = vector.broadcast %4 : f32 to vector<4xf32>
  vector.print %5 : vector<4xf32>
  return
}
