// RUN: memplace-opt %s --test-memplace-print-alias-sets -o /dev/null | FileCheck %s

// Pieces of arguments and globals with a `memplace.piece` are separate storage
// if the argument has no other uses and the pieces do not overlap.
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

// All mentions of a piece are one buffer.
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

// Rows of an argument have gaps there; the buffer of the piece has none.
// CHECK-LABEL: {{^}}function columns{{$}}
// CHECK: piece0: argument, 64 bytes
// CHECK: piece1: argument, 48 bytes
// CHECK: piece2: argument, 16 bytes
// CHECK-NOT: argument
func.func @columns(%x: memref<4x8xf32>) {
  %a = memref.reinterpret_cast %x to offset: [0], sizes: [4, 4], strides: [8, 1] {memplace.piece} : memref<4x8xf32> to memref<4x4xf32, strided<[8, 1]>>
  %b = memref.reinterpret_cast %x to offset: [4], sizes: [3, 4], strides: [8, 1] {memplace.piece} : memref<4x8xf32> to memref<3x4xf32, strided<[8, 1], offset: 4>>
  %c = memref.reinterpret_cast %x to offset: [28], sizes: [4], strides: [1] {memplace.piece} : memref<4x8xf32> to memref<4xf32, strided<[1], offset: 28>>
  return
}

// Otherwise pieces are ordinary views: if pieces overlap,
// CHECK-LABEL: {{^}}function overlap{{$}}
// CHECK-NEXT: arg0: argument, 32 bytes
// CHECK-NEXT: members: %arg0 (all) %reinterpret_cast %reinterpret_cast_0
func.func @overlap(%x: memref<8xf32>) {
  %a = memref.reinterpret_cast %x to offset: [0], sizes: [5], strides: [1] {memplace.piece} : memref<8xf32> to memref<5xf32, strided<[1]>>
  %b = memref.reinterpret_cast %x to offset: [4], sizes: [4], strides: [1] {memplace.piece} : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  return
}

// also in columns, or a row and columns,
// CHECK-LABEL: {{^}}function overlapping_columns{{$}}
// CHECK-NEXT: arg0: argument, 128 bytes
func.func @overlapping_columns(%x: memref<4x8xf32>) {
  %a = memref.reinterpret_cast %x to offset: [0], sizes: [4, 5], strides: [8, 1] {memplace.piece} : memref<4x8xf32> to memref<4x5xf32, strided<[8, 1]>>
  %b = memref.reinterpret_cast %x to offset: [4], sizes: [4, 4], strides: [8, 1] {memplace.piece} : memref<4x8xf32> to memref<4x4xf32, strided<[8, 1], offset: 4>>
  return
}
// CHECK-LABEL: {{^}}function row_and_columns{{$}}
// CHECK-NEXT: arg0: argument, 128 bytes
func.func @row_and_columns(%x: memref<4x8xf32>) {
  %a = memref.reinterpret_cast %x to offset: [0], sizes: [4, 4], strides: [8, 1] {memplace.piece} : memref<4x8xf32> to memref<4x4xf32, strided<[8, 1]>>
  %b = memref.reinterpret_cast %x to offset: [8], sizes: [8], strides: [1] {memplace.piece} : memref<4x8xf32> to memref<8xf32, strided<[1], offset: 8>>
  return
}

// are not in row-major order,
// CHECK-LABEL: {{^}}function transposed{{$}}
// CHECK-NEXT: arg0: argument, 128 bytes
func.func @transposed(%x: memref<4x8xf32>) {
  %a = memref.reinterpret_cast %x to offset: [0], sizes: [8, 4], strides: [1, 8] {memplace.piece} : memref<4x8xf32> to memref<8x4xf32, strided<[1, 8]>>
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

// or do not cover all uses of the argument.
// CHECK-LABEL: {{^}}function otherwise{{$}}
// CHECK-NEXT: arg0: argument, 32 bytes
// CHECK-NEXT: members: %arg0 (all) %reinterpret_cast
func.func @otherwise(%x: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %a = memref.reinterpret_cast %x to offset: [0], sizes: [4], strides: [1] {memplace.piece} : memref<8xf32> to memref<4xf32, strided<[1]>>
  %e = memref.load %x[%c0] : memref<8xf32>
  return
}
