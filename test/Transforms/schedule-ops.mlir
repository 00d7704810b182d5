// RUN: memplace-opt %s --allow-unregistered-dialect --split-input-file --memplace-schedule="target=toy remarks=true" 2> %t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: memplace-opt %s --allow-unregistered-dialect --split-input-file --memplace-schedule="target=toy recompute=50" | FileCheck %s --check-prefix=AGAIN

// Each sum follows its operand, and frees it.

// CHECK-LABEL: func.func @branches
// REMARK: [[#@LINE+15]]:3: remark: 'npu.make' of step 1 runs at step 2
// REMARK: remark: function 'branches': moved ops: 1, repeated ops: 0 for 0 ps modelled; bytes: 4096, as written 8192, at least 4096
// CHECK-SAME: memplace.schedule_made = #memplace.schedule_made<repeated_ps = 0, given_bytes = 8192, bytes = 4096, bound_bytes = 4096, given_makespan_ps = 0, makespan_ps = 0, ops = [<"npu.make", written = 1, runs = [2]>]>
// CHECK-NEXT: %[[A:.*]] = memref.alloc() {memplace.buffer = "a"}
// CHECK-NEXT: "npu.make"(%{{.*}}, %[[A]])
// CHECK-NEXT: "npu.sum"(%[[A]], %{{.*}})
// CHECK-NEXT: memref.dealloc %[[A]]
// CHECK-NEXT: %[[B:.*]] = memref.alloc() {memplace.buffer = "b"}
// CHECK-NEXT: "npu.make"(%{{.*}}, %[[B]])
// CHECK-NEXT: "npu.sum"(%[[B]], %{{.*}})
// CHECK-NEXT: memref.dealloc %[[B]]
func.func @branches(%x: memref<4xf32>, %y: memref<4xf32>, %z: memref<4xf32>) {
  %a = memref.alloc() {memplace.buffer = "a"} : memref<1024xf32>
  %b = memref.alloc() {memplace.buffer = "b"} : memref<1024xf32>
  "npu.make"(%x, %a) {memplace.access = ["read", "write"]} : (memref<4xf32>, memref<1024xf32>) -> ()
  "npu.make"(%x, %b) {memplace.access = ["read", "write"]} : (memref<4xf32>, memref<1024xf32>) -> ()
  "npu.sum"(%a, %y) {memplace.access = ["read", "write"]} : (memref<1024xf32>, memref<4xf32>) -> ()
  "npu.sum"(%b, %z) {memplace.access = ["read", "write"]} : (memref<1024xf32>, memref<4xf32>) -> ()
  memref.dealloc %a : memref<1024xf32>
  memref.dealloc %b : memref<1024xf32>
  return
}

// -----

// An op that returns a scalar comes before the users of the scalar, and an op with an effect out of sight stays where it
// is.

// REMARK: remark: the order of function 'scalar' stays: no better one was found
// CHECK-LABEL: func.func @scalar
// CHECK-NOT: schedule_made
// CHECK: "npu.make"
// CHECK: "npu.count"
// CHECK: cf.assert
// CHECK: "npu.make"
// CHECK: "npu.sum"
// CHECK: "npu.sum"
func.func @scalar(%x: memref<4xf32>, %y: memref<4xf32>, %z: memref<4xf32>) {
  %a = memref.alloc() : memref<1024xf32>
  %b = memref.alloc() : memref<1024xf32>
  "npu.make"(%x, %a) {memplace.access = ["read", "write"]} : (memref<4xf32>, memref<1024xf32>) -> ()
  %n = "npu.count"(%a) {memplace.access = ["read"]} : (memref<1024xf32>) -> i1
  cf.assert %n, "none"
  "npu.make"(%x, %b) {memplace.access = ["read", "write"]} : (memref<4xf32>, memref<1024xf32>) -> ()
  "npu.sum"(%b, %z) {memplace.access = ["read", "write"]} : (memref<1024xf32>, memref<4xf32>) -> ()
  "npu.sum"(%a, %y) {memplace.access = ["read", "write"]} : (memref<1024xf32>, memref<4xf32>) -> ()
  return
}

// -----

// With 50 % of the time, the first buffer is made again for its second user, through a view.

// CHECK-LABEL: func.func @again
// AGAIN-LABEL: func.func @again
// AGAIN-SAME: repeated_ps = 41120000000000, given_bytes = 8208, bytes = 4112, {{.*}} ops = [<"npu.make", written = 0, runs = [0, 5]>]
// AGAIN: "npu.make"(%arg0, %[[A:[a-z0-9_]+]])
// AGAIN: "npu.sum"(%[[A]], %[[C:[a-z0-9_]+]])
// AGAIN-NEXT: memref.dealloc %[[A]]
// AGAIN: "npu.sum"(%{{.*}}, %[[CAGAIN:[a-z0-9_]+]])
// AGAIN-NEXT: %[[AGAIN:.*]] = memref.alloc() {memplace.buffer = "a.again 1"}
// AGAIN-NEXT: "npu.make"(%arg0, %[[AGAIN]])
// AGAIN-NEXT: %[[VIEW:.*]] = memref.expand_shape %[[AGAIN]]
// AGAIN-NEXT: "npu.sum2"(%[[VIEW]], %[[CAGAIN]], %arg2)
// AGAIN-NEXT: memref.dealloc %[[AGAIN]]
// AGAIN-NEXT: return
func.func @again(%x: memref<4xf32>, %y: memref<4xf32>, %z: memref<4xf32>) {
  %a = memref.alloc() {memplace.buffer = "a"} : memref<1024xf32>
  %b = memref.alloc() {memplace.buffer = "b"} : memref<1024xf32>
  %c = memref.alloc() {memplace.buffer = "c"} : memref<4xf32>
  "npu.make"(%x, %a) {memplace.access = ["read", "write"]} : (memref<4xf32>, memref<1024xf32>) -> ()
  %v = memref.expand_shape %a [[0, 1]] output_shape [32, 32] : memref<1024xf32> into memref<32x32xf32>
  "npu.sum"(%a, %c) {memplace.access = ["read", "write"]} : (memref<1024xf32>, memref<4xf32>) -> ()
  "npu.make"(%c, %b) {memplace.access = ["read", "write"]} : (memref<4xf32>, memref<1024xf32>) -> ()
  "npu.work"(%b) {memplace.access = ["update"]} : (memref<1024xf32>) -> ()
  "npu.sum"(%b, %c) {memplace.access = ["read", "write"]} : (memref<1024xf32>, memref<4xf32>) -> ()
  "npu.sum2"(%v, %c, %z) {memplace.access = ["read", "read", "write"]} : (memref<32x32xf32>, memref<4xf32>, memref<4xf32>) -> ()
  memref.dealloc %a : memref<1024xf32>
  return
}

// -----

// The body of a loop is ordered, too.

// CHECK-LABEL: func.func @loop
// CHECK: scf.for
// CHECK-NEXT: %[[A:.*]] = memref.alloc()
// CHECK-NEXT: "npu.make"(%{{.*}}, %[[A]])
// CHECK-NEXT: "npu.sum"(%[[A]], %{{.*}})
// CHECK-NEXT: %[[B:.*]] = memref.alloc()
// CHECK-NEXT: "npu.make"(%{{.*}}, %[[B]])
// CHECK-NEXT: "npu.sum"(%[[B]], %{{.*}})
func.func @loop(%x: memref<4xf32>, %y: memref<4xf32>, %z: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %a = memref.alloc() : memref<1024xf32>
    %b = memref.alloc() : memref<1024xf32>
    "npu.make"(%x, %a) {memplace.access = ["read", "write"]} : (memref<4xf32>, memref<1024xf32>) -> ()
    "npu.make"(%x, %b) {memplace.access = ["read", "write"]} : (memref<4xf32>, memref<1024xf32>) -> ()
    "npu.sum"(%a, %y) {memplace.access = ["read", "write"]} : (memref<1024xf32>, memref<4xf32>) -> ()
    "npu.sum"(%b, %z) {memplace.access = ["read", "write"]} : (memref<1024xf32>, memref<4xf32>) -> ()
  }
  return
}
