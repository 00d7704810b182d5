// A branch cannot be cut, only ops of its arms can. So auto enters the branches if no form can be placed uncut.
//
// RUN: memplace-opt %s --memplace-default="target=%S/Inputs/two-hops.json" | FileCheck %s
// RUN: not memplace-opt %s --memplace-default="target=%S/Inputs/two-hops.json branches=step" -o /dev/null 2>&1 | FileCheck %s --check-prefix=STEP
// RUN: not memplace-opt %s --memplace-default="target=%S/Inputs/two-hops.json cut=none" -o /dev/null

// CHECK: scf.if
// CHECK: linalg.exp ins(%{{.*}} : memref<{{[0-9]+}}x64xf32, {{.*}}"l1">>) outs(
// STEP: error: op 'scf.if' (step 1) needs at least 65536 bytes in 'l1' at once, which has 16384
func.func @main(%c: i1, %x: memref<128x64xf32>, %y: memref<128x64xf32>) {
  scf.if %c {
    linalg.exp ins(%x : memref<128x64xf32>) outs(%y : memref<128x64xf32>)
  }
  return
}
