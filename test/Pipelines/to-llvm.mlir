// RUN: memplace-opt %s --memplace-default=target=toy --memplace-to-llvm | FileCheck %s --implicit-check-not=unrealized_conversion_cast --implicit-check-not=memref --implicit-check-not=func.func --implicit-check-not=ciface
// RUN: memplace-opt %s --memplace-default="target=toy slot-alignment=4096" --memplace-to-llvm=checked --verify-diagnostics
// RUN: memplace-opt %s --memplace-to-llvm=c-wrappers | FileCheck %s --check-prefix=WRAPPERS
// RUN: memplace-opt %s --memplace-default=target=toy --memplace-to-llvm | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=LLVM

// All ops become the LLVM dialect: linalg, affine, scf, math, arith, index,
// views of a placed buffer.
// CHECK-DAG: llvm.func @memplace_rt_arena_alloc(
// CHECK-DAG: llvm.func @memplace_rt_arena_free(
// CHECK: llvm.func @program(
// CHECK: llvm.call @memplace_rt_arena_alloc(
// CHECK: llvm.call @linalg_exp(
// CHECK: llvm.call @memplace_rt_arena_free(
// CHECK: llvm.return
// Each linalg op is a function of its own.
// CHECK: llvm.func @linalg_exp(
// CHECK: llvm.intr.exp

// LLVM: define void @program(

// WRAPPERS: llvm.func @program(
// WRAPPERS: llvm.func @_mlir_ciface_program(
func.func @program(%x: memref<4x8xf32>, %y: memref<8xf32>, %i: index) {
  %f = arith.constant 2.0 : f32
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %a = memref.alloc() : memref<4x8xf32>
  linalg.exp ins(%x : memref<4x8xf32>) outs(%a : memref<4x8xf32>)
  affine.for %j = 0 to 4 {
    %e = affine.load %a[%j, 0] : memref<4x8xf32>
    affine.store %e, %a[%j, 1] : memref<4x8xf32>
  }
  scf.for %j = %c1 to %c4 step %c1 {
    %row = memref.subview %a[%j, 0] [1, 8] [1, 1] : memref<4x8xf32> to memref<8xf32, strided<[1], offset: ?>>
    %p = math.powf %f, %f : f32
    %k = index.add %j, %c1
    %n = arith.index_cast %k : index to i32
    %m = arith.sitofp %n : i32 to f32
    %s = arith.mulf %p, %m : f32
    linalg.fill ins(%s : f32) outs(%row : memref<8xf32, strided<[1], offset: ?>>)
    linalg.add ins(%row, %row : memref<8xf32, strided<[1], offset: ?>>, memref<8xf32, strided<[1], offset: ?>>) outs(%y : memref<8xf32>)
  }
  return
}
