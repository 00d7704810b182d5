// RUN: memplace-opt %s --test-memplace-print-buffer-liveness -o /dev/null | FileCheck %s

// From the first to after the last use, through any view. Written external
// buffers live to the end.
// CHECK-LABEL: {{^}}function straight{{$}}
// CHECK-NEXT:   arg0: [0, 1)
// CHECK-NEXT:   arg1: [0, 4)
// CHECK-NEXT:   arg2: unused
// CHECK-NEXT:   alloc0: [0, 3)
// CHECK-NEXT:   alloc1: [1, 4)
// CHECK-NEXT:   alloc2: unused
func.func @straight(%in: memref<4xf32>, %out: memref<4xf32>, %unused: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %cst = arith.constant 0.0 : f32
  %never = memref.alloc() : memref<4xf32>
  memref.copy %in, %a : memref<4xf32> to memref<4xf32>
  %part = memref.subview %a[0] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1]>>
  %flat = memref.cast %b : memref<4xf32> to memref<?xf32>
  memref.copy %a, %b : memref<4xf32> to memref<4xf32>
  linalg.fill ins(%cst : f32) outs(%part : memref<2xf32, strided<[1]>>)
  memref.copy %b, %out : memref<4xf32> to memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  return
}

// Buffers from outside a loop live through the loop; buffers made in its body
// live only there.
// CHECK-LABEL: {{^}}function loop{{$}}
// CHECK-NEXT:   arg1: [0, 10)
// CHECK-NEXT:   arg2: [0, 10)
// CHECK-NEXT:   alloc0: [2, 9)
// CHECK-NEXT:   alloc1: [2, 7)
func.func @loop(%n: index, %in: memref<4xf32>, %out: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf32>
  memref.copy %in, %out : memref<4xf32> to memref<4xf32>
  scf.for %i = %c0 to %n step %c1 {
    %inner = memref.alloc() : memref<4xf32>
    memref.copy %in, %inner : memref<4xf32> to memref<4xf32>
    scf.for %j = %c0 to %n step %c1 {
      memref.copy %inner, %a : memref<4xf32> to memref<4xf32>
      memref.copy %a, %out : memref<4xf32> to memref<4xf32>
    }
    memref.copy %in, %out : memref<4xf32> to memref<4xf32>
  }
  memref.copy %in, %out : memref<4xf32> to memref<4xf32>
  return
}

// Buffers that alternate live together.
// CHECK-LABEL: {{^}}function swapped{{$}}
// CHECK-NEXT:   arg1: [0, 6)
// CHECK-NEXT:   arg2: [0, 6)
// CHECK-NEXT:   alloc0: [0, 5)
// CHECK-NEXT:   alloc1: [0, 5)
func.func @swapped(%n: index, %in: memref<4xf32>, %out: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  memref.copy %in, %a : memref<4xf32> to memref<4xf32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (memref<4xf32>, memref<4xf32>) {
    memref.copy %x, %y : memref<4xf32> to memref<4xf32>
    scf.yield %y, %x : memref<4xf32>, memref<4xf32>
  }
  memref.copy %r#0, %out : memref<4xf32> to memref<4xf32>
  memref.copy %in, %out : memref<4xf32> to memref<4xf32>
  return
}

// An allocation in a step lives for that step.
// CHECK-LABEL: {{^}}function in_a_step{{$}}
// CHECK-NEXT:   arg1: [0, 3)
// CHECK-NEXT:   arg2: [0, 3)
// CHECK-NEXT:   alloc0: [1, 2)
func.func @in_a_step(%c: i1, %in: memref<4xf32>, %out: memref<4xf32>) {
  memref.copy %in, %out : memref<4xf32> to memref<4xf32>
  scf.if %c {
    %a = memref.alloc() : memref<4xf32>
    memref.copy %in, %a : memref<4xf32> to memref<4xf32>
    memref.copy %a, %out : memref<4xf32> to memref<4xf32>
  }
  memref.copy %in, %out : memref<4xf32> to memref<4xf32>
  return
}

memref.global "private" constant @table : memref<4xf32> = dense<1.0>

// A global lives from the start, and a returned buffer to the end.
// CHECK-LABEL: {{^}}function returned{{$}}
// CHECK-NEXT:   arg0: [0, 1)
// CHECK-NEXT:   alloc0: [0, 3)
// CHECK-NEXT:   alloc1: [1, 3)
// CHECK-NEXT:   table: [0, 2)
func.func @returned(%in: memref<4xf32>) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %in, %a : memref<4xf32> to memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %t = memref.get_global @table : memref<4xf32>
  memref.copy %t, %b : memref<4xf32> to memref<4xf32>
  memref.copy %b, %b : memref<4xf32> to memref<4xf32>
  return %a : memref<4xf32>
}
