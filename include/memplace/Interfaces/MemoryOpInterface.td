//===- MemoryOpInterface.td - Memory behaviour of an op ----*- tablegen -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_INTERFACES_MEMORYOPINTERFACE_TD
#define MEMPLACE_INTERFACES_MEMORYOPINTERFACE_TD

include "mlir/IR/OpBase.td"

def MemoryOpInterface : OpInterface<"MemoryOpInterface"> {
  let cppNamespace = "::memplace";
  let description = [{
    What an op must tell memplace: which memrefs it accesses and how much traffic that is, which of
    its results are views of which operands, how much it computes. Dialects that memplace doesn't own get it by
    external models; `docs/reference/op-models.md` tells how, and what the shipped models say.

    The methods speak of one execution of the op itself, without the ops in its regions, which are asked in turn,
    unless `ownsRegions` says that the op speaks for them (a linalg op does). Only `getMemoryOpKind` has no
    default: by default there are no accesses, no views and no work, and operands keep their memory space.
  }];
  let methods = [
    InterfaceMethod<"How the op takes part in the schedule.",
      "::memplace::MemoryOpKind", "getMemoryOpKind">,
    InterfaceMethod<"Appends the op's accesses: one for each memref operand, or captured memref, whose elements it touches.",
      "void", "getMemoryAccesses",
      (ins "::llvm::SmallVectorImpl<::memplace::MemoryAccess> &":$accesses),
      /*methodBody=*/"", /*defaultImplementation=*/"return;">,
    InterfaceMethod<"Appends (result, operand): the result is the operand's storage or a part of it. "
      "Region-carried values (iter_args, yields) are not listed here: those come from RegionBranchOpInterface.",
      "void", "getViews",
      (ins "::llvm::SmallVectorImpl<::memplace::MemoryView> &":$views),
      /*methodBody=*/"", /*defaultImplementation=*/"return;">,
    InterfaceMethod<"Whether the op takes its memref operand in any memory space: `Fixed` (it gets a cast to the type it had), `Any`, "
      "or `Inherited` (as `Any`, and its views of the operand follow).",
      "::memplace::MemorySpaceUse", "getMemorySpaceUse",
      (ins "::mlir::OpOperand &":$operand),
      /*methodBody=*/"", /*defaultImplementation=*/"return ::memplace::MemorySpaceUse::Fixed;">,
    InterfaceMethod<"Appends the dimensions along which the op can be cut into pieces that do not depend on each other, "
      "and what of its memref operands an index of each touches. Reductions are none: their bits would change.",
      "void", "getCuts",
      (ins "::llvm::SmallVectorImpl<::memplace::MemoryCut> &":$cuts),
      /*methodBody=*/"", /*defaultImplementation=*/"return;">,
    InterfaceMethod<"What one execution of the op computes, its own regions included if it owns them.",
      "::memplace::ComputeWork", "getComputeWork", (ins),
      /*methodBody=*/"", /*defaultImplementation=*/"return {};">,
    InterfaceMethod<"How much of the shorter of the op's compute and memory time hides behind the longer, from 0 (they add up) to 1; "
      "none: as much as the target says.",
      "::std::optional<double>", "getOverlap", (ins),
      /*methodBody=*/"", /*defaultImplementation=*/"return ::std::nullopt;">,
    InterfaceMethod<"Whether accesses and work of the ops in the regions are told by this op already.",
      "bool", "ownsRegions", (ins),
      /*methodBody=*/"", /*defaultImplementation=*/"return false;">,
    InterfaceMethod<"Why the op is refused, if it is: the end of a sentence.",
      "::llvm::StringRef", "getRefusedReason", (ins),
      /*methodBody=*/"", /*defaultImplementation=*/"return \"its model refuses it\";">,
  ];
}

#endif // MEMPLACE_INTERFACES_MEMORYOPINTERFACE_TD
