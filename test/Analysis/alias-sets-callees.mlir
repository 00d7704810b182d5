// RUN: memplace-opt %s --allow-unregistered-dialect -test-memplace-print-alias-sets -o /dev/null \
// RUN:   | grep -e "function caller" -e "^ *alloc" -e "unplaced" -e "ambiguous" | FileCheck %s

// Buffers that callees may keep or free are not placed; buffers only used by callees are.

memref.global "private" @table : memref<2xmemref<4xf32>>

func.func private @keeps(%a: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %t = memref.get_global @table : memref<2xmemref<4xf32>>
  memref.store %a, %t[%c0] : memref<2xmemref<4xf32>>
  return
}
// Kept by a view, through a nested callee, from one of several blocks.
func.func private @keeps_view(%a: memref<4xf32>, %c: i1) {
  %d = memref.cast %a : memref<4xf32> to memref<?xf32>
  cf.cond_br %c, ^bb1(%d : memref<?xf32>), ^bb2
^bb1(%e: memref<?xf32>):
  %f = memref.cast %e : memref<?xf32> to memref<4xf32>
  func.call @keeps(%f) : (memref<4xf32>) -> ()
  cf.br ^bb2
^bb2:
  return
}
func.func private @reads(%a: memref<4xf32>) {
  linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
  return
}
// CHECK-LABEL: function caller_of_bodies{{$}}
// CHECK-NEXT: alloc0: allocation
// CHECK-NEXT:   unplaced: is stored in memory itself, in function 'keeps'
// CHECK-NEXT: alloc1: allocation
// CHECK-NEXT:   unplaced: is stored in memory itself, in function 'keeps'
// CHECK-NEXT: alloc2: allocation
func.func @caller_of_bodies(%c: i1) {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %d = memref.alloc() : memref<4xf32>
  call @keeps(%a) : (memref<4xf32>) -> ()
  call @keeps_view(%b, %c) : (memref<4xf32>, i1) -> ()
  call @reads(%d) : (memref<4xf32>) -> ()
  return
}

func.func private @takes_address(%a: memref<4xf32>) -> index {
  %i = memref.extract_aligned_pointer_as_index %a : memref<4xf32> -> index
  return %i : index
}
func.func private @casts(%a: memref<4xf32>) {
  %i = builtin.unrealized_conversion_cast %a : memref<4xf32> to !llvm.ptr
  return
}
func.func private @registers(%a: memref<4xf32>) {
  "npu.register"(%a) : (memref<4xf32>) -> ()
  return
}
func.func private @waits_later(%a: memref<4xf32>) {
  %t = async.execute {
    linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
    async.yield
  }
  return
}
// CHECK-LABEL: function caller_of_addresses{{$}}
// CHECK-NEXT: alloc0: allocation
// CHECK-NEXT:   unplaced: has its address taken, in function 'takes_address'
// CHECK-NEXT: alloc1: allocation
// CHECK-NEXT:   unplaced: is used by 'builtin.unrealized_conversion_cast', which does not implement MemoryOpInterface, in function 'casts'
// CHECK-NEXT: alloc2: allocation
// CHECK-NEXT:   unplaced: is used by 'npu.register', which does not implement MemoryOpInterface, in function 'registers'
// CHECK-NEXT: alloc3: allocation
// CHECK-NEXT:   unplaced: is used by 'async.execute', which is refused, in function 'waits_later'
func.func @caller_of_addresses() {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %c = memref.alloc() : memref<4xf32>
  %d = memref.alloc() : memref<4xf32>
  %i = call @takes_address(%a) : (memref<4xf32>) -> index
  call @casts(%b) : (memref<4xf32>) -> ()
  call @registers(%c) : (memref<4xf32>) -> ()
  call @waits_later(%d) : (memref<4xf32>) -> ()
  return
}

func.func private @frees(%a: memref<4xf32>, %own: i1) {
  scf.if %own {
    memref.dealloc %a : memref<4xf32>
  }
  return
}
// A freed argument has no home to be copied back to.
// CHECK-LABEL: function caller_of_frees{{$}}
// CHECK-NEXT: ambiguous: may be freed by function 'frees'
// CHECK-NEXT: ambiguous: is freed
// CHECK-NEXT: alloc0: allocation
// CHECK-NEXT:   unplaced: may be freed by function 'frees'
func.func @caller_of_frees(%x: memref<4xf32>, %y: memref<4xf32>, %c: i1) {
  %a = memref.alloc() : memref<4xf32>
  call @frees(%a, %c) : (memref<4xf32>, i1) -> ()
  call @frees(%x, %c) : (memref<4xf32>, i1) -> ()
  linalg.exp ins(%y : memref<4xf32>) outs(%y : memref<4xf32>)
  memref.dealloc %y : memref<4xf32>
  return
}

func.func private @returns(%a: memref<4xf32>, %b: memref<4xf32>, %c: i1) -> memref<4xf32> {
  %r = arith.select %c, %a, %b : memref<4xf32>
  return %r : memref<4xf32>
}
// The callee keeps neither; its result may be either. The second caller stores the result.
// CHECK-LABEL: function caller_of_returns{{$}}
// CHECK-NEXT: alloc0: allocation
// CHECK-NEXT:   ambiguous:
// CHECK-NEXT: alloc1: allocation
// CHECK-NEXT:   unplaced: is stored in memory itself, in function 'keeps'
// CHECK-NEXT:   ambiguous:
func.func @caller_of_returns(%c: i1) {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %r = call @returns(%a, %a, %c) : (memref<4xf32>, memref<4xf32>, i1) -> memref<4xf32>
  %s = call @returns(%b, %b, %c) : (memref<4xf32>, memref<4xf32>, i1) -> memref<4xf32>
  call @keeps(%s) : (memref<4xf32>) -> ()
  return
}

func.func private @external(memref<4xf32>)
func.func private @recursive(%a: memref<4xf32>, %n: index) {
  call @recursive(%a, %n) : (memref<4xf32>, index) -> ()
  return
}
// CHECK-LABEL: function caller_of_unknown{{$}}
// CHECK-NEXT: alloc0: allocation
// CHECK-NEXT:   unplaced: may be kept by function 'external', which has no body; 'llvm.nocapture' on the argument rules that out
// CHECK-NEXT: alloc1: allocation
// CHECK-NEXT:   unplaced: may be kept by function 'recursive', which is recursive
// CHECK-NEXT: alloc2: allocation
// CHECK-NEXT:   unplaced: may be kept by the callee of 'func.call_indirect', which is unknown
func.func @caller_of_unknown(%n: index, %f: (memref<4xf32>) -> ()) {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %c = memref.alloc() : memref<4xf32>
  call @external(%a) : (memref<4xf32>) -> ()
  call @recursive(%b, %n) : (memref<4xf32>, index) -> ()
  call_indirect %f(%c) : (memref<4xf32>) -> ()
  return
}

func.func private @nocapture(memref<4xf32> {llvm.nocapture})
func.func private @access(memref<4xf32> {bufferization.access = "read-write"})
func.func private @readonly(memref<4xf32> {llvm.readonly})
func.func private @readnone(memref<4xf32>) attributes {llvm.readnone}
#arguments = #llvm.memory_effects<other = none, argMem = readwrite, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>
#allocator = #llvm.memory_effects<other = none, argMem = readwrite, inaccessibleMem = readwrite, errnoMem = none, targetMem0 = none, targetMem1 = none>
func.func private @only_arguments(memref<4xf32>) attributes {memory_effects = #arguments}
func.func private @table_too(memref<4xf32>, memref<2xmemref<4xf32>>) attributes {memory_effects = #arguments}
func.func private @allocator(memref<4xf32>) attributes {memory_effects = #allocator}
// A reader may keep the memref it reads, and a memref of memrefs takes the memref.
// CHECK-LABEL: function caller_of_attributes{{$}}
// CHECK-NEXT: unplaced: has no static size
// CHECK-NEXT: ambiguous: may be kept by function 'table_too'
// CHECK-NEXT: alloc0: allocation
// CHECK-NEXT: alloc1: allocation
// CHECK-NEXT: alloc2: allocation
// CHECK-NEXT:   unplaced: may be kept by function 'readonly'
// CHECK-NEXT: alloc3: allocation
// CHECK-NEXT: alloc4: allocation
// CHECK-NEXT: alloc5: allocation
// CHECK-NEXT:   unplaced: may be kept by function 'table_too'
// CHECK-NEXT: alloc6: allocation
// CHECK-NEXT:   unplaced: may be kept by function 'allocator'
func.func @caller_of_attributes(%t: memref<2xmemref<4xf32>>) {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %c = memref.alloc() : memref<4xf32>
  %d = memref.alloc() : memref<4xf32>
  %e = memref.alloc() : memref<4xf32>
  %f = memref.alloc() : memref<4xf32>
  %g = memref.alloc() : memref<4xf32>
  call @nocapture(%a) : (memref<4xf32>) -> ()
  call @access(%b) : (memref<4xf32>) -> ()
  call @readonly(%c) : (memref<4xf32>) -> ()
  call @readnone(%d) : (memref<4xf32>) -> ()
  call @only_arguments(%e) : (memref<4xf32>) -> ()
  call @table_too(%f, %t) : (memref<4xf32>, memref<2xmemref<4xf32>>) -> ()
  call @allocator(%g) : (memref<4xf32>) -> ()
  return
}
