// Functions that MLIR would compute by `log` and `exp` become calls of libm, in
// 32 bits for narrower floats; other functions stay.
//
// RUN: memplace-opt %s --memplace-exact-math | FileCheck %s

// CHECK-DAG: func.func private @expm1f(f32) -> f32
// CHECK-DAG: func.func private @log1p(f64) -> f64
// CHECK-LABEL: @functions
// CHECK: call @expm1f(%{{.*}}) : (f32) -> f32
// CHECK: call @log1p(%{{.*}}) : (f64) -> f64
// CHECK: %[[WIDE:.*]] = arith.extf %{{.*}} : bf16 to f32
// CHECK: call @expm1f(%[[WIDE]])
// CHECK: arith.truncf
// CHECK: math.exp
// CHECK: math.ctpop
func.func @functions(%x: f32, %y: f64, %z: bf16, %n: i32) -> (f32, f64, bf16, f32, i32) {
  %0 = math.expm1 %x : f32
  %1 = math.log1p %y : f64
  %2 = math.expm1 %z : bf16
  %3 = math.exp %x : f32
  %4 = math.ctpop %n : i32
  return %0, %1, %2, %3, %4 : f32, f64, bf16, f32, i32
}

// LLVM has no code for the sign of a bf16.
// CHECK-LABEL: @sign
// CHECK: %[[X:.*]] = arith.extf %{{.*}} : bf16 to f32
// CHECK: %[[Y:.*]] = arith.extf %{{.*}} : bf16 to f32
// CHECK: %[[SIGNED:.*]] = math.copysign %[[X]], %[[Y]] : f32
// CHECK: arith.truncf %[[SIGNED]] : f32 to bf16
func.func @sign(%x: bf16, %y: bf16) -> bf16 {
  %0 = math.copysign %x, %y : bf16
  return %0 : bf16
}
