// Both pipelines in succession give a running program. The program calls itself
// while its own buffers are alive: arenas belong to the invocation, so each
// invocation finds its buffer unchanged.
// DEFINE: %{run} = mlir-runner -e main -entry-point-result=void --shared-libs=%mlir_runner_utils,%mlir_c_runner_utils,%memplace_runtime
// RUN: memplace-opt %s --memplace-default="target=toy" | FileCheck %s --check-prefix=PLACED
// RUN: memplace-opt %s --memplace-default="target=toy" --memplace-to-llvm | %{run} | FileCheck %s
// RUN: memplace-opt %s --memplace-default="target=toy solver=default-tier" --memplace-to-llvm | %{run} | FileCheck %s
// RUN: memplace-opt %s --memplace-default="target=tpu-v4i slot-alignment=4096" --memplace-to-llvm=checked | %{run} | FileCheck %s
// RUN: memplace-opt %s --memplace-to-llvm | %{run} | FileCheck %s

// PLACED: func.func @main(
// PLACED: %[[ARENA:.*]] = memplace.arena
// PLACED: %[[MINE:.*]] = memplace.slot %[[ARENA]][0] for "alloc0"
// PLACED: linalg.fill {{.*}} outs(%[[MINE]]
// PLACED: func.call @main
// PLACED: memref.load %[[MINE]]
// PLACED: memplace.free_arena %[[ARENA]]

func.func private @printI64(i64)
func.func private @printNewline()

memref.global "private" @depth : memref<1xi64> = dense<3>

// CHECK:      {{^}}1{{$}}
// CHECK-NEXT: {{^}}2{{$}}
// CHECK-NEXT: {{^}}3{{$}}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %depth = memref.get_global @depth : memref<1xi64>
  %mine = memref.alloc() : memref<4xi64>
  %n = memref.load %depth[%c0] : memref<1xi64>
  linalg.fill ins(%n : i64) outs(%mine : memref<4xi64>)
  %next = arith.subi %n, %one : i64
  memref.store %next, %depth[%c0] : memref<1xi64>
  %goes_on = arith.cmpi ne, %next, %zero : i64
  scf.if %goes_on {
    func.call @main() : () -> ()
  }
  %e = memref.load %mine[%c3] : memref<4xi64>
  func.call @printI64(%e) : (i64) -> ()
  func.call @printNewline() : () -> ()
  memref.dealloc %mine : memref<4xi64>
  return
}
