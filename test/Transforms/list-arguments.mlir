// `memplace-list-arguments` tells what a caller of each function must know.

// RUN: memplace-opt %s -o /dev/null --memplace-list-arguments | FileCheck %s

// CHECK: "function": "types",
// CHECK-NEXT: "results": 1,
// CHECK-NEXT: "arguments": [
// CHECK: "name": "weights \"1\"",
// CHECK-NEXT: "type": "memref<2x3xi8, #memplace.tier<\"ram\">>",
// CHECK-NEXT: "element": "i8",
// CHECK-NEXT: "shape": [
// CHECK-NEXT: 2,
// CHECK-NEXT: 3
// CHECK-NEXT: ],
// CHECK-NEXT: "unsigned": true,
// CHECK-NEXT: "read": false
// CHECK: "type": "memref<f32>",
// CHECK-NEXT: "element": "f32",
// CHECK-NEXT: "shape": [],
// CHECK-NEXT: "result": true,
// CHECK: "type": "index",
// CHECK-NEXT: "element": "index",
// CHECK-NEXT: "read": true
// A dynamic shape, another layout and another memory space have no elements.
// CHECK: "type": "memref<?xf32>",
// CHECK-NEXT: "read": false
// CHECK: "type": "memref<4xf32, strided<[2]>>",
// CHECK-NEXT: "read": false
// CHECK: "type": "memref<4xf32, 3>",
// CHECK-NEXT: "read": false
func.func @types(
    %w: memref<2x3xi8, #memplace.tier<"ram">> {memplace.buffer = "weights \"1\"", memplace.unsigned},
    %out: memref<f32> {bufferize.result}, %n: index, %dynamic: memref<?xf32>,
    %strided: memref<4xf32, strided<[2]>>, %space: memref<4xf32, 3>) -> index {
  return %n : index
}

// CHECK: "function": "declared",
// CHECK-NEXT: "results": 0,
// CHECK-NEXT: "declaration": true,
// CHECK: "read": true
func.func private @declared(memref<4xf32>)

// A fill and a store write, also through a view; a sum reads what it adds to.
// CHECK: "function": "orders",
// CHECK: "name": "filled",
// CHECK: "read": false
// CHECK: "name": "summed",
// CHECK: "read": true
// CHECK: "name": "stored",
// CHECK: "read": false
// CHECK: "name": "copied",
// CHECK: "read": true
func.func @orders(%filled: memref<4x4xf32> {memplace.buffer = "filled"},
                  %summed: memref<4x4xf32> {memplace.buffer = "summed"},
                  %stored: memref<4x4xf32> {memplace.buffer = "stored"},
                  %copied: memref<4x4xf32> {memplace.buffer = "copied"}) {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %row = memref.subview %stored[1, 0][1, 4][1, 1] : memref<4x4xf32> to memref<4xf32, strided<[1], offset: 4>>
  linalg.fill ins(%zero : f32) outs(%filled : memref<4x4xf32>)
  memref.store %zero, %row[%c1] : memref<4xf32, strided<[1], offset: 4>>
  linalg.matmul ins(%copied, %copied : memref<4x4xf32>, memref<4x4xf32>) outs(%summed : memref<4x4xf32>)
  linalg.matmul ins(%stored, %copied : memref<4x4xf32>, memref<4x4xf32>) outs(%filled : memref<4x4xf32>)
  return
}

// A call does what its callee does; a declared one may read.
// CHECK: "function": "calls",
// CHECK: "name": "filled",
// CHECK: "read": false
// CHECK: "name": "summed",
// CHECK: "read": true
// CHECK: "name": "passed",
// CHECK: "read": true
func.func @calls(%filled: memref<4x4xf32> {memplace.buffer = "filled"},
                 %summed: memref<4x4xf32> {memplace.buffer = "summed"},
                 %passed: memref<4xf32> {memplace.buffer = "passed"}) {
  %local = memref.alloc() : memref<4x4xf32>
  func.call @orders(%filled, %summed, %local, %local)
      : (memref<4x4xf32>, memref<4x4xf32>, memref<4x4xf32>, memref<4x4xf32>) -> ()
  func.call @declared(%passed) : (memref<4xf32>) -> ()
  return
}

// Branches and loops may run in any order: a read in one of them counts.
// CHECK: "function": "regions",
// CHECK: "name": "branch",
// CHECK: "read": true
// CHECK: "name": "loop",
// CHECK: "read": false
func.func @regions(%branch: memref<4xf32> {memplace.buffer = "branch"},
                   %loop: memref<4xf32> {memplace.buffer = "loop"}, %condition: i1) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.if %condition {
    linalg.fill ins(%zero : f32) outs(%branch : memref<4xf32>)
  } else {
    %first = memref.load %branch[%c0] : memref<4xf32>
    memref.store %first, %loop[%c0] : memref<4xf32>
  }
  scf.for %i = %c0 to %c4 step %c1 {
    memref.store %zero, %loop[%i] : memref<4xf32>
  }
  return
}

// With several blocks, any read counts, and so does a pointer to the buffer.
// CHECK: "function": "blocks",
// CHECK: "name": "later",
// CHECK: "read": true
// CHECK: "name": "pointer",
// CHECK: "read": true
func.func @blocks(%later: memref<4xf32> {memplace.buffer = "later"},
                  %pointer: memref<4xf32> {memplace.buffer = "pointer"}) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  linalg.fill ins(%zero : f32) outs(%later : memref<4xf32>)
  cf.br ^next
^next:
  %first = memref.load %later[%c0] : memref<4xf32>
  %address = memref.extract_aligned_pointer_as_index %pointer : memref<4xf32> -> index
  memref.store %first, %later[%address] : memref<4xf32>
  return
}

// A recursive call may read.
// CHECK: "function": "recursive",
// CHECK: "read": true
func.func @recursive(%x: memref<4xf32>) {
  func.call @recursive(%x) : (memref<4xf32>) -> ()
  return
}
