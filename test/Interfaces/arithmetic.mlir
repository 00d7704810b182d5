// RUN: memplace-opt %s -test-memplace-print-memory-ops -o /dev/null \
// RUN:   | FileCheck %s

// arith, math and complex: one flop per element. Indices, i1, comparisons, selects
// and conversions are bookkeeping. A select of memrefs is a view of either.

// CHECK-LABEL: function arithmetic{{$}}
// CHECK-NEXT: arith.addf: none
// CHECK-NEXT:   1 flops of f32
// CHECK-NEXT: arith.mulf: none
// CHECK-NEXT:   8 flops of bf16
// CHECK-NEXT: arith.addi: none
// CHECK-NEXT:   1 flops of i32
// CHECK-NEXT: arith.addi: none
// CHECK-NEXT: arith.andi: none
// CHECK-NEXT: arith.cmpf: none
// CHECK-NEXT: arith.select: none
// CHECK-NEXT: arith.select: none
// CHECK-NEXT:   %7 is in %arg6
// CHECK-NEXT:   %7 is in %arg7
// CHECK-NEXT: arith.extf: none
// CHECK-NEXT: math.exp: none
// CHECK-NEXT:   1 flops of f32
// CHECK-NEXT: math.fma: none
// CHECK-NEXT:   16 flops of bf16
// CHECK-NEXT: complex.add: none
// CHECK-NEXT:   2 flops of f64
// CHECK-NEXT: complex.mul: none
// CHECK-NEXT:   6 flops of f64
// CHECK-NEXT: complex.abs: none
// CHECK-NEXT:   1 flops of f64
// CHECK-NEXT: complex.re: none
// CHECK-NEXT: index.add: none
// CHECK-NEXT: func.return: none
// CHECK-NOT: {{.}}
func.func @arithmetic(%f: f32, %h: vector<4x2xbf16>, %i: i32, %n: index, %b: i1, %c: complex<f64>, %m: memref<8xf32>, %k: memref<8xf32>) {
  %0 = arith.addf %f, %f : f32
  %1 = arith.mulf %h, %h : vector<4x2xbf16>
  %2 = arith.addi %i, %i : i32
  %3 = arith.addi %n, %n : index
  %4 = arith.andi %b, %b : i1
  %5 = arith.cmpf olt, %f, %f : f32
  %6 = arith.select %b, %f, %f : f32
  %7 = arith.select %b, %m, %k : memref<8xf32>
  %8 = arith.extf %f : f32 to f64
  %9 = math.exp %f : f32
  %10 = math.fma %h, %h, %h : vector<4x2xbf16>
  %11 = complex.add %c, %c : complex<f64>
  %12 = complex.mul %c, %c : complex<f64>
  %13 = complex.abs %c : complex<f64>
  %14 = complex.re %c : complex<f64>
  %15 = index.add %n, %n
  return
}
