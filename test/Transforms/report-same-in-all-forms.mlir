// A program has one bound and one makespan in all its forms: with storage for a single tier, and
// with a call that takes a buffer twice.

// RUN: memplace-opt %s --memplace-place-buffers=target=toy -o %t.1.mlir
// RUN: memplace-opt %t.1.mlir --memplace-insert-transfers -o %t.2.mlir
// RUN: memplace-opt %t.2.mlir --memplace-lower-to-offsets -o %t.3.mlir
// RUN: memplace-opt %t.1.mlir --memplace-report=file=- -o /dev/null | grep -E '"function"|(makespan|bound)_ps' > %t.1.txt
// RUN: memplace-opt %t.2.mlir --memplace-report=file=- -o /dev/null | grep -E '"function"|(makespan|bound)_ps' > %t.2.txt
// RUN: memplace-opt %t.3.mlir --memplace-report=file=- -o /dev/null | grep -E '"function"|(makespan|bound)_ps' > %t.3.txt
// RUN: cmp %t.1.txt %t.2.txt
// RUN: cmp %t.1.txt %t.3.txt
// RUN: FileCheck %s < %t.3.txt
// RUN: FileCheck %s --check-prefix=IR < %t.2.mlir

// Both allocations always stay at home, so the bound equals the makespan.
// CHECK: "function": "swapped"
// CHECK: "lower_bound_ps": 2720000000000,
// IR-LABEL: func.func @swapped
// IR-COUNT-2: memplace.pin = #memplace.tier<"slow">
func.func @swapped(%in: memref<4xf32>, %out: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %p = memref.alloc() : memref<4xf32>
  %q = memref.alloc() : memref<4xf32>
  memref.copy %in, %p : memref<4xf32> to memref<4xf32>
  %r:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%x = %p, %y = %q) -> (memref<4xf32>, memref<4xf32>) {
    linalg.exp ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
    scf.yield %y, %x : memref<4xf32>, memref<4xf32>
  }
  memref.copy %r#0, %out : memref<4xf32> to memref<4xf32>
  return
}

// In a tier by its type, like every place of a placed buffer.
// CHECK: "function": "in_a_tier"
// IR-LABEL: func.func @in_a_tier
// IR: memplace.pin = #memplace.tier<"fast">
func.func @in_a_tier(%in: memref<4xf32>, %out: memref<4xf32>) {
  %p = memref.alloc() : memref<4xf32, #memplace.tier<"fast">>
  linalg.exp ins(%in : memref<4xf32>) outs(%p : memref<4xf32, #memplace.tier<"fast">>)
  linalg.exp ins(%p : memref<4xf32, #memplace.tier<"fast">>) outs(%out : memref<4xf32>)
  return
}

// CHECK: "function": "twice"
// IR-LABEL: func.func @twice
// IR: %[[CAST:.*]] = memref.memory_space_cast
// IR: call @callee(%[[CAST]], %[[CAST]])
func.func private @callee(%x: memref<4xf32> {llvm.nocapture}, %y: memref<4xf32> {llvm.nocapture})
func.func @twice(%in: memref<4xf32>) {
  %p = memref.alloc() {memplace.pin = #memplace.tier<"fast">} : memref<4xf32>
  memref.copy %in, %p : memref<4xf32> to memref<4xf32>
  call @callee(%p, %p) : (memref<4xf32>, memref<4xf32>) -> ()
  return
}
