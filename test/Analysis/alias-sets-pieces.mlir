// RUN: memplace-opt %s --test-memplace-print-alias-sets -o /dev/null | FileCheck %s

// Pieces of arguments and globals with a `memplace.piece` are storage of their
// own if nothing else of the argument is used and they don't overlap.
// CHECK-LABEL: {{^}}function pieces{{$}}
// CHECK: piece0: argument, 16 bytes
// CHECK-NEXT: members: %reinterpret_cast (all)
// CHECK: piece1: argument, 16 bytes
// CHECK-NEXT: members: %reinterpret_cast_0 (all) %subview
func.func @pieces(%x: memref<8xf32>) {
  %a = memref.reinterpret_cast %x to offset: [0], sizes: [4], strides: [1] {memplace.piece} : memref<8xf32> to memref<4xf32, strided<[1]>>
  %b = memref.reinterpret_cast %x to offset: [4], sizes: [4], strides: [1] {memplace.piece} : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  %c = memref.subview %b[1] [2] [1] : memref<4xf32, strided<[1], offset: 4>> to memref<2xf32, strided<[1], offset: 5>>
  return
}

// All mentions of one piece are one.
memref.global "private" constant @weights : memref<8xf32> = dense<1.0>
// CHECK-LABEL: {{^}}function global{{$}}
// CHECK: piece0: global, 16 bytes
// CHECK-NEXT: members: %reinterpret_cast (all) %reinterpret_cast_0 (all)
func.func @global() {
  %w = memref.get_global @weights : memref<8xf32>
  %a = memref.reinterpret_cast %w to offset: [0], sizes: [4], strides: [1] {memplace.piece} : memref<8xf32> to memref<4xf32, strided<[1]>>
  %v = memref.get_global @weights : memref<8xf32>
  %b = memref.reinterpret_cast %v to offset: [0], sizes: [2, 2], strides: [2, 1] {memplace.piece} : memref<8xf32> to memref<2x2xf32, strided<[2, 1]>>
  return
}

// Otherwise they are views as any other: where pieces overlap,
// CHECK-LABEL: {{^}}function overlap{{$}}
// CHECK-NEXT: arg0: argument, 32 bytes
// CHECK-NEXT: members: %arg0 (all) %reinterpret_cast %reinterpret_cast_0
func.func @overlap(%x: memref<8xf32>) {
  %a = memref.reinterpret_cast %x to offset: [0], sizes: [5], strides: [1] {memplace.piece} : memref<8xf32> to memref<5xf32, strided<[1]>>
  %b = memref.reinterpret_cast %x to offset: [4], sizes: [4], strides: [1] {memplace.piece} : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  return
}

// have gaps,
// CHECK-LABEL: {{^}}function gaps{{$}}
// CHECK-NEXT: arg0: argument, 32 bytes
// CHECK-NEXT: members: %arg0 (all) %reinterpret_cast
func.func @gaps(%x: memref<8xf32>) {
  %a = memref.reinterpret_cast %x to offset: [0], sizes: [2], strides: [2] {memplace.piece} : memref<8xf32> to memref<2xf32, strided<[2]>>
  return
}

// reach out of the argument,
// CHECK-LABEL: {{^}}function outside{{$}}
// CHECK-NEXT: arg0: argument, 32 bytes
// CHECK-NEXT: members: %arg0 (all) %reinterpret_cast
func.func @outside(%x: memref<8xf32>) {
  %a = memref.reinterpret_cast %x to offset: [5], sizes: [4], strides: [1] {memplace.piece} : memref<8xf32> to memref<4xf32, strided<[1], offset: 5>>
  return
}

// or are not all that is used of it.
// CHECK-LABEL: {{^}}function otherwise{{$}}
// CHECK-NEXT: arg0: argument, 32 bytes
// CHECK-NEXT: members: %arg0 (all) %reinterpret_cast
func.func @otherwise(%x: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %a = memref.reinterpret_cast %x to offset: [0], sizes: [4], strides: [1] {memplace.piece} : memref<8xf32> to memref<4xf32, strided<[1]>>
  %e = memref.load %x[%c0] : memref<8xf32>
  return
}
