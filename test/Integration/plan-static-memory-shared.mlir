// Deallocations in branches and of selections: the packed program computes the same, and allocates only its arena.

// RUN: memplace-opt %s --memplace-plan-static-memory -o %t.packed.mlir
// RUN: FileCheck %s --input-file=%t.packed.mlir
// RUN: memplace-opt %s --memplace-plan-static-memory=arena-mode=global -o %t.global.mlir
// RUN: memplace-opt %s --memplace-to-llvm -o %t.llvm.mlir
// RUN: memplace-opt %t.packed.mlir --memplace-to-llvm -o %t.packed.llvm.mlir
// RUN: memplace-opt %t.global.mlir --memplace-to-llvm -o %t.global.llvm.mlir
// RUN: mlir-runner %t.llvm.mlir --entry-point-result=i64 | FileCheck %s --check-prefix=RESULT
// RUN: mlir-runner %t.packed.llvm.mlir --entry-point-result=i64 | FileCheck %s --check-prefix=RESULT
// RUN: mlir-runner %t.global.llvm.mlir --entry-point-result=i64 | FileCheck %s --check-prefix=RESULT

// CHECK-LABEL: func.func @select
// CHECK-COUNT-1: memref.alloc()
// CHECK-NOT: memref.alloc()
// CHECK: return

// The same 1, 2, 3 and 4 for both values of the condition, in other orders: 1234 + 2143.
// RESULT: 3377

func.func @select(%cond: i1) -> i64 {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %three = arith.constant 3 : i64
  %four = arith.constant 4 : i64
  %ten = arith.constant 10 : i64
  %a = memref.alloc() : memref<8xi64>
  memref.store %one, %a[%c0] : memref<8xi64>
  %b = memref.alloc() : memref<8xi64>
  memref.store %two, %b[%c0] : memref<8xi64>
  %first = arith.select %cond, %a, %b : memref<8xi64>
  %second = arith.select %cond, %b, %a : memref<8xi64>
  %x = memref.load %first[%c0] : memref<8xi64>
  memref.dealloc %first : memref<8xi64>
  // The bytes of the first are free, those of the second are not.
  %third, %fourth = scf.if %cond -> (memref<8xi64>, memref<8xi64>) {
    %c = memref.alloc() : memref<8xi64>
    memref.store %three, %c[%c0] : memref<8xi64>
    %d = memref.alloc() : memref<8xi64>
    memref.store %four, %d[%c0] : memref<8xi64>
    scf.yield %c, %d : memref<8xi64>, memref<8xi64>
  } else {
    %c = memref.alloc() : memref<8xi64>
    memref.store %four, %c[%c0] : memref<8xi64>
    %d = memref.alloc() : memref<8xi64>
    memref.store %three, %d[%c0] : memref<8xi64>
    scf.yield %c, %d : memref<8xi64>, memref<8xi64>
  }
  %y = memref.load %second[%c0] : memref<8xi64>
  memref.dealloc %second : memref<8xi64>
  %z = memref.load %third[%c0] : memref<8xi64>
  memref.dealloc %third : memref<8xi64>
  %e = memref.alloc() : memref<8xi64>
  memref.store %ten, %e[%c0] : memref<8xi64>
  %w = memref.load %fourth[%c0] : memref<8xi64>
  memref.dealloc %fourth : memref<8xi64>
  %base = memref.load %e[%c0] : memref<8xi64>
  memref.dealloc %e : memref<8xi64>
  %s0 = arith.muli %x, %base : i64
  %s1 = arith.addi %s0, %y : i64
  %s2 = arith.muli %s1, %base : i64
  %s3 = arith.addi %s2, %z : i64
  %s4 = arith.muli %s3, %base : i64
  %s5 = arith.addi %s4, %w : i64
  return %s5 : i64
}

func.func @main() -> i64 {
  %true = arith.constant true
  %false = arith.constant false
  %x = func.call @select(%true) : (i1) -> i64
  %y = func.call @select(%false) : (i1) -> i64
  %sum = arith.addi %x, %y : i64
  return %sum : i64
}
