//===- Pieces.h - Arguments used in pieces only -----------------*- C++ -*-===//
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

/// The casts of a function for which `memplace.piece` is true: parts of an
/// argument or global without overlap, with no other use of the argument or
/// global. A cast that breaks this is an ordinary view, despite the attribute.
class CallerPieces {
public:
  explicit CallerPieces(mlir::FunctionOpInterface function);

  bool contains(mlir::memref::ReinterpretCastOp cast) const {
    return pieces.contains(cast);
  }

  /// Returns a key shared by all mentions of a piece: its storage and its first
  /// element. \p piece must be in `pieces`.
  static std::pair<void *, int64_t>
  getKey(mlir::memref::ReinterpretCastOp piece);

private:
  llvm::DenseSet<mlir::memref::ReinterpretCastOp> pieces;
};

} // namespace memplace

#endif // MEMPLACE_LIB_ANALYSIS_PIECES_H
