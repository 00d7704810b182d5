// RUN: memplace-opt %s -test-memplace-print-op-cost -o /dev/null \
// RUN:   | FileCheck %s

// Loops as one step: each element counts once for the loops on which its
// address depends.

// All elements are written: no old contents are needed.
// CHECK-LABEL: function dense{{$}}
// CHECK-NEXT: scf.for: 64 ps
// CHECK-NEXT:   read %arg0: 256 bytes
// CHECK-NEXT:   write %arg1: 256 bytes
// CHECK-NEXT:   64 flops of f32
// CHECK-NOT: {{.}}
func.func @dense(%x: memref<16x4xf32>, %y: memref<16x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %one = arith.constant 1.0 : f32
  scf.for %i = %c0 to %c16 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %v = memref.load %x[%i, %j] : memref<16x4xf32>
      %w = arith.addf %v, %one : f32
      memref.store %w, %y[%i, %j] : memref<16x4xf32>
    }
  }
  return
}

// 15 of 16 rows, and a diagonal: updates.
// CHECK-LABEL: function partial{{$}}
// CHECK-NEXT: scf.for: 0 ps
// CHECK-NEXT:   update %arg1: 240 bytes
// CHECK-NEXT:   update %arg2: 16 bytes
// CHECK-NOT: {{.}}
func.func @partial(%x: memref<16x4xf32>, %y: memref<16x4xf32>, %z: memref<4x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c15 = arith.constant 15 : index
  %one = arith.constant 1.0 : f32
  scf.for %i = %c0 to %c15 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      memref.store %one, %y[%i, %j] : memref<16x4xf32>
      memref.store %one, %z[%j, %j] : memref<4x4xf32>
    }
  }
  return
}

// 2 · 8 · 2 · 4 flops and the same bytes as linalg.matmul.
// CHECK-LABEL: function matmul_loops{{$}}
// CHECK-NEXT: affine.for: 128 ps
// CHECK-NEXT:   read %arg0: 128 bytes
// CHECK-NEXT:   read %arg1: 32 bytes
// CHECK-NEXT:   update %arg2: 64 bytes
// CHECK-NEXT:   128 flops of f32
// CHECK-NOT: {{.}}
func.func @matmul_loops(%a: memref<8x4xf32>, %b: memref<4x2xf32>, %c: memref<8x2xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 2 {
      affine.for %k = 0 to 4 {
        %p = affine.load %a[%i, %k] : memref<8x4xf32>
        %q = affine.load %b[%k, %j] : memref<4x2xf32>
        %r = affine.load %c[%i, %j] : memref<8x2xf32>
        %s = arith.mulf %p, %q : f32
        %t = arith.addf %r, %s : f32
        affine.store %t, %c[%i, %j] : memref<8x2xf32>
      }
    }
  }
  return
}

// 3 · 16 loads of 18 elements: 72 bytes, not 192. Subscripts that are sums may
// leave gaps; the store's subscripts are plain.
// CHECK-LABEL: function stencil{{$}}
// CHECK-NEXT: affine.for: 32 ps
// CHECK-NEXT:   read %arg0: 72 bytes
// CHECK-NEXT:   write %arg1: 64 bytes
// CHECK-NEXT:   32 flops of f32
// CHECK-NOT: {{.}}
func.func @stencil(%x: memref<18xf32>, %y: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %p = affine.load %x[%i] : memref<18xf32>
    %q = affine.load %x[%i + 1] : memref<18xf32>
    %r = affine.load %x[%i + 2] : memref<18xf32>
    %s = arith.addf %p, %q : f32
    %t = arith.addf %s, %r : f32
    affine.store %t, %y[%i] : memref<16xf32>
  }
  return
}

// 100 rows of a table of 10 are 100 reads; a scatter is an update.
// CHECK-LABEL: function gather_loop{{$}}
// CHECK-NEXT: affine.for: 0 ps
// CHECK-NEXT:   read %arg1: 800 bytes
// CHECK-NEXT:   read %arg0: 400 bytes
// CHECK-NEXT:   update %arg2: 400 bytes
// CHECK-NOT: {{.}}
func.func @gather_loop(%table: memref<10xf32>, %idx: memref<100xindex>, %y: memref<100xf32>) {
  affine.for %i = 0 to 100 {
    %r = affine.load %idx[%i] : memref<100xindex>
    %v = memref.load %table[%r] : memref<10xf32>
    memref.store %v, %y[%r] : memref<100xf32>
  }
  return
}

// Once if the trip count is unknown; 8 times if the user declares the count,
// but the body need not run as often: no write.
// CHECK-LABEL: function dynloop{{$}}
// CHECK-NEXT: scf.for: 0 ps
// CHECK-NEXT:   read %arg1: 4 bytes
// CHECK-NEXT:   update %arg2: 4 bytes
// CHECK-NEXT: scf.for: 0 ps
// CHECK-NEXT:   read %arg1: 32 bytes
// CHECK-NEXT:   update %arg2: 32 bytes
// CHECK-NOT: {{.}}
func.func @dynloop(%n: index, %x: memref<8xf32>, %y: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i] : memref<8xf32>
    memref.store %v, %y[%i] : memref<8xf32>
  }
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i] : memref<8xf32>
    memref.store %v, %y[%i] : memref<8xf32>
  } {memplace.trip_count = 8}
  return
}

// Never runs: no bytes, and y keeps its contents.
// CHECK-LABEL: function never{{$}}
// CHECK-NEXT: scf.for: 0 ps
// CHECK-NEXT:   read %arg0: 0 bytes
// CHECK-NEXT:   update %arg1: 0 bytes
// CHECK-NOT: {{.}}
func.func @never(%x: memref<8xf32>, %y: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c1 to %c0 step %c1 {
    memref.copy %x, %y : memref<8xf32> to memref<8xf32>
  }
  return
}

// 5 trips by the attribute; the load has the same address each time.
// CHECK-LABEL: function while{{$}}
// CHECK-NEXT: scf.while: 0 ps
// CHECK-NEXT:   read %arg0: 164 bytes
// CHECK-NEXT:   update %arg1: 160 bytes
// CHECK-NOT: {{.}}
func.func @while(%x: memref<8xf32>, %y: memref<8xf32>) {
  %t = arith.constant true
  %c0 = arith.constant 0 : index
  scf.while : () -> () {
    %v = memref.load %x[%c0] : memref<8xf32>
    scf.condition(%t)
  } do {
    memref.copy %x, %y : memref<8xf32> to memref<8xf32>
    scf.yield
  } attributes {memplace.trip_count = 5}
  return
}

// All kinds of parallel loops. A reduction is 32 additions.
// CHECK-LABEL: function parallels{{$}}
// CHECK-NEXT: scf.parallel: 0 ps
// CHECK-NEXT:   write %arg1: 128 bytes
// CHECK-NEXT: scf.forall: 0 ps
// CHECK-NEXT:   write %arg1: 128 bytes
// CHECK-NEXT: affine.parallel: 0 ps
// CHECK-NEXT:   write %arg1: 128 bytes
// CHECK-NEXT: scf.parallel: 32 ps
// CHECK-NEXT:   read %arg0: 128 bytes
// CHECK-NEXT:   32 flops of f32
// CHECK-NEXT: memref.store: 0 ps
// CHECK-NEXT:   write %arg2: 4 bytes
// CHECK-NOT: {{.}}
func.func @parallels(%x: memref<8x4xf32>, %y: memref<8x4xf32>, %s: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %z = arith.constant 0.0 : f32
  scf.parallel (%i, %j) = (%c0, %c0) to (%c8, %c4) step (%c1, %c1) {
    memref.store %z, %y[%i, %j] : memref<8x4xf32>
  }
  scf.forall (%i, %j) in (8, 4) {
    memref.store %z, %y[%i, %j] : memref<8x4xf32>
  }
  affine.parallel (%i, %j) = (0, 0) to (8, 4) {
    affine.store %z, %y[%i, %j] : memref<8x4xf32>
  }
  %r = scf.parallel (%i, %j) = (%c0, %c0) to (%c8, %c4) step (%c1, %c1) init (%z) -> f32 {
    %v = memref.load %x[%i, %j] : memref<8x4xf32>
    scf.reduce(%v : f32) {
    ^bb0(%l: f32, %m: f32):
      %n = arith.addf %l, %m : f32
      scf.reduce.return %n : f32
    }
  }
  memref.store %r, %s[] : memref<f32>
  return
}

// Subviews are reported under their own values. 8 copies of 16 bytes and 8
// times 4 loads; the inner loop of stores does not change the address.
// CHECK-LABEL: function subviews{{$}}
// CHECK-NEXT: scf.for: 32 ps
// CHECK-NEXT:   read %subview: 256 bytes
// CHECK-NEXT:   write %subview_0: 256 bytes
// CHECK-NEXT:   32 flops of f32
// CHECK-NOT: {{.}}
func.func @subviews(%x: memref<8x4xf32>, %y: memref<8x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %p = memref.subview %x[%i, 0] [1, 4] [1, 1] : memref<8x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    %q = memref.subview %y[%i, 0] [1, 4] [1, 1] : memref<8x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    memref.copy %p, %q : memref<4xf32, strided<[1], offset: ?>> to memref<4xf32, strided<[1], offset: ?>>
    affine.for %j = 0 to 4 {
      %v = memref.load %p[%j] : memref<4xf32, strided<[1], offset: ?>>
      %w = arith.addf %v, %v : f32
      affine.for %k = 0 to 3 {
        memref.store %w, %q[%j] : memref<4xf32, strided<[1], offset: ?>>
      }
    }
  }
  return
}

// A dimension of size 1 is covered without a loop; a constant subscript of a
// longer dimension leaves the other elements.
// CHECK-LABEL: function unit{{$}}
// CHECK-NEXT: affine.for: 0 ps
// CHECK-NEXT:   write %arg0: 32 bytes
// CHECK-NEXT:   update %arg1: 32 bytes
// CHECK-NOT: {{.}}
func.func @unit(%y: memref<1x8xf32>, %z: memref<2x8xf32>, %v: f32) {
  affine.for %i = 0 to 8 {
    affine.store %v, %y[0, %i] : memref<1x8xf32>
    affine.store %v, %z[0, %i] : memref<2x8xf32>
  }
  return
}

// Step 2 and a start at 1 leave elements; 8 unsigned trips do not.
// CHECK-LABEL: function bounds{{$}}
// CHECK-NEXT: scf.for: 0 ps
// CHECK-NEXT:   update %arg0: 32 bytes
// CHECK-NEXT: scf.for: 0 ps
// CHECK-NEXT:   update %arg1: 32 bytes
// CHECK-NEXT: scf.for: 0 ps
// CHECK-NEXT:   write %arg2: 32 bytes
// CHECK-NOT: {{.}}
func.func @bounds(%y: memref<8xf32>, %z: memref<8xf32>, %w: memref<8xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c2 {
    memref.store %v, %y[%i] : memref<8xf32>
  }
  scf.for %i = %c1 to %c9 step %c1 {
    memref.store %v, %z[%i] : memref<8xf32>
  }
  scf.for unsigned %i = %c0 to %c8 step %c1 {
    memref.store %v, %w[%i] : memref<8xf32>
  }
  return
}

// Each trip stores to another row at its own index: 8 of 64 elements, although
// %i runs over all of each row.
// CHECK-LABEL: function own_row{{$}}
// CHECK-NEXT: affine.for: 0 ps
// CHECK-NEXT:   update %subview: 32 bytes
// CHECK-NOT: {{.}}
func.func @own_row(%y: memref<8x8xf32>, %v: f32) {
  affine.for %i = 0 to 8 {
    %row = memref.subview %y[%i, 0] [1, 8] [1, 1] : memref<8x8xf32> to memref<8xf32, strided<[1], offset: ?>>
    memref.store %v, %row[%i] : memref<8xf32, strided<[1], offset: ?>>
  }
  return
}

// A loop-carried value may be any address: each load counts.
// CHECK-LABEL: function carried{{$}}
// CHECK-NEXT: affine.for: 0 ps
// CHECK-NEXT:   read %arg0: 400 bytes
// CHECK-NEXT:   write %arg2: 4 bytes
// CHECK-NEXT:   read %arg1: 800 bytes
// CHECK-NOT: {{.}}
func.func @carried(%x: memref<4xf32>, %y: memref<4xindex>, %z: memref<f32>) {
  %c0 = arith.constant 0 : index
  %r = affine.for %i = 0 to 100 iter_args(%p = %c0) -> index {
    %v = memref.load %x[%p] : memref<4xf32>
    memref.store %v, %z[] : memref<f32>
    %n = memref.load %y[%p] : memref<4xindex>
    affine.yield %n : index
  }
  return
}

// 2^40 · 2^40 trips saturate at 2^62 without overflow.
// CHECK-LABEL: function huge{{$}}
// CHECK-NEXT: affine.for: 4611686018427387904 ps
// CHECK-NEXT:   read %arg0: 4611686018427387904 bytes
// CHECK-NEXT:   update %arg1: 4 bytes
// CHECK-NEXT:   4611686018427387904 flops of f32
// CHECK-NOT: {{.}}
func.func @huge(%x: memref<?xf32>, %y: memref<4xf32>) {
  affine.for %i = 0 to 1099511627776 {
    affine.for %j = 0 to 1099511627776 {
      %v = affine.load %x[%i + %j] : memref<?xf32>
      %w = arith.addf %v, %v : f32
      affine.store %w, %y[0] : memref<4xf32>
    }
  }
  return
}

// Memrefs made inside are reported under their own values.
// CHECK-LABEL: function inner_alloc{{$}}
// CHECK-NEXT: affine.for: 0 ps
// CHECK-NEXT:   read %arg0: 160 bytes
// CHECK-NEXT:   write %alloc: 160 bytes
// CHECK-NOT: {{.}}
func.func @inner_alloc(%x: memref<4xf32>) {
  affine.for %i = 0 to 10 {
    %a = memref.alloc() : memref<4xf32>
    memref.copy %x, %a : memref<4xf32> to memref<4xf32>
    memref.dealloc %a : memref<4xf32>
  }
  return
}

// Tiles of 4: the inner index starts at the outer index. All of x is read; the
// analysis cannot prove that all of y is written.
// CHECK-LABEL: function tiled{{$}}
// CHECK-NEXT: affine.for: 0 ps
// CHECK-NEXT:   read %arg0: 64 bytes
// CHECK-NEXT:   update %arg1: 64 bytes
// CHECK-NOT: {{.}}
func.func @tiled(%x: memref<16xf32>, %y: memref<16xf32>) {
  affine.for %i = 0 to 16 step 4 {
    affine.for %j = affine_map<(i) -> (i)>(%i) to affine_map<(i) -> (i + 4)>(%i) {
      %v = affine.load %x[%j] : memref<16xf32>
      affine.store %v, %y[%j] : memref<16xf32>
    }
  }
  return
}

// Rows of different lengths, from memory: their contents count each time; their
// lengths are unknown and count as 1.
// CHECK-LABEL: function ragged{{$}}
// CHECK-NEXT: affine.for: 0 ps
// CHECK-NEXT:   read %arg0: 72 bytes
// CHECK-NEXT:   read %arg1: 32 bytes
// CHECK-NEXT:   update %arg2: 32 bytes
// CHECK-NOT: {{.}}
func.func @ragged(%begins: memref<9xindex>, %x: memref<4xf32>, %y: memref<8xf32>) {
  %c1 = arith.constant 1 : index
  affine.for %i = 0 to 8 {
    %begin = affine.load %begins[%i] : memref<9xindex>
    %end = affine.load %begins[%i + 1] : memref<9xindex>
    scf.for %j = %begin to %end step %c1 {
      %v = memref.load %x[%j] : memref<4xf32>
      affine.store %v, %y[%i] : memref<8xf32>
    }
  }
  return
}
