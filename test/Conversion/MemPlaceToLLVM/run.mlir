// A placed program is lowered and runs.
// DEFINE: %{run} = mlir-runner -e main -entry-point-result=void --shared-libs=%mlir_runner_utils,%mlir_c_runner_utils,%memplace_runtime
// RUN: memplace-opt %s --memplace-to-llvm | %{run} | FileCheck %s
// RUN: memplace-opt %s --memplace-to-llvm=checked | %{run} | FileCheck %s

#cmem = #memplace.tier<"cmem">
#hbm = #memplace.tier<"hbm">

memref.global "private" constant @twos : memref<64xf32, #hbm> = dense<2.0>

// Doubles %from, or twos, into %to.
func.func @double(%from: memref<64xf32>, %to: memref<64xf32, strided<[1], offset: ?>>, %cond: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %a = memplace.arena : memref<8192xi8, #cmem>
  %s = memplace.slot %a[0] for "x" : memref<8192xi8, #cmem> to memref<64xf32, #cmem>
  %o = memplace.slot %a[4096] for "y" : memref<8192xi8, #cmem> to memref<64xf32, #cmem>
  memplace.acquire %s : memref<64xf32, #cmem>
  %t = scf.if %cond -> !memplace.token {
    %u = memplace.start_transfer %from to %s on "in" : memref<64xf32> to memref<64xf32, #cmem>
    scf.yield %u : !memplace.token
  } else {
    %g = memref.get_global @twos : memref<64xf32, #hbm>
    %u = memplace.start_transfer %g to %s on "in" : memref<64xf32, #hbm> to memref<64xf32, #cmem>
    scf.yield %u : !memplace.token
  }
  memplace.acquire %o : memref<64xf32, #cmem>
  memplace.wait %t
  memplace.wait %t
  scf.for %i = %c0 to %c64 step %c1 {
    %v = memref.load %s[%i] : memref<64xf32, #cmem>
    %d = arith.addf %v, %v : f32
    memref.store %d, %o[%i] : memref<64xf32, #cmem>
  }
  memplace.release %s : memref<64xf32, #cmem>
  %out = memplace.start_transfer %o to %to on "out" : memref<64xf32, #cmem> to memref<64xf32, strided<[1], offset: ?>>
  memplace.wait %out
  memplace.release %o : memref<64xf32, #cmem>
  memplace.free_arena %a : memref<8192xi8, #cmem>
  return
}

func.func private @printMemrefF32(memref<*xf32>)

func.func @main() {
  %c0 = arith.constant 0 : index
  %true = arith.constant true
  %false = arith.constant false
  %zero = arith.constant 0.0 : f32
  %three = arith.constant 3.0 : f32
  %x = memref.alloc() : memref<64xf32>
  %y = memref.alloc() : memref<130xf32>
  linalg.fill ins(%three : f32) outs(%x : memref<64xf32>)
  linalg.fill ins(%zero : f32) outs(%y : memref<130xf32>)
  %y0 = memref.subview %y[1] [64] [1] : memref<130xf32> to memref<64xf32, strided<[1], offset: 1>>
  %y1 = memref.subview %y[65] [64] [1] : memref<130xf32> to memref<64xf32, strided<[1], offset: 65>>
  %z0 = memref.cast %y0 : memref<64xf32, strided<[1], offset: 1>> to memref<64xf32, strided<[1], offset: ?>>
  %z1 = memref.cast %y1 : memref<64xf32, strided<[1], offset: 65>> to memref<64xf32, strided<[1], offset: ?>>
  call @double(%x, %z0, %true) : (memref<64xf32>, memref<64xf32, strided<[1], offset: ?>>, i1) -> ()
  call @double(%x, %z1, %false) : (memref<64xf32>, memref<64xf32, strided<[1], offset: ?>>, i1) -> ()
  // The elements before, at and after both seams.
  // CHECK: sizes = [3, 2]
  // CHECK-NEXT: {{\[}}[0, 6],
  // CHECK-NEXT: [6, 4],
  // CHECK-NEXT: [4, 0]]
  %seams = memref.reinterpret_cast %y to offset: [0], sizes: [3, 2], strides: [64, 1] : memref<130xf32> to memref<3x2xf32, strided<[64, 1]>>
  %print = memref.cast %seams : memref<3x2xf32, strided<[64, 1]>> to memref<*xf32>
  call @printMemrefF32(%print) : (memref<*xf32>) -> ()
  memref.dealloc %x : memref<64xf32>
  memref.dealloc %y : memref<130xf32>
  return
}
