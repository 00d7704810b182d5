// RUN: memplace-opt %s -test-memplace-print-op-cost -o /dev/null \
// RUN:   | FileCheck %s

// Ops in unusual places.

// Arms in loops, loops in arms, and an empty else arm.
// CHECK-LABEL: function nested{{$}}
// CHECK-NEXT: affine.for: 32 ps
// CHECK-NEXT:   read %arg1: 32 bytes
// CHECK-NEXT:   update %arg2: 32 bytes
// CHECK-NEXT:   32 flops of f32
// CHECK-NOT: {{.}}
func.func @nested(%c: i1, %x: memref<8xf32>, %y: memref<8xf32>) {
  affine.for %i = 0 to 4 {
    scf.if %c {
      affine.for %j = 0 to 8 {
        %v = affine.load %x[%j] : memref<8xf32>
        %w = arith.addf %v, %v : f32
        affine.store %w, %y[%j] : memref<8xf32>
      }
    } else {
    }
  }
  return
}

// An address that a region yields may be any: 4 loads.
// CHECK-LABEL: function payload{{$}}
// CHECK-NEXT: linalg.generic: 0 ps
// CHECK-NEXT:   write %arg1: 16 bytes
// CHECK-NEXT:   read %arg0: 16 bytes
// CHECK-NOT: {{.}}
func.func @payload(%x: memref<8xf32>, %y: memref<4xf32>, %c: i1) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    outs(%y : memref<4xf32>) {
    ^bb0(%o: f32):
      %c0 = arith.constant 0 : index
      %i = linalg.index 0 : index
      %j = scf.if %c -> index {
        scf.yield %i : index
      } else {
        scf.yield %c0 : index
      }
      %v = memref.load %x[%j] : memref<8xf32>
      linalg.yield %v : f32
  }
  return
}

// Linalg on subviews with dynamic offsets and sizes: 64 bytes, or unknown.
// CHECK-LABEL: function subviews{{$}}
// CHECK-NEXT: linalg.exp: 16 ps
// CHECK-NEXT:   read %subview: 64 bytes
// CHECK-NEXT:   write %subview_0: 64 bytes
// CHECK-NEXT:   16 flops of f32
// CHECK-NEXT: linalg.exp: 16 ps
// CHECK-NEXT:   read %subview_1: unknown bytes
// CHECK-NEXT:   write %subview_2: unknown bytes
// CHECK-NEXT:   16 flops of f32
// CHECK-NOT: {{.}}
func.func @subviews(%x: memref<8x16xf32>, %y: memref<8x16xf32>, %i: index, %n: index) {
  %p = memref.subview %x[%i, 0] [1, 16] [1, 1] : memref<8x16xf32> to memref<16xf32, strided<[1], offset: ?>>
  %q = memref.subview %y[%i, 0] [1, 16] [1, 1] : memref<8x16xf32> to memref<16xf32, strided<[1], offset: ?>>
  linalg.exp ins(%p : memref<16xf32, strided<[1], offset: ?>>) outs(%q : memref<16xf32, strided<[1], offset: ?>>)
  %r = memref.subview %x[0, 0] [%n, 16] [1, 1] : memref<8x16xf32> to memref<?x16xf32, strided<[16, 1]>>
  %s = memref.subview %y[0, 0] [%n, 16] [1, 1] : memref<8x16xf32> to memref<?x16xf32, strided<[16, 1]>>
  linalg.exp ins(%r : memref<?x16xf32, strided<[16, 1]>>) outs(%s : memref<?x16xf32, strided<[16, 1]>>)
  return
}

// A size known for one operand is known for all.
// CHECK-LABEL: function half_dynamic{{$}}
// CHECK-NEXT: linalg.exp: 16 ps
// CHECK-NEXT:   read %arg0: 64 bytes
// CHECK-NEXT:   write %arg1: 64 bytes
// CHECK-NEXT:   16 flops of f32
// CHECK-NOT: {{.}}
func.func @half_dynamic(%x: memref<?xf32>, %y: memref<16xf32>) {
  linalg.exp ins(%x : memref<?xf32>) outs(%y : memref<16xf32>)
  return
}

// Allocations, constants and empty loops are not steps.
// CHECK-LABEL: function nothing{{$}}
// CHECK-NOT: {{.}}
func.func @nothing(%x: memref<8xf32>) -> memref<8xf32> {
  %a = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 4 {
    %b = memref.alloc() : memref<8xf32>
    memref.dealloc %b : memref<8xf32>
  }
  return %a : memref<8xf32>
}

// Elements without a size.
// CHECK-LABEL: function memref_of_memrefs{{$}}
// CHECK-NEXT: memref.load: 0 ps
// CHECK-NEXT:   read %arg0: unknown bytes
// CHECK-NEXT: memref.load: 0 ps
// CHECK-NEXT:   read %0: 4 bytes
// CHECK-NOT: {{.}}
func.func @memref_of_memrefs(%x: memref<4xmemref<8xf32>>, %i: index) {
  %0 = memref.load %x[%i] : memref<4xmemref<8xf32>>
  %1 = memref.load %0[%i] : memref<8xf32>
  return
}
