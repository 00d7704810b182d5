// RUN: memplace-opt %s -test-memplace-print-op-cost -o /dev/null \
// RUN:   | FileCheck %s

// Structured ops: flops of the iteration space, distinct elements of each operand.

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
#zero = affine_map<(d0, d1) -> (0, d1)>
#col = affine_map<(d0, d1) -> (d0)>
#diag = affine_map<(d0) -> (d0, d0)>
#rev = affine_map<(d0) -> (-d0 + 6)>
#one = affine_map<(d0) -> (d0)>
#mod = affine_map<(d0) -> (d0 mod 3)>

// 2 · 15 · 50 · 10 flops; each operand once; the output is added to.
// CHECK-LABEL: function matmul{{$}}
// CHECK-NEXT: linalg.matmul: 15000 ps
// CHECK-NEXT:   read %arg0: 600 bytes
// CHECK-NEXT:   read %arg1: 2000 bytes
// CHECK-NEXT:   update %arg2: 3000 bytes
// CHECK-NEXT:   15000 flops of f32
// CHECK-NOT: {{.}}
func.func @matmul(%a: memref<15x10xf32>, %b: memref<10x50xf32>, %c: memref<15x50xf32>) {
  linalg.matmul ins(%a, %b : memref<15x10xf32>, memref<10x50xf32>) outs(%c : memref<15x50xf32>)
  return
}

// Products of bf16 count at bf16's rate although their sums are in f32.
// CHECK-LABEL: function matmul_bf16{{$}}
// CHECK-NEXT: linalg.matmul: 7500 ps
// CHECK-NEXT:   read %arg0: 300 bytes
// CHECK-NEXT:   read %arg1: 1000 bytes
// CHECK-NEXT:   update %arg2: 3000 bytes
// CHECK-NEXT:   15000 flops of bf16
// CHECK-NOT: {{.}}
func.func @matmul_bf16(%a: memref<15x10xbf16>, %b: memref<10x50xbf16>, %c: memref<15x50xf32>) {
  linalg.matmul ins(%a, %b : memref<15x10xbf16>, memref<10x50xbf16>) outs(%c : memref<15x50xf32>)
  return
}

// Products of i8 count at i8's rate, or, as this target has none, at the default rate.
// CHECK-LABEL: function matmul_i8{{$}}
// CHECK-NEXT: linalg.matmul: 15000 ps
// CHECK-NEXT:   read %arg0: 150 bytes
// CHECK-NEXT:   read %arg1: 500 bytes
// CHECK-NEXT:   update %arg2: 3000 bytes
// CHECK-NEXT:   15000 flops of i8
// CHECK-NOT: {{.}}
func.func @matmul_i8(%a: memref<15x10xi8>, %b: memref<10x50xi8>, %c: memref<15x50xi32>) {
  linalg.matmul ins(%a, %b : memref<15x10xi8>, memref<10x50xi8>) outs(%c : memref<15x50xi32>)
  return
}

// 2 · (4·4·8) · (3·3·3) flops. 4 windows of 3 with stride 2 span 9 rows.
// CHECK-LABEL: function conv{{$}}
// CHECK-NEXT: linalg.conv_2d_nhwc_hwcf: 6912 ps
// CHECK-NEXT:   read %arg0: 972 bytes
// CHECK-NEXT:   read %arg1: 864 bytes
// CHECK-NEXT:   update %arg2: 512 bytes
// CHECK-NEXT:   6912 flops of f32
// CHECK-NOT: {{.}}
func.func @conv(%in: memref<1x9x9x3xf32>, %k: memref<3x3x3x8xf32>, %out: memref<1x4x4x8xf32>) {
  linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>} ins(%in, %k : memref<1x9x9x3xf32>, memref<3x3x3x8xf32>) outs(%out : memref<1x4x4x8xf32>)
  return
}

// 4 windows of 3 with stride 4 touch 12 of 16 rows.
// CHECK-LABEL: function conv_gaps{{$}}
// CHECK-NEXT: linalg.conv_2d_nhwc_hwcf: 6912 ps
// CHECK-NEXT:   read %arg0: 1728 bytes
// CHECK-NEXT:   read %arg1: 864 bytes
// CHECK-NEXT:   update %arg2: 512 bytes
// CHECK-NEXT:   6912 flops of f32
// CHECK-NOT: {{.}}
func.func @conv_gaps(%in: memref<1x16x16x3xf32>, %k: memref<3x3x3x8xf32>, %out: memref<1x4x4x8xf32>) {
  linalg.conv_2d_nhwc_hwcf {strides = dense<4> : tensor<2xi64>} ins(%in, %k : memref<1x16x16x3xf32>, memref<3x3x3x8xf32>) outs(%out : memref<1x4x4x8xf32>)
  return
}

// A maximum for each element of the window; the window operand only gives a shape.
// CHECK-LABEL: function pool{{$}}
// CHECK-NEXT: linalg.pooling_nhwc_max: 192 ps
// CHECK-NEXT:   read %arg0: 768 bytes
// CHECK-NEXT:   update %arg2: 192 bytes
// CHECK-NEXT:   192 flops of f32
// CHECK-NOT: {{.}}
func.func @pool(%in: memref<1x8x8x3xf32>, %w: memref<2x2xf32>, %out: memref<1x4x4x3xf32>) {
  linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>} ins(%in, %w : memref<1x8x8x3xf32>, memref<2x2xf32>) outs(%out : memref<1x4x4x3xf32>)
  return
}

// A fill needs no old contents; a scalar causes no traffic.
// CHECK-LABEL: function fill{{$}}
// CHECK-NEXT: linalg.fill: 0 ps
// CHECK-NEXT:   write %arg1: 64 bytes
// CHECK-NOT: {{.}}
func.func @fill(%v: f32, %out: memref<4x4xf32>) {
  linalg.fill ins(%v : f32) outs(%out : memref<4x4xf32>)
  return
}

// No flops; reordering keeps the number of elements.
// CHECK-LABEL: function copyt{{$}}
// CHECK-NEXT: linalg.transpose: 0 ps
// CHECK-NEXT:   read %arg0: 128 bytes
// CHECK-NEXT:   write %arg1: 128 bytes
// CHECK-NEXT: linalg.copy: 0 ps
// CHECK-NEXT:   read %arg0: 128 bytes
// CHECK-NEXT:   write %arg2: 128 bytes
// CHECK-NOT: {{.}}
func.func @copyt(%a: memref<4x8xf32>, %b: memref<8x4xf32>, %c: memref<4x8xf32>) {
  linalg.transpose ins(%a : memref<4x8xf32>) outs(%b : memref<8x4xf32>) permutation = [1, 0]
  linalg.copy ins(%a : memref<4x8xf32>) outs(%c : memref<4x8xf32>)
  return
}

// Broadcast operands count once: 4 elements each, and 4 of 5 x 4, one per row.
// CHECK-LABEL: function bias{{$}}
// CHECK-NEXT: linalg.generic: 128 ps
// CHECK-NEXT:   read %arg0: 256 bytes
// CHECK-NEXT:   read %arg1: 16 bytes
// CHECK-NEXT:   read %arg2: 16 bytes
// CHECK-NEXT:   write %arg3: 256 bytes
// CHECK-NEXT:   128 flops of f32
// CHECK-NOT: {{.}}
func.func @bias(%x: memref<16x4xf32>, %b: memref<4xf32>, %b2: memref<5x4xf32>, %y: memref<16x4xf32>) {
  linalg.generic {indexing_maps = [#id, #row, #zero, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x, %b, %b2: memref<16x4xf32>, memref<4xf32>, memref<5x4xf32>) outs(%y : memref<16x4xf32>) {
    ^bb0(%p: f32, %q: f32, %r: f32, %o: f32):
      %0 = arith.addf %p, %q : f32
      %1 = arith.mulf %0, %r : f32
      linalg.yield %1 : f32
  }
  return
}

// Sums into the output: 64 additions.
// CHECK-LABEL: function reduce{{$}}
// CHECK-NEXT: linalg.generic: 64 ps
// CHECK-NEXT:   read %arg0: 256 bytes
// CHECK-NEXT:   update %arg1: 64 bytes
// CHECK-NEXT:   64 flops of f32
// CHECK-NOT: {{.}}
func.func @reduce(%x: memref<16x4xf32>, %y: memref<16xf32>) {
  linalg.generic {indexing_maps = [#id, #col], iterator_types = ["parallel", "reduction"]}
    ins(%x: memref<16x4xf32>) outs(%y : memref<16xf32>) {
    ^bb0(%p: f32, %o: f32):
      %0 = arith.addf %p, %o : f32
      linalg.yield %0 : f32
  }
  return
}

// 5 rows of 8 are read, not the whole table of 1000.
// CHECK-LABEL: function gather{{$}}
// CHECK-NEXT: linalg.generic: 0 ps
// CHECK-NEXT:   read %arg1: 40 bytes
// CHECK-NEXT:   write %arg2: 160 bytes
// CHECK-NEXT:   read %arg0: 160 bytes
// CHECK-NOT: {{.}}
func.func @gather(%table: memref<1000x8xf32>, %idx: memref<5xi64>, %y: memref<5x8xf32>) {
  linalg.generic {indexing_maps = [#col, #id], iterator_types = ["parallel", "parallel"]}
    ins(%idx: memref<5xi64>) outs(%y : memref<5x8xf32>) {
    ^bb0(%i: i64, %o: f32):
      %r = arith.index_cast %i : i64 to index
      %c = linalg.index 1 : index
      %v = memref.load %table[%r, %c] : memref<1000x8xf32>
      linalg.yield %v : f32
  }
  return
}

// The row does not depend on a loop: 8 elements are read once.
// CHECK-LABEL: function concat{{$}}
// CHECK-NEXT: linalg.generic: 0 ps
// CHECK-NEXT:   write %arg1: 160 bytes
// CHECK-NEXT:   read %arg0: 32 bytes
// CHECK-NOT: {{.}}
func.func @concat(%x: memref<2x8xf32>, %y: memref<5x8xf32>) {
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]}
    outs(%y : memref<5x8xf32>) {
    ^bb0(%o: f32):
      %c0 = arith.constant 0 : index
      %c = linalg.index 1 : index
      %v = memref.load %x[%c0, %c] : memref<2x8xf32>
      linalg.yield %v : f32
  }
  return
}

// Traffic that depends on the dynamic size is unknown; the bias is known. The flops of a single row
// count.
// CHECK-LABEL: function dyn{{$}}
// CHECK-NEXT: linalg.generic: 4 ps
// CHECK-NEXT:   read %arg0: unknown bytes
// CHECK-NEXT:   read %arg2: 16 bytes
// CHECK-NEXT:   write %arg1: unknown bytes
// CHECK-NEXT:   4 flops of f32
// CHECK-NOT: {{.}}
func.func @dyn(%x: memref<?x4xf32>, %y: memref<?x4xf32>, %b: memref<4xf32>) {
  linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x, %b: memref<?x4xf32>, memref<4xf32>) outs(%y : memref<?x4xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %0 = arith.addf %p, %q : f32
      linalg.yield %0 : f32
  }
  return
}

// K = 0: nothing runs, and C keeps its contents.
// CHECK-LABEL: function zero_k{{$}}
// CHECK-NEXT: linalg.matmul: 0 ps
// CHECK-NEXT:   read %arg0: 0 bytes
// CHECK-NEXT:   read %arg1: 0 bytes
// CHECK-NEXT:   update %arg2: 0 bytes
// CHECK-NOT: {{.}}
func.func @zero_k(%a: memref<15x0xf32>, %b: memref<0x50xf32>, %c: memref<15x50xf32>) {
  linalg.matmul ins(%a, %b : memref<15x0xf32>, memref<0x50xf32>) outs(%c : memref<15x50xf32>)
  return
}

// A diagonal of 7 elements, a reversed operand, an operand modulo 3. A write to
// a diagonal is an update, since it keeps the other elements.
// CHECK-LABEL: function odd{{$}}
// CHECK-NEXT: linalg.generic: 14 ps
// CHECK-NEXT:   read %arg0: 28 bytes
// CHECK-NEXT:   read %arg1: 28 bytes
// CHECK-NEXT:   read %arg2: 12 bytes
// CHECK-NEXT:   write %arg3: 28 bytes
// CHECK-NEXT:   14 flops of f32
// CHECK-NEXT: linalg.generic: 0 ps
// CHECK-NEXT:   read %arg1: 28 bytes
// CHECK-NEXT:   update %arg4: 28 bytes
// CHECK-NOT: {{.}}
func.func @odd(%a: memref<7x7xf32>, %b: memref<7xf32>, %m: memref<3xf32>, %c: memref<7xf32>, %d: memref<7x7xf32>) {
  linalg.generic {indexing_maps = [#diag, #rev, #mod, #one], iterator_types = ["parallel"]}
    ins(%a, %b, %m: memref<7x7xf32>, memref<7xf32>, memref<3xf32>) outs(%c : memref<7xf32>) {
    ^bb0(%p: f32, %q: f32, %r: f32, %o: f32):
      %0 = math.fma %p, %q, %r : f32
      linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#one, #diag], iterator_types = ["parallel"]}
    ins(%b: memref<7xf32>) outs(%d : memref<7x7xf32>) {
    ^bb0(%q: f32, %o: f32):
      linalg.yield %q : f32
  }
  return
}

// 5 flops per element.
// CHECK-LABEL: function softmax{{$}}
// CHECK-NEXT: linalg.softmax: 160 ps
// CHECK-NEXT:   read %arg0: 128 bytes
// CHECK-NEXT:   write %arg1: 128 bytes
// CHECK-NEXT:   160 flops of f32
// CHECK-NOT: {{.}}
func.func @softmax(%a: memref<4x8xf32>, %b: memref<4x8xf32>) {
  linalg.softmax dimension(1) ins(%a : memref<4x8xf32>) outs(%b: memref<4x8xf32>)
  return
}

// A complex product is 6 flops of f32.
// CHECK-LABEL: function cmul{{$}}
// CHECK-NEXT: linalg.generic: 48 ps
// CHECK-NEXT:   read %arg0: 64 bytes
// CHECK-NEXT:   update %arg1: 64 bytes
// CHECK-NEXT:   48 flops of f32
// CHECK-NOT: {{.}}
func.func @cmul(%a: memref<8xcomplex<f32>>, %b: memref<8xcomplex<f32>>) {
  linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
    ins(%a: memref<8xcomplex<f32>>) outs(%b : memref<8xcomplex<f32>>) {
    ^bb0(%q: complex<f32>, %o: complex<f32>):
      %0 = complex.mul %q, %o : complex<f32>
      linalg.yield %0 : complex<f32>
  }
  return
}
