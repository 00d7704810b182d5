// All ops with models are lowered and run: vectors, complex numbers, integer
// powers, poison, clones.
// DEFINE: %{run} = mlir-runner -e main -entry-point-result=void --shared-libs=%mlir_runner_utils,%mlir_c_runner_utils,%memplace_runtime
// RUN: split-file %s %t
// RUN: memplace-opt %t/in.mlir --memplace-default="target=toy" | FileCheck %s --check-prefix=PLACED
// RUN: memplace-opt %t/in.mlir --memplace-default="target=toy" --memplace-to-llvm | %{run} | FileCheck %s
// RUN: memplace-opt %t/in.mlir --memplace-default="target=toy solver=default-tier slot-alignment=4096" --memplace-to-llvm=checked | %{run} | FileCheck %s
// RUN: memplace-opt %t/in.mlir --memplace-to-llvm | %{run} | FileCheck %s

// PLACED: vector.transfer_read %{{.*}} : memref<4x8xf32, #memplace.tier<"fast">>, vector<4x8xf32>

// Two rows of exp(0), two of padding, and 1.
// CHECK: {{^}}13{{$}}
// |(1 + i)^2| = 2, and 2 to the power of ceil(5 / 2).
// CHECK: {{^}}8{{$}}

// RUN: memplace-opt %t/small.mlir --memplace-to-llvm | FileCheck %s --check-prefix=SMALL
// SMALL: llvm.func @malloc
// SMALL: llvm.func @clone
// SMALL: llvm.intr.memcpy

// SMALL: llvm.func @maximum
// SMALL: llvm.intr.maximum

// Remaining ops are named, and no file is written.
// RUN: not memplace-opt %t/left.mlir --allow-unregistered-dialect --memplace-to-llvm -o %t/left.out 2>&1 | FileCheck %s --check-prefix=LEFT
// RUN: not ls %t/left.out
// LEFT: left.mlir:2:3: error: 'other.op' is not lowered to the LLVM dialect
// LEFT: note: lower it with another pass before 'memplace-to-llvm', or replace that pipeline

//--- in.mlir
func.func private @printF32(f32)
func.func private @printNewline()
func.func @rows(%x: memref<4x8xf32>, %y: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %f = arith.constant 5.0 : f32
  %z = arith.constant dense<1.0> : vector<8xf32>
  %a = memref.alloc() : memref<4x8xf32>
  linalg.exp ins(%x : memref<4x8xf32>) outs(%a : memref<4x8xf32>)
  %r = vector.transfer_read %a[%c2, %c0], %f : memref<4x8xf32>, vector<4x8xf32>
  %t = vector.multi_reduction <add>, %r, %z [0] : vector<4x8xf32> to vector<8xf32>
  vector.transfer_write %t, %y[%c0] : vector<8xf32>, memref<8xf32>
  return
}
func.func @power(%x: memref<1xcomplex<f32>>, %i: index, %j: index) -> f32 {
  %c0 = arith.constant 0 : index
  %unused = ub.poison : f32
  %a = memref.load %x[%c0] : memref<1xcomplex<f32>>
  %square = complex.mul %a, %a : complex<f32>
  %b = complex.abs %square : complex<f32>
  %n = arith.ceildivsi %i, %j : index
  %m = arith.index_cast %n : index to i32
  %r = math.fpowi %b, %m : f32, i32
  return %r : f32
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %number = complex.create %one, %one : complex<f32>
  %x = memref.alloc() : memref<4x8xf32>
  %y = memref.alloc() : memref<8xf32>
  %z = memref.alloc() : memref<1xcomplex<f32>>
  linalg.fill ins(%zero : f32) outs(%x : memref<4x8xf32>)
  memref.store %number, %z[%c0] : memref<1xcomplex<f32>>
  call @rows(%x, %y) : (memref<4x8xf32>, memref<8xf32>) -> ()
  %e = memref.load %y[%c0] : memref<8xf32>
  call @printF32(%e) : (f32) -> ()
  call @printNewline() : () -> ()
  %p = call @power(%z, %c5, %c2) : (memref<1xcomplex<f32>>, index, index) -> f32
  call @printF32(%p) : (f32) -> ()
  call @printNewline() : () -> ()
  return
}

//--- small.mlir
func.func @clone(%x: memref<4xf32>) -> memref<4xf32> {
  %0 = bufferization.clone %x : memref<4xf32> to memref<4xf32>
  return %0 : memref<4xf32>
}
func.func @maximum(%a: f32, %b: f32) -> f32 {
  %0 = arith.maximumf %a, %b : f32
  return %0 : f32
}

//--- left.mlir
func.func @left(%x: f32) {
  "other.op"(%x) : (f32) -> ()
  return
}
