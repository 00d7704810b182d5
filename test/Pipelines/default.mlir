// RUN: memplace-opt %s --memplace-default=target=toy | FileCheck %s
// RUN: rm -rf %t && mkdir %t
// RUN: memplace-opt %s --memplace-default="target=toy report=%t/report.json report-remarks" -o %t/placed.mlir 2>&1 | FileCheck %s --check-prefix=REMARK
// The output has its placement, and cannot be placed again.
// RUN: memplace-opt %t/placed.mlir --memplace-verify-placement -o /dev/null
// RUN: not memplace-opt %t/placed.mlir --memplace-default=target=toy -o /dev/null 2>&1 | FileCheck %s --check-prefix=AGAIN
// AGAIN: error: function 'f' is placed already

// REMARK: default.mlir:{{.*}}: remark: makespan
// REMARK: remark: buffer 'alloc0' of 16 bytes: 'fast' at

// CHECK: module attributes {memplace.target = #memplace.target<"toy">}
// CHECK-LABEL: func.func @f(
// CHECK-SAME: %[[IN:[^:]*]]: memref<4xf32>, %[[OUT:[^:]*]]: memref<4xf32> {other.name = "out"}) attributes {other}
func.func private @callee(%in: memref<4xf32>, %a: memref<4xf32>) {
  memref.copy %in, %a : memref<4xf32> to memref<4xf32>
  return
}
func.func @f(%in: memref<4xf32>, %out: memref<4xf32>  {other.name = "out"}) attributes {other} {
  // CHECK: %[[ARENA:.*]] = memplace.arena {{.*}} : memref<{{[0-9]+}}xi8, #memplace.tier<"fast">>
  // CHECK: %[[A:.*]] = memplace.slot %[[ARENA]][{{[0-9]+}}] for "alloc0"
  // CHECK-NOT: call
  // CHECK-NOT: memref.alloc
  // CHECK: memplace.acquire %[[A]]
  // CHECK: memplace.release %[[A]]
  // CHECK-NOT: dealloc
  // CHECK: memplace.free_arena %[[ARENA]]
  // CHECK-NEXT: return
  %a = memref.alloc() : memref<4xf32>
  call @callee(%in, %a) : (memref<4xf32>, memref<4xf32>) -> ()
  memref.copy %a, %out : memref<4xf32> to memref<4xf32>
  memref.copy %a, %out : memref<4xf32> to memref<4xf32>
  memref.copy %a, %out : memref<4xf32> to memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  return
}
