//===- PieceMaker.h - Pieces of ops in the IR -------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_PIECEMAKER_H
#define MEMPLACE_LIB_TRANSFORMS_PIECEMAKER_H

#include "CutBuffers.h"

namespace memplace {

/// Creates pieces of ops: copies of an op on parts of its operands.
class PieceMaker {
public:
  PieceMaker(const ExtractedFunction &extracted, const CutBuffers &buffers)
      : extracted(extracted), buffers(buffers) {}

  /// Creates piece \p index of the op of \p cut at \p builder. Fails with a
  /// diagnostic at the op if the piece is invalid, i.e. the model of the op is
  /// wrong.
  mlir::FailureOr<mlir::Operation *> make(mlir::OpBuilder &builder,
                                          const OpCut &cut, size_t index);

private:
  mlir::Value makeOperand(mlir::OpBuilder &builder, const OperandPart &part);

  const ExtractedFunction &extracted;
  const CutBuffers &buffers;
};

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_PIECEMAKER_H
