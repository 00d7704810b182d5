//===- Callees.h - Use of addresses by callees ------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/reference/op-models.md, "Callees", states the contract.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_ANALYSIS_CALLEES_H
#define MEMPLACE_LIB_ANALYSIS_CALLEES_H

#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/DenseMap.h"

#include <string>

namespace memplace {

/// Fate of the address of a memref passed to a callee.
struct AddressUse {
  /// Reason why the address may be used after the call. Empty if only the
  /// call's results may refer to the storage.
  std::string kept;
  /// Reason why the storage may be freed; empty: it is not freed.
  std::string freed;
};

/// Fates of arguments, from attributes and bodies of callees. Reads each
/// function once. Valid until the IR changes.
class Callees {
public:
  /// Returns the fate of operand \p index of the operands of \p call for its
  /// callee.
  AddressUse getAddressUse(mlir::CallOpInterface call, unsigned index);

private:
  using AddressUses = llvm::SmallVector<AddressUse>; // By argument.

  const AddressUses &getAddressUsesByBody(mlir::FunctionOpInterface function);

  mlir::SymbolTableCollection symbols;
  llvm::DenseMap<mlir::Operation *, AddressUses> addressUsesOf;
  llvm::SmallVector<mlir::Operation *>
      beingRead; // Callers of the current function.
};

/// Returns true if the attributes of \p callee state that it touches only
/// memory behind its arguments, and has no further effects.
bool touchesOnlyArguments(mlir::FunctionOpInterface callee);

/// Returns true if, besides, all this memory belongs to memrefs of numbers
/// among the arguments: no argument is a pointer or a memref of memrefs.
bool touchesOnlyMemRefs(mlir::FunctionOpInterface callee);

} // namespace memplace

#endif // MEMPLACE_LIB_ANALYSIS_CALLEES_H
