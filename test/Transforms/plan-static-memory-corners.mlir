Unreachable blocks, long chains of selections, modules in modules, wide integers.

RUN: split-file %s %t
RUN: memplace-opt %t/unreachable.mlir --memplace-plan-static-memory | FileCheck %t/unreachable.mlir
RUN: memplace-opt %t/chain.mlir --memplace-plan-static-memory | FileCheck %t/chain.mlir
RUN: memplace-opt %t/modules.mlir --allow-unregistered-dialect --memplace-plan-static-memory=arena-mode=global | FileCheck %t/modules.mlir
RUN: memplace-opt %t/helper.mlir --allow-unregistered-dialect --memplace-plan-static-memory=arena-mode=arg 2>/dev/null | FileCheck %t/helper.mlir
RUN: memplace-opt %t/integers.mlir --allow-unregistered-dialect --memplace-plan-static-memory 2> %t/remarks.txt | FileCheck %t/integers.mlir
RUN: FileCheck %t/integers.mlir --check-prefix=REMARK --input-file=%t/remarks.txt
RUN: memplace-opt %t/integers.mlir --allow-unregistered-dialect --memplace-plan-static-memory=capacities=7:100 2>&1 | FileCheck %s --check-prefix=UNUSED
RUN: not memplace-opt %t/integers.mlir --allow-unregistered-dialect --memplace-plan-static-memory=capacities=:5 2>&1 | FileCheck %s --check-prefix=EMPTY

UNUSED: warning: 'capacities' limits memory space 7, in which nothing is allocated
EMPTY: error: 'capacities' must be SPACE:BYTES, each memory space once, got ':5'

//--- unreachable.mlir
// CHECK-LABEL: func @dealloc_first
// CHECK: memref.view
func.func @dealloc_first() {
  return
^bb1:
  memref.dealloc %a : memref<8xi8>
  %a = memref.alloc() : memref<8xi8>
  cf.br ^bb1
}
// CHECK-LABEL: func @selects_itself
// CHECK: memref.view
func.func @selects_itself(%c: i1) {
  return
^bb1:
  %a = memref.alloc() : memref<8xi8>
  %s = arith.select %c, %s, %a : memref<8xi8>
  memref.dealloc %s : memref<8xi8>
  cf.br ^bb1
}

//--- chain.mlir
// Each level doubles the paths to the allocations, not the work.
// CHECK-LABEL: func @chain
// CHECK-COUNT-2: memref.view
// CHECK-NOT: memref.alloc
func.func @chain(%c: i1) {
  %s0 = memref.alloc() : memref<8xi8>
  %t0 = memref.alloc() : memref<8xi8>
  %s1 = arith.select %c, %s0, %t0 : memref<8xi8>
  %t1 = arith.select %c, %t0, %s0 : memref<8xi8>
  %s2 = arith.select %c, %s1, %t1 : memref<8xi8>
  %t2 = arith.select %c, %t1, %s1 : memref<8xi8>
  %s3 = arith.select %c, %s2, %t2 : memref<8xi8>
  %t3 = arith.select %c, %t2, %s2 : memref<8xi8>
  %s4 = arith.select %c, %s3, %t3 : memref<8xi8>
  %t4 = arith.select %c, %t3, %s3 : memref<8xi8>
  %s5 = arith.select %c, %s4, %t4 : memref<8xi8>
  %t5 = arith.select %c, %t4, %s4 : memref<8xi8>
  %s6 = arith.select %c, %s5, %t5 : memref<8xi8>
  %t6 = arith.select %c, %t5, %s5 : memref<8xi8>
  %s7 = arith.select %c, %s6, %t6 : memref<8xi8>
  %t7 = arith.select %c, %t6, %s6 : memref<8xi8>
  %s8 = arith.select %c, %s7, %t7 : memref<8xi8>
  %t8 = arith.select %c, %t7, %s7 : memref<8xi8>
  %s9 = arith.select %c, %s8, %t8 : memref<8xi8>
  %t9 = arith.select %c, %t8, %s8 : memref<8xi8>
  %s10 = arith.select %c, %s9, %t9 : memref<8xi8>
  %t10 = arith.select %c, %t9, %s9 : memref<8xi8>
  %s11 = arith.select %c, %s10, %t10 : memref<8xi8>
  %t11 = arith.select %c, %t10, %s10 : memref<8xi8>
  %s12 = arith.select %c, %s11, %t11 : memref<8xi8>
  %t12 = arith.select %c, %t11, %s11 : memref<8xi8>
  %s13 = arith.select %c, %s12, %t12 : memref<8xi8>
  %t13 = arith.select %c, %t12, %s12 : memref<8xi8>
  %s14 = arith.select %c, %s13, %t13 : memref<8xi8>
  %t14 = arith.select %c, %t13, %s13 : memref<8xi8>
  %s15 = arith.select %c, %s14, %t14 : memref<8xi8>
  %t15 = arith.select %c, %t14, %s14 : memref<8xi8>
  %s16 = arith.select %c, %s15, %t15 : memref<8xi8>
  %t16 = arith.select %c, %t15, %s15 : memref<8xi8>
  %s17 = arith.select %c, %s16, %t16 : memref<8xi8>
  %t17 = arith.select %c, %t16, %s16 : memref<8xi8>
  %s18 = arith.select %c, %s17, %t17 : memref<8xi8>
  %t18 = arith.select %c, %t17, %s17 : memref<8xi8>
  %s19 = arith.select %c, %s18, %t18 : memref<8xi8>
  %t19 = arith.select %c, %t18, %s18 : memref<8xi8>
  %s20 = arith.select %c, %s19, %t19 : memref<8xi8>
  %t20 = arith.select %c, %t19, %s19 : memref<8xi8>
  %s21 = arith.select %c, %s20, %t20 : memref<8xi8>
  %t21 = arith.select %c, %t20, %s20 : memref<8xi8>
  %s22 = arith.select %c, %s21, %t21 : memref<8xi8>
  %t22 = arith.select %c, %t21, %s21 : memref<8xi8>
  %s23 = arith.select %c, %s22, %t22 : memref<8xi8>
  %t23 = arith.select %c, %t22, %s22 : memref<8xi8>
  %s24 = arith.select %c, %s23, %t23 : memref<8xi8>
  %t24 = arith.select %c, %t23, %s23 : memref<8xi8>
  %s25 = arith.select %c, %s24, %t24 : memref<8xi8>
  %t25 = arith.select %c, %t24, %s24 : memref<8xi8>
  %s26 = arith.select %c, %s25, %t25 : memref<8xi8>
  %t26 = arith.select %c, %t25, %s25 : memref<8xi8>
  %s27 = arith.select %c, %s26, %t26 : memref<8xi8>
  %t27 = arith.select %c, %t26, %s26 : memref<8xi8>
  %s28 = arith.select %c, %s27, %t27 : memref<8xi8>
  %t28 = arith.select %c, %t27, %s27 : memref<8xi8>
  %s29 = arith.select %c, %s28, %t28 : memref<8xi8>
  %t29 = arith.select %c, %t28, %s28 : memref<8xi8>
  %s30 = arith.select %c, %s29, %t29 : memref<8xi8>
  %t30 = arith.select %c, %t29, %s29 : memref<8xi8>
  %s31 = arith.select %c, %s30, %t30 : memref<8xi8>
  %t31 = arith.select %c, %t30, %s30 : memref<8xi8>
  %s32 = arith.select %c, %s31, %t31 : memref<8xi8>
  %t32 = arith.select %c, %t31, %s31 : memref<8xi8>
  %s33 = arith.select %c, %s32, %t32 : memref<8xi8>
  %t33 = arith.select %c, %t32, %s32 : memref<8xi8>
  %s34 = arith.select %c, %s33, %t33 : memref<8xi8>
  %t34 = arith.select %c, %t33, %s33 : memref<8xi8>
  %s35 = arith.select %c, %s34, %t34 : memref<8xi8>
  %t35 = arith.select %c, %t34, %s34 : memref<8xi8>
  %s36 = arith.select %c, %s35, %t35 : memref<8xi8>
  %t36 = arith.select %c, %t35, %s35 : memref<8xi8>
  %s37 = arith.select %c, %s36, %t36 : memref<8xi8>
  %t37 = arith.select %c, %t36, %s36 : memref<8xi8>
  %s38 = arith.select %c, %s37, %t37 : memref<8xi8>
  %t38 = arith.select %c, %t37, %s37 : memref<8xi8>
  %s39 = arith.select %c, %s38, %t38 : memref<8xi8>
  %t39 = arith.select %c, %t38, %s38 : memref<8xi8>
  %s40 = arith.select %c, %s39, %t39 : memref<8xi8>
  %t40 = arith.select %c, %t39, %s39 : memref<8xi8>
  memref.dealloc %s40 : memref<8xi8>
  memref.dealloc %t40 : memref<8xi8>
  return
}

//--- modules.mlir
// CHECK: module @inner
// CHECK: memref.get_global @f_arena
// CHECK: memref.global "private" @f_arena
module {
  module @inner {
    func.func @f() {
      %a = memref.alloc() : memref<8xi8>
      "use"(%a) : (memref<8xi8>) -> ()
      memref.dealloc %a : memref<8xi8>
      return
    }
  }
}

//--- helper.mlir
// A function that allocates nothing needs no arena.
// CHECK-LABEL: func @helper(%arg0: f32)
func.func @helper(%x: f32) -> f32 { return %x : f32 }
// CHECK-LABEL: func @f
// CHECK: memref.view
func.func @f(%arena: memref<?xi8>) {
  %a = memref.alloc() : memref<8xi8>
  "use"(%a) : (memref<8xi8>) -> ()
  memref.dealloc %a : memref<8xi8>
  return
}

//--- integers.mlir
// An i64 is aligned to 8 bytes, as LLVM's layouts may want.
// CHECK-LABEL: func @aligned
// CHECK: memref.alloc() {alignment = 8 : i64}
// CHECK-DAG: arith.constant {{0|8}} : index
// CHECK-DAG: arith.constant {{0|16}} : index
func.func @aligned(%i: index, %v: i64, %w: i32) {
  %p = memref.alloc() : memref<3xi32>
  memref.store %w, %p[%i] : memref<3xi32>
  %z = memref.alloc() : memref<1xi64>
  memref.store %v, %z[%i] : memref<1xi64>
  memref.dealloc %p : memref<3xi32>
  memref.dealloc %z : memref<1xi64>
  return
}
// REMARK: remark: not packed: its integers are wider than 64 bits
func.func @wide() {
  %a = memref.alloc() : memref<2xi65>
  "use"(%a) : (memref<2xi65>) -> ()
  memref.dealloc %a : memref<2xi65>
  return
}
