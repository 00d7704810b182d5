// A main function through which the runtime calls a program.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: memplace-opt %t/main.mlir --memplace-add-session | FileCheck %t/main.mlir
// RUN: memplace-opt %t/main.mlir --memplace-add-session --inline --symbol-dce --memplace-to-llvm -o %t/lowered.mlir

// The runtime fills the arguments with random numbers and prints the result:
// index, hash before and after, number of elements not finite, first element.
// RUN: env MEMPLACE_RT_SESSION=%t/random mlir-runner %t/lowered.mlir -e memplace_session_main --entry-point-result=void --shared-libs=%memplace_runtime | FileCheck %s --check-prefix=RANDOM
// RANDOM: 0, [[HASH:[0-9]+]], [[HASH]], 0, {{[0-9.e+-]+$}}
// RANDOM-NEXT: 1, [[INDEX:[0-9]+]], [[INDEX]], 0, 37{{$}}
// RANDOM-NEXT: 2, {{[0-9]+}}, {{[0-9]+}}, 0, 37{{$}}

// RUN: env MEMPLACE_RT_SESSION=%t/wrong not mlir-runner %t/lowered.mlir -e memplace_session_main --entry-point-result=void --shared-libs=%memplace_runtime 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: the file of MEMPLACE_RT_SESSION has an unknown line 'argument random f8 1 0 0 1'

// RUN: not memplace-opt %t/errors.mlir --memplace-add-session=function=none 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: the module has no function '@none' with a body
// RUN: not memplace-opt %t/errors.mlir --memplace-add-session=function=declared 2>&1 | FileCheck %s --check-prefix=DECLARED
// DECLARED: error: the module has no function '@declared' with a body
// RUN: not memplace-opt %t/errors.mlir --memplace-add-session=function=result 2>&1 | FileCheck %s --check-prefix=RESULT
// RESULT: error: '@result' returns values; turn them into out-params (buffer-results-to-out-params)
// RUN: not memplace-opt %t/errors.mlir --memplace-add-session=function=dynamic 2>&1 | FileCheck %s --check-prefix=DYNAMIC
// DYNAMIC: error: argument 1 of '@dynamic' is of type 'memref<?xf32>'; a session passes scalars and memrefs of static shape and identity layout, without a memory space
// RUN: not memplace-opt %t/taken.mlir --memplace-add-session 2>&1 | FileCheck %s --check-prefix=TAKEN
// TAKEN: error: 'memplace_session_call' is a function of sessions; give this symbol another name

//--- main.mlir
// CHECK: func.func private @main(
func.func @main(%x: memref<2x3xf32>, %n: index, %y: memref<i64>) {
  %wide = arith.index_cast %n : index to i64
  memref.store %wide, %y[] : memref<i64>
  return
}
// CHECK: func.func private @memplace_rt_argument(i64) -> memref<?xi8> attributes {llvm.emit_c_interface}
// CHECK-NEXT: func.func private @memplace_rt_serve(() -> ())
// CHECK-LABEL: func.func private @memplace_session_call()
// CHECK: %[[B0:.*]] = call @memplace_rt_argument(%c0_i64) : (i64) -> memref<?xi8>
// CHECK: %[[X:.*]] = memref.view %[[B0]][%{{.*}}][] : memref<?xi8> to memref<2x3xf32>
// CHECK: %[[B1:.*]] = call @memplace_rt_argument(%c1_i64)
// CHECK: %[[STORED:.*]] = memref.view %[[B1]][%{{.*}}][] : memref<?xi8> to memref<index>
// CHECK: %[[N:.*]] = memref.load %[[STORED]][]
// CHECK: %[[Y:.*]] = memref.view %{{.*}} : memref<?xi8> to memref<i64>
// CHECK: call @main(%[[X]], %[[N]], %[[Y]])
// CHECK-LABEL: func.func @memplace_session_main()
// CHECK-NEXT: %[[CALL:.*]] = constant @memplace_session_call : () -> ()
// CHECK-NEXT: call @memplace_rt_serve(%[[CALL]]) : (() -> ()) -> ()
//--- random
argument random f32 6 1 0.5 1.0
argument random index 1 65538 0.5 1.0
argument random i64 1 131075 0.5 1.0
//--- wrong
argument random f8 1 0 0 1
//--- errors.mlir
func.func private @declared()
func.func @result() -> i32 {
  %zero = arith.constant 0 : i32
  return %zero : i32
}
func.func @dynamic(%n: index, %x: memref<?xf32>) {
  return
}
//--- taken.mlir
func.func @memplace_session_call() {
  return
}
func.func @main() {
  return
}
