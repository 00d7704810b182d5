// RUN: memplace-opt %s --memplace-extract-problem="target=toy inline=false simplify=false" -o /dev/null 2>/dev/null | FileCheck %s

// An op is "once" if it may do more than access its memrefs: an unknown call,
// output, or an access to written storage that is no buffer.

// CHECK-LABEL: "ops": [
// CHECK-NEXT: {"name": "func.call", {{.*}}, "once": true},
// CHECK-NEXT: {"name": "func.call", {{.*}}"mode": "update"{{[^]]*\]}}},
// CHECK-NEXT: {"name": "linalg.copy", {{.*}}"mode": "write"{{[^]]*\]}}},
// CHECK-NEXT: {"name": "scf.for", {{.*}}, "once": true}
// CHECK-NEXT: ]
func.func private @draw(memref<4xf32>)
func.func private @double(memref<4xf32>) attributes {
  memory_effects = #llvm.memory_effects<other = none, argMem = readwrite, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>}
func.func @main(%x: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %a = memref.alloc() : memref<4xf32>
  call @draw(%a) : (memref<4xf32>) -> ()
  call @double(%a) : (memref<4xf32>) -> ()
  linalg.copy ins(%a : memref<4xf32>) outs(%x : memref<4xf32>)
  scf.for %i = %c0 to %c4 step %c1 {
    %v = memref.load %x[%i] : memref<4xf32>
    vector.print %v : f32
  }
  return
}
