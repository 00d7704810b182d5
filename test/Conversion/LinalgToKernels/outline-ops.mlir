// RUN: memplace-opt %s --split-input-file --memplace-outline-ops | FileCheck %s
// RUN: memplace-opt %s --split-input-file --memplace-outline-ops --memplace-call-kernels | FileCheck %s --check-prefix=KERNELS

// Ops that differ only in operands and offsets share a function.
// CHECK-LABEL: func.func @alike
// CHECK-SAME: %[[A:.*]]: memref<8x8xf32>, %[[B:.*]]: memref<4x8xf32>
// CHECK: call @[[EXP:linalg_exp]](%{{.*}}, %{{.*}}) : (!llvm.ptr, !llvm.ptr) -> ()
// CHECK: llvm.getelementptr
// CHECK: call @[[EXP]](%{{.*}}, %{{.*}}) : (!llvm.ptr, !llvm.ptr) -> ()
// CHECK-NOT: linalg
// CHECK: return
// CHECK: func.func private @[[EXP]](%[[IN:.*]]: !llvm.ptr, %[[OUT:.*]]: !llvm.ptr) attributes {passthrough = ["noinline"]}
// CHECK: %[[X:.*]] = builtin.unrealized_conversion_cast %{{.*}} to memref<4x8xf32, strided<[8, 1]>>
// CHECK: %[[Y:.*]] = builtin.unrealized_conversion_cast %{{.*}} to memref<4x8xf32>
// CHECK: linalg.exp ins(%[[X]] : {{.*}}) outs(%[[Y]] : {{.*}})
// CHECK: return
// CHECK-NOT: func.func
func.func @alike(%a: memref<8x8xf32>, %b: memref<4x8xf32>) {
  %first = memref.subview %a[0, 0] [4, 8] [1, 1] : memref<8x8xf32> to memref<4x8xf32, strided<[8, 1]>>
  %second = memref.subview %a[4, 0] [4, 8] [1, 1] : memref<8x8xf32> to memref<4x8xf32, strided<[8, 1], offset: 32>>
  linalg.exp ins(%first : memref<4x8xf32, strided<[8, 1]>>) outs(%b : memref<4x8xf32>)
  linalg.exp ins(%second : memref<4x8xf32, strided<[8, 1], offset: 32>>) outs(%b : memref<4x8xf32>)
  return
}

// -----

// Different constants give different functions. Other values, also those in an op's body, are arguments.
// CHECK-LABEL: func.func @captured
// CHECK-SAME: %[[A:.*]]: memref<8xf32>, %[[B:.*]]: memref<8xf32>, %[[TABLE:.*]]: memref<?xf32>, %[[I:.*]]: index, %[[F:.*]]: f32
// CHECK: call @[[ONE:.*]](%{{.*}}) : (!llvm.ptr) -> ()
// CHECK: call @[[TWO:.*]](%{{.*}}) : (!llvm.ptr) -> ()
// CHECK: call @[[THREE:.*]](%[[F]], %{{.*}}) : (f32, !llvm.ptr) -> ()
// CHECK: call @[[GENERIC:.*]](%{{.*}}, %{{.*}}, %[[TABLE]], %[[I]]) : (!llvm.ptr, !llvm.ptr, memref<?xf32>, index) -> ()
// CHECK: func.func private @[[ONE]](
// CHECK: %[[C1:.*]] = arith.constant 1.0
// CHECK: linalg.fill ins(%[[C1]]
// CHECK: func.func private @[[TWO]](
// CHECK: %[[C2:.*]] = arith.constant 2.0
// CHECK: linalg.fill ins(%[[C2]]
// CHECK: func.func private @[[THREE]](
// CHECK: func.func private @[[GENERIC]](
// CHECK: memref.load
#map = affine_map<(i) -> (i)>
func.func @captured(%a: memref<8xf32>, %b: memref<8xf32>, %table: memref<?xf32>, %i: index, %f: f32) {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  linalg.fill ins(%one : f32) outs(%a : memref<8xf32>)
  linalg.fill ins(%two : f32) outs(%a : memref<8xf32>)
  linalg.fill ins(%f : f32) outs(%a : memref<8xf32>)
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
      ins(%a : memref<8xf32>) outs(%b : memref<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    %t = memref.load %table[%i] : memref<?xf32>
    %sum = arith.addf %x, %t : f32
    linalg.yield %sum : f32
  }
  return
}

// -----

// In place through the same value stays in place in the function. An op that reads
// another view of its output is not outlined: memplace-call-kernels must see the op.
// CHECK-LABEL: func.func @in_place
// CHECK: call @linalg_exp(%{{.*}}) : (!llvm.ptr) -> ()
// CHECK: linalg.matmul
// CHECK: func.func private @linalg_exp
// KERNELS-LABEL: func.func @in_place
// KERNELS-NOT: memplace_kernels_gemm
// KERNELS: linalg.matmul
func.func @in_place(%a: memref<8x8xf32>, %b: memref<8x8xf32>) {
  linalg.exp ins(%a : memref<8x8xf32>) outs(%a : memref<8x8xf32>)
  %flat = memref.collapse_shape %b [[0, 1]] : memref<8x8xf32> into memref<64xf32>
  %other = memref.expand_shape %flat [[0, 1]] output_shape [8, 8] : memref<64xf32> into memref<8x8xf32>
  linalg.matmul ins(%a, %b : memref<8x8xf32>, memref<8x8xf32>) outs(%other : memref<8x8xf32>)
  return
}

// -----

// Kernels compute products in functions.
// KERNELS-LABEL: func.func @product
// KERNELS: call @linalg_matmul
// KERNELS: func.func private @linalg_matmul
// KERNELS: llvm.call @memplace_kernels_gemm_f32
// KERNELS-NOT: linalg.matmul
func.func @product(%a: memref<64x32xf32>, %b: memref<32x16xf32>, %c: memref<64x16xf32>) {
  linalg.matmul ins(%a, %b : memref<64x32xf32>, memref<32x16xf32>) outs(%c : memref<64x16xf32>)
  return
}

// -----

// The name exists already.
// CHECK-LABEL: func.func @named
// CHECK: call @linalg_exp_0
func.func private @linalg_exp(%a: i32)
func.func @named(%a: memref<8xf32>, %b: memref<8xf32>) {
  linalg.exp ins(%a : memref<8xf32>) outs(%b : memref<8xf32>)
  return
}

// -----

// Shapes and memory spaces need a memref, since an address lacks both. Functions of other modules stay.
// CHECK-LABEL: func.func @memrefs
// CHECK: call @linalg_copy(%{{.*}}, %{{.*}}) : (memref<?xf32>, memref<8xf32, 1>) -> ()
// CHECK: call @linalg_fill(%{{.*}}, %{{.*}}) : (complex<f32>, memref<8xcomplex<f32>>) -> ()
// CHECK: module @inner
// CHECK: linalg.exp
// CHECK: func.func private @linalg_copy
func.func @memrefs(%a: memref<?xf32>, %b: memref<8xf32, 1>, %z: complex<f32>, %c: memref<8xcomplex<f32>>) {
  linalg.copy ins(%a : memref<?xf32>) outs(%b : memref<8xf32, 1>)
  linalg.fill ins(%z : complex<f32>) outs(%c : memref<8xcomplex<f32>>)
  return
}
module @inner {
  func.func @inside(%a: memref<8xf32>, %b: memref<8xf32>) {
    linalg.exp ins(%a : memref<8xf32>) outs(%b : memref<8xf32>)
    return
  }
}
