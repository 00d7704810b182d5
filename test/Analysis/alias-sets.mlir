// RUN: memplace-opt %s --test-memplace-print-alias-sets -o /dev/null | FileCheck %s

// Views of views are in their buffer's set; "(all)" marks views whose
// overwriting leaves no old contents.
// CHECK-LABEL: {{^}}function views{{$}}
// CHECK-NEXT:   arg0: argument, 256 bytes, alignment 4
// CHECK-NEXT:     members: %arg0 (all)
// CHECK-NEXT:   alloc0: allocation, 256 bytes, alignment 64
// CHECK-NEXT:     members: %alloc (all) %collapse_shape (all) %subview %subview_0 %transpose (all) %cast %reinterpret_cast
// CHECK-NEXT:   alloc1: allocation, 256 bytes, alignment 1, written
// CHECK-NEXT:     members: %alloc_1 (all) %view (all) %view_2
func.func @views(%arg0: memref<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() {alignment = 64 : i64} : memref<8x8xf32>
  %flat = memref.collapse_shape %a [[0, 1]] : memref<8x8xf32> into memref<64xf32>
  %part = memref.subview %flat[8] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: 8>>
  %part_of_part = memref.subview %part[0] [4] [2] : memref<8xf32, strided<[1], offset: 8>> to memref<4xf32, strided<[2], offset: 8>>
  %transposed = memref.transpose %a (i, j) -> (j, i) : memref<8x8xf32> to memref<8x8xf32, strided<[1, 8]>>
  %cast = memref.cast %a : memref<8x8xf32> to memref<?x8xf32>
  // 64 elements at one address.
  %one = memref.reinterpret_cast %a to offset: [0], sizes: [64], strides: [0] : memref<8x8xf32> to memref<64xf32, strided<[0]>>
  %bytes = memref.alloc() : memref<256xi8>
  %typed = memref.view %bytes[%c0][] : memref<256xi8> to memref<64xf32>
  %short = memref.view %bytes[%c0][] : memref<256xi8> to memref<63xf32>
  memref.copy %flat, %typed : memref<64xf32> to memref<64xf32>
  return
}

// Two buffers alternate, so both must stay at home.
// CHECK-LABEL: {{^}}function swapped{{$}}
// CHECK-NEXT:   arg1: argument, 16 bytes, alignment 4, written
// CHECK-NEXT:     members: %arg1 (all)
// CHECK-NEXT:   alloc0: allocation, 16 bytes, alignment 4, written
// CHECK-NEXT:     members: %alloc (all)
// CHECK-NEXT:     ambiguous: a value may be this buffer or 'alloc1'
// CHECK-NEXT:   alloc1: allocation, 16 bytes, alignment 4, written
// CHECK-NEXT:     members: %alloc_0 (all)
// CHECK-NEXT:     ambiguous: a value may be this buffer or 'alloc0'
func.func @swapped(%n: index, %arg: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  memref.copy %arg, %a : memref<4xf32> to memref<4xf32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (memref<4xf32>, memref<4xf32>) {
    memref.copy %x, %y : memref<4xf32> to memref<4xf32>
    scf.yield %y, %x : memref<4xf32>, memref<4xf32>
  }
  memref.copy %r#0, %arg : memref<4xf32> to memref<4xf32>
  return
}

// A buffer carried in place is one buffer, through two loops.
// CHECK-LABEL: {{^}}function in_place{{$}}
// CHECK-NEXT:   arg1: argument, 16 bytes, alignment 4, written
// CHECK-NEXT:     members: %arg1 (all)
// CHECK-NEXT:   alloc0: allocation, 16 bytes, alignment 4
// CHECK-NEXT:     members: %alloc (all) %arg3 (all) = %alloc %0#0 (all) = %alloc %arg6 (all) = %alloc %1#0 (all) = %alloc
// CHECK-NEXT:   alloc1: allocation, 16 bytes, alignment 4, written
// CHECK-NEXT:     members: %alloc_0 (all) %arg4 (all) = %alloc_0 %0#1 (all) = %alloc_0 %arg7 (all) = %alloc_0 %1#1 (all) = %alloc_0
func.func @in_place(%n: index, %arg: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (memref<4xf32>, memref<4xf32>) {
    %q:2 = scf.for %j = %c0 to %n step %c1 iter_args(%u = %x, %v = %y) -> (memref<4xf32>, memref<4xf32>) {
      memref.copy %u, %v : memref<4xf32> to memref<4xf32>
      scf.yield %u, %v : memref<4xf32>, memref<4xf32>
    }
    scf.yield %q#0, %q#1 : memref<4xf32>, memref<4xf32>
  }
  memref.copy %r#1, %arg : memref<4xf32> to memref<4xf32>
  return
}

// A single buffer, of which each trip uses another part.
// CHECK-LABEL: {{^}}function moving_part{{$}}
// CHECK-NEXT:   arg1: argument, 64 bytes, alignment 4
// CHECK-NEXT:     members: %arg1 (all)
// CHECK-NEXT:   alloc0: allocation, 64 bytes, alignment 4, written
// CHECK-NEXT:     members: %alloc (all) %subview %arg3 %0 %subview_0
// CHECK-NEXT:     ambiguous: a value may be different parts of it
func.func @moving_part(%n: index, %arg: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<16xf32>
  memref.copy %arg, %a : memref<16xf32> to memref<16xf32>
  %first = memref.subview %a[%c0] [4] [1] : memref<16xf32> to memref<4xf32, strided<[1], offset: ?>>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %first) -> (memref<4xf32, strided<[1], offset: ?>>) {
    %y = memref.subview %a[%i] [4] [1] : memref<16xf32> to memref<4xf32, strided<[1], offset: ?>>
    memref.copy %x, %y : memref<4xf32, strided<[1], offset: ?>> to memref<4xf32, strided<[1], offset: ?>>
    scf.yield %y : memref<4xf32, strided<[1], offset: ?>>
  }
  return
}

// Either buffer; equal buffers in both cases are not ambiguous.
// CHECK-LABEL: {{^}}function choices{{$}}
// CHECK-NEXT:   arg1: argument, 16 bytes, alignment 4, written
// CHECK-NEXT:     members: %arg1 (all)
// CHECK-NEXT:     ambiguous: a value may be this buffer or 'alloc0'
// CHECK-NEXT:   alloc0: allocation, 16 bytes, alignment 4, written
// CHECK-NEXT:     members: %alloc (all)
// CHECK-NEXT:     ambiguous: a value may be this buffer or 'alloc1'
// CHECK-NEXT:   alloc1: allocation, 16 bytes, alignment 4, written
// CHECK-NEXT:     members: %alloc_0 (all)
// CHECK-NEXT:     ambiguous: a value may be this buffer or 'alloc0'
// CHECK-NEXT:   alloc2: allocation, 16 bytes, alignment 4, written
// CHECK-NEXT:     members: %alloc_1 (all) %1 (all) = %alloc_1
func.func @choices(%c: i1, %arg: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %other = memref.alloc() : memref<4xf32>
  %either = arith.select %c, %a, %b : memref<4xf32>
  %same = arith.select %c, %other, %other : memref<4xf32>
  memref.copy %arg, %either : memref<4xf32> to memref<4xf32>
  memref.copy %arg, %same : memref<4xf32> to memref<4xf32>
  %r = scf.if %c -> memref<4xf32> {
    scf.yield %either : memref<4xf32>
  } else {
    scf.yield %arg : memref<4xf32>
  }
  memref.copy %other, %r : memref<4xf32> to memref<4xf32>
  return
}

// Values carried by a while loop return by its condition and its yield.
// CHECK-LABEL: {{^}}function while_swap{{$}}
// CHECK-NEXT:   arg1: argument, 16 bytes, alignment 4
// CHECK-NEXT:     members: %arg1 (all)
// CHECK-NEXT:   alloc0: allocation, 16 bytes, alignment 4, written
// CHECK-NEXT:     members: %alloc (all)
// CHECK-NEXT:     ambiguous: a value may be this buffer or 'alloc1'
// CHECK-NEXT:   alloc1: allocation, 16 bytes, alignment 4, written
// CHECK-NEXT:     members: %alloc_0 (all)
// CHECK-NEXT:     ambiguous: a value may be this buffer or 'alloc0'
// CHECK-NEXT:   alloc2: allocation, 16 bytes, alignment 4
// CHECK-NEXT:     members: %alloc_1 (all) %arg5 (all) = %alloc_1 %arg5 (all) = %alloc_1 %0#3 (all) = %alloc_1
func.func @while_swap(%n: index, %arg: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %still = memref.alloc() : memref<4xf32>
  %r:4 = scf.while (%i = %c0, %x = %a, %y = %b, %z = %still) : (index, memref<4xf32>, memref<4xf32>, memref<4xf32>) -> (index, memref<4xf32>, memref<4xf32>, memref<4xf32>) {
    %more = arith.cmpi slt, %i, %n : index
    scf.condition(%more) %i, %x, %y, %z : index, memref<4xf32>, memref<4xf32>, memref<4xf32>
  } do {
  ^bb0(%i: index, %x: memref<4xf32>, %y: memref<4xf32>, %z: memref<4xf32>):
    memref.copy %z, %x : memref<4xf32> to memref<4xf32>
    %next = arith.addi %i, %c1 : index
    scf.yield %next, %y, %x, %z : index, memref<4xf32>, memref<4xf32>, memref<4xf32>
  }
  return
}

func.func private @callee(memref<4xf32> {llvm.nocapture}) -> memref<4xf32>

// A call may return one of its operands.
// CHECK-LABEL: {{^}}function calls{{$}}
// CHECK-NEXT:   arg0: argument, 16 bytes, alignment 4, written
// CHECK-NEXT:     members: %arg0 (all)
// CHECK-NEXT:   alloc0: allocation, 16 bytes, alignment 4, written
// CHECK-NEXT:     members: %alloc (all)
// CHECK-NEXT:     ambiguous: a value may be this buffer or unknown storage
func.func @calls(%arg: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  %r = func.call @callee(%a) : (memref<4xf32>) -> memref<4xf32>
  memref.copy %r, %arg : memref<4xf32> to memref<4xf32>
  return
}

// Allocations that are not placed, and one that is returned.
// CHECK-LABEL: {{^}}function escapes{{$}}
// CHECK-NEXT:   arg1: argument, 16 bytes, alignment 4
// CHECK-NEXT:     members: %arg1 (all)
// CHECK-NEXT:     ambiguous: a value may be this buffer or 'alloc12'
// CHECK-NEXT:   alloc0: result, 16 bytes, alignment 4
// CHECK-NEXT:     members: %alloc (all)
// CHECK-NEXT:   alloc1: allocation, 0 bytes, alignment 1
// CHECK-NEXT:     members: %alloc_0 (all)
// CHECK-NEXT:     unplaced: has no static size
// CHECK-NEXT:   alloc2: allocation, 0 bytes, alignment 4
// CHECK-NEXT:     members: %alloc_1 (all)
// CHECK-NEXT:     unplaced: has no bytes
// CHECK-NEXT:   alloc3: allocation, 16 bytes, alignment 4
// CHECK-NEXT:     members: %alloc_2 (all)
// CHECK-NEXT:     unplaced: is stored in memory itself
// CHECK-NEXT:   alloc4: allocation, 0 bytes, alignment 1, written
// CHECK-NEXT:     members: %alloc_3 (all)
// CHECK-NEXT:     unplaced: has no static size
// CHECK-NEXT:   alloc5: allocation, 16 bytes, alignment 4
// CHECK-NEXT:     members: %alloc_4 (all)
// CHECK-NEXT:     unplaced: has its address taken
// CHECK-NEXT:   alloc6: allocation, 8 bytes, alignment 8
// CHECK-NEXT:     members: %alloc_5 (all)
// CHECK-NEXT:   alloc7: allocation, 16 bytes, alignment 4
// CHECK-NEXT:     members: %alloc_6 (all) %reshape
// CHECK-NEXT:     unplaced: has a view that depends on the contents of memory, by 'memref.reshape'
// CHECK-NEXT:   alloc8: allocation, 16 bytes, alignment 4, written
// CHECK-NEXT:     members: %alloc_7 (all)
// CHECK-NEXT:     unplaced: is allocated in a region that it leaves
// CHECK-NEXT:     ambiguous: a value may be this buffer or 'alloc10'
// CHECK-NEXT:   alloc9: allocation, 16 bytes, alignment 4
// CHECK-NEXT:     members: %alloc_8 (all)
// CHECK-NEXT:   alloc10: allocation, 16 bytes, alignment 4
// CHECK-NEXT:     members: %alloc_7 (all)
// CHECK-NEXT:     unplaced: is allocated in a region that it leaves
// CHECK-NEXT:     ambiguous: a value may be this buffer or 'alloc8'
// CHECK-NEXT:   alloc11: allocation, 16 bytes, alignment 4, written
// CHECK-NEXT:     members: %alloc_7 (all)
// CHECK-NEXT:     unplaced: is allocated in the body of 'scf.parallel', which runs in parallel
// CHECK-NEXT:   alloc12: allocation, 16 bytes, alignment 4, written
// CHECK-NEXT:     members: %alloc_7 (all)
// CHECK-NEXT:     unplaced: is allocated in a region that it leaves
// CHECK-NEXT:     ambiguous: a value may be this buffer or 'arg1'
func.func @escapes(%c: i1, %arg: memref<4xf32>, %n: index) -> memref<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %returned = memref.alloc() : memref<4xf32>
  %dynamic = memref.alloc(%n) : memref<?xf32>
  %empty = memref.alloc() : memref<0xf32>
  %kept = memref.alloc() : memref<4xf32>
  %table = memref.alloc() : memref<1xmemref<4xf32>>
  memref.store %kept, %table[%c0] : memref<1xmemref<4xf32>>
  %pointer = memref.alloc() : memref<4xf32>
  %address = memref.extract_aligned_pointer_as_index %pointer : memref<4xf32> -> index
  %shape = memref.alloc() : memref<1xindex>
  %reshaped = memref.alloc() : memref<4xf32>
  %by_shape = memref.reshape %reshaped(%shape) : (memref<4xf32>, memref<1xindex>) -> memref<?xf32>
  %inner = scf.if %c -> memref<4xf32> {
    %leaves = memref.alloc() : memref<4xf32>
    %stays = memref.alloc() : memref<4xf32>
    memref.copy %stays, %leaves : memref<4xf32> to memref<4xf32>
    scf.yield %leaves : memref<4xf32>
  } else {
    %also_leaves = memref.alloc() : memref<4xf32>
    scf.yield %also_leaves : memref<4xf32>
  }
  scf.parallel (%k) = (%c0) to (%n) step (%c1) {
    %parallel = memref.alloc() : memref<4xf32>
    memref.copy %arg, %parallel : memref<4xf32> to memref<4xf32>
    scf.reduce
  }
  %carried = scf.for %i = %c0 to %n step %c1 iter_args(%x = %arg) -> (memref<4xf32>) {
    %next = memref.alloc() : memref<4xf32>
    memref.copy %x, %next : memref<4xf32> to memref<4xf32>
    scf.yield %next : memref<4xf32>
  }
  return %returned : memref<4xf32>
}

// Up to 64 bytes on the stack in a step count as a scalar.
// CHECK-LABEL: {{^}}function scratch{{$}}
// CHECK-NEXT:   arg0: argument, 16 bytes, alignment 4
// CHECK-NEXT:     members: %arg0 (all)
// CHECK-NEXT:   alloc0: allocation, 4 bytes, alignment 4, written
// CHECK-NEXT:     members: %alloca (all)
// CHECK-NEXT:   alloc1: allocation, 64 bytes, alignment 4, written, scratch
// CHECK-NEXT:     members: %alloca_0 (all)
// CHECK-NEXT:     unplaced: is a scalar on the stack
// CHECK-NEXT:   alloc2: allocation, 68 bytes, alignment 4, written
// CHECK-NEXT:     members: %alloca_1 (all)
func.func @scratch(%arg: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %outside = memref.alloca() : memref<f32>
  scf.for %k = %c0 to %c4 step %c1 {
    %small = memref.alloca() : memref<16xf32>
    %large = memref.alloca() : memref<17xf32>
    %v = memref.load %arg[%k] : memref<4xf32>
    memref.store %v, %outside[] : memref<f32>
    memref.store %v, %small[%k] : memref<16xf32>
    memref.store %v, %large[%k] : memref<17xf32>
  }
  return
}

memref.global "private" constant @const : memref<4xf32> = dense<1.0>
memref.global "private" @var : memref<4xf32> = dense<1.0>

// All mentions of a symbol are one set.
// CHECK-LABEL: {{^}}function globals{{$}}
// CHECK-NEXT:   arg0: argument, 16 bytes, alignment 4, written
// CHECK-NEXT:     members: %arg0 (all)
// CHECK-NEXT:   const: global, 16 bytes, alignment 4
// CHECK-NEXT:     members: %0 (all) %1 (all)
// CHECK-NEXT:   var: global, 16 bytes, alignment 4, written
// CHECK-NEXT:     members: %2 (all)
// CHECK-NEXT:     ambiguous: is a global that is written
func.func @globals(%arg: memref<4xf32>) {
  %0 = memref.get_global @const : memref<4xf32>
  %1 = memref.get_global @const : memref<4xf32>
  %2 = memref.get_global @var : memref<4xf32>
  memref.copy %0, %arg : memref<4xf32> to memref<4xf32>
  memref.copy %1, %2 : memref<4xf32> to memref<4xf32>
  return
}

// A call may write a global that the function only reads, unless the global is constant.
// CHECK-LABEL: {{^}}function global_and_call{{$}}
// CHECK-NEXT:   arg0: argument, 16 bytes, alignment 4, written
// CHECK-NEXT:     members: %arg0 (all)
// CHECK-NEXT:     ambiguous: a value may be this buffer or unknown storage
// CHECK-NEXT:   var: global, 16 bytes, alignment 4
// CHECK-NEXT:     members: %0 (all)
// CHECK-NEXT:     ambiguous: is a global, and a call may touch it as well
// CHECK-NEXT:   const: global, 16 bytes, alignment 4
// CHECK-NEXT:     members: %1 (all)
func.func @global_and_call(%arg: memref<4xf32>) {
  %0 = memref.get_global @var : memref<4xf32>
  %c = memref.get_global @const : memref<4xf32>
  %1 = func.call @callee(%arg) : (memref<4xf32>) -> memref<4xf32>
  memref.copy %0, %arg : memref<4xf32> to memref<4xf32>
  memref.copy %c, %arg : memref<4xf32> to memref<4xf32>
  return
}

// %b may be freed by the deallocation that frees %a, which is not placed, and
// %mixed is freed together with %b.
// CHECK-LABEL: {{^}}function frees{{$}}
// CHECK-NEXT:   arg1: argument, 16 bytes, alignment 4
// CHECK-NEXT:     members: %arg1 (all)
// CHECK-NEXT:     ambiguous: is freed by 'bufferization.dealloc' unless it is retained; place before buffer deallocation
// CHECK-NEXT:   alloc0: result, 16 bytes, alignment 4, written
// CHECK-NEXT:     members: %alloc (all)
// CHECK-NEXT:     ambiguous: a value may be this buffer or 'alloc1'
// CHECK-NEXT:   alloc1: allocation, 16 bytes, alignment 4, written
// CHECK-NEXT:     members: %alloc_0 (all)
// CHECK-NEXT:     unplaced: is freed together with storage that can't be placed
// CHECK-NEXT:     ambiguous: a value may be this buffer or 'alloc0'
// CHECK-NEXT:   alloc2: allocation, 16 bytes, alignment 4
// CHECK-NEXT:     members: %alloc_1 (all)
// CHECK-NEXT:   alloc3: allocation, 16 bytes, alignment 4
// CHECK-NEXT:     members: %alloc_2 (all)
// CHECK-NEXT:   alloc4: allocation, 16 bytes, alignment 4
// CHECK-NEXT:     members: %alloc_3 (all)
// CHECK-NEXT:   alloc5: allocation, 16 bytes, alignment 4
// CHECK-NEXT:     members: %alloc_4 (all)
// CHECK-NEXT:     unplaced: is freed together with storage that can't be placed
// CHECK-NEXT:   alloc6: allocation, 16 bytes, alignment 4
// CHECK-NEXT:     members: %alloc_5 (all)
// CHECK-NEXT:     unplaced: is freed by 'bufferization.dealloc' unless it is retained; place before buffer deallocation
func.func @frees(%c: i1, %arg: memref<4xf32>) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %alone = memref.alloc() : memref<4xf32>
  %conditional = memref.alloc() : memref<4xf32>
  %together = memref.alloc() : memref<4xf32>
  %mixed = memref.alloc() : memref<4xf32>
  %unless = memref.alloc() : memref<4xf32>
  %either = arith.select %c, %a, %b : memref<4xf32>
  memref.copy %arg, %either : memref<4xf32> to memref<4xf32>
  memref.dealloc %either : memref<4xf32>
  memref.dealloc %alone : memref<4xf32>
  bufferization.dealloc (%conditional, %together : memref<4xf32>, memref<4xf32>) if (%c, %c)
  bufferization.dealloc (%mixed, %a : memref<4xf32>, memref<4xf32>) if (%c, %c)
  %kept = bufferization.dealloc (%unless : memref<4xf32>) if (%c) retain (%arg : memref<4xf32>)
  return %a : memref<4xf32>
}

// Layouts, memory spaces and alignments of arguments.
// CHECK-LABEL: {{^}}function arguments{{$}}
// CHECK-NEXT:   arg0: argument, 112 bytes, alignment 4
// CHECK-NEXT:     members: %arg0 (all)
// CHECK-NEXT:     ambiguous: has a layout with gaps or a permutation
// CHECK-NEXT:   arg1: argument, 0 bytes, alignment 1
// CHECK-NEXT:     members: %arg1 (all)
// CHECK-NEXT:     unplaced: has no static size
// CHECK-NEXT:   arg2: argument, 16 bytes, alignment 4
// CHECK-NEXT:     members: %arg2 (all)
// CHECK-NEXT:     ambiguous: is in a memory space that is not a tier
// CHECK-NEXT:   arg3: argument, 16 bytes, alignment 4
// CHECK-NEXT:     members: %arg3 (all)
// CHECK-NEXT:   arg4: argument, 0 bytes, alignment 1
// CHECK-NEXT:     members: %arg4 (all)
// CHECK-NEXT:     unplaced: has no static size
// CHECK-NEXT:   arg5: argument, 64 bytes, alignment 64
// CHECK-NEXT:     members: %arg5 (all) %assume_align (all) %subview
// CHECK-NEXT:   arg6: argument, 9 bytes, alignment 1
// CHECK-NEXT:     members: %arg6 (all)
// CHECK-NEXT:   arg7: argument, 64 bytes, alignment 32
// CHECK-NEXT:     members: %arg7 (all)
func.func @arguments(%gaps: memref<4x4xf32, strided<[8, 1]>>, %dynamic: memref<?xf32>, %space: memref<4xf32, 1>,
                     %tier: memref<4xf32, #memplace.tier<"fast">>, %unranked: memref<*xf32>, %aligned: memref<16xf32>,
                     %bits: memref<9xi1>, %vectors: memref<2xvector<8xf32>>) {
  %0 = memref.assume_alignment %aligned, 64 : memref<16xf32>
  %1 = memref.subview %0[4] [4] [1] : memref<16xf32> to memref<4xf32, strided<[1], offset: 4>>
  return
}

// The position of a part is promised: the whole must not move.
// CHECK-LABEL: {{^}}function aligned_part{{$}}
// CHECK-NEXT:   alloc0: allocation, 64 bytes, alignment 4
// CHECK-NEXT:     members: %alloc (all) %subview %assume_align
// CHECK-NEXT:     unplaced: has a part whose alignment is assumed
func.func @aligned_part() {
  %a = memref.alloc() : memref<16xf32>
  %1 = memref.subview %a[4] [4] [1] : memref<16xf32> to memref<4xf32, strided<[1], offset: 4>>
  %2 = memref.assume_alignment %1, 32 : memref<4xf32, strided<[1], offset: 4>>
  return
}

// Branches inside an op with several blocks.
// CHECK-LABEL: {{^}}function blocks{{$}}
// CHECK-NEXT:   arg1: argument, 16 bytes, alignment 4
// CHECK-NEXT:     members: %arg1 (all)
// CHECK-NEXT:   alloc0: allocation, 16 bytes, alignment 4, written
// CHECK-NEXT:     members: %alloc (all) %0 (all) = %alloc
// CHECK-NEXT:     ambiguous: a value may be this buffer or 'alloc1'
// CHECK-NEXT:   alloc1: allocation, 16 bytes, alignment 4, written
// CHECK-NEXT:     members: %alloc_0 (all)
// CHECK-NEXT:     ambiguous: a value may be this buffer or 'alloc0'
func.func @blocks(%c: i1, %arg: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  scf.execute_region {
    cf.cond_br %c, ^bb1(%a : memref<4xf32>), ^bb2(%b : memref<4xf32>)
  ^bb1(%x: memref<4xf32>):
    cf.br ^bb2(%x : memref<4xf32>)
  ^bb2(%y: memref<4xf32>):
    memref.copy %arg, %y : memref<4xf32> to memref<4xf32>
    scf.yield
  }
  return
}

// Names come from locations.
// CHECK-LABEL: {{^}}function names{{$}}
// CHECK-NEXT:   input: argument, 16 bytes, alignment 4
// CHECK-NEXT:     members: %arg0 (all)
// CHECK-NEXT:   arg1: argument, 16 bytes, alignment 4
// CHECK-NEXT:     members: %arg1 (all)
// CHECK-NEXT:   sum: allocation, 16 bytes, alignment 4
// CHECK-NEXT:     members: %alloc (all)
// CHECK-NEXT:   sum_1: allocation, 16 bytes, alignment 4
// CHECK-NEXT:     members: %alloc_0 (all)
// CHECK-NEXT:   arg1_1: allocation, 16 bytes, alignment 4
// CHECK-NEXT:     members: %alloc_1 (all)
// CHECK-NEXT:   layer0/dot_general model.py:8: allocation, 16 bytes, alignment 4
// CHECK-NEXT:     members: %alloc_2 (all)
func.func @names(%x: memref<4xf32> loc("input"), %arg1: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32> loc("sum")
  %b = memref.alloc() : memref<4xf32> loc("sum")
  %c = memref.alloc() : memref<4xf32> loc("arg1")
  %d = memref.alloc() : memref<4xf32> loc("jit(f)/jit(main)/layer0/dot_general"(callsite("site-packages/nn.py":3:1 at "a/model.py":8:1)))
  return
}
