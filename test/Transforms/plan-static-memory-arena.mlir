The arena comes from the caller; options that are wrong, and arenas that are too small.

RUN: split-file %s %t
RUN: memplace-opt %t/arena.mlir --memplace-plan-static-memory=arena-mode=arg 2> %t/remarks.txt | FileCheck %s
RUN: FileCheck %s --check-prefix=REMARK --input-file=%t/remarks.txt
RUN: not memplace-opt %t/arena.mlir --memplace-plan-static-memory=arena-mode=heap 2>&1 | FileCheck %s --check-prefix=MODE
RUN: not memplace-opt %t/arena.mlir --memplace-plan-static-memory=nodes=-1 2>&1 | FileCheck %s --check-prefix=NODES
RUN: not memplace-opt %t/small.mlir --memplace-plan-static-memory=arena-mode=arg 2>&1 | FileCheck %s --check-prefix=SMALL
RUN: not memplace-opt %t/none.mlir --memplace-plan-static-memory=arena-mode=arg 2>&1 | FileCheck %s --check-prefix=NONE

CHECK: func @f(%[[ARENA:.*]]: memref<?xi8>)
CHECK-NOT: memref.alloc
CHECK: memref.view %[[ARENA]][%{{.*}}][] : memref<?xi8> to memref<16xi16>
CHECK-NOT: memref.dealloc
The other memory space is not that of the arena.
CHECK: memref.alloc() : memref<4xi8, 1>

REMARK: arena.mlir:1:1: remark: the arena in argument 0 needs 32 bytes, aligned to 2
MODE: arena.mlir:1:1: error: 'arena-mode' must be 'allocate' or 'arg', got 'heap'
NODES: arena.mlir:1:1: error: 'nodes' must be at least 0, got -1
SMALL: small.mlir:1:1: error: the arena in argument 0 has 31 bytes, 32 are needed
NONE: none.mlir:1:1: error: 'arena-mode=arg' needs a memref<?xi8> as the first argument

//--- arena.mlir
func.func @f(%arena: memref<?xi8>) {
  %a = memref.alloc() : memref<16xi16>
  memref.dealloc %a : memref<16xi16>
  %b = memref.alloc() : memref<4xi8, 1>
  memref.dealloc %b : memref<4xi8, 1>
  return
}
//--- small.mlir
func.func @f(%arena: memref<31xi8>) {
  %a = memref.alloc() : memref<16xi16>
  memref.dealloc %a : memref<16xi16>
  return
}
//--- none.mlir
func.func @f(%arena: memref<31xf32>) {
  %a = memref.alloc() : memref<16xi16>
  memref.dealloc %a : memref<16xi16>
  return
}
