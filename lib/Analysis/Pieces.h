//===- Pieces.h - Arguments that are used piece by piece --------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_ANALYSIS_PIECES_H
#define MEMPLACE_LIB_ANALYSIS_PIECES_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/DenseSet.h"

namespace memplace {

/// The casts with a `memplace.piece` of a function that are what the attribute
/// says: parts of an argument or global of which nothing else is used, and
/// which don't overlap. What is not so is a view as any other.
class CallerPieces {
public:
  explicit CallerPieces(mlir::FunctionOpInterface function);

  bool contains(mlir::memref::ReinterpretCastOp cast) const {
    return pieces.contains(cast);
  }

  /// The same for all mentions of one piece, which is one of `pieces`: its
  /// storage and its first element.
  static std::pair<void *, int64_t>
  getKey(mlir::memref::ReinterpretCastOp piece);

private:
  llvm::DenseSet<mlir::memref::ReinterpretCastOp> pieces;
};

} // namespace memplace

#endif // MEMPLACE_LIB_ANALYSIS_PIECES_H
