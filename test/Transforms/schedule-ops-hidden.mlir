// Order that does not follow from accesses to buffers, beside two branches that another order improves.

// RUN: memplace-opt %s --allow-unregistered-dialect --split-input-file --memplace-schedule="target=toy remarks=true" 2> %t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file %t.remarks

// A function may keep the address that it gets.

// REMARK: function 'kept': moved ops: 1
// CHECK-LABEL: func.func @kept
// CHECK: call @keep(%[[K:.*]]) :
// CHECK-NEXT: call @use_kept()
// CHECK-NEXT: memref.dealloc %[[K]]
func.func private @keep(memref<1024xf32>)
func.func private @use_kept()
func.func @kept(%x: memref<4xf32>, %y: memref<4xf32>, %z: memref<4xf32>) {
  %k = memref.alloc() : memref<1024xf32>
  call @keep(%k) : (memref<1024xf32>) -> ()
  call @use_kept() : () -> ()
  memref.dealloc %k : memref<1024xf32>
  %a = memref.alloc() : memref<1024xf32>
  %b = memref.alloc() : memref<1024xf32>
  "npu.make"(%x, %a) {memplace.access = ["read", "write"]} : (memref<4xf32>, memref<1024xf32>) -> ()
  "npu.make"(%x, %b) {memplace.access = ["read", "write"]} : (memref<4xf32>, memref<1024xf32>) -> ()
  "npu.sum"(%a, %y) {memplace.access = ["read", "update"]} : (memref<1024xf32>, memref<4xf32>) -> ()
  "npu.sum"(%b, %z) {memplace.access = ["read", "update"]} : (memref<1024xf32>, memref<4xf32>) -> ()
  return
}

// -----

// The result of a loop is the storage of its operand.

// REMARK: function 'result': moved ops: 1
// CHECK-LABEL: func.func @result
// CHECK: %[[R:.*]] = scf.for
// CHECK: "npu.sum"(%[[R]],
// CHECK-NEXT: "npu.sum"(%
// CHECK-NEXT: memref.dealloc %[[R]]
func.func @result(%n: index, %x: memref<4xf32>, %y: memref<4xf32>, %z: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = memref.alloc() : memref<1024xf32>
  "npu.make"(%x, %k) {memplace.access = ["read", "write"]} : (memref<4xf32>, memref<1024xf32>) -> ()
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%m = %k) -> memref<1024xf32> {
    "npu.work"(%m) {memplace.access = ["update"]} : (memref<1024xf32>) -> ()
    scf.yield %m : memref<1024xf32>
  }
  "npu.sum"(%r, %y) {memplace.access = ["read", "write"]} : (memref<1024xf32>, memref<4xf32>) -> ()
  "npu.sum"(%k, %y) {memplace.access = ["read", "update"]} : (memref<1024xf32>, memref<4xf32>) -> ()
  memref.dealloc %r : memref<1024xf32>
  %a = memref.alloc() : memref<1024xf32>
  %b = memref.alloc() : memref<1024xf32>
  "npu.make"(%x, %a) {memplace.access = ["read", "write"]} : (memref<4xf32>, memref<1024xf32>) -> ()
  "npu.make"(%x, %b) {memplace.access = ["read", "write"]} : (memref<4xf32>, memref<1024xf32>) -> ()
  "npu.sum"(%a, %y) {memplace.access = ["read", "update"]} : (memref<1024xf32>, memref<4xf32>) -> ()
  "npu.sum"(%b, %z) {memplace.access = ["read", "update"]} : (memref<1024xf32>, memref<4xf32>) -> ()
  return
}

// -----

// A conditional deallocation keeps its place.

// REMARK: function 'conditional': moved ops: 1
// CHECK-LABEL: func.func @conditional
// CHECK: "npu.sum"(%[[K:.*]], %
// CHECK-NEXT: bufferization.dealloc (%[[K]] :
func.func @conditional(%own: i1, %x: memref<4xf32>, %y: memref<4xf32>, %z: memref<4xf32>) {
  %k = memref.alloc() : memref<1024xf32>
  "npu.make"(%x, %k) {memplace.access = ["read", "write"]} : (memref<4xf32>, memref<1024xf32>) -> ()
  "npu.sum"(%k, %y) {memplace.access = ["read", "write"]} : (memref<1024xf32>, memref<4xf32>) -> ()
  bufferization.dealloc (%k : memref<1024xf32>) if (%own)
  %a = memref.alloc() : memref<1024xf32>
  %b = memref.alloc() : memref<1024xf32>
  "npu.make"(%x, %a) {memplace.access = ["read", "write"]} : (memref<4xf32>, memref<1024xf32>) -> ()
  "npu.make"(%x, %b) {memplace.access = ["read", "write"]} : (memref<4xf32>, memref<1024xf32>) -> ()
  "npu.sum"(%a, %y) {memplace.access = ["read", "update"]} : (memref<1024xf32>, memref<4xf32>) -> ()
  "npu.sum"(%b, %z) {memplace.access = ["read", "update"]} : (memref<1024xf32>, memref<4xf32>) -> ()
  return
}

// -----

// Calls that touch memory behind a pointer keep their order.

// REMARK: the order of function 'pointer' stays: no better one was found
// CHECK-LABEL: func.func @pointer
// CHECK: call @kernel(%{{.*}}, %arg3)
// CHECK: call @kernel(%{{.*}}, %c1
// CHECK: call @kernel(%{{.*}}, %c2
#argmem = #llvm.memory_effects<other = none, argMem = readwrite, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>
func.func private @kernel(!llvm.ptr, i32) attributes {memory_effects = #argmem}
func.func @pointer(%x: memref<4xf32>, %y: memref<4xf32>, %p: !llvm.ptr, %n: i32) {
  %a = memref.alloc() : memref<1024xf32>
  %b = memref.alloc() : memref<1024xf32>
  call @kernel(%p, %n) : (!llvm.ptr, i32) -> ()
  "npu.make"(%x, %a) {memplace.access = ["read", "write"]} : (memref<4xf32>, memref<1024xf32>) -> ()
  %one = arith.constant 1 : i32
  call @kernel(%p, %one) : (!llvm.ptr, i32) -> ()
  "npu.make"(%x, %b) {memplace.access = ["read", "write"]} : (memref<4xf32>, memref<1024xf32>) -> ()
  %two = arith.constant 2 : i32
  call @kernel(%p, %two) : (!llvm.ptr, i32) -> ()
  "npu.sum"(%a, %y) {memplace.access = ["read", "update"]} : (memref<1024xf32>, memref<4xf32>) -> ()
  "npu.sum"(%b, %y) {memplace.access = ["read", "update"]} : (memref<1024xf32>, memref<4xf32>) -> ()
  return
}

// -----

// A loop yields the result of an earlier op.

// REMARK: function 'yields': moved ops: 1
// CHECK-LABEL: func.func @yields
// CHECK: %[[V:.*]] = "npu.count"
// CHECK: scf.yield %[[V]]
func.func @yields(%x: memref<4xf32>, %y: memref<4xf32>, %z: memref<4xf32>, %f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %v = "npu.count"(%x) {memplace.access = ["read"]} : (memref<4xf32>) -> f32
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%acc = %f) -> f32 {
    "npu.work"(%y) {memplace.access = ["update"]} : (memref<4xf32>) -> ()
    scf.yield %v : f32
  }
  %a = memref.alloc() : memref<1024xf32>
  %b = memref.alloc() : memref<1024xf32>
  "npu.make"(%x, %a) {memplace.access = ["read", "write"]} : (memref<4xf32>, memref<1024xf32>) -> ()
  "npu.make"(%x, %b) {memplace.access = ["read", "write"]} : (memref<4xf32>, memref<1024xf32>) -> ()
  "npu.sum"(%a, %y) {memplace.access = ["read", "update"]} : (memref<1024xf32>, memref<4xf32>) -> ()
  "npu.sum"(%b, %z) {memplace.access = ["read", "update"]} : (memref<1024xf32>, memref<4xf32>) -> ()
  return %r : f32
}

// -----

// Pieces of arguments stay before all ops, as transfers of them may start early.

// REMARK: function 'pieces': moved ops: 4
// CHECK-LABEL: func.func @pieces
// CHECK-NEXT: memref.reinterpret_cast {{.*}}memplace.piece
// CHECK-NEXT: memref.reinterpret_cast {{.*}}memplace.piece
// CHECK: "npu.make"
func.func @pieces(%w: memref<2x4xf32>, %x: memref<4xf32>, %y: memref<4xf32>, %z: memref<4xf32>) {
  %p = memref.reinterpret_cast %w to offset: [0], sizes: [1, 4], strides: [4, 1] {memplace.piece} : memref<2x4xf32> to memref<1x4xf32, strided<[4, 1]>>
  %q = memref.reinterpret_cast %w to offset: [4], sizes: [1, 4], strides: [4, 1] {memplace.piece} : memref<2x4xf32> to memref<1x4xf32, strided<[4, 1], offset: 4>>
  %a = memref.alloc() : memref<1024xf32>
  %b = memref.alloc() : memref<1024xf32>
  "npu.make"(%x, %a) {memplace.access = ["read", "write"]} : (memref<4xf32>, memref<1024xf32>) -> ()
  "npu.make"(%x, %b) {memplace.access = ["read", "write"]} : (memref<4xf32>, memref<1024xf32>) -> ()
  "npu.sum"(%a, %y) {memplace.access = ["read", "update"]} : (memref<1024xf32>, memref<4xf32>) -> ()
  "npu.sum"(%b, %z) {memplace.access = ["read", "update"]} : (memref<1024xf32>, memref<4xf32>) -> ()
  "npu.work"(%p) {memplace.access = ["update"]} : (memref<1x4xf32, strided<[4, 1]>>) -> ()
  "npu.work"(%q) {memplace.access = ["update"]} : (memref<1x4xf32, strided<[4, 1], offset: 4>>) -> ()
  return
}
