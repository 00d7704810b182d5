// The checked runtime stops at a missing wait; with the wait, the program runs.
// DEFINE: %{run} = mlir-runner -e main -entry-point-result=void --shared-libs=%mlir_runner_utils,%mlir_c_runner_utils,%memplace_runtime
// RUN: memplace-opt %s --memplace-to-llvm=checked | %{run} | FileCheck %s --check-prefix=WAITED
// RUN: sed '/memplace.wait/d' %s | memplace-opt --memplace-to-llvm=checked | not %{run} 2>&1 | FileCheck %s --check-prefix=MISSING --implicit-check-not=data
// WAITED: [7, 7]
// MISSING: cmem

#cmem = #memplace.tier<"cmem">

func.func @first_two(%from: memref<2xf32>, %to: memref<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memplace.arena : memref<4096xi8, #cmem>
  %s = memplace.slot %a[0] for "x" : memref<4096xi8, #cmem> to memref<2xf32, #cmem>
  memplace.acquire %s : memref<2xf32, #cmem>
  %t = memplace.start_transfer %from to %s on "in" : memref<2xf32> to memref<2xf32, #cmem>
  memplace.wait %t
  %v = memref.load %s[%c0] : memref<2xf32, #cmem>
  memref.store %v, %to[%c0] : memref<2xf32>
  memref.store %v, %to[%c1] : memref<2xf32>
  memplace.release %s : memref<2xf32, #cmem>
  memplace.free_arena %a : memref<4096xi8, #cmem>
  return
}

func.func private @printMemrefF32(memref<*xf32>)

func.func @main() {
  %c0 = arith.constant 0 : index
  %seven = arith.constant 7.0 : f32
  %x = memref.alloc() : memref<2xf32>
  %y = memref.alloc() : memref<2xf32>
  memref.store %seven, %x[%c0] : memref<2xf32>
  call @first_two(%x, %y) : (memref<2xf32>, memref<2xf32>) -> ()
  %print = memref.cast %y : memref<2xf32> to memref<*xf32>
  call @printMemrefF32(%print) : (memref<*xf32>) -> ()
  memref.dealloc %x : memref<2xf32>
  memref.dealloc %y : memref<2xf32>
  return
}
