// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A dialect with ops unknown to memplace itself.

#ifndef ACCEL_OPS_TD
#define ACCEL_OPS_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Accel_Dialect : Dialect {
  let name = "accel";
  let cppNamespace = "::accel";
  let useDefaultAttributePrinterParser = 1;
}

def Accel_MemoryAttr : AttrDef<Accel_Dialect, "Memory"> {
  let summary = "A memory of the accelerator, as the memory space of a memref";
  let mnemonic = "memory";
  let parameters = (ins "::mlir::StringAttr":$name);
  let assemblyFormat = "`<` $name `>`";
}

def Accel_ScaleOp : Op<Accel_Dialect, "scale"> {
  let summary = "to[i] = factor * from[i], by the accelerator";
  let arguments = (ins
    Arg<AnyStaticShapeMemRef, "", [MemRead]>:$from,
    Arg<AnyStaticShapeMemRef, "", [MemWrite]>:$to,
    F32Attr:$factor);
  let assemblyFormat = "$from `to` $to `by` $factor attr-dict `:` type($from) `,` type($to)";
}

class Accel_MoveOp<string mnemonic> : Op<Accel_Dialect, mnemonic> {
  let arguments = (ins
    Arg<AnyStaticShapeMemRef, "", [MemRead]>:$from,
    Arg<AnyStaticShapeMemRef, "", [MemWrite]>:$to,
    I32Attr:$queue);
  let results = (outs I32:$ticket);
  let assemblyFormat = "$from `to` $to `queue` $queue attr-dict `:` type($from) `,` type($to)";
}

def Accel_LoadOp : Accel_MoveOp<"load"> {
  let summary = "Start to move data into the accelerator, by a DMA queue";
}

def Accel_StoreOp : Accel_MoveOp<"store"> {
  let summary = "Start to move data out of the accelerator, by a DMA queue";
}

def Accel_WaitOp : Op<Accel_Dialect, "wait"> {
  let summary = "Wait for a load or store";
  let arguments = (ins I32:$ticket);
  let assemblyFormat = "$ticket attr-dict";
}

#endif // ACCEL_OPS_TD
