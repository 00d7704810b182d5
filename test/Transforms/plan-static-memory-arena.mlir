The arena comes from the caller; options that are wrong, and arenas that are too small.

RUN: split-file %s %t
RUN: memplace-opt %t/arena.mlir --memplace-plan-static-memory=arena-mode=arg 2> %t/remarks.txt | FileCheck %s
RUN: FileCheck %s --check-prefix=REMARK --input-file=%t/remarks.txt
RUN: not memplace-opt %t/arena.mlir --memplace-plan-static-memory=arena-mode=heap 2>&1 | FileCheck %s --check-prefix=MODE
RUN: not memplace-opt %t/arena.mlir --memplace-plan-static-memory=nodes=-1 2>&1 | FileCheck %s --check-prefix=NODES
RUN: not memplace-opt %t/small.mlir --memplace-plan-static-memory=arena-mode=arg 2>&1 | FileCheck %s --check-prefix=SMALL
RUN: not memplace-opt %t/none.mlir --memplace-plan-static-memory=arena-mode=arg 2>&1 | FileCheck %s --check-prefix=NONE

RUN: memplace-opt %t/global.mlir --memplace-plan-static-memory=arena-mode=global | FileCheck %s --check-prefix=GLOBAL
RUN: mlir-opt --load-dialect-plugin=%memplace_plugin --load-pass-plugin=%memplace_plugin %t/global.mlir --pass-pipeline='builtin.module(memplace-plan-static-memory{arena-mode=global})' | FileCheck %s --check-prefix=GLOBAL
RUN: mlir-opt --load-dialect-plugin=%memplace_plugin --load-pass-plugin=%memplace_plugin %t/arena.mlir --pass-pipeline='builtin.module(func.func(memplace-plan-static-memory{arena-mode=arg}))' | FileCheck %s
RUN: not memplace-opt %t/recursive.mlir --memplace-plan-static-memory=arena-mode=global 2>&1 | FileCheck %s --check-prefix=RECURSIVE
RUN: not memplace-opt %t/parallel.mlir --memplace-plan-static-memory=arena-mode=global 2>&1 | FileCheck %s --check-prefix=CONCURRENT
RUN: not memplace-opt %t/forall.mlir --memplace-plan-static-memory=arena-mode=global 2>&1 | FileCheck %s --check-prefix=CONCURRENT
RUN: not memplace-opt %t/async.mlir --memplace-plan-static-memory=arena-mode=global 2>&1 | FileCheck %s --check-prefix=CONCURRENT
RUN: not memplace-opt %t/omp.mlir --memplace-plan-static-memory=arena-mode=global 2>&1 | FileCheck %s --check-prefix=CONCURRENT
RUN: not memplace-opt %t/address.mlir --memplace-plan-static-memory=arena-mode=global 2>&1 | FileCheck %s --check-prefix=CONCURRENT
RUN: not memplace-opt %t/llvm-address.mlir --memplace-plan-static-memory=arena-mode=global 2>&1 | FileCheck %s --check-prefix=CONCURRENT
RUN: memplace-opt %t/called.mlir --memplace-plan-static-memory=arena-mode=global | FileCheck %s --check-prefix=CALLED
RUN: not memplace-opt %t/global.mlir --pass-pipeline='builtin.module(func.func(memplace-plan-static-memory{arena-mode=global}))' 2>&1 | FileCheck %s --check-prefix=NESTED
RUN: memplace-opt %t/global.mlir --memplace-plan-static-memory=capacities=0:32B,1:4 | FileCheck %s --check-prefix=FITS
RUN: not memplace-opt %t/global.mlir --memplace-plan-static-memory=capacities=0:31 2>&1 | FileCheck %s --check-prefix=CAPACITY
RUN: not memplace-opt %t/global.mlir --memplace-plan-static-memory=capacities=1:3 2>&1 | FileCheck %s --check-prefix=OTHER
RUN: not memplace-opt %t/global.mlir --memplace-plan-static-memory=capacities=1:3,1:4 2>&1 | FileCheck %s --check-prefix=TWICE
RUN: not memplace-opt %t/global.mlir --memplace-plan-static-memory=capacities=1 2>&1 | FileCheck %s --check-prefix=FORM

CHECK: func @f(%[[ARENA:.*]]: memref<?xi8>)
CHECK-NOT: memref.alloc
CHECK: memref.view %[[ARENA]][%{{.*}}][] : memref<?xi8> to memref<16xi16>
CHECK-NOT: memref.dealloc
The other memory space is not that of the arena.
CHECK: memref.alloc() : memref<4xi8, 1>

REMARK: arena.mlir:1:1: remark: the arena in argument 0 needs 32 bytes, aligned to 2
MODE: arena.mlir:1:1: error: 'arena-mode' must be 'allocate', 'arg' or 'global', got 'heap'
NODES: arena.mlir:1:1: error: 'nodes' must be at least 0, got -1
SMALL: small.mlir:1:1: error: the arena in argument 0 has 31 bytes, 32 are needed
NONE: none.mlir:1:1: error: 'arena-mode=arg' needs a memref<?xi8> as the first argument

GLOBAL: func @f(
GLOBAL: %[[G:.*]] = memref.get_global @f_arena{{.*}} : memref<32xi8>
GLOBAL-NOT: memref.alloc
GLOBAL: memref.view %[[G]]
GLOBAL: memref.global "private" @f_arena : memref<{{.*}}> = uninitialized {alignment = {{[12]}} : i64}
GLOBAL: memref.global "private" @f_arena_0 : memref<{{.*}}> = uninitialized
RECURSIVE: error: 'arena-mode=global' needs a function that never calls itself, which 'f' may do
CONCURRENT: error: 'arena-mode=global' needs a function that runs once at a time; 'f' may run several times at once
CONCURRENT: note: it is used here by '{{func.call|func.constant|llvm.mlir.addressof}}'; use 'arena-mode=allocate' or 'arg'
CALLED: memref.get_global @f_arena
NESTED: error: 'arena-mode=global' adds symbols to the module; run the pass on the module
FITS: memref.alloc() {alignment = 2 : i64} : memref<32xi8>
CAPACITY: error: the 31 bytes of memory space 0 are not enough for 'f': the least possible are 32 bytes
OTHER: error: the 3 bytes of memory space 1 are not enough for 'f': the least possible are 4 bytes
TWICE: error: 'capacities' must be SPACE:BYTES, each memory space once, got '1:4'
FORM: error: 'capacities' must be SPACE:BYTES, each memory space once, got '1'

//--- global.mlir
func.func @f() {
  %a = memref.alloc() : memref<16xi16>
  memref.dealloc %a : memref<16xi16>
  %b = memref.alloc() : memref<4xi8, 1>
  memref.dealloc %b : memref<4xi8, 1>
  return
}
//--- parallel.mlir
func.func private @f() {
  %a = memref.alloc() : memref<16xi16>
  memref.dealloc %a : memref<16xi16>
  return
}
func.func private @g() {
  func.call @f() : () -> ()
  return
}
func.func @h(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    func.call @g() : () -> ()
    scf.reduce
  }
  return
}
//--- forall.mlir
func.func private @f() {
  %a = memref.alloc() : memref<16xi16>
  memref.dealloc %a : memref<16xi16>
  return
}
func.func @h() {
  scf.forall (%i) in (4) {
    func.call @f() : () -> ()
  }
  return
}
//--- async.mlir
func.func private @f() {
  %a = memref.alloc() : memref<16xi16>
  memref.dealloc %a : memref<16xi16>
  return
}
func.func @h() {
  %token = async.execute {
    func.call @f() : () -> ()
    async.yield
  }
  return
}
//--- omp.mlir
func.func private @f() {
  %a = memref.alloc() : memref<16xi16>
  memref.dealloc %a : memref<16xi16>
  return
}
func.func @h() {
  omp.parallel {
    func.call @f() : () -> ()
    omp.terminator
  }
  return
}
//--- address.mlir
func.func private @f() {
  %a = memref.alloc() : memref<16xi16>
  memref.dealloc %a : memref<16xi16>
  return
}
func.func @h() -> (() -> ()) {
  %p = func.constant @f : () -> ()
  return %p : () -> ()
}
//--- llvm-address.mlir
func.func private @f() {
  %a = memref.alloc() : memref<16xi16>
  memref.dealloc %a : memref<16xi16>
  return
}
llvm.func @g() {
  func.call @f() : () -> ()
  llvm.return
}
llvm.func @h() -> !llvm.ptr {
  %p = llvm.mlir.addressof @g : !llvm.ptr
  llvm.return %p : !llvm.ptr
}
//--- called.mlir
func.func private @f() {
  %a = memref.alloc() : memref<16xi16>
  memref.dealloc %a : memref<16xi16>
  return
}
func.func @h(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    func.call @f() : () -> ()
  }
  return
}
//--- recursive.mlir
func.func @f() {
  %a = memref.alloc() : memref<16xi16>
  func.call @g() : () -> ()
  memref.dealloc %a : memref<16xi16>
  return
}
func.func @g() {
  func.call @f() : () -> ()
  return
}
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
