// RUN: memplace-opt %s --allow-unregistered-dialect -test-memplace-print-memory-ops -o /dev/null \
// RUN:   | FileCheck %s

// Calls may access their memrefs in any way. Asynchronous ops, ops on tensors
// and branches between blocks are refused; an op without a model is unknown
// unless the op accesses no memory.

func.func private @callee(memref<8xf32>, memref<?xf32>, f32)
// CHECK-LABEL: function calls{{$}}
// CHECK-NEXT: func.call: barrier
// CHECK-NEXT:   update %arg0: 32 bytes
// CHECK-NEXT:   update %arg1: unknown bytes
// CHECK-NEXT: func.constant: none
// CHECK-NEXT: func.call_indirect: barrier
// CHECK-NEXT:   update %arg0: 32 bytes
// CHECK-NEXT:   update %arg1: unknown bytes
// CHECK-NEXT: func.return: none
// CHECK-NOT: {{.}}
func.func @calls(%a: memref<8xf32>, %b: memref<?xf32>, %v: f32) {
  call @callee(%a, %b, %v) : (memref<8xf32>, memref<?xf32>, f32) -> ()
  %f = constant @callee : (memref<8xf32>, memref<?xf32>, f32) -> ()
  call_indirect %f(%a, %b, %v) : (memref<8xf32>, memref<?xf32>, f32) -> ()
  return
}
// CHECK-LABEL: function bufferization{{$}}
// CHECK-NEXT: bufferization.clone: allocate
// CHECK-NEXT:   read %arg0: 32 bytes
// CHECK-NEXT:   write %0: 32 bytes
// CHECK-NEXT: bufferization.to_tensor: refused, it works on tensors, which have no storage yet; bufferize first
// CHECK-NEXT: bufferization.to_buffer: refused, it works on tensors, which have no storage yet; bufferize first
// CHECK-NEXT: bufferization.dealloc: deallocate
// CHECK-NEXT: func.return: none
// CHECK-NOT: {{.}}
func.func @bufferization(%a: memref<8xf32>, %t: tensor<8xf32>, %c: i1) {
  %0 = bufferization.clone %a : memref<8xf32> to memref<8xf32>
  %1 = bufferization.to_tensor %a : memref<8xf32> to tensor<8xf32>
  %2 = bufferization.to_buffer %t : tensor<8xf32> to memref<8xf32>
  bufferization.dealloc (%0 : memref<8xf32>) if (%c)
  return
}
// CHECK-LABEL: function asynchronous{{$}}
// CHECK-NEXT: async.execute: refused, it is asynchronous, and a schedule has one op at a time
// CHECK-NEXT: async.yield: none
// CHECK-NEXT: async.await: refused, it is asynchronous, and a schedule has one op at a time
// CHECK-NEXT: gpu.launch: refused, it is asynchronous, and a schedule has one op at a time
// CHECK-NEXT: gpu.terminator: none
// CHECK-NEXT: cf.assert: none
// CHECK-NEXT: cf.br: refused, a schedule is one block; run --lift-cf-to-scf first
// CHECK-NEXT: func.return: none
// CHECK-NOT: {{.}}
func.func @asynchronous(%c: index, %k: i1) {
  %token = async.execute {
    async.yield
  }
  async.await %token : !async.token
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c, %gy = %c, %gz = %c)
             threads(%tx, %ty, %tz) in (%sx = %c, %sy = %c, %sz = %c) {
    gpu.terminator
  }
  cf.assert %k, "no"
  cf.br ^bb1
^bb1:
  return
}
// CHECK-LABEL: function unknown{{$}}
// CHECK-NEXT: test.op: unknown
// CHECK-NEXT: ub.poison: none
// CHECK-NEXT: llvm.load: unknown
// CHECK-NEXT: llvm.fadd: none
// CHECK-NEXT: builtin.unrealized_conversion_cast: unknown
// CHECK-NEXT:   update %arg0: 32 bytes
// CHECK-NEXT: func.return: none
// CHECK-NOT: {{.}}
func.func @unknown(%a: memref<8xf32>, %v: f32, %p: !llvm.ptr) {
  "test.op"(%v) : (f32) -> ()
  %0 = ub.poison : f32
  %1 = llvm.load %p : !llvm.ptr -> f32
  %2 = llvm.fadd %v, %v : f32
  %3 = builtin.unrealized_conversion_cast %a : memref<8xf32> to i64
  return
}
