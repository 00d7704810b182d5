// The result of upstream's deallocation, packed into one arena, computes the same.

// RUN: mlir-opt %s --ownership-based-buffer-deallocation --canonicalize --buffer-deallocation-simplification --bufferization-lower-deallocations --canonicalize --optimize-allocation-liveness -o %t.mlir
// RUN: memplace-opt %t.mlir --memplace-plan-static-memory -o %t.packed.mlir
// RUN: FileCheck %s --input-file=%t.packed.mlir
// RUN: memplace-opt %t.mlir --memplace-to-llvm -o %t.llvm.mlir
// RUN: memplace-opt %t.packed.mlir --memplace-to-llvm -o %t.packed.llvm.mlir
// RUN: mlir-runner %t.llvm.mlir --entry-point-result=f32 | FileCheck %s --check-prefix=RESULT
// RUN: mlir-runner %t.packed.llvm.mlir --entry-point-result=f32 | FileCheck %s --check-prefix=RESULT

// The two buffers of the loop, or one and the branch's, beside two permanent buffers.
// CHECK: memref.alloc() {alignment = 4 : i64} : memref<1024xi8>
// CHECK-NOT: memref.alloc
// CHECK-COUNT-6: memref.view

// RESULT: 1.915200e+05

#id = affine_map<(d) -> (d)>

func.func @main() -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0.0 : f32
  %x = memref.alloc() : memref<64xf32>
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%x : memref<64xf32>) {
  ^bb0(%old: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i32
    %f = arith.sitofp %j : i32 to f32
    linalg.yield %f : f32
  }
  %sum = memref.alloc() : memref<64xf32>
  linalg.copy ins(%x : memref<64xf32>) outs(%sum : memref<64xf32>)
  scf.for %k = %c0 to %c5 step %c1 {
    %a = memref.alloc() : memref<64xf32>
    linalg.add ins(%sum, %x : memref<64xf32>, memref<64xf32>) outs(%a : memref<64xf32>)
    %b = memref.alloc() : memref<64xf32>
    linalg.add ins(%a, %sum : memref<64xf32>, memref<64xf32>) outs(%b : memref<64xf32>)
    linalg.copy ins(%b : memref<64xf32>) outs(%sum : memref<64xf32>)
    %odd = arith.remui %k, %c5 : index
    %first = arith.cmpi eq, %odd, %c0 : index
    scf.if %first {
      %c = memref.alloc() : memref<64xf32>
      linalg.add ins(%x, %x : memref<64xf32>, memref<64xf32>) outs(%c : memref<64xf32>)
      linalg.add ins(%c, %sum : memref<64xf32>, memref<64xf32>) outs(%sum : memref<64xf32>)
    }
  }
  %total = memref.alloc() : memref<f32>
  memref.store %zero, %total[] : memref<f32>
  linalg.reduce ins(%sum : memref<64xf32>) outs(%total : memref<f32>) dimensions = [0]
    (%in: f32, %out: f32) {
      %s = arith.addf %in, %out : f32
      linalg.yield %s : f32
    }
  %result = memref.load %total[] : memref<f32>
  return %result : f32
}
