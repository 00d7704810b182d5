// RUN: memplace-opt %s --memplace-keep-attributes | FileCheck %s
// RUN: memplace-opt %s --memplace-default=target=toy -o %t.placed.mlir 2>/dev/null
// RUN: FileCheck %s --check-prefix=PLACED < %t.placed.mlir

// Annotations of calls and their callees hold at the place of the call.

func.func private @inner(%x: memref<8xf32> {memplace.pin = #memplace.tier<"fast">}, %y: memref<8xf32>) {
  linalg.exp ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
  return
}

// CHECK-LABEL: func.func private @outer(
// CHECK-SAME: %{{[^:]*}}: memref<8xf32> {memplace.pin = #memplace.tier<"fast">}, %{{[^:]*}}: memref<8xf32>)
func.func private @outer(%x: memref<8xf32>, %y: memref<8xf32>) {
  call @inner(%x, %y) : (memref<8xf32>, memref<8xf32>) -> ()
  return
}

// CHECK-LABEL: func.func @pinned_by_callees(
// CHECK-SAME: %{{[^:]*}}: memref<16xf32> {memplace.pin = #memplace.tier<"fast">}, %{{[^:]*}}: memref<8xf32>)
// CHECK-NEXT: memref.alloc() {memplace.pin = #memplace.tier<"fast">} : memref<8xf32>
// PLACED-LABEL: func.func @pinned_by_callees(
// PLACED-SAME: memref<16xf32> {memplace.pin = #memplace.tier<"fast">}
// PLACED: memplace.slot {{.*}}memplace.pin = #memplace.tier<"fast">
func.func @pinned_by_callees(%x: memref<16xf32>, %y: memref<8xf32>) {
  %a = memref.alloc() : memref<8xf32>
  %part = memref.subview %x[0] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1]>>
  %whole = memref.cast %part : memref<8xf32, strided<[1]>> to memref<8xf32>
  call @outer(%whole, %a) : (memref<8xf32>, memref<8xf32>) -> ()
  call @outer(%a, %y) : (memref<8xf32>, memref<8xf32>) -> ()
  return
}

// A call with a declared total cost stays one step with this cost.
// CHECK-LABEL: func.func @costly(
// CHECK: call @plain({{.*}}) {memplace.cost = #memplace.cost<compute_ps = 99999>, no_inline}
// PLACED-LABEL: func.func @costly(
// PLACED: call @plain({{.*}}) {memplace.cost = #memplace.cost<compute_ps = 99999>, no_inline}
func.func private @plain(%x: memref<8xf32>, %y: memref<8xf32>) {
  linalg.exp ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
  return
}
func.func @costly(%x: memref<8xf32>, %y: memref<8xf32>) {
  call @plain(%x, %y) {memplace.cost = #memplace.cost<compute_ps = 99999>} : (memref<8xf32>, memref<8xf32>) -> ()
  return
}
