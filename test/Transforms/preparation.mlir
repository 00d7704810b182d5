// RUN: split-file %s %t
// Obstacles to a placement by memplace-default.

// Blocks of functions and of scf.execute_region become structured control flow.
// RUN: memplace-opt %t/blocks.mlir --memplace-default="target=toy strict" | FileCheck %s --check-prefix=BLOCKS
// BLOCKS-LABEL: func.func @region
// BLOCKS: %[[T:.*]] = memplace.slot {{.*}} for "alloc0"
// BLOCKS: scf.if
// BLOCKS: linalg.add ins(%[[T]], {{.*}} outs(%arg2
// BLOCKS-LABEL: func.func @blocks
// BLOCKS: scf.if
// BLOCKS-NOT: cf.br

// The memrefs that a lifted loop passes on after its last trip leave no trace.
// RUN: memplace-opt %t/swap.mlir --memplace-default="target=toy simplify=false" | FileCheck %s --check-prefix=SWAP
// SWAP-LABEL: func.func @swap
// SWAP-NOT: ub.poison : memref
// SWAP: scf.while

// A tensor op is refused at its location.
// RUN: not memplace-opt %t/tensor.mlir --memplace-default=target=toy -o /dev/null 2>&1 | FileCheck %s --check-prefix=TENSOR
// TENSOR: tensor.mlir:2:8: error: cannot place buffers around 'bufferization.to_tensor': it works on tensors, which have no storage yet; bufferize first

// MLIR's inliner crashes if an op of an unknown dialect has a region.
// RUN: memplace-opt %t/region.mlir --allow-unregistered-dialect --memplace-default="target=toy allow-unknown-ops" 2> %t/remarks | FileCheck %s --check-prefix=REGION
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t/remarks
// REGION: memplace.slot {{.*}} for "alloc0"
// REGION: call @callee
// REMARK: remark: calls are not inlined: 'npu.kernel' has a region and belongs to an unregistered dialect

// Recursive functions stay, and their callees are inlined.
// RUN: memplace-opt %t/recursive.mlir --memplace-default=target=toy 2> /dev/null | FileCheck %s --check-prefix=RECURSIVE
// RECURSIVE-LABEL: func.func private @odd(%arg0: memref<4xf32>, %arg1: index) attributes {memplace.called} {
// RECURSIVE: linalg.exp
// RECURSIVE: call @even
// RECURSIVE-LABEL: func.func @main
// RECURSIVE: call @even

// Each function calls the previous function twice.
// RUN: %python %S/Inputs/doubling_calls.py 40 > %t/double.mlir
// RUN: not memplace-opt %t/double.mlir --memplace-default=target=toy -o /dev/null 2>&1 | FileCheck %s --check-prefix=DOUBLE
// RUN: not memplace-opt %t/double.mlir --memplace-extract-problem=target=toy -o /dev/null 2>&1 | FileCheck %s --check-prefix=DOUBLE
// RUN: memplace-opt %t/double.mlir --memplace-default="target=toy inline=false" -o /dev/null 2> /dev/null
// DOUBLE: error: inlining the calls of function 'f{{[0-9]+}}' would make {{[0-9]+}} ops, at most 262144 are allowed
// DOUBLE: note: mark functions to keep with 'no_inline', or set 'inline=false'

//--- blocks.mlir
func.func @region(%x: memref<4xf32>, %b: i1, %out: memref<4xf32>) {
  %t = memref.alloc() : memref<4xf32>
  %r = scf.execute_region -> memref<4xf32> {
    cf.cond_br %b, ^bb1, ^bb2
  ^bb1:
    linalg.exp ins(%x : memref<4xf32>) outs(%t : memref<4xf32>)
    scf.yield %t : memref<4xf32>
  ^bb2:
    linalg.tanh ins(%x : memref<4xf32>) outs(%t : memref<4xf32>)
    scf.yield %t : memref<4xf32>
  }
  linalg.add ins(%r, %x : memref<4xf32>, memref<4xf32>) outs(%out : memref<4xf32>)
  memref.dealloc %t : memref<4xf32>
  return
}
func.func @blocks(%x: memref<4xf32>, %b: i1, %out: memref<4xf32>) {
  cf.cond_br %b, ^bb1, ^bb2
^bb1:
  linalg.exp ins(%x : memref<4xf32>) outs(%out : memref<4xf32>)
  cf.br ^bb3
^bb2:
  linalg.tanh ins(%x : memref<4xf32>) outs(%out : memref<4xf32>)
  cf.br ^bb3
^bb3:
  return
^unreachable:
  cf.br ^bb3
}

//--- tensor.mlir
func.func @main(%x: memref<4xf32>, %o: memref<4xf32>) {
  %t = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.exp ins(%t : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  bufferization.materialize_in_destination %r in restrict writable %o : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}

//--- region.mlir
func.func private @callee(%x: memref<4xf32>) {
  linalg.exp ins(%x : memref<4xf32>) outs(%x : memref<4xf32>)
  return
}
func.func @main(%x: memref<4xf32>, %y: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  "npu.kernel"() ({
    linalg.exp ins(%x : memref<4xf32>) outs(%x : memref<4xf32>)
    "npu.yield"() : () -> ()
  }) : () -> ()
  linalg.exp ins(%y : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%y : memref<4xf32>)
  call @callee(%y) : (memref<4xf32>) -> ()
  return
}

//--- recursive.mlir
func.func private @leaf(%x: memref<4xf32>) {
  linalg.exp ins(%x : memref<4xf32>) outs(%x : memref<4xf32>)
  return
}
func.func private @odd(%x: memref<4xf32>, %n: index) {
  call @leaf(%x) : (memref<4xf32>) -> ()
  call @even(%x, %n) : (memref<4xf32>, index) -> ()
  return
}
func.func private @even(%x: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %more = arith.cmpi ne, %n, %c0 : index
  scf.if %more {
    func.call @odd(%x, %c0) : (memref<4xf32>, index) -> ()
  }
  return
}
func.func @main(%x: memref<4xf32>, %n: index) {
  call @even(%x, %n) : (memref<4xf32>, index) -> ()
  return
}

//--- swap.mlir
func.func @swap(%x: memref<4xf32>, %y: memref<4xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  cf.br ^bb1(%zero, %a, %b : index, memref<4xf32>, memref<4xf32>)
^bb1(%i: index, %p: memref<4xf32>, %q: memref<4xf32>):
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^bb2, ^bb3
^bb2:
  linalg.exp ins(%p : memref<4xf32>) outs(%q : memref<4xf32>)
  %next = arith.addi %i, %one : index
  cf.br ^bb1(%next, %q, %p : index, memref<4xf32>, memref<4xf32>)
^bb3:
  memref.copy %p, %y : memref<4xf32> to memref<4xf32>
  return
}
