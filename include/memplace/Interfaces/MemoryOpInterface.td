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
    Describes the memory behaviour of an op: the memrefs it accesses and the traffic, results that are views of
    operands, and the amount of computation. Other dialects implement the interface by external models;
    `docs/reference/op-models.md` describes how, and lists the models that exist.

    The methods describe one execution of the op itself, without the ops in its regions, unless `ownsRegions` returns
    true (e.g. for linalg ops). Only `getMemoryOpKind` has no default: by default there are no accesses, no views and
    no work, and operands keep their memory space.
  }];
  let methods = [
    InterfaceMethod<"Returns the op's role in the schedule.",
      "::memplace::MemoryOpKind", "getMemoryOpKind">,
    InterfaceMethod<"Appends the op's accesses: one for each memref operand, or captured memref, whose elements it touches.",
      "void", "getMemoryAccesses",
      (ins "::llvm::SmallVectorImpl<::memplace::MemoryAccess> &":$accesses),
      /*methodBody=*/"", /*defaultImplementation=*/"return;">,
    InterfaceMethod<"Appends (result, operand) for each result that is the operand's storage or a part of it. "
      "Values carried by regions (iter_args, yields) are not listed; RegionBranchOpInterface describes them.",
      "void", "getViews",
      (ins "::llvm::SmallVectorImpl<::memplace::MemoryView> &":$views),
      /*methodBody=*/"", /*defaultImplementation=*/"return;">,
    InterfaceMethod<"Returns the memory spaces that the op accepts for a memref operand: `Fixed` (operand is cast to its former type), "
      "`Any`, or `Inherited` (any, and the op's views of the operand follow).",
      "::memplace::MemorySpaceUse", "getMemorySpaceUse",
      (ins "::mlir::OpOperand &":$operand),
      /*methodBody=*/"", /*defaultImplementation=*/"return ::memplace::MemorySpaceUse::Fixed;">,
    InterfaceMethod<"Appends the dimensions along which the op can be cut into independent pieces, each with the parts of memref "
      "operands that an index touches. Sums of floats are marked `isRounded`: their pieces round differently.",
      "void", "getCuts",
      (ins "::llvm::SmallVectorImpl<::memplace::MemoryCut> &":$cuts),
      /*methodBody=*/"", /*defaultImplementation=*/"return;">,
    InterfaceMethod<"Returns the work of one execution of the op, including regions owned by the op.",
      "::memplace::ComputeWork", "getComputeWork", (ins),
      /*methodBody=*/"", /*defaultImplementation=*/"return {};">,
    InterfaceMethod<"Returns the fraction of the shorter of compute and memory time that hides behind the longer, from 0 (the sum of "
      "both) to 1 (the maximum); none for the target's default.",
      "::std::optional<double>", "getOverlap", (ins),
      /*methodBody=*/"", /*defaultImplementation=*/"return ::std::nullopt;">,
    InterfaceMethod<"Returns true if the op's accesses and work include the ops in its regions.",
      "bool", "ownsRegions", (ins),
      /*methodBody=*/"", /*defaultImplementation=*/"return false;">,
    InterfaceMethod<"Returns the reason for refusing an op of kind `Refused`: the end of a sentence.",
      "::llvm::StringRef", "getRefusedReason", (ins),
      /*methodBody=*/"", /*defaultImplementation=*/"return \"its model refuses it\";">,
  ];
}

#endif // MEMPLACE_INTERFACES_MEMORYOPINTERFACE_TD
