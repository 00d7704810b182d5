// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A dialect with one op, unknown to memplace itself.

#ifndef ACCEL_OPS_TD
#define ACCEL_OPS_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Accel_Dialect : Dialect {
  let name = "accel";
  let cppNamespace = "::accel";
}

def Accel_ScaleOp : Op<Accel_Dialect, "scale"> {
  let summary = "to[i] = factor * from[i], by the accelerator";
  let arguments = (ins
    Arg<AnyStaticShapeMemRef, "", [MemRead]>:$from,
    Arg<AnyStaticShapeMemRef, "", [MemWrite]>:$to,
    F32Attr:$factor);
  let assemblyFormat = "$from `to` $to `by` $factor attr-dict `:` type($from) `,` type($to)";
}

#endif // ACCEL_OPS_TD
