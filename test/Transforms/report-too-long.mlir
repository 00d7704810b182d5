// 9e11 trips of two copies of 4 MiB: in place they take 35 days, which a solution
// can claim; in HBM 285 days, beyond 64 bits of picoseconds. The report states this.
// RUN: memplace-opt %s --memplace-default="target=tpu-v4i report=%t.json" -o /dev/null
// RUN: FileCheck %s --input-file=%t.json
// CHECK: "home_makespan_ps": 2.4592{{[0-9]+}}e+19,
// CHECK-NEXT: "makespan_ps": 3019898{{[0-9]+}},
func.func @main(%x: memref<1024x1024xf32>, %y: memref<1024x1024xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 900000000000 : index
  %a = memref.alloc() : memref<1024x1024xf32>
  scf.for %i = %c0 to %n step %c1 {
    memref.copy %x, %a : memref<1024x1024xf32> to memref<1024x1024xf32>
    memref.copy %a, %y : memref<1024x1024xf32> to memref<1024x1024xf32>
  }
  return
}
