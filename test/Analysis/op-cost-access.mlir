// RUN: memplace-opt %s --allow-unregistered-dialect -test-memplace-print-memory-ops -o /dev/null | FileCheck %s
// RUN: memplace-opt %s --allow-unregistered-dialect -test-memplace-print-op-cost -o /dev/null | FileCheck %s --check-prefix=COST

// `memplace.access` describes an op without a model, and `memplace.cost` its time and bytes.

// CHECK-LABEL: function own{{$}}
// CHECK-NEXT: npu.matmul: access, owns regions
// CHECK-NEXT:   read %arg0: 256 bytes
// CHECK-NEXT:   read %arg1: 256 bytes, in ["weights"]
// CHECK-NEXT:   write %arg2: 256 bytes
// CHECK-NEXT: npu.reshape_like: access, owns regions
// CHECK-NEXT:   update %arg2: 256 bytes
// CHECK-NEXT: func.return
// COST-LABEL: function own{{$}}
// COST-NEXT: npu.matmul: 77 ps
// COST-NEXT:   read %arg0: 1 bytes
// COST-NEXT:   read %arg1: 2 bytes, in ["weights"]
// COST-NEXT:   write %arg2: 3 bytes
// COST-NEXT:   77 ps profiled
// COST-NEXT: npu.reshape_like: 0 ps
// COST-NEXT:   update %arg2: 256 bytes
// COST-NEXT: function region{{$}}
func.func @own(%x: memref<8x8xf32>, %w: memref<8x8xf32>, %y: memref<8x8xf32>) {
  "npu.matmul"(%x, %w, %y) {
    memplace.access = ["read", #memplace.access<read, tiers = ["weights"]>, "write"],
    memplace.cost = #memplace.cost<compute_ps = 77, bytes = [1, 2, 3]>
  } : (memref<8x8xf32>, memref<8x8xf32>, memref<8x8xf32>) -> ()
  "npu.reshape_like"(%x, %y) {memplace.access = ["none", "update"]} : (memref<8x8xf32>, memref<8x8xf32>) -> ()
  return
}

// A memref that only the region of an annotated op uses is updated.
// CHECK-LABEL: function region{{$}}
// CHECK-NEXT: npu.kernel: access, owns regions
// CHECK-NEXT:   read %arg0: 32 bytes
// CHECK-NEXT:   update %arg1: 32 bytes
func.func @region(%x: memref<8xf32>, %y: memref<8xf32>) {
  "npu.kernel"(%x) ({
    "npu.inner"(%x, %y) : (memref<8xf32>, memref<8xf32>) -> ()
  }) {memplace.access = ["read"]} : (memref<8xf32>) -> ()
  return
}

// A call has the accesses and the cost of its callee, unless it states its own. Tiers of accesses in a loop are those
// that all have in common.
// CHECK-LABEL: function calls{{$}}
// COST-LABEL: function calls{{$}}
// COST-NEXT: func.call: 5 ps
// COST-NEXT:   read %arg0: 32 bytes, in ["a", "b"]
// COST-NEXT:   write %arg1: 32 bytes
// COST-NEXT:   5 ps profiled
// COST-NEXT: func.call: 9 ps
// COST-NEXT:   read %arg0: 32 bytes
// COST-NEXT:   update %arg1: 32 bytes
// COST-NEXT:   9 ps profiled
// COST-NEXT: affine.for: 15 ps
// COST-NEXT:   read %arg0: 192 bytes, in ["b"]
// COST-NEXT:   update %arg1: 192 bytes
// COST-NEXT:   15 ps profiled
// COST-NOT: {{.}}
func.func private @f(memref<8xf32>, memref<8xf32>) attributes {
  memplace.access = [#memplace.access<read, tiers = ["a", "b"]>, "write"], memplace.cost = #memplace.cost<compute_ps = 5>
}
func.func @calls(%x: memref<8xf32>, %y: memref<8xf32>) {
  call @f(%x, %y) : (memref<8xf32>, memref<8xf32>) -> ()
  call @f(%x, %y) {memplace.access = ["read", "update"], memplace.cost = #memplace.cost<compute_ps = 9>} : (memref<8xf32>, memref<8xf32>) -> ()
  affine.for %i = 0 to 3 {
    func.call @f(%x, %y) : (memref<8xf32>, memref<8xf32>) -> ()
    "npu.f"(%x, %y) {memplace.access = [#memplace.access<read, tiers = ["b", "c"]>, "update"]} : (memref<8xf32>, memref<8xf32>) -> ()
  }
  return
}
