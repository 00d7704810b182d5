// RUN: memplace-opt %s --memplace-extract-problem="target=toy inline=false simplify=false" -o /dev/null 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks

// Accesses of each step to each buffer, by docs/reference/problem.md, section 8.

// Whole overwrites are writes; partial overwrites are updates.
// CHECK-LABEL: "name": "parts"
// CHECK:   "buffers": [
// CHECK-NEXT:     {"name": "arg0", "size": 32, "alignment": 4, "begin": 0, "end": 2, "live_in": true},
// CHECK-NEXT:     {"name": "arg1", "size": 32, "alignment": 4, "begin": 0, "end": 2, "live_out": true},
// CHECK-NEXT:     {"name": "arg2", "size": 32, "alignment": 4, "begin": 0, "end": 2, "live_in": true, "live_out": true}
// CHECK:   "ops": [
// CHECK-NEXT:     {"name": "memref.copy", "compute_ps": 0, "accesses": [{"buffer": 0, "mode": "read", "bytes": 32}, {"buffer": 1, "mode": "write", "bytes": 32}]},
// CHECK-NEXT:     {"name": "memref.copy", "compute_ps": 0, "accesses": [{"buffer": 0, "mode": "read", "bytes": 16}, {"buffer": 2, "mode": "update", "bytes": 16}]}
// CHECK:   "loops": []
func.func @parts(%in: memref<8xf32>, %out: memref<8xf32>, %partly: memref<8xf32>) {
  %part_in = memref.subview %in[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  %part = memref.subview %partly[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  %whole = memref.expand_shape %out [[0, 1]] output_shape [2, 4] : memref<8xf32> into memref<2x4xf32>
  %two = memref.expand_shape %in [[0, 1]] output_shape [2, 4] : memref<8xf32> into memref<2x4xf32>
  memref.copy %two, %whole : memref<2x4xf32> to memref<2x4xf32>
  memref.copy %part_in, %part : memref<4xf32, strided<[1]>> to memref<4xf32, strided<[1], offset: 4>>
  return
}

// One buffer in several operands: one access for each direction.
// CHECK-LABEL: "name": "in_place"
// CHECK:   "buffers": [
// CHECK-NEXT:     {"name": "arg0", "size": 16, "alignment": 4, "begin": 0, "end": 2, "live_in": true, "live_out": true},
// CHECK-NEXT:     {"name": "arg1", "size": 16, "alignment": 4, "begin": 0, "end": 2, "live_in": true, "live_out": true}
// CHECK:   "ops": [
// CHECK-NEXT:     {"name": "linalg.add", "compute_ps": 4000000000, "accesses": [{"buffer": 0, "mode": "read", "bytes": 16}, {"buffer": 0, "mode": "update", "bytes": 16}]},
// CHECK-NEXT:     {"name": "linalg.matmul", "compute_ps": 16000000000, "accesses": [{"buffer": 1, "mode": "read", "bytes": 32}, {"buffer": 1, "mode": "update", "bytes": 16}]}
// CHECK:   "loops": []
func.func @in_place(%a: memref<4xf32>, %m: memref<2x2xf32>) {
  linalg.add ins(%a, %a : memref<4xf32>, memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.matmul ins(%m, %m : memref<2x2xf32>, memref<2x2xf32>) outs(%m : memref<2x2xf32>)
  return
}

// A gather reads its rows, not the whole table.
// CHECK-LABEL: "name": "gather"
// CHECK:   "buffers": [
// CHECK-NEXT:     {"name": "arg0", "size": 16000, "alignment": 4, "begin": 0, "end": 1, "live_in": true},
// CHECK-NEXT:     {"name": "arg1", "size": 16, "alignment": 8, "begin": 0, "end": 1, "live_in": true},
// CHECK-NEXT:     {"name": "arg2", "size": 32, "alignment": 4, "begin": 0, "end": 1, "live_out": true}
// CHECK:   "ops": [
// CHECK-NEXT:     {"name": "linalg.generic", "compute_ps": 0, "accesses": [{"buffer": 1, "mode": "read", "bytes": 16}, {"buffer": 2, "mode": "write", "bytes": 32}, {"buffer": 0, "mode": "read", "bytes": 32}]}
// CHECK:   "loops": []
func.func @gather(%table: memref<1000x4xf32>, %ids: memref<2xindex>, %out: memref<2x4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%ids : memref<2xindex>) outs(%out : memref<2x4xf32>) {
  ^bb0(%id: index, %old: f32):
    %j = linalg.index 1 : index
    %v = memref.load %table[%id, %j] : memref<1000x4xf32>
    linalg.yield %v : f32
  }
  return
}

// A branch has both arms' accesses; a write in only one arm is an update; an
// allocation inside lives for the step.
// CHECK-LABEL: "name": "branch"
// CHECK:   "buffers": [
// CHECK-NEXT:     {"name": "arg1", "size": 16, "alignment": 4, "begin": 0, "end": 1, "live_in": true},
// CHECK-NEXT:     {"name": "arg2", "size": 16, "alignment": 4, "begin": 0, "end": 1, "live_out": true},
// CHECK-NEXT:     {"name": "arg3", "size": 16, "alignment": 4, "begin": 0, "end": 1, "live_in": true, "live_out": true},
// CHECK-NEXT:     {"name": "alloc0", "size": 16, "alignment": 4, "begin": 0, "end": 1}
// CHECK:   "ops": [
// CHECK-NEXT:     {"name": "scf.if", "compute_ps": 0, "accesses": [{"buffer": 0, "mode": "read", "bytes": 16}, {"buffer": 3, "mode": "read", "bytes": 16}, {"buffer": 3, "mode": "update", "bytes": 16}, {"buffer": 1, "mode": "write", "bytes": 16}, {"buffer": 2, "mode": "update", "bytes": 16}]}
// CHECK:   "loops": []
func.func @branch(%c: i1, %a: memref<4xf32>, %both: memref<4xf32>, %one: memref<4xf32>) {
  scf.if %c {
    %t = memref.alloc() : memref<4xf32>
    memref.copy %a, %t : memref<4xf32> to memref<4xf32>
    memref.copy %t, %both : memref<4xf32> to memref<4xf32>
    memref.copy %t, %one : memref<4xf32> to memref<4xf32>
  } else {
    memref.copy %a, %both : memref<4xf32> to memref<4xf32>
  }
  return
}

// A memref that may be either of two buffers: each gets half of the traffic and is
// only updated; both live together and stay at home.
// CHECK-LABEL: "name": "either"
// CHECK:   "buffers": [
// CHECK-NEXT:     {"name": "arg1", "size": 16, "alignment": 4, "begin": 0, "end": 2, "live_in": true},
// CHECK-NEXT:     {"name": "arg2", "size": 16, "alignment": 4, "begin": 0, "end": 3, "live_out": true},
// CHECK-NEXT:     {"name": "alloc0", "size": 16, "alignment": 4, "begin": 0, "end": 3, "tiers": ["slow"]},
// CHECK-NEXT:     {"name": "alloc1", "size": 16, "alignment": 4, "begin": 0, "end": 3, "tiers": ["slow"]}
// CHECK:   "ops": [
// CHECK-NEXT:     {"name": "memref.copy", "compute_ps": 0, "accesses": [{"buffer": 0, "mode": "read", "bytes": 16}, {"buffer": 2, "mode": "update", "bytes": 16}]},
// CHECK-NEXT:     {"name": "memref.copy", "compute_ps": 0, "accesses": [{"buffer": 0, "mode": "read", "bytes": 16}, {"buffer": 2, "mode": "update", "bytes": 8}, {"buffer": 3, "mode": "update", "bytes": 8}]},
// CHECK-NEXT:     {"name": "memref.copy", "compute_ps": 0, "accesses": [{"buffer": 3, "mode": "read", "bytes": 16}, {"buffer": 1, "mode": "write", "bytes": 16}]}
// CHECK:   "loops": []
func.func @either(%c: i1, %in: memref<4xf32>, %out: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %x = arith.select %c, %a, %b : memref<4xf32>
  memref.copy %in, %a : memref<4xf32> to memref<4xf32>
  memref.copy %in, %x : memref<4xf32> to memref<4xf32>
  memref.copy %b, %out : memref<4xf32> to memref<4xf32>
  return
}

// Unknown bytes count as the whole buffer.
// CHECK-LABEL: "name": "dynamic_part"
// CHECK:   "buffers": [
// CHECK-NEXT:     {"name": "arg1", "size": 16, "alignment": 4, "begin": 0, "end": 1, "live_in": true},
// CHECK-NEXT:     {"name": "arg2", "size": 32, "alignment": 4, "begin": 0, "end": 1, "live_in": true, "live_out": true}
// CHECK:   "ops": [
// CHECK-NEXT:     {"name": "memref.copy", "compute_ps": 0, "accesses": [{"buffer": 0, "mode": "read", "bytes": 16}, {"buffer": 1, "mode": "update", "bytes": 32}]}
// CHECK:   "loops": []
func.func @dynamic_part(%n: index, %in: memref<4xf32>, %out: memref<8xf32>) {
  %from = memref.subview %in[0] [%n] [1] : memref<4xf32> to memref<?xf32, strided<[1]>>
  %to = memref.subview %out[0] [%n] [1] : memref<8xf32> to memref<?xf32, strided<[1]>>
  memref.copy %from, %to : memref<?xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  return
}

func.func private @callee(memref<4xf32> {llvm.nocapture}) -> memref<4xf32>

// A call updates its operands. Its result may be an operand, or an unknown
// buffer.
// CHECK-LABEL: "name": "call"
// CHECK:   "buffers": [
// CHECK-NEXT:     {"name": "arg1", "size": 16, "alignment": 4, "begin": 0, "end": 2, "live_out": true},
// CHECK-NEXT:     {"name": "alloc0", "size": 16, "alignment": 4, "begin": 0, "end": 2, "tiers": ["slow"]}
// CHECK:   "ops": [
// CHECK-NEXT:     {"name": "func.call", "compute_ps": 0, "accesses": [{"buffer": 1, "mode": "update", "bytes": 16}], "once": true},
// CHECK-NEXT:     {"name": "memref.copy", "compute_ps": 0, "accesses": [{"buffer": 1, "mode": "read", "bytes": 16}, {"buffer": 0, "mode": "write", "bytes": 16}]}
// CHECK:   "loops": []
func.func @call(%in: memref<4xf32>, %out: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  %r = func.call @callee(%a) : (memref<4xf32>) -> memref<4xf32>
  memref.copy %r, %out : memref<4xf32> to memref<4xf32>
  return
}

// A returned allocation counts like an argument, one of unknown size not at all.
// CHECK-LABEL: "name": "unplaced"
// CHECK:   "buffers": [
// CHECK-NEXT:     {"name": "arg0", "size": 16, "alignment": 4, "begin": 0, "end": 2, "live_in": true},
// CHECK-NEXT:     {"name": "alloc0", "size": 16, "alignment": 4, "begin": 0, "end": 2, "live_out": true}
// CHECK:   "ops": [
// CHECK-NEXT:     {"name": "memref.copy", "compute_ps": 0, "accesses": [{"buffer": 0, "mode": "read", "bytes": 16}, {"buffer": 1, "mode": "write", "bytes": 16}]},
// CHECK-NEXT:     {"name": "memref.copy", "compute_ps": 0, "accesses": [{"buffer": 0, "mode": "read", "bytes": 16}], "once": true}
// CHECK:   "loops": []
func.func @unplaced(%in: memref<4xf32>, %n: index) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %in, %a : memref<4xf32> to memref<4xf32>
  %dynamic = memref.alloc(%n) : memref<?xf32>
  %cast = memref.cast %in : memref<4xf32> to memref<?xf32>
  memref.copy %cast, %dynamic : memref<?xf32> to memref<?xf32>
  return %a : memref<4xf32>
}

// A user's cost replaces the estimate.
// CHECK-LABEL: "name": "cost"
// CHECK:   "buffers": [
// CHECK-NEXT:     {"name": "arg0", "size": 16, "alignment": 4, "begin": 0, "end": 1, "live_in": true, "live_out": true}
// CHECK:   "ops": [
// CHECK-NEXT:     {"name": "linalg.matmul", "compute_ps": 77, "accesses": [{"buffer": 0, "mode": "read", "bytes": 3}, {"buffer": 0, "mode": "update", "bytes": 3}]}
// CHECK:   "loops": []
func.func @cost(%m: memref<2x2xf32>) {
  linalg.matmul {memplace.cost = #memplace.cost<compute_ps = 77, bytes = [1, 2, 3]>}
    ins(%m, %m : memref<2x2xf32>, memref<2x2xf32>) outs(%m : memref<2x2xf32>)
  return
}

// REMARK: remark: buffer 'alloc0' stays in its home tier: a value may be this buffer or 'alloc1'
// REMARK: remark: buffer 'alloc1' stays in its home tier: a value may be this buffer or 'alloc0'
// REMARK: remark: buffer 'alloc0' stays in its home tier: a value may be this buffer or unknown storage
// REMARK: remark: buffer 'alloc1' is not placed: has no static size
