// RUN: memplace-opt %s -test-memplace-print-memory-ops -o /dev/null \
// RUN:   | FileCheck %s

// memref ops: the model of each.

memref.global "private" constant @table : memref<4xf32> = dense<1.0>

// CHECK-LABEL: function storage{{$}}
// CHECK-NEXT: memref.alloc: allocate
// CHECK-NEXT: memref.alloca: allocate
// CHECK-NEXT: memref.get_global: global
// CHECK-NEXT: memref.dealloc: deallocate
// CHECK-NEXT: func.return: none
// CHECK-NOT: {{.}}
func.func @storage(%n: index) {
  %a = memref.alloc() : memref<8xf32>
  %b = memref.alloca() : memref<8xf32>
  %g = memref.get_global @table : memref<4xf32>
  memref.dealloc %a : memref<8xf32>
  return
}
// CHECK-LABEL: function views{{$}}
// CHECK-NEXT: arith.constant: none
// CHECK-NEXT: memref.subview: none
// CHECK-NEXT:   %subview is in %arg0
// CHECK-NEXT: memref.cast: none
// CHECK-NEXT:   %cast is in %arg2
// CHECK-NEXT: memref.reinterpret_cast: none
// CHECK-NEXT:   %reinterpret_cast is in %arg2
// CHECK-NEXT: memref.collapse_shape: none
// CHECK-NEXT:   %collapse_shape is in %arg0
// CHECK-NEXT: memref.expand_shape: none
// CHECK-NEXT:   %expand_shape is in %cast
// CHECK-NEXT: memref.view: none
// CHECK-NEXT:   %view is in %arg1
// CHECK-NEXT: memref.transpose: none
// CHECK-NEXT:   %transpose is in %arg0
// CHECK-NEXT: memref.memory_space_cast: none
// CHECK-NEXT:   %memspacecast is in %arg0
// CHECK-NEXT: memref.assume_alignment: none
// CHECK-NEXT:   %assume_align is in %arg0
// CHECK-NEXT: memref.extract_strided_metadata: none
// CHECK-NEXT:   %base_buffer is in %arg0
// CHECK-NEXT: memref.reshape: access
// CHECK-NEXT:   read %arg3: 16 bytes
// CHECK-NEXT:   %reshape is in %arg2
// CHECK-NEXT: memref.distinct_objects: none
// CHECK-NEXT:   %0#0 is in %arg0
// CHECK-NEXT:   %0#1 is in %cast
// CHECK-NEXT: memref.dim: none
// CHECK-NEXT: memref.rank: none
// CHECK-NEXT: func.return: none
// CHECK-NOT: {{.}}
func.func @views(%a: memref<8x4xf32>, %bytes: memref<256xi8>, %dyn: memref<?xf32>, %shape: memref<2xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %0 = memref.subview %a[%n, 0] [1, 4] [1, 1] : memref<8x4xf32> to memref<1x4xf32, strided<[4, 1], offset: ?>>
  %1 = memref.cast %dyn : memref<?xf32> to memref<8xf32>
  %2 = memref.reinterpret_cast %dyn to offset: [0], sizes: [4], strides: [1] : memref<?xf32> to memref<4xf32>
  %3 = memref.collapse_shape %a [[0, 1]] : memref<8x4xf32> into memref<32xf32>
  %4 = memref.expand_shape %1 [[0, 1]] output_shape [2, 4] : memref<8xf32> into memref<2x4xf32>
  %5 = memref.view %bytes[%c0][] : memref<256xi8> to memref<4xf32>
  %6 = memref.transpose %a (i, j) -> (j, i) : memref<8x4xf32> to memref<4x8xf32, strided<[1, 4]>>
  %7 = memref.memory_space_cast %a : memref<8x4xf32> to memref<8x4xf32, 1>
  %8 = memref.assume_alignment %a, 64 : memref<8x4xf32>
  %9, %off, %s:2, %t:2 = memref.extract_strided_metadata %a : memref<8x4xf32> -> memref<f32>, index, index, index, index, index
  %10 = memref.reshape %dyn(%shape) : (memref<?xf32>, memref<2xindex>) -> memref<?x?xf32>
  %11, %12 = memref.distinct_objects %a, %1 : memref<8x4xf32>, memref<8xf32>
  %13 = memref.dim %dyn, %c0 : memref<?xf32>
  %14 = memref.rank %a : memref<8x4xf32>
  return
}
// CHECK-LABEL: function accesses{{$}}
// CHECK-NEXT: memref.load: access
// CHECK-NEXT:   read %arg0: 4 bytes at (%arg2, %arg3), plain
// CHECK-NEXT: memref.store: access
// CHECK-NEXT:   write %arg0: 4 bytes at (%arg2, %arg2), plain
// CHECK-NEXT: memref.copy: access
// CHECK-NEXT:   read %arg1: 128 bytes
// CHECK-NEXT:   write %arg0: 128 bytes
// CHECK-NEXT: memref.atomic_rmw: access
// CHECK-NEXT:   update %arg5: 4 bytes at (%arg2), plain
// CHECK-NEXT:   1 flops of i32
// CHECK-NEXT: memref.generic_atomic_rmw: access
// CHECK-NEXT:   update %arg5: 4 bytes at (%arg2), plain
// CHECK-NEXT: arith.muli: none
// CHECK-NEXT:   1 flops of i32
// CHECK-NEXT: memref.atomic_yield: none
// CHECK-NEXT: memref.prefetch: none
// CHECK-NEXT: func.return: none
// CHECK-NOT: {{.}}
func.func @accesses(%a: memref<8x4xf32>, %d: memref<?x?xf32>, %n: index, %m: index, %v: f32, %h: memref<8xi32>, %one: i32) {
  %0 = memref.load %a[%n, %m] : memref<8x4xf32>
  memref.store %v, %a[%n, %n] : memref<8x4xf32>
  memref.copy %d, %a : memref<?x?xf32> to memref<8x4xf32>
  %1 = memref.atomic_rmw addi %one, %h[%n] : (i32, memref<8xi32>) -> i32
  %2 = memref.generic_atomic_rmw %h[%n] : memref<8xi32> {
  ^bb0(%old: i32):
    %new = arith.muli %old, %one : i32
    memref.atomic_yield %new : i32
  }
  memref.prefetch %a[%n, %m], read, locality<3>, data : memref<8x4xf32>
  return
}
// CHECK-LABEL: function beyond{{$}}
// CHECK-NEXT: arith.constant: none
// CHECK-NEXT: arith.constant: none
// CHECK-NEXT: memref.dma_start: refused, it is asynchronous, and a schedule has one op at a time
// CHECK-NEXT: memref.dma_wait: refused, it is asynchronous, and a schedule has one op at a time
// CHECK-NEXT: memref.extract_aligned_pointer_as_index: escape
// CHECK-NEXT: memref.realloc: refused, its result may or may not be its operand's storage; run --expand-realloc first
// CHECK-NEXT: func.return: none
// CHECK-NOT: {{.}}
func.func @beyond(%a: memref<8xf32>, %b: memref<8xf32, 1>, %tag: memref<1xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  memref.dma_start %a[%c0], %b[%c0], %c8, %tag[%c0] : memref<8xf32>, memref<8xf32, 1>, memref<1xi32>
  memref.dma_wait %tag[%c0], %c8 : memref<1xi32>
  %p = memref.extract_aligned_pointer_as_index %a : memref<8xf32> -> index
  %r = memref.realloc %a : memref<8xf32> to memref<16xf32>
  return
}
