//===- Callees.h - What callees do with addresses ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/reference/op-models.md, "Callees", has the contract.
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

/// What may become of the address of a memref that a callee is given.
struct AddressFate {
  /// Why the address may still be used after the call; empty: it is not, but
  /// for results, which may be views of what the callee is given.
  std::string kept;
  /// Why the storage may be freed; empty: it is not.
  std::string freed;
};

/// Fates of arguments, by attributes and bodies of callees, each function read
/// once. Valid until the IR changes.
class Callees {
public:
  /// The fate of operand \p index of those that \p call hands to its callee.
  AddressFate getFate(mlir::CallOpInterface call, unsigned index);

private:
  using Fates = llvm::SmallVector<AddressFate>; // By argument.

  const Fates &getFatesByBody(mlir::FunctionOpInterface function);

  mlir::SymbolTableCollection symbols;
  llvm::DenseMap<mlir::Operation *, Fates> fatesOf;
  llvm::SmallVector<mlir::Operation *> beingRead; // The callers around.
};

} // namespace memplace

#endif // MEMPLACE_LIB_ANALYSIS_CALLEES_H
